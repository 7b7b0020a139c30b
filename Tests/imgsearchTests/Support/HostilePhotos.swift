import FixtureMaker
import Foundation
import PhotoSearch
import PhotoSearchTesting

/// What every provider makes of its own replies when strangers wrote the texts and addresses in
/// them
///
/// Which strings of a reply these are is found out by trying: a new provider, or a new field, is
/// tried without being named.
struct HostilePhotos {
  /// A reply, and how a photo is made of its body
  private struct Reply {
    let body: Data
    let photo: (Data) -> Photo?
  }

  /// A string in a reply: its bytes without the quotes, and what they say
  private struct Place: Equatable {
    let range: Range<Int>
    let text: String
  }

  /// One for each hostile text in each of the replies, or more where some texts are refused
  ///
  /// Each provider gets every seventh text, and the next one the texts behind those; all of them in a
  /// long run. Replies that tell of a single photo get every fourth text, addresses every third.
  /// Other tests have their turn meanwhile.
  static func all() async throws -> [Photo] {
    var photos: [Photo] = []
    for (place, contract) in try contracts.get().enumerated() {
      for (number, reply) in replies(of: contract).enumerated() {
        let (texts, links) = try places(in: reply)
        for (offset, text) in HostileText.all.enumerated() {
          guard LongRun.isAsked || offset % 7 == place % 7 else { continue }
          guard number == 0 || offset % 4 == number % 4 else { continue }
          photos += made(of: reply, texts) { _ in text }
          if offset % 3 == 0 { photos += made(of: reply, links) { $0 + text } }
          await Task.yield()
        }
      }
    }
    return photos
  }

  /// What each provider makes of a page's row in which a text stands wherever one may
  static func readers() throws -> [(name: String, photo: (String) -> Photo?)] {
    try contracts.get().flatMap { contract in
      try replies(of: contract).prefix(1).map { reply in
        let texts = try places(in: reply).texts
        return (
          contract.description,
          { text in reply.photo(replacing(texts, in: reply.body) { _ in text }) }
        )
      }
    }
  }

  private static let contracts: Result<[ProviderContract], any Error> = Result {
    let archive = try HARArchive(contentsOf: URL(filePath: Program.fixtures))
    return try ProviderCatalog.adapters.map { adapter in
      let profile = adapter.profile
      let native = Fixtures.expectations.shown.first { $0.service == profile.service }?.native
      let words = Fixtures.expectations.mainWords(of: profile.id)
      return try ProviderContract(
        adapter, recording: archive, query: PhotoQuery(words), photo: native)
    }
  }

  /// A page of one row, and those that tell of a single photo
  private static func replies(of contract: ProviderContract) -> [Reply] {
    let page = Reply(body: contract.reply(Array(contract.rows.prefix(1))).body) { body in
      result { try contract.provider.page(from: reply(body), for: contract.query, at: nil) }?
        .photos.first
    }
    return [page]
      + contract.answers.indices.map { place in
        Reply(body: contract.answers[place].body) { body in
          var answers = contract.answers
          answers[place] = reply(body)
          return result {
            try contract.provider.photo(contract.native ?? "", from: answers.map { .success($0) })
          }
        }
      }
  }

  private static func reply(_ body: Data) -> WebReply { WebReply(status: 200, body: body) }

  private static func result<T>(_ body: () throws -> T) -> T? {
    do { return try body() } catch { return nil }
  }

  /// Where a text of any kind is taken, and where an address is whatever its end is
  private static func places(in reply: Reply) throws -> (texts: [Place], links: [Place]) {
    let strings = strings(in: try JSONDocument(reply.body).root)
    let probe = "Zq7 \"probe"
    func shows(_ body: Data) -> Bool {
      reply.photo(body).map { PhotoJSON.complete($0).contains("Zq7") } ?? false
    }
    let texts = strings.filter { shows(replacing([$0], in: reply.body) { _ in probe }) }
    let links = strings.filter { place in
      !texts.contains(place) && shows(replacing([place], in: reply.body) { $0 + "/" + probe })
    }
    return (texts, links)
  }

  /// The photo with all of these strings changed, or where that is none, those with one
  private static func made(
    of reply: Reply, _ strings: [Place], _ change: (String) -> String
  ) -> [Photo] {
    guard !strings.isEmpty else { return [] }
    if let photo = reply.photo(replacing(strings, in: reply.body, change)) { return [photo] }
    return strings.compactMap { reply.photo(replacing([$0], in: reply.body, change)) }
  }

  /// Where strings stand that are values, without their quotes, in the order of the text
  private static func strings(in value: JSONValue) -> [Place] {
    if let members = value.members { return members.flatMap { strings(in: $0.value) } }
    if let elements = value.elements { return elements.flatMap(strings) }
    return value.string.map { [Place(range: value.range, text: $0)] } ?? []
  }

  private static func replacing(
    _ places: [Place], in body: Data, _ change: (String) -> String
  ) -> Data {
    var bytes = Array(body)
    for place in places.reversed() {
      var json = JSONWriter(capacity: 64)
      json.string(change(place.text))
      bytes.replaceSubrange(place.range, with: json.text.utf8.dropFirst().dropLast())
    }
    return Data(bytes)
  }
}
