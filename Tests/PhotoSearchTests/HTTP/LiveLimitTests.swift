import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  @Suite struct Limits {
    @Test func `a body of the limit's size passes, a byte more does not`() async throws {
      let limits = LiveTransport.Limits.with(\.body, 100_000)
      let whole = try await reply(limits: limits) { _ in
        LoopbackAnswer(body: Data(repeating: 7, count: 100_000))
      }
      #expect(whole.body.count == 100_000)
      await #expect(throws: TransportError.tooLarge(host: "127.0.0.1", limit: 100_000)) {
        try await reply(limits: limits) { _ in
          LoopbackAnswer(body: Data(repeating: 7, count: 100_001), delivery: .chunked(50_000))
        }
      }
    }

    @Test func `a body without an end is given up at once, and its connection closed`()
      async throws
    {
      // By its own clock the request never ends.
      let patient = LiveTransport(limits: .with(\.body, 1_000_000), clock: ManualClock())
      try await withClient(
        patient,
        answering: LoopbackAnswer(body: Data(repeating: 7, count: 60_000), delivery: .endless)
      ) { server, transport in
        await #expect(throws: TransportError.tooLarge(host: "127.0.0.1", limit: 1_000_000)) {
          try await transport.send(WebRequest(url: server.url()))
        }
        try await waitUntil { server.openConnections == 0 }
      }
    }

    @Test func `a gzip bomb is given up before it unfolds`() async throws {
      let bomb = LoopbackAnswer(
        headers: ["Content-Encoding": "gzip"], body: Gzip.bomb(megabytes: 1))
      let before = peakMemory
      try await withClient(answering: bomb) { server, transport in
        await #expect(throws: TransportError.tooLarge(host: "127.0.0.1", limit: 32_000_000)) {
          try await transport.send(WebRequest(url: server.url()))
        }
        if let before, let after = peakMemory {
          print("gzip bomb of 1 GB: \(after - before) MB more at the peak")
          #expect(after - before < 500)
        }
      }
    }

    @Test func `the time for all of a request is kept by our own clock`() async throws {
      let clock = ManualClock()
      try await withClient(LiveTransport(clock: clock), answering: LoopbackAnswer(delivery: .hang))
      { server, transport in
        let task = Task { try await transport.send(WebRequest(url: server.url("/?key=SECRET"))) }
        await clock.sleeper(for: .seconds(20))
        clock.advance(by: .milliseconds(19_999))
        await clock.pass(.milliseconds(1))
        await #expect(throws: TransportError.timedOut(host: "127.0.0.1", seconds: 20)) {
          try await task.value
        }
        try await waitUntil { server.openConnections == 0 }
      }
    }

    /// Takes a body, and tells how much of it there is
    private struct Taker: BodyReceiver {
      let count: AsyncStream<Int>.Continuation

      func accepts(_ head: WebReply) -> Bool { true }
      func receive(_ bytes: Data) { count.yield(bytes.count) }
    }

    @Test(arguments: [(20, 20_000, true), (20, 15_000, false), (100, 20_000, false)])
    func `a picture has more time for 800 bytes a second`(
      seconds: Int, bytes: Int, isRenewed: Bool
    ) async throws {
      let clock = ManualClock()
      let timed = LiveTransport(limits: .with(\.timeout, .seconds(seconds)), clock: clock)
      try await withClient(
        timed, answering: LoopbackAnswer(body: Data(count: 200_000), delivery: .stall(after: bytes))
      ) { server, transport in
        let (counts, count) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
          try await transport.send(WebRequest(url: server.url()), to: Taker(count: count))
        }
        await clock.sleeper(for: .seconds(seconds))
        var taken = 0
        for await count in counts {
          taken += count
          if taken >= bytes { break }
        }
        clock.advance(by: .seconds(seconds))
        if isRenewed {
          await clock.pass(.seconds(seconds))
        }
        await #expect(throws: TransportError.self) { try await task.value }
      }
    }

    @Test func `the wait for a turn does not count`() async throws {
      let clock = ManualClock()
      let single = LiveTransport(limits: .with(\.requestsPerHost, 1), clock: clock)
      try await withClient(single) { request in
        LoopbackAnswer(delivery: request.url.path == "/first" ? .hang : .whole, delay: 0.01)
      } _: { server, transport in
        let first = Task { try await transport.send(WebRequest(url: server.url("/first"))) }
        await clock.sleeper(for: .seconds(20))
        let second = Task { try await transport.send(WebRequest(url: server.url("/second"))) }
        clock.advance(by: .seconds(20))
        await #expect(throws: TransportError.self) { try await first.value }
        let response = try await second.value
        #expect(response.status == 200)
      }
    }

    @Test(arguments: [
      LoopbackAnswer.text("kittens", delivery: .drip(seconds: 0.1)),
      .text("kittens", delivery: .stall(after: 3)), .text("kittens", delay: 5),
      LoopbackAnswer(delivery: .hang),
    ])
    func `a reply that does not get done is given up in time`(answer: LoopbackAnswer) async throws {
      await #expect(throws: TransportError.timedOut(host: "127.0.0.1", seconds: 0.3)) {
        try await reply(limits: .with(\.timeout, .milliseconds(300))) { _ in answer }
      }
    }

    @Test func `six requests at a time go to one host, over connections that are kept`()
      async throws
    {
      try await withServer(answering: LoopbackAnswer(delay: 0.02)) { server in
        try await sendMany(36, to: server, limits: .init())
        #expect(server.mostAtOnce <= 6 && server.mostAtOnce > 1 && server.allConnections < 18)
      }
    }

    @Test(arguments: [false, true])
    func `a host can be asked one after another`(byPort: Bool) async throws {
      try await withServer(answering: LoopbackAnswer(delay: 0.01)) { server in
        let host = byPort ? "127.0.0.1:\(server.port)" : "127.0.0.1"
        try await sendMany(8, to: server, limits: .with(\.requestsByHost, [host: 1]))
        #expect((server.mostAtOnce, server.allConnections) == (1, 1))
      }
    }

    private func sendMany(
      _ count: Int, to server: ScriptedServer, limits: LiveTransport.Limits
    ) async throws {
      let transport = LiveTransport(limits: limits)
      defer { transport.close() }
      try await withThrowingTaskGroup { group in
        for number in 0..<count {
          group.addTask { _ = try await transport.send(WebRequest(url: server.url("/\(number)"))) }
        }
        try await group.waitForAll()
      }
      #expect(server.requests.count == count)
    }
  }
}
