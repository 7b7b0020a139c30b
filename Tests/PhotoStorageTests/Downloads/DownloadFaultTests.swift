import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Testing

/// What a host may do to a picture
private struct Trouble: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The number of the request, the request, and the sound answer to it
  let answer: @Sendable (Int, WebRequest, LoopbackAnswer) -> LoopbackAnswer

  init(
    _ name: String,
    _ answer: @escaping @Sendable (Int, WebRequest, LoopbackAnswer) -> LoopbackAnswer
  ) {
    testDescription = name
    self.answer = answer
  }

  /// For the first requests only, that many
  static func first(
    _ count: Int, _ name: String, _ change: @escaping @Sendable (inout LoopbackAnswer) -> Void
  ) -> Trouble {
    Trouble(name) { number, _, sound in
      var answer = sound
      if number <= count { change(&answer) }
      return answer
    }
  }

  static func always(
    _ name: String, _ change: @escaping @Sendable (inout LoopbackAnswer) -> Void
  ) -> Trouble { first(.max, name, change) }
}

private let passing: [Trouble] = [
  .always("nothing") { _ in },
  .first(1, "a late answer") { $0.delay = 0.2 },
  .first(2, "cut off in the middle, twice") { $0.delivery = .cut(after: $0.body.count / 2) },
  .first(9, "cut off after 100 KB, nine times") { $0.delivery = .cut(after: 100_000) },
  .first(2, "reset in the middle, twice") { $0.delivery = .reset(after: $0.body.count / 3) },
  .first(2, "reset before the head, twice") { $0.delivery = .reset(after: nil) },
  .first(1, "429 with a wait") { $0 = .text("no", status: 429, headers: ["Retry-After": "1"]) },
  .first(2, "503, twice") { $0 = .text("<html>", status: 503, type: "text/html") },
  .first(1, "a redirect") { $0 = .redirect(to: "/elsewhere.jpg") },
  .always("chunks") { $0.delivery = .chunked(10_000) },
  .always("a weak tag") { answer in
    answer.headers.removeAll { $0.name == "ETag" }
    answer.headers.append(.init(name: "ETag", value: "W/\"one\""))
  },
  .always("no tag and no date") { $0.headers.removeAll { $0.name == "ETag" } },
  .first(1, "416") { $0 = LoopbackAnswer(416) },
  Trouble("parts are not known there") { _, _, _ in picture.whole() },
  Trouble("parts are not known there, and the first is cut off") { number, _, _ in
    number == 1 ? picture.whole().delivered(.cut(after: 300_000)) : picture.whole()
  },
]

private let lasting: [(Trouble, String)] =
  [
    (
      .always("404") { $0 = .text("gone away", status: 404) },
      "no longer has this picture; try another --size (status 404: gone away)"
    ),
    (
      .always("a long 404") {
        $0 = .text(String(repeating: "gone away ", count: 150_000), status: 404)
      }, "status 404: gone away gone away"
    ),
    (.always("500") { $0 = .text("broken", status: 500) }, "status 500"),
    (.always("429") { $0 = .text("no", status: 429) }, "wants no more requests"),
    (.always("a web page") { $0 = .text("<html></html>", type: "text/html") }, "a web page"),
    (
      .always("a web page that calls itself a picture") {
        $0 = .text("\n<!doctype html>", type: "image/jpeg")
      }, "a web page"
    ),
    (.always("words") { $0 = .text("kitten", type: "image/jpeg") }, "of no known type"),
    (.always("nothing at all") { $0 = .text("", type: "image/jpeg") }, "nothing"),
    (.always("a drawing") { $0 = .text("<?xml?><svg/>", type: "image/svg+xml") }, "an SVG drawing"),
    (.always("cut off at once") { $0.delivery = .cut(after: 10) }, "cut off"),
    (.always("refused") { $0.delivery = .reset(after: nil) }, "can't be reached"),
    (
      .always("a redirect to plain http") { $0 = .redirect(to: "http://example.org/") },
      "isn't asked"
    ),
  ]
  + [
    ("another part than was asked for", "5-9", "12345"), ("more than it says", "0-4", "1234567"),
    ("a part of a part", "0-4", "1"),
  ].map { name, range, body in
    let headers: HTTPHeaders = ["Content-Range": "bytes \(range)/10", "ETag": "\"one\""]
    let part = Trouble.always(name) {
      $0 = LoopbackAnswer(206, headers: headers, body: Data(body.utf8))
    }
    return (part, "a part came where all was asked for")
  }

private let picture = ServedPicture(1_000_000)

@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadFaultTests {
  @Test(arguments: passing)
  fileprivate func `a picture comes whole through what passes`(trouble: Trouble) async throws {
    try await DownloadSetup.with({ number, request in
      trouble.answer(number, request, picture.answer(to: request))
    }) { setup in
      let saved = try await setup.save()
      #expect(try (saved, setup.names) == (picture.bytes, ["credits.csv", "kitten.jpg"]))
    }
  }

  @Test(arguments: lasting)
  fileprivate func `what does not pass is named, and leaves no picture`(
    trouble: Trouble, words: String
  ) async throws {
    try await DownloadSetup.with({ number, request in
      trouble.answer(number, request, picture.answer(to: request))
    }) { setup in
      let error = await #expect(throws: (any Error).self) { try await setup.save() }
      let said = error.map { "\($0)" } ?? ""
      #expect(said.contains(words), "\(said)")
      let names = try setup.names
      #expect(names.isEmpty == (words != "cut off"))
    }
  }

  @Test func `a host that says nothing is given up after the time limit`() async throws {
    try await DownloadSetup.with(
      timeout: .milliseconds(200), { _, _ in LoopbackAnswer(delivery: .hang) }
    ) { setup in
      await #expect(throws: TransportError.self) { _ = try await setup.save() }
    }
  }

  @Test func `a picture may take longer than a request, as long as it comes`() async throws {
    // A host that knows no parts, so that nothing can be gone on with
    try await DownloadSetup.with(
      timeout: .seconds(2),
      { _, _ in picture.whole().delivered(.drip(bytes: 100_000, seconds: 0.3)) }
    ) { setup in
      let saved = try await setup.save()
      #expect((saved, setup.server.requests.count) == (picture.bytes, 1))
    }
  }

  @Test func `what comes in time is kept, when all of it does not`() async throws {
    try await DownloadSetup.with(
      timeout: .milliseconds(1_500),
      { _, request in
        let answer = picture.answer(to: request)
        return answer.body.count > 400_000 ? answer.delivered(.stall(after: 400_000)) : answer
      }
    ) { setup in
      let saved = try await setup.save()
      #expect(saved == picture.bytes)
    }
  }
}
