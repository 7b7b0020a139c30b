import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  @Suite struct Loopback {
    @Test func `a server stops while clients hang on it, and leaves no socket`() async throws {
      let before = openSockets
      let server = try ScriptedServer { request in
        request.url.path == "/drip"
          ? .text("kittens", delivery: .drip(seconds: 5)) : LoopbackAnswer(delivery: .hang)
      }
      let transport = LiveTransport()
      let tasks = ["/hang", "/drip", "/hang"].map { path in
        Task { try await transport.send(WebRequest(url: server.url(path))) }
      }
      try await waitUntil { server.requests.count == 3 }
      #expect(server.stop())
      for task in tasks { await #expect(throws: TransportError.self) { try await task.value } }
      transport.close()
      if let before { try await waitUntil { (openSockets ?? 0) <= before } }
    }

    @Test func `a connection ends by itself, and the server with its test`() async throws {
      let server = try ScriptedServer(lifetime: 0.2) { _ in LoopbackAnswer(delivery: .hang) }
      let transport = LiveTransport()
      defer { transport.close() }
      for count in 1...2 {
        await #expect(throws: TransportError.self) {
          try await transport.send(WebRequest(url: server.url()))
        }
        #expect(server.allConnections == count)
      }
      #expect(server.stop())
    }

    @Test func `what is packed here, others can unpack`() async throws {
      let text = Data(repeating: 7, count: 70_000)
      let unpacked = try await reply { _ in
        LoopbackAnswer(headers: ["Content-Encoding": "gzip"], body: Gzip.stored(text))
      }
      #expect((unpacked.body, Gzip.stored(Data()).count) == (text, 23))
    }
  }
}
