import Foundation
import PhotoSearch

/// A row of JSON whose member has another name
private func renamed(_ name: String, in row: String) -> String {
  let parts = row.components(separatedBy: "\"\(name)\"")
  return parts.dropFirst().reduce(parts[0]) { made, rest in
    let isMember = rest.first { !$0.isWhitespace } == ":"
    return "\(made)\"\(name)\(isMember ? "_v2" : "")\"\(rest)"
  }
}

extension ProviderContract {
  /// What every provider promises about pages
  static let pagePromises: [Promise] = [
    Promise("good rows become photos in their order") { contract in
      let provider = contract.provider
      let reply = contract.reply(Array(contract.rows.prefix(3)))
      try contract.expect(provider.verdict(on: reply) == .page, "it is no page")
      let page = try provider.page(from: reply, for: contract.query, at: nil)
      let ids = try contract.rows.prefix(3).map(contract.id)
      try contract.expect(page.photos.map(\.id) == ids, "the photos are \(page.photos.map(\.id))")
      try contract.expect(page.excluded.isEmpty, "\(page.excluded)")
      for photo in page.photos {
        try contract.expectSound(photo)
        try contract.expect(
          photo.provider == provider.id && photo.id.service == provider.profile.service,
          "\(photo.id) is \(photo.provider)'s")
        try contract.expect(!photo.renditions.isEmpty, "\(photo.id) has no picture")
        try contract.expect(
          (photo.published == nil) == contract.untold.contains(.published),
          "\(photo.id): published \(photo.published.map { "\($0)" } ?? "unknown")")
      }
      let photos = contract.pages.flatMap(\.page.photos)
      try contract.expect(
        photos.contains { $0.title != nil } && photos.contains { $0.author?.name != nil }
          && photos.contains { $0.license != nil } != contract.untold.contains(.license)
          && photos.contains { $0.size != nil } != contract.untold.contains(.listedSize),
        "title, author, licence or size is told of none")
    },
    Promise("a bad row costs that row") { contract in
      for row in ["{}", "null", "3", "\"x\"", "[]", "[{}]", "{\"id\":{}}"] {
        let page = try contract.page([contract.rows[0], row, contract.rows[1]])
        try contract.expect(
          page.photos.count == 2 && page.excluded.values.reduce(0, +) == 1,
          "\(row) leaves \(page.photos.count) of 2 photos, and left out \(page.excluded)")
      }
    },
    Promise("a member of an unexpected type costs at most its row") { contract in
      let (whole, other) = (contract.rows[0], contract.rows[1])
      let id = try contract.id(of: other)
      let values = #/:\s*("(?:[^"\\]|\\.)*"|-?[\d.]+|null|true|false)/#
      for value in whole.matches(of: values) {
        for odd in ["{\"a\":[]}", "[7]", "-1", "1e999", "\"\"", "true", "null"] {
          let row = whole[..<value.1.startIndex] + odd + whole[value.1.endIndex...]
          let page = try contract.page([String(row), other])
          try contract.expect(
            page.photos.count + page.excluded.values.reduce(0, +) == 2
              && page.photos.contains { $0.id == id },
            "\(odd) for \(value.1) costs more than its row")
          for photo in page.photos { try contract.expectSound(photo) }
        }
      }
    },
    Promise("more rows than any service sends are not read") { contract in
      let rows = [contract.rows[0]] + Array(repeating: "{}", count: 100_000)
      let page = try contract.page(rows)
      try contract.expect(
        page.photos.count == 1 && page.excluded == [.unreadable: 999, .excess: 99_001],
        "\(page.excluded)")
    },
    Promise("a page of rows that have all changed is a failure, and a few bad rows are none") {
      contract in
      for row in ["{}", "{\"identifier\":\"a1\",\"address\":\"https://a.example/\"}", "7"] {
        try contract.expectError("five of \(row)") {
          _ = try contract.page(Array(repeating: row, count: 5))
        } where: { error in
          guard case .changed(5, let path, let problem) = error.reason else { return false }
          return !path.isEmpty && !problem.isEmpty && error.provider == contract.provider.id
        }
        let few = try contract.page(Array(repeating: row, count: 4))
        try contract.expect(few.excluded == [.unreadable: 4], "\(few.excluded)")
        let one = try contract.page(Array(repeating: row, count: 40) + [contract.rows[0]])
        try contract.expect(one.photos.count == 1, "one photo of 41 rows is lost")
      }
    },
    Promise("a service that renames a member is read as before, or is said to have changed") {
      contract in
      let rows = (0..<6).map { contract.rows[$0 % contract.rows.count] }
      let names = rows.map { Set($0.matches(of: #/"(\w+)"\s*:/#).map { String($0.1) }) }
      for name in names.dropFirst().reduce(names[0], { $0.intersection($1) }) {
        do {
          let page = try contract.page(rows.map { renamed(name, in: $0) })
          try contract.expect(
            page.photos.count >= rows.count,
            "without \(name), \(page.photos.count) of \(rows.count) rows are photos: \(page.excluded)"
          )
        } catch let error as ProviderError {
          guard case .changed = error.reason else {
            throw contract.breach("without \(name): \(error)")
          }
        }
      }
    },
    Promise("addresses of its hosts are upgraded from http") { contract in
      var reply = contract.reply(Array(contract.rows.prefix(2)))
      reply.body = Data(
        String(decoding: reply.body, as: UTF8.self)
          .replacing("https://", with: "http://").replacing(#"https:\/\/"#, with: #"http:\/\/"#)
          .utf8)
      let provider = contract.provider
      let page = try provider.page(from: reply, for: contract.query, at: nil)
      try contract.expect(page.photos.count == 2, "\(page.photos.count) of 2 photos")
      for photo in page.photos {
        let all = [photo.pageURL, photo.author?.url] + photo.renditions.map(\.url)
        for address in all.compactMap(\.self) where address.scheme == "http" {
          let host = address.host ?? ""
          try contract.expect(
            !provider.profile.secureHosts.contains { host == $0 || host.hasSuffix(".\($0)") },
            "\(address) stays as it is")
        }
      }
    },
    Promise("an empty or short page is not the end when more were promised") { contract in
      try contract.expect(contract.pages.count > 1, "the recording has one page only")
      for rows in [[], [contract.rows[0]]] {
        let page = try contract.page(rows)
        try contract.expect(
          page.next != nil && page.isEmpty == rows.isEmpty, "\(rows.count) rows are the end")
      }
    },
    Promise("the last page that was promised is the end") { contract in
      for page in contract.pages.dropLast() {
        try contract.expect(page.page.next != nil, "it ends at \(page.cursor?.text ?? "the first")")
      }
      try contract.expect(
        contract.pages.last?.page.next == nil || isEnd(contract.pages), "it does not end")
    },
    Promise("nothing found is a page and the end") { contract in
      guard let (query, reply) = contract.nothing else { return }
      let provider = contract.provider
      try contract.expect(provider.verdict(on: reply) == .page, "it is no page")
      let page = try provider.page(from: reply, for: query, at: nil)
      try contract.expect(
        page == PhotoPage(photos: [], total: page.total, notices: page.notices)
          && page.total ?? 0 == 0, "\(page)")
    },
    Promise("a reply that is none is told with its place") { contract in
      let others = ["{}", "{\"message\":\"maintenance\"}", "{\"query\":{}}"]
      for body in ["null", "3", "\"x\"", "{}x", "[", "{\"a\"", "<html>", ""] + others {
        let reply = WebReply(status: 200, body: Data(body.utf8))
        try contract.expectUnreadable("'\(body)'") {
          _ = try contract.provider.page(from: reply, for: contract.query, at: nil)
        }
      }
    },
    Promise("a plain query of its kind is answered and one of the other kind is not") { contract in
      let provider = contract.provider
      try contract.expect(
        contract.query.kind == provider.profile.kind
          && provider.objection(to: contract.query) == nil,
        "it objects to \(contract.query.words ?? "its list")")
      let other = PhotoQuery(contract.query.words == nil ? "harbour" : nil)
      try contract.expect(
        provider.objection(to: other)?.isEmpty == false, "it answers a query of the other kind")
    },
  ]

  /// What every provider promises about a single photo
  static let photoPromises: [Promise] = [
    Promise("a single photo is told with its details") { contract in
      guard let native = contract.native else { return }
      let provider = contract.provider
      for reply in contract.answers.prefix(1) {
        try contract.expect(provider.verdict(on: reply) == .page, "it is no page")
      }
      let photo = try provider.photo(native, from: contract.answers.map { .success($0) })
      try contract.expectSound(photo)
      try contract.expect(photo.id == provider.profile.photoID(native), "it is \(photo.id)")
      try contract.expect(
        photo.title != nil && photo.author?.name != nil && photo.license != nil
          && photo.size != nil,
        "title, author, licence or size is not told")
      guard let details = photo.details else { throw contract.breach("it has no details") }
      let told: [(Detail, Bool)] = [
        (.authorPage, photo.author?.url != nil),
        (.place, details.place != nil), (.camera, details.camera != nil),
        (.views, details.views != nil),
        (.original, photo.rendition(.original)?.role == .original),
      ]
      for (detail, isTold) in told {
        try contract.expect(
          isTold != contract.untold.contains(detail), "\(detail): \(isTold ? "told" : "not told")")
      }
    },
    Promise("the first answer is enough") { contract in
      guard let native = contract.native else { return }
      let provider = contract.provider
      let first = Result<WebReply, ProviderError>.success(contract.answers[0])
      let failure = ProviderError(provider.id, .unavailable(message: "tired"))
      let broken = WebReply(status: 200, body: Data("{\"sizes\":[".utf8))
      for added in [.failure(failure), .success(broken)] as [Result<WebReply, ProviderError>] {
        let answers = [first] + contract.answers.dropFirst().map { _ in added }
        try contract.expectSound(try provider.photo(native, from: answers))
      }
      try contract.expectSound(try provider.photo(native, from: [first]))
    },
    Promise("what the first answer failed with is passed on") { contract in
      let provider = contract.provider
      let failure = ProviderError(provider.id, .quotaSpent(until: nil))
      try contract.expect(failure, "a failure") {
        let others =
          contract.answers.dropFirst().map { .success($0) }
          as [Result<WebReply, ProviderError>]
        _ = try provider.photo("1", from: [.failure(failure)] + others)
      }
      try contract.expectError("no answer") { _ = try provider.photo("1", from: []) }
    },
    Promise("an answer that is none is told with its place") { contract in
      // A service that answers with bare lists says with an empty one that there is no such photo.
      let empty = contract.nothing.map { String(decoding: $0.reply.body, as: UTF8.self) }
      for body in ["", "null", "[]", "{}", "{\"photo\":7}", "<rsp/>"] where body != empty {
        let reply = WebReply(status: 200, body: Data(body.utf8))
        try contract.expectUnreadable("'\(body)'") {
          _ = try contract.provider.photo("1", from: [.success(reply)])
        }
      }
    },
  ]
}
