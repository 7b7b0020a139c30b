import Foundation
import LoopbackServer
import PhotoSearch
import Synchronization
import Testing

extension LiveTests {
  /// Retrying over real sockets
  @Suite struct Retries {
    @Test func `429 with Retry-After 1 waits a second, and the page is there`() async throws {
      try await withServer(
        answers: [.text("busy", status: 429, headers: ["Retry-After": "1"]), .text("kittens")]
      ) { server, clock, reply in
        await clock.sleeper(for: .seconds(1))
        #expect(server.requests.count == 1)
        clock.advance(by: .seconds(1))
        let response = try await reply()
        #expect((response.body, server.requests.count) == (Data("kittens".utf8), 2))
      }
    }

    @Test func `429 with Retry-After 3600 goes up at once`() async throws {
      try await withServer(
        answers: [.text("busy", status: 429, headers: ["Retry-After": "3600"]), .text("kittens")]
      ) { server, _, reply in
        let response = try await reply()
        #expect((response.status, server.requests.count) == (429, 1))
      }
    }

    @Test(arguments: [
      LoopbackAnswer.text("out of order", status: 503),
      LoopbackAnswer(delivery: .reset(after: nil)),
      .text("kittens", delivery: .cut(after: 3)),
    ])
    func `a fault that passes is made good`(answer: LoopbackAnswer) async throws {
      try await withServer(answers: [answer, answer, .text("kittens")]) { server, clock, reply in
        for seconds in [1, 2] {
          await clock.pass(.seconds(seconds))
        }
        let response = try await reply()
        #expect((response.body, server.requests.count) == (Data("kittens".utf8), 3))
      }
    }

    /// A server that gives its answers in turn, and a request to it by a clock that the body drives
    private func withServer(
      answers: [LoopbackAnswer],
      _ body: (
        ScriptedServer, ManualClock, @escaping () async throws -> WebReply
      ) async throws -> Void
    ) async throws {
      let given = Mutex(0)
      let server = try ScriptedServer { _ in
        let turn = given.withLock { given in
          defer { given += 1 }
          return given
        }
        return answers.indices.contains(turn) ? answers[turn] : LoopbackAnswer(500)
      }
      defer { server.stop() }
      let live = LiveTransport()
      defer { live.close() }
      try await RetryingTransportTests().withRetrying(
        live, to: server.url(), jitter: { $0.upperBound }
      ) { clock, reply in
        try await body(server, clock, reply)
      }
    }
  }
}
