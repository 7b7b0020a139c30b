import Foundation
import PhotoSearch

extension ProviderContract {
  /// The requests for the first page and for one photo
  private func requests(
    of provider: any JSONPhotoProvider
  ) throws(ProviderError) -> [WebRequest] {
    var requests = [try provider.request(for: query, at: nil)]
    if let native { requests += try provider.requests(forPhoto: native) }
    return requests
  }

  /// A list by author, one by tag, and photos like the contract's
  private var lists: [PhotoQuery] {
    var (author, tag, similar) = (PhotoQuery(nil), PhotoQuery(nil), PhotoQuery(nil))
    (author.filters.author, tag.filters.tag) = ("jane", "harbor")
    similar.similar = native.map { adapter.profile.photoID($0) }
    return [author, tag] + (native == nil ? [] : [similar])
  }

  /// What every provider promises about what it sends
  static let requestPromises: [Promise] = [
    Promise("the same question makes the same request") { contract in
      let one = try contract.provider.request(for: contract.query, at: nil)
      try contract.expect(
        one == (try contract.provider.request(for: contract.query, at: nil)), "it differs")
      try contract.expect(
        one.method == "GET" && (one.url.scheme == "https" || one.url.host == "127.0.0.1"),
        "\(one.url)")
      let items = one.queryItems
      try contract.expect(
        items.count == Set(items).count && items.allSatisfy { $0.value != nil },
        "a parameter twice with one value, or without a value: \(items)")
    },
    Promise("requests go below the address that is set") { contract in
      let base = URL(constant: "http://127.0.0.1:8080/proxy/")
      let provider = contract.adapter.init(key: key, base: base)
      for request in try contract.requests(of: provider) {
        try contract.expect(
          request.url.absoluteString.hasPrefix("http://127.0.0.1:8080/proxy"), "\(request.url)")
      }
      try contract.expect(
        provider.api.base == base && provider.api.defaultBase == contract.provider.api.base,
        "its addresses are \(provider.api.base) and \(provider.api.defaultBase)")
    },
    Promise("what is sent by default is declared, and so is the first page") { contract in
      let api = contract.provider.api
      let first = try contract.provider.request(for: contract.query, at: nil)
      // What is sent several times, as a list, stands in recordings as often.
      let names = first.queryItems.map(\.name)
      for item in first.queryItems where names.count(where: { $0 == item.name }) == 1 {
        try contract.expect(
          api.defaults[item.name] ?? item.value == item.value
            && (api.paging[item.name] ?? item.value) == item.value,
          "\(item.name) is sent as \(item.value ?? "")")
        let isKnown =
          api.immaterial.contains(item.name) || api.defaults[item.name] != nil
          || api.paging[item.name] != nil
        let hasWords = contract.query.words.map { item.value?.contains($0) == true } ?? false
        let isConstant = ["method", "action", "generator"].contains(item.name)
        try contract.expect(isKnown || hasWords || isConstant, "\(item.name) is not declared")
      }
    },
    Promise("without a key nothing is asked, and it is said where to get one") { contract in
      guard let needed = contract.adapter.profile.key else { return }
      for key in [nil, ""] {
        let provider = contract.adapter.init(key: key)
        let missing = ProviderError(provider.id, needed.missing)
        try contract.expect(missing, "a page without a key") {
          _ = try provider.request(for: contract.query, at: nil)
        }
        guard let native = contract.native else { continue }
        try contract.expect(missing, "a photo without a key") {
          _ = try provider.requests(forPhoto: native)
        }
      }
    },
    Promise("the key stands where it belongs and nowhere else") { contract in
      guard let needed = contract.adapter.profile.key, !needed.isAddress else { return }
      let provider = contract.provider
      for request in try contract.requests(of: provider) {
        let fields = request.headers.fields.filter { $0.value.contains(key) }.map(\.name)
        let items = request.queryItems.filter { $0.value?.contains(key) == true }.map(\.name)
        let place: (fields: [String], items: [String]) =
          switch provider.api.key {
          case .header(let name, _): ([name], [])
          case .parameter(let name): ([], [name])
          case nil: ([], [])
          }
        try contract.expect(
          (fields, items) == place && fields.count + items.count == 1,
          "the key is in \(fields + items)")
        try contract.expect(
          Set(items).isSubset(of: provider.api.immaterial) && !request.url.path.contains(key),
          "the key is in \(request.url)")
      }
    },
    Promise("a cursor is one printable word, and asks for a page of its own") { contract in
      var requests = [try contract.provider.request(for: contract.query, at: nil)]
      for next in contract.pages.dropLast().compactMap(\.page.next) {
        try contract.expect(
          next.text.utf8.allSatisfy { (0x21...0x7E).contains($0) },
          "\(next.text) can't be printed as one word")
        requests.append(try contract.provider.request(for: contract.query, at: next))
      }
      try contract.expect(
        Set(requests.map(\.url)).count == contract.pages.count, "two pages are asked for alike")
    },
    Promise("a cursor of somebody else is refused") { contract in
      let provider = contract.provider
      let pastLast = contract.adapter.feed.pages.last.map { ["\($0 + 1)"] } ?? []
      for text in [
        "", "x", "0", "-1", "1/", "/", "2/x", "2/-1", "2/3/4", "1.5", "99999999999999999999",
      ] + pastLast {
        let cursor = PageCursor(text)
        let unknown = ProviderError(provider.id, .unknownPage(cursor))
        try contract.expect(unknown, "the cursor '\(text)'") {
          _ = try provider.request(for: contract.query, at: cursor)
        }
        try contract.expect(unknown, "a page at the cursor '\(text)'") {
          _ = try provider.page(from: contract.pages[0].reply, for: contract.query, at: cursor)
        }
      }
    },
    Promise("a list that its feed declares is asked for, and no other") { contract in
      let provider = contract.provider
      guard provider.profile.kind == .search else { return }
      let search = try provider.request(for: contract.query, at: nil)
      for query in contract.lists {
        guard contract.adapter.feed.list(of: query) != nil else {
          try contract.expect(
            provider.objection(to: query)?.isEmpty == false, "it answers an undeclared list")
          continue
        }
        // A photo's id may be cut for its request.
        let name = query.subject?.value.split(separator: "-").first ?? ""
        let objection = provider.objection(to: query)
        try contract.expect(objection == nil, "it objects to \(name): \(objection ?? "")")
        let request = try provider.request(for: query, at: nil)
        try contract.expect(
          request != search && request.url.absoluteString.contains(name),
          "it asks for \(name) at \(request.url)")
        let nothing = PageCursor(ofList: "", nil)
        try contract.expect(
          ProviderError(provider.id, .unknownPage(nothing)), "the list of nothing"
        ) { _ = try provider.request(for: query, at: nothing) }
      }
      var elsewhere = PhotoQuery(nil)
      elsewhere.filters.author = "https://nowhere.example/people/jane"
      try contract.expect(
        provider.objection(to: elsewhere)?.isEmpty == false, "it answers for a page elsewhere")
    },
    Promise("an id that is none asks for nothing else") { contract in
      let provider = contract.provider
      for native in [
        "", ".", "..", "../me", "a/b", " ", "1&api_key=2", "1?x", "ü", "\u{0}",
      ] {
        let unknown = ProviderError(
          provider.id, .noSuchPhoto("\(provider.profile.photoID(native))"))
        try contract.expect(unknown, "the id '\(native)'") {
          _ = try provider.requests(forPhoto: native)
        }
      }
      // Some services have such ids, and they cut no address.
      let asked: [WebRequest]
      do { asked = try provider.requests(forPhoto: "1#x") } catch { asked = [] }
      guard asked.allSatisfy({ $0.url.absoluteString.contains("1%23x") }) else {
        throw contract.breach("the id '1#x' isn't encoded in \(asked.map(\.url))")
      }
    },
  ]

