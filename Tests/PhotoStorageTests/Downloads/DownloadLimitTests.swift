import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Testing

/// What a host may cost that says anything of its picture, and never comes to an end
@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadLimitTests {
  /// A part from where it is asked for, whatever that is
  private static func part(
    of request: WebRequest, count: Int? = nil, total: Int
  ) -> LoopbackAnswer {
    let match = request.headers["Range"]?.wholeMatch(of: /bytes=(\d+)-(\d+)/)
    let start = match.flatMap { Int($0.1) } ?? 0
    let asked = match.flatMap { Int($0.2) } ?? 1_999_999
    let end = min(count.map { start + $0 - 1 } ?? asked, total - 1)
    var body = Data(repeating: 7, count: end - start + 1)
    if start == 0 { body[0] = 0xFF }
    return LoopbackAnswer(
      206,
      headers: [
        "Content-Type": "image/jpeg", "ETag": "\"one\"",
        "Content-Range": "bytes \(start)-\(end)/\(total)",
      ], body: body)
  }

  private let tooLarge = TransportError.tooLarge(host: "127.0.0.1", limit: 5_000_000)

  @Test func `a picture that is announced as too large is not begun`() async throws {
    try await DownloadSetup.with(
      limit: 5_000_000, { _, request in Self.part(of: request, total: 999_999_999_999_999) }
    ) { setup in
      await #expect(throws: tooLarge) { try await setup.save() }
      #expect(setup.server.requests.count == 1)
      let names = try setup.names
      #expect(names.isEmpty)
    }
  }

  @Test(arguments: [LoopbackAnswer.Delivery.whole, .chunked(60_000)])
  func `one that comes whole counts too, announced or not`(
    delivery: LoopbackAnswer.Delivery
  ) async throws {
    let picture = ServedPicture(5_000_001)
    try await DownloadSetup.with(
      limit: 5_000_000,
      { _, _ in
        var answer = picture.whole()
        answer.delivery = delivery
        return answer
      }
    ) { setup in
      await #expect(throws: tooLarge) { try await setup.save() }
      #expect(setup.server.requests.count == 1)
      let names = try setup.names
      #expect(names.isEmpty)
    }
  }

  @Test func `a picture may be as large as that`() async throws {
    let picture = ServedPicture(5_000_000)
    try await DownloadSetup.with(
      limit: 5_000_000, { _, request in picture.answer(to: request) }
    ) { setup in
      let saved = try await setup.save()
      #expect(saved == picture.bytes)
    }
  }

  @Test func `more than was asked for is not taken`() async throws {
    try await DownloadSetup.with(
      limit: 5_000_000,
      { _, request in Self.part(of: request, count: 4_000_000, total: 4_500_000) }
    ) { setup in
      await #expect(throws: DownloadFault.self) { try await setup.save() }
      let names = try setup.names
      #expect(names.isEmpty)
    }
  }

  @Test func `windows of a byte are tries, and few`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.part(of: request, count: 1, total: 60_000)
    }) { setup in
      let fault = await #expect(throws: DownloadFault.self) { try await setup.save() }
      #expect(fault?.description.contains("too little of it at a time") ?? false)
      #expect(setup.server.requests.count == 3)
    }
  }

  @Test func `what a host says of a version may be long, and costs nobody a picture`() async throws
  {
    var picture = ServedPicture(5_000_000)
    picture.entityTag = "\"\(String(repeating: "x", count: 20_000))\""
    let long = picture
    try await DownloadSetup.with({ number, request in
      var answer = long.answer(to: request)
      if number == 1 { answer.delivery = .cut(after: 1_500_000) }
      return answer
    }) { setup in
      // A note that is none is begun anew too.
      try Data(count: 200_000)
        .write(to: setup.url.appending(path: "kitten.imgsearch.part.note"))
      let saved = try await setup.save()
      #expect(saved == long.bytes)
    }
  }

  @Test func `small windows without end are given up after a thousand`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.part(of: request, count: 64_000, total: 1_999_999_999)
    }) { setup in
      let fault = await #expect(throws: DownloadFault.self) { try await setup.save() }
      #expect(fault?.description.contains("too little of it at a time") ?? false)
      #expect(setup.server.requests.count == 1_000)
    }
  }

  @Test func `windows of a hundred thousand bytes make a picture`() async throws {
    let picture = ServedPicture(1_234_567)
    try await DownloadSetup.with({ _, request in
      var answer = picture.answer(to: request)
      guard answer.body.count > 100_000,
        let start = request.headers["Range"]?.firstMatch(of: /\d+/).flatMap({ Int($0.0) })
      else { return answer }
      answer.body = answer.body.prefix(100_000)
      answer.headers.removeAll { $0.name == "Content-Range" }
      let range = "bytes \(start)-\(start + 99_999)/1234567"
      answer.headers.append(.init(name: "Content-Range", value: range))
      return answer
    }) { setup in
      let saved = try await setup.save()
      #expect(saved == picture.bytes)
      #expect(setup.server.requests.count == 13)
    }
  }
}
