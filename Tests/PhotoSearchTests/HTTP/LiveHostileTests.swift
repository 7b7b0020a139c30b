import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  /// Replies that want to end, hold up or fill the program
  @Suite struct Hostile {
    private static let sound = ReplyMutation.replies[0]

    @Test func `a reply cut at any byte is a reply or a fault`() async throws {
      try await withTransport { transport in
        for count in 0...Self.sound.count {
          let end = try await end(of: .raw(Self.sound.prefix(count)), over: transport)
          let isWhole = count == Self.sound.count
          #expect(end.isReply == isWhole, "cut after \(count) bytes: \(end)")
        }
      }
    }

    @Test(arguments: [
      "0", "1", "6", "7", "8", "2147483647", "2147483648", "4294967295", "4294967296",
      "9223372036854775806", "9223372036854775807", "9223372036854775808", "18446744073709551615",
      "18446744073709551616", "99999999999999999999999999", "-1", "-9223372036854775808", "+7",
      "7.0", "0x7", "", " ", "7, 7", "7, 8", "seven", "7\r\nContent-Length: 8",
      "7\r\nContent-Length: 9223372036854775807",
    ])
    func `a size at the edge of what fits is a reply or a fault`(size: String) async throws {
      let reply = Data("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\nkittens".utf8)
      try await withTransport { transport in
        let end = try await end(of: .raw(reply), over: transport)
        if size == "7" { #expect(end.isReply) }
        if size.hasPrefix("92233720368547758"), size < "9223372036854775808" {
          #expect(!end.isReply)
        }
      }
    }

    @Test(arguments: [
      "7", "0000000000000007", "7fffffffffffffff", "8000000000000000", "ffffffffffffffff",
      "10000000000000000", "-7", "7;x=1", "7 ", "x", "",
    ])
    func `a chunk of any size is a reply or a fault`(size: String) async throws {
      let reply = Data(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nkittens\r\n0\r\n\r\n".utf8)
      try await withTransport { transport in
        let end = try await end(of: .raw(reply), over: transport)
        if size == "7" { #expect(end.isReply) }
        if size.hasPrefix("7f") || size.hasPrefix("80") { #expect(!end.isReply) }
      }
    }

    /// Each never ends; all but the last are known for what they are before their time is over
    private static let floods: [(what: String, start: String, piece: String)] = [
      ("status lines", "", "HTTP/1.1 100 Continue\r\n\r\n"),
      ("early hints", "", "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n"),
      ("fields", "HTTP/1.1 200 OK\r\n", "X-Kitten: 1\r\n"),
      ("one field", "HTTP/1.1 200 OK\r\nX-Kitten: ", "kitten"),
      ("a first line", "HTTP/1.1 200 ", "OK"),
      ("no line", "", "kittens"),
      ("body", "HTTP/1.1 200 OK\r\n\r\n", "kittens"),
      ("trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Kitten: 1\r\n"),
      (
        "one trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Kitten: ",
        "kitten"
      ),
      ("chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
      ("chunks of a byte", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
      ("chunk extension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "x=y;"),
    ]

    @Test(arguments: floods.indices)
    func `a reply without an end, at full speed, is given up and starves nobody`(
      index: Int
    ) async throws {
      let flood = Self.floods[index]
      let before = peakMemory
      try await withServer { request in
        guard request.url.path == "/hostile" else { return .text("kittens") }
        return LoopbackAnswer(
          delivery: .flood(Data(flood.start.utf8), then: Data(flood.piece.utf8)))
      } _: { server in
        var limits = LiveTransport.Limits.with(\.timeout, .seconds(2))
        limits.body = 4_000_000
        let hostile = LiveTransport(limits: limits)
        let sound = LiveTransport(limits: .with(\.timeout, .seconds(600)))
        defer { [hostile, sound].forEach { $0.close() } }
        // Beside a sound one, which shares its thread.
        async let ended = try? await hostile.send(WebRequest(url: server.url("/hostile")))
        for _ in 1...20 {
          let reply = try await hostile.send(WebRequest(url: server.url()))
          #expect(reply.body == Data("kittens".utf8))
        }
        #expect(await ended == nil)
        let again = try await sound.send(WebRequest(url: server.url()))
        #expect(again.status == 200)
        try await waitUntil { server.openConnections <= 2 }
      }
      if let before, let after = peakMemory {
        print("endless \(flood.what): \(after - before) MB more at the peak")
        #expect(after - before < 100)
      }
    }

    @Test func `a head of many fields holds up nobody`() async throws {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      var head = "HTTP/1.1 200 OK\r\n"
      for number in 0..<44_000 {
        head.append(letters[number % 26])
        head.append(letters[number / 26 % 26])
        head.append(letters[number / 676 % 26])
        head.append(letters[number / 17_576])
        head += ":\n"
      }
      let bytes = Data((head + "\r\n").utf8)
      try await withClient(LiveTransport(limits: .with(\.timeout, .seconds(20)))) { request in
        request.url.path == "/hostile"
          ? LoopbackAnswer(delivery: .raw(bytes)) : .text("kittens")
      } _: { server, transport in
        async let ended = Self.end(at: server.url("/hostile"), over: transport)
        // One that is held up is given up, which would throw.
        for _ in 1...20 { _ = try await transport.send(WebRequest(url: server.url())) }
        guard case .fault = try await ended else {
          Issue.record("a head of 44,000 fields was taken")
          return
        }
      }
    }

    /// `IMGSEARCH_MUTATIONS` asks for more of them
    @Test func `mutated replies end as replies or faults, every one`() async throws {
      let count =
        ProcessInfo.processInfo.environment["IMGSEARCH_MUTATIONS"].flatMap(Int.init) ?? 2_000
      var ends: [String: Int] = [:]
      try await withClient(LiveTransport(limits: .with(\.timeout, .seconds(10)))) { request in
        let seed = UInt64(request.url.lastPathComponent) ?? 0
        return LoopbackAnswer(delivery: .raw(ReplyMutation.reply(seed: seed)))
      } _: { server, transport in
        for start in stride(from: 0, to: count, by: 4) {
          try await withThrowingTaskGroup(of: End.self) { group in
            for seed in start..<min(start + 4, count) {
              group.addTask { try await Self.end(at: server.url("/\(seed)"), over: transport) }
            }
            for try await end in group { ends[end.name, default: 0] += 1 }
          }
        }
      }
      print("\(count) mutated replies: \(ends.sorted { $0.key < $1.key })")
      #expect(ends.values.reduce(0, +) == count)
      #expect(ends["late"] == nil, "a reply whose sender hung up is not waited for")
      #expect(ends["reply", default: 0] > 0 && ends["fault", default: 0] > 0)
    }

    // MARK: What is told of them

    private enum End: Sendable {
      case reply(Int)
      case fault(String)
      case late
      case other(TransportError)

      var isReply: Bool { if case .reply = self { true } else { false } }

      var name: String {
        switch self {
        case .reply: "reply"
        case .fault: "fault"
        case .late: "late"
        case .other: "refused or too large"
        }
      }
    }

    private func withTransport(_ body: (LiveTransport) async throws -> Void) async throws {
      let transport = LiveTransport(limits: .with(\.timeout, .seconds(10)))
      defer { transport.close() }
      try await body(transport)
    }

    private func end(
      of delivery: LoopbackAnswer.Delivery, over transport: LiveTransport
    ) async throws -> End {
      try await withServer { _ in
        LoopbackAnswer(delivery: delivery)
      } _: {
        try await Self.end(at: $0.url(), over: transport)
      }
    }

    /// - Throws: what is no `TransportError`: there must be none.
    private static func end(at url: URL, over transport: LiveTransport) async throws -> End {
      do {
        return .reply(try await transport.send(WebRequest(url: url)).status)
      } catch let error as TransportError {
        switch error {
        case .unreachable(_, let reason): return .fault(reason)
        case .timedOut: return .late
        default: return .other(error)
        }
      }
    }
  }
}

/// Sound replies with faults put into them, the same for the same seed
private enum ReplyMutation {
  static let replies: [Data] =
    [
      "HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\nkittens",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n3\r\nkit\r\n4;a=b\r\ntens\r\n0\r\nX-End: 1\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno",
      "HTTP/1.1 429 Busy\r\nRetry-After: 1\r\nConnection: close\r\n\r\nbusy",
      "HTTP/1.0 200 OK\r\nSet-Cookie: a=b; expires=Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\nkittens",
      "HTTP/1.1 204 None\r\nKeep-Alive: timeout=5, max=100\r\n\r\n",
    ].map { Data($0.utf8) } + [
      Data(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n".utf8)
        + Gzip.stored(Data("kittens".utf8))
    ]

  /// What is put in where something stood
  private static let tokens: [Data] = [
    "\r\n", "\r\n\r\n", "\n", "\r", "\0", ": ", "HTTP/1.1 ", "HTTP/2 200\r\n",
    "9223372036854775807",
    "-1", "ffffffffffffffff", "chunked", "gzip, gzip", "Content-Length: 3\r\n",
    "Transfer-Encoding: chunked\r\n", "Content-Encoding: br\r\n", "Location: http://[\r\n",
    "Content-Encoding: zstd\r\n", "Upgrade: h2c\r\n", "HTTP/1.1 101 Switching\r\n", "0\r\n\r\n",
    "é", "%00", String(repeating: "A", count: 3_000),
  ].map { Data($0.utf8) }

  static func reply(seed: UInt64) -> Data {
    var random = SeededGenerator(seed: seed)
    var reply = replies[Int.random(in: 0..<replies.count, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !reply.isEmpty {
      let place = Int.random(in: 0..<reply.count, using: &random)
      let end = min(reply.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: reply[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: reply[place] = UInt8.random(in: 0...255, using: &random)
      case 2: reply.removeSubrange(place..<end)
      case 3: reply.insert(contentsOf: reply[place..<end], at: place)
      case 4: reply = reply.prefix(place)
      default:
        let token = tokens[Int.random(in: 0..<tokens.count, using: &random)]
        reply.replaceSubrange(place..<end, with: token)
      }
      reply = Data(reply)
    }
    return reply
  }
}
