import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  @Suite struct Redirects {
    private static let key = "SECRET"

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect within the host is followed with the key`(status: Int) async throws {
      try await withServer { request in
        request.url.path == "/old" ? .redirect(to: "new?q=1", status: status) : .text("kittens")
      } _: { server in
        let response = try await send(server.url("/old?api_key=\(Self.key)"))
        #expect(response.body == Data("kittens".utf8))
        let last = try #require(server.requests.last)
        #expect(last.url == server.url("/new?q=1"))
        #expect(last.headers["Authorization"] == "Client-ID \(Self.key)")
      }
    }

    @Test(arguments: ["127.0.0.2", "localhost", "127.0.0.1"])
    func `a redirect to another host or port never carries the key`(host: String) async throws {
      try await withServer(
        answering: .text("kittens"), host: host == "127.0.0.2" ? host : "127.0.0.1"
      ) { other in
        try await withServer { request in
          .redirect(
            to: other.url("/photos?api_key=\(Self.key)&CLIENT%5Fid=x&q=a%26b", host: host)
              .absoluteString)
        } _: { server in
          let response = try await send(server.url("/?api_key=\(Self.key)"))
          #expect(response.body == Data("kittens".utf8))
          let last = try #require(other.requests.last)
          #expect(
            (last.url, last.headers["Accept"], last.headers["User-Agent"])
              == (other.url("/photos?q=a%26b", host: host), "application/json", "imgsearch/0.1"))
          #expect(!String(describing: last).contains(Self.key))
        }
      }
    }

    @Test func `a redirect that would smuggle the key to another host is refused`() async throws {
      try await withServer(answering: LoopbackAnswer(), host: "127.0.0.2") { other in
        try await withServer(answering: .redirect(to: other.url("/SECRET/photos").absoluteString)) {
          server in
          await #expect(
            throws: TransportError.forbidden(
              address: "http://127.0.0.2:\(other.port)",
              reason: "the key would go to another host")
          ) { try await send(server.url("/?api_key=\(Self.key)")) }
          #expect(other.requests.isEmpty && server.requests.count == 1)
        }
      }
    }

    @Test func `redirects in a circle end after five`() async throws {
      try await withServer(answering: .redirect(to: "/again?q=1")) { server in
        await #expect(
          throws: TransportError.forbidden(
            address: "http://127.0.0.1:\(server.port)",
            reason: "5 redirects led there, and no further")
        ) { try await send(server.url("/")) }
        #expect(server.requests.count == 6)
      }
    }

    @Test func `the time of a request is for its redirects too`() async throws {
      try await withClient(LiveTransport(limits: .with(\.timeout, .milliseconds(500)))) { _ in
        var answer = LoopbackAnswer.redirect(to: "/again")
        answer.delay = 0.2
        return answer
      } _: { server, transport in
        await #expect(throws: TransportError.timedOut(host: "127.0.0.1", seconds: 0.5)) {
          try await transport.send(WebRequest(url: server.url()))
        }
        #expect(server.requests.count <= 3)
      }
    }

    private func send(_ url: URL) async throws -> WebReply {
      let transport = LiveTransport(userAgent: "imgsearch/0.1")
      defer { transport.close() }
      return try await transport.send(
        WebRequest(
          url: url,
          headers: [
            "Authorization": "Client-ID \(Self.key)", "Accept": "application/json",
            "X-Api-Key": Self.key,
          ]))
    }
  }
}