  /// What every provider promises about replies that are no page
  static let verdictPromises: [Promise] = [
    Promise("a service that is out of order is asked again") { contract in
      for status in [500, 502, 503, 504, 408] {
        for body in ["", "<html>Bad gateway</html>", "{}", "busy"] {
          let verdict = contract.verdict(status, body)
          guard case .again(nil, let reason) = verdict, (1..<150).contains(reason.count) else {
            throw contract.breach("\(status) with '\(body)' is \(verdict)")
          }
        }
      }
    },
    Promise("a stated wait is kept to") { contract in
      for (text, seconds) in [
        ("0", 0.0), ("7", 7), ("3600", 3_600), ("Sat, 21 Nov 2026 10:00:30 GMT", 30),
        ("Sat, 21 Nov 2026 09:00:00 GMT", 0),
      ] {
        for status in [429, 503] {
          let verdict = contract.verdict(
            status, "<html>slow down</html>",
            ["retry-after": text, "Date": "Sat, 21 Nov 2026 10:00:00 GMT"])
          guard case .again(seconds, _) = verdict else {
            throw contract.breach("\(status) for \(text) is \(verdict)")
          }
        }
      }
    },
    Promise("a web page instead of JSON is no page") { contract in
      let verdict = contract.verdict(200, "\n<!DOCTYPE html><html>Welcome to our network</html>")
      try contract.expect(
        verdict == .failed(status: 200, message: "a web page instead of JSON"), "\(verdict)")
    },
    Promise("a reply without a body is asked for again") { contract in
      let verdict = contract.verdict(200, "")
      try contract.expect(verdict == .again(after: nil, reason: "an empty reply"), "\(verdict)")
    },
    Promise("a key that is not accepted is told from the rest") { contract in
      guard contract.adapter.profile.key != nil else { return }
      let verdict = contract.verdict(401, "{\"errors\":[\"no\"]}")
      guard case .refused(let message) = verdict, !message.isEmpty else {
        throw contract.breach("401 is \(verdict)")
      }
    },
    Promise("no verdict repeats the key") { contract in
      guard contract.adapter.profile.key != nil else { return }
      for status in [400, 401, 403, 404, 410, 429, 500, 200] {
        for body in [
          "bad key \(key)", "{\"errors\":[\"\(key) is bad\"]}", "{\"error\":\"\(key) is bad\"}",
          "{\"stat\":\"fail\",\"code\":100,\"message\":\"\(key) is bad\"}",
          "<rsp stat=\"fail\"><err code=\"100\" msg=\"\(key) is bad\"/></rsp>",
        ] {
          let verdict = contract.verdict(status, body)
          try contract.expect(!"\(verdict)".contains(key), "\(status) is \(verdict)")
        }
      }
    },
    Promise("other refusals keep their status and words") { contract in
      for status in [400, 403, 410, 422, 301] {
        let verdict = contract.verdict(status, "because of reasons")
        guard case .failed(status, let message) = verdict, message.contains("because of reasons")
        else { throw contract.breach("\(status) is \(verdict)") }
      }
    },
    Promise("what is not there is told apart, in the service's words") { contract in
      let verdict = contract.verdict(404, "{\"error\":\"no such thing\"}")
      switch verdict {
      case .absent(let words), .failed(404, let words):
        try contract.expect(!words.isEmpty, "404 has no words")
      default: throw contract.breach("404 is \(verdict)")
      }
    },
  ]

  private func verdict(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) -> ReplyVerdict
  {
    provider.verdict(on: WebReply(status: status, headers: headers, body: Data(body.utf8)))
  }
}
