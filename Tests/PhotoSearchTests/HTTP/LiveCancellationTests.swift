import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  @Suite struct Cancellation {
    @Test(arguments: [
      LoopbackAnswer(delivery: .hang), .text("kittens", delivery: .stall(after: 3)),
      LoopbackAnswer(body: Data(count: 6000), delivery: .drip(seconds: 0.001)),
      // Little at a time, so that the limit of a body is far off however busy the machine is.
      LoopbackAnswer(body: Data(repeating: 7, count: 600), delivery: .endless),
    ])
    func `cancelling ends a request at once, and its connection`(answer: LoopbackAnswer)
      async throws
    {
      // By its own clock the request never ends.
      try await withClient(LiveTransport(clock: ManualClock()), answering: answer) {
        server, transport in
        let task = Task { try await transport.send(WebRequest(url: server.url())) }
        try await waitUntil { server.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await waitUntil { server.openConnections == 0 }
      }
    }

    @Test func `a request that is cancelled before it is sent is not sent`() async throws {
      try await withClient(answering: LoopbackAnswer()) { server, transport in
        let task = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          return try await transport.send(WebRequest(url: server.url()))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.isEmpty)
      }
    }

    @Test func `a thousand cancelled requests leave nothing behind`() async throws {
      let before = openSockets
      let refusing = try ScriptedServer { _ in LoopbackAnswer() }
      refusing.stop()
      let server = try ScriptedServer { request in
        .text("kittens", delay: request.url.path == "/slow" ? 5 : 0)
      }
      defer { server.stop() }
      let transport = LiveTransport()
      let urls = [server.url("/fast"), server.url("/slow"), refusing.url()]
      var ends: [String: Int] = [:]
      for number in 0..<1000 {
        let url = urls[number % 3]
        let seen = server.requests.count
        let task = Task { try await transport.send(WebRequest(url: url)) }
        if number % 4 == 3, number % 3 < 2 { try await waitUntil { server.requests.count > seen } }
        for _ in 0..<(number % 50) { await Task.yield() }
        task.cancel()
        switch await task.result {
        case .success: ends["replied", default: 0] += 1
        case .failure(is CancellationError): ends["cancelled", default: 0] += 1
        case .failure(TransportError.unreachable): ends["refused", default: 0] += 1
        case .failure(let error): Issue.record("\(error)")
        }
      }
      transport.close()
      print("1,000 cancelled: \(ends)")
      try await waitUntil { server.openConnections == 0 }
      if let before {
        try await waitUntil { (openSockets ?? 0) <= before + 1 }  // the server's own
      }
    }

    @Test func `a thousand requests cancelled side by side leave nothing behind`() async throws {
      let before = openSockets
      let server = try ScriptedServer { request in
        .text("kittens", delay: request.url.path == "/slow" ? 5 : 0)
      }
      defer { server.stop() }
      let transport = LiveTransport(limits: .with(\.requestsPerHost, 50))
      let urls = [server.url("/fast"), server.url("/slow")]
      let tasks = (0..<1000).map { number in
        Task { try await transport.send(WebRequest(url: urls[number % 2])) }
      }
      try await waitUntil { server.requests.count >= 50 }
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
      // Those that had not had their turn were not sent.
      #expect(server.requests.count < 1000)
      transport.close()
      try await waitUntil { server.openConnections == 0 }
      if let before { try await waitUntil { (openSockets ?? 0) <= before + 1 } }
    }

    @Test func `a transport that is dropped gives its connections back`() async throws {
      try await withServer(answering: .text("kittens")) { server in
        for _ in 0..<30 { _ = try await LiveTransport().send(WebRequest(url: server.url())) }
        #expect(server.allConnections == 30)
        try await waitUntil { server.openConnections == 0 }
      }
    }

    @Test func `closing ends what is under way, and later requests do not trap`() async throws {
      try await withClient(answering: LoopbackAnswer(delivery: .hang)) { server, transport in
        let task = Task { try await transport.send(WebRequest(url: server.url())) }
        try await waitUntil { server.requests.count == 1 }
        transport.close()
        transport.close()
        let closed = TransportError.unreachable(
          host: "127.0.0.1", reason: "the connections are closed")
        await #expect(throws: closed) { try await task.value }
        await #expect(throws: closed) { try await transport.send(WebRequest(url: server.url())) }
        try await waitUntil { server.openConnections == 0 }
      }
    }
  }
}
