import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  @Suite struct Replies {
    @Test func `a reply comes with its status, its headers and its body`() async throws {
      let response = try await reply { _ in
        .text("Rate Limit Exceeded", status: 403, headers: ["x-ratelimit-REMAINING": "0"])
      }
      #expect((response.status, response.headers["X-RateLimit-Remaining"]) == (403, "0"))
      #expect(response.body == Data("Rate Limit Exceeded".utf8))
    }

    @Test(arguments: [
      LoopbackAnswer.text("kittens", delay: 0.2),
      .text("kittens", delivery: .drip(seconds: 0.01)),
      .text("kittens", delivery: .chunked(2)),
      LoopbackAnswer(
        headers: ["Content-Encoding": "gzip"], body: Gzip.stored(Data("kittens".utf8))),
      .text("kittens", status: 500), .text("kittens", status: 503),
      .text("kittens", status: 429, headers: ["Retry-After": "1"]),
      .text("kittens", type: "text/html"),
    ])
    func `a reply that is slow, in pieces, packed or not what was hoped for arrives whole`(
      answer: LoopbackAnswer
    ) async throws {
      let response = try await reply { _ in answer }
      #expect(response.status == answer.status)
      #expect(String(decoding: response.body, as: UTF8.self) == "kittens")
      #expect(response.headers["Retry-After"] == HTTPHeaders(answer.headers)["Retry-After"])
    }

    @Test func `a form is sent in the body, and its secrets go to their own service alone`()
      async throws
    {
      let redaction = Redaction(
        inUse: [KeyInUse("s3cret&word", home: URL(constant: "https://service.example/"))], keys: [])
      try await withClient(answering: .text("ok")) { server, transport in
        let request = WebRequest(
          form: [("a", "b c"), ("secret", "s3cret&word")], to: server.url("/t"))
        let reply = try await transport.send(request)
        let again = try await transport.send(WebRequest(url: server.url("/after")))
        #expect(reply.status == 200 && again.status == 200)
        let arrived = server.requests
        #expect(arrived.map(\.method) == ["POST", "GET"])
        #expect(arrived[0].form == "a=b%20c&secret=s3cret%26word" && arrived[0].url.query() == nil)
        #expect(arrived[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(arrived[1].form == nil)
        let careful = LiveTransport(redaction: redaction)
        defer { careful.close() }
        await #expect(throws: TransportError.self) { try await careful.send(request) }
        #expect(server.requests.count == 2)
      }
    }

    @Test func `a field that comes more than once is one field`() async throws {
      let response = try await reply { _ in
        LoopbackAnswer(headers: ["Link": "<a>", "Link": "<b>", "Vary": "*"])
      }
      #expect(response.headers["link"] == "<a>, <b>")
      #expect(response.headers.fields.map(\.name) == ["Link", "Vary", "Content-Length"])
    }

    @Test func `a request arrives as it was made, with a name of its own or ours`() async throws {
      try await withClient(LiveTransport(userAgent: "imgsearch/test"), answering: LoopbackAnswer())
      { server, transport in
        let url = server.url("/a%2Fb?q=red%20%26%20blue&x=%C3%A9+1")
        _ = try await transport.send(
          WebRequest(
            url: url, headers: ["Authorization": "Client-ID KEY", "Accept-Version": "v1"]))
        _ = try await transport.send(WebRequest(url: url, headers: ["user-agent": "curious/2"]))
        let arrived = server.requests
        try #require(arrived.count == 2)
        #expect((arrived[0].url, arrived[0].headers["Authorization"]) == (url, "Client-ID KEY"))
        #expect(arrived[0].headers["Accept-Version"] == "v1")
        #expect(arrived[0].headers["User-Agent"] == "imgsearch/test")
        #expect(
          (arrived[0].headers["Cookie"], arrived[1].headers["User-Agent"]) == (nil, "curious/2"))
      }
    }

    @Test(arguments: [
      ("Set-Cookie", "session=1; Path=/"), ("Cache-Control", "max-age=3600"), ("ETag", "\"1\""),
    ])
    func `no cookie is kept, and no reply, even if it may be`(name: String, value: String)
      async throws
    {
      try await withClient(answering: .text("kittens", headers: [name: value])) {
        server, transport in
        for _ in 1...2 { _ = try await transport.send(WebRequest(url: server.url())) }
        let asked = server.requests.map { ($0.headers["Cookie"] ?? $0.headers["If-None-Match"]) }
        #expect(asked == [nil, nil])
      }
    }

    @Test func `each of many callers gets the reply to its own request`() async throws {
      try await withClient { request in
        .text(request.url.path, delivery: .chunked(3))
      } _: { server, transport in
        try await withThrowingTaskGroup { group in
          for number in 0..<200 {
            group.addTask {
              let response = try await transport.send(
                WebRequest(url: server.url("/photo/\(number)")))
              #expect(response.body == Data("/photo/\(number)".utf8))
            }
          }
          try await group.waitForAll()
        }
        #expect(server.requests.count == 200)
      }
    }
  }
}
