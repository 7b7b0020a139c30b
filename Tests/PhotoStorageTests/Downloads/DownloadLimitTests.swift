import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Testing

/// What a host may cost that says anything of its picture, and never comes to an end
@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadLimitTests {
  /// The beginning of a picture that is cut off, then parts of its rest
  ///
  /// - Parameters:
  ///   - start: bytes that come first
  ///   - count: bytes of each part
  private static func part(
    of request: WebRequest, after start: Int, count: Int, total: Int
  ) -> LoopbackAnswer {
    let fields = "Content-Type: image/jpeg\r\nETag: \"one\"\r\n"
    guard let match = request.headers["Range"]?.wholeMatch(of: /bytes=(\d+)-/),
      let offset = Int(match.1)
    else {
      let head = "HTTP/1.1 200 Fine\r\n\(fields)Content-Length: \(total)\r\n\r\n"
      let body = Data([0xFF, 0xD8, 0xFF]) + Data(count: start - 3)
      return LoopbackAnswer(delivery: .raw(Data(head.utf8) + body))
    }
    let end = min(offset + count, total) - 1
    return LoopbackAnswer(
      206,
      headers: [
        "Content-Type": "image/jpeg", "ETag": "\"one\"",
        "Content-Range": "bytes \(offset)-\(end)/\(total)",
      ], body: Data(count: end - offset + 1))
  }

  private let tooLarge = TransportError.tooLarge(host: "127.0.0.1", limit: 1_000_000)

  @Test func `a picture that is announced as too large is not begun`() async throws {
    try await DownloadSetup.with(
      limit: 1_000_000,
      { _, request in Self.part(of: request, after: 60_000, count: 0, total: 999_999_999_999_999) }
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
    let picture = ServedPicture(1_000_001)
    try await DownloadSetup.with(
      limit: 1_000_000, { _, _ in picture.whole().delivered(delivery) }
    ) { setup in
      await #expect(throws: tooLarge) { try await setup.save() }
      #expect(setup.server.requests.count == 1)
      let names = try setup.names
      #expect(names.isEmpty)
    }
  }

  @Test func `a picture may be as large as that`() async throws {
    let picture = ServedPicture(1_000_000)
    try await DownloadSetup.with(picture, limit: 1_000_000) { setup in
      let saved = try await setup.save()
      #expect(saved == picture.bytes)
    }
  }

  @Test func `a rest that begins elsewhere is not taken`() async throws {
    let picture = ServedPicture(900_000)
    try await DownloadSetup.with({ number, request in
      var answer = picture.answer(to: request)
      if number == 1 { answer.delivery = .cut(after: 300_000) }
      if number == 2 {
        answer.headers.removeAll { $0.name == "Content-Range" }
        answer.headers.append(.init(name: "Content-Range", value: "bytes 0-599999/900000"))
      }
      return answer
    }) { setup in
      let saved = try await setup.save()
      #expect(saved == picture.bytes)
      let ranges = setup.server.requests.map { $0.headers["Range"] }
      #expect(ranges == [nil, "bytes=300000-", nil])
    }
  }

  @Test func `parts of a byte are tries, and few`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.part(of: request, after: 100_000, count: 1, total: 200_000)
    }) { setup in
      let fault = await #expect(throws: DownloadFault.self) { try await setup.save() }
      #expect(fault?.description.contains("too little of it at a time") ?? false)
      #expect(setup.server.requests.count == 3)
    }
  }

  /// Each try brings the same bytes anew: two rounds of three tries if they are many enough to earn
  /// the second, else one round
  @Test(arguments: [(300_000, 6), (10_000, 3)], ["\"one\"", "W/\"one\"", nil])
  func `a host without parts that breaks off at the same byte each time is given up`(
    cut: (after: Int, requests: Int), tag: String?
  ) async throws {
    var picture = ServedPicture(1_000_000)
    picture.entityTag = tag
    let whole = picture.whole().delivered(.cut(after: cut.after))
    try await DownloadSetup.with({ _, _ in whole }) { setup in
      for run in 1...2 {
        let error = await #expect(throws: TransportError.self) { try await setup.save() }
        #expect(error?.isPassing ?? false)
        #expect(setup.server.requests.count == run * cut.requests)
      }
      // The part stays only if a later run can continue it.
      let isKept = tag == "\"one\""
      let names = ["kitten.imgsearch.part", "kitten.imgsearch.part.note"]
      let left = try setup.names
      #expect(left == (isKept ? names : []))
    }
  }

  @Test func `what a host says of a version may be long, and costs nobody a picture`() async throws
  {
    var picture = ServedPicture(1_000_000)
    picture.entityTag = "\"\(String(repeating: "x", count: 20_000))\""
    let long = picture
    try await DownloadSetup.with(long, .cut(after: 300_000), first: 1) { setup in
      // A note that is none is begun anew too.
      try Data(count: 40_000)
        .write(to: setup.url.appending(path: "kitten.imgsearch.part.note"))
      let saved = try await setup.save()
      #expect(saved == long.bytes)
    }
  }

  @Test func `small parts without end are given up after a thousand`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.part(of: request, after: 64_000, count: 64_000, total: 1_999_999_999)
    }) { setup in
      let fault = await #expect(throws: DownloadFault.self) { try await setup.save() }
      #expect(fault?.description.contains("too little of it at a time") ?? false)
      // The first is cut off, and asked for again at once.
      #expect(setup.server.requests.count == 1_001)
    }
  }

  @Test func `parts of a hundred thousand bytes make a picture`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.part(of: request, after: 100_000, count: 100_000, total: 1_234_567)
    }) { setup in
      let saved = try await setup.save()
      #expect((saved.count, setup.server.requests.count) == (1_234_567, 13))
    }
  }
}
