import Foundation
import Synchronization
import Testing

@testable import LocalServer

/// What is a request, and what is refused before anybody answers it
struct RequestTests {
  private static let start = "GET / HTTP/1.1\r\nHost: HOST\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: HOST\r\n"

  private static let limits = LocalHTTPServer.Limits.changed {
    ($0.headBytes, $0.headerCount, $0.bodyBytes) = (2000, 20, 1000)
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let answer: String

    init(_ text: String, _ answer: String) { (self.text, self.answer) = (text, answer) }

    /// In one line, and without what a terminal would obey
    var testDescription: String { String(text.debugDescription.prefix(90)) }
  }

  private static let refused: [(text: String, status: Int)] = [
    // Who is meant
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("\(start)Host: HOST\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost:80\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: HOST.\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: HOST, evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: a@HOST\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 421),
    ("GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET http://HOST/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    // The first line
    ("GET /\r\nHost: HOST\r\n\r\n", 400),
    ("GET  / HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET /a b HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET\t/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("G(T / HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    (" / HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET /# HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET /é HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("GET / HTTP/1.0\r\nHost: HOST\r\n\r\n", 505),
    ("GET / HTTP/2.0\r\nHost: HOST\r\n\r\n", 505),
    ("GET / http/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("\r\n\(start)\r\n", 400),
    ("\u{16}\u{3}\u{1}", 400),
    // Lines and fields
    ("GET / HTTP/1.1\nHost: HOST\n\n", 400),
    ("\(start)X: a\n\r\n", 400),
    ("\(start)X: a\rY: b\r\n\r\n", 400),
    ("\(start)X: a\r\r\n\r\n", 400),
    ("\(start)X: a\r\n folded\r\n\r\n", 400),
    ("\(start)X: a\r\n\tfolded: b\r\n\r\n", 400),
    ("\(start)X: \0\r\n\r\n", 400),
    ("\(start)X: \u{7F}\r\n\r\n", 400),
    ("\(start)X : a\r\n\r\n", 400),
    ("\(start)X\r\n\r\n", 400),
    ("\(start): a\r\n\r\n", 400),
    ("\(start)X y: a\r\n\r\n", 400),
    ("\(start)Expect: 100-continue\r\n\r\n", 417),
    // How long the body is
    ("\(post)Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
    ("\(post)Content-Length: 1\r\nContent-Length: 2\r\n\r\na", 400),
    ("\(post)Content-Length: 1, 1\r\n\r\na", 400),
    ("\(post)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    ("\(post)transfer-encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    ("\(post)Transfer-Encoding:\r\n\r\n0\r\n\r\n", 411),
    ("\(post)Content-Length:\r\n\r\n", 400),
    ("\(post)Content-Length: -1\r\n\r\n", 400),
    ("\(post)Content-Length: +1\r\n\r\na", 400),
    ("\(post)Content-Length: 0x1\r\n\r\na", 400),
    ("\(post)Content-Length: 1 1\r\n\r\na", 400),
    ("\(post)Content-Length: 1001\r\n\r\n", 413),
    ("\(post)Content-Length: 99999999999999999999999\r\n\r\n", 413),
    // How much there is
    ("GET /\(String(repeating: "a", count: 2000)) HTTP/1.1\r\nHost: HOST\r\n\r\n", 431),
    ("\(start)\(String(repeating: "X: a\r\n", count: 20))\r\n", 431),
  ]

  @Test(arguments: refused.map { Sample($0.text, "\($0.status)") })
  func `what isn't one sound request for this server reaches no handler`(
    sample: Sample
  ) async throws {
    try await ServerUnderTest.with(limits: Self.limits) { _ in
      .text("reached", status: 202)
    } _: { server in
      let connection = try server.connect()
      // What comes after it must not be taken for a request of its own.
      try await connection.send(
        (sample.text + Self.start + "\r\n").replacing("HOST", with: server.host))
      let reply = try await connection.reply()
      #expect("\(reply.status)" == sample.answer && reply.head.contains("Connection: close"))
      #expect(try await connection.rest().isEmpty)
    }
  }

  private static let accepted: [(text: String, reply: String)] = [
    ("GET /a?b HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /a?b "),
    ("GET /..%2fa/../b//c%00 HTTP/1.1\r\nhOST:\t HOST \t\r\n\r\n", "GET /..%2fa/../b//c%00 "),
    ("BREW /pot HTTP/1.1\r\nHost: HOST\r\nX:\r\nX: é\r\n\r\n", "BREW /pot "),
    ("\(post)Content-Length: 5\r\n\r\na\0\r\n=", "POST / a\0\r\n="),
    ("\(post)Content-Length: 0\r\n\r\n", "POST / "),
  ]

  private static let echo: LocalHTTPServer.Handler = { request in
    .text("\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
  }

  @Test(arguments: accepted.map { Sample($0.text, $0.reply) })
  func `a sound request reaches the handler as it came, however it is cut`(
    sample: Sample
  ) async throws {
    try await ServerUnderTest.with(handler: Self.echo) { server in
      #expect(try await server.reply(to: sample.text).body == sample.answer)
      let bytes = Array(sample.text.replacing("HOST", with: server.host).utf8)
      for cut in 1..<bytes.count {
        let connection = try server.connect()
        try await connection.send(Array(bytes[..<cut]))
        await Task.yield()
        try await connection.send(Array(bytes[cut...]))
        #expect(try await connection.reply().body == sample.answer, "cut at \(cut)")
      }
    }
  }

  /// The same without sockets: nothing joins what was cut here
  @Test func `a reader finds the same in bytes however they are cut`() {
    func outcome(_ bytes: [UInt8], cuts: [Int]) -> String {
      var reader = RequestReader(limits: Self.limits, host: "127.0.0.1:8")
      do throws(RequestFault) {
        for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
          reader.append(Array(bytes[start..<end]))
          if case .request(let request) = try reader.next() {
            return "\(request.method) \(request.target) \(Array(request.body))"
          }
        }
      } catch { return "\(error)" }
      return ""
    }
    let texts = Self.refused.map(\.text) + Self.accepted.map(\.text)
    for text in texts {
      let bytes = Array((text + "\(Self.start)\r\n").replacing("HOST", with: "127.0.0.1:8").utf8)
      let whole = outcome(bytes, cuts: [])
      #expect(!whole.isEmpty && outcome(bytes, cuts: Array(1..<bytes.count)) == whole)
      for cut in stride(from: 1, to: bytes.count, by: bytes.count / 100 + 1) {
        #expect(outcome(bytes, cuts: [cut]) == whole, "cut at \(cut)")
      }
    }
  }

  @Test func `a connection has one request, and what comes after it is never another`()
    async throws
  {
    let asked = Counter()
    try await ServerUnderTest.with { request in
      asked.add()
      return .text("\(request.target) \(String(decoding: request.body, as: UTF8.self))")
    } _: { server in
      let connection = try server.connect()
      let requests = (0..<20).map { number in
        "PUT /\(number) HTTP/1.1\r\nHost: \(server.host)\r\nContent-Length: 3\r\n\r\ncat"
      }
      try await connection.send(requests.joined())
      let reply = try await connection.reply()
      #expect(reply.body == "/0 cat" && reply.head.contains("Connection: close\r\n"))
      #expect(try await connection.rest().isEmpty)
      #expect(asked.value == 1)
    }
  }

  @Test func `HEAD is told what GET would be, without the body`() async throws {
    let streams = Counter()
    try await ServerUnderTest.with { request in
      switch request.path {
      case "/stream": LocalReply(body: .stream { _ in streams.add() })
      case "/none": LocalReply(204, body: .data(Data("never".utf8)))
      default: .text("kittens")
      }
    } _: { server in
      for (target, field) in [
        ("/", "Content-Length: 7"), ("/stream", "Transfer-Encoding: chunked"), ("/none", "204"),
      ] {
        let connection = try await server.connect(
          sending: "HEAD \(target) HTTP/1.1\r\nHost: HOST\r\n\r\n")
        #expect(try await connection.reply(toHead: true).head.contains(field))
        #expect(try await connection.rest().isEmpty)
      }
      #expect(try await server.get("/none").head == "HTTP/1.1 204 \r\nConnection: close\r\n\r\n")
      #expect(streams.value == 0)
    }
  }

  @Test(arguments: [
    "Content-Length: 5\r\n\r\n", "Content-Length: 20000000\r\n\r\n",
    "Content-Length: 99999999999999999999999\r\n\r\n",
  ])
  func `a body that nobody wants isn't waited for, or read as anything`(rest: String) async throws {
    let limits = LocalHTTPServer.Limits.changed { $0.bodyBytes = 20_000_000 }
    let asked = Counter()
    let handler: LocalHTTPServer.Handler = { request in
      asked.add()
      let status = request.path == "/no" ? 404 : 200
      return .text("\(request.path) \(request.body.count)", status: status)
    }
    try await ServerUnderTest.with(limits: limits, handler: handler, bodyLimit: { _ in 0 }) {
      server in
      for (path, status) in [("/no", 404), ("/yes", 200)] {
        let head = "POST \(path) HTTP/1.1\r\nHost: \(server.host)\r\n" + rest
        let connection = try await server.connect(sending: head)
        let reply = try await connection.reply()
        #expect(reply.status == status)
        #expect(reply.body == "\(path) 0" && reply.head.contains("Connection: close"))
        // Those who send without waiting are told as well.
        let hasty = try server.connect()
        let get = "GET /body HTTP/1.1\r\nHost: \(server.host)\r\n\r\n"
        try await hasty.send(head + String(repeating: get, count: 10_000))
        #expect(try await hasty.reply().body == "\(path) 0")
        #expect(try await hasty.rest().isEmpty)
      }
      #expect(asked.value == 4)
    }
  }

  @Test func `a body is measured by what the server is told of its head`() async throws {
    try await ServerUnderTest.with(
      limits: Self.limits, handler: Self.echo, bodyLimit: { Int($0.path.dropFirst()) ?? 0 }
    ) { server in
      for (path, body, status) in [
        ("/2", "Content-Length: 2\r\n\r\nab", 200), ("/2", "Content-Length: 3\r\n\r\n", 413),
        // The server's own limit holds too.
        ("/2000", "Content-Length: 1001\r\n\r\n", 413),
      ] {
        let reply = try await server.reply(to: "POST \(path) HTTP/1.1\r\nHost: HOST\r\n\(body)")
        #expect(reply.status == status, "\(path) \(body)")
        if status == 200 { #expect(reply.body == "POST /2 ab") }
      }
    }
  }

  @Test func `few large bodies are taken at a time`() async throws {
    let limits = LocalHTTPServer.Limits.changed { ($0.bodyBytes, $0.largeBodies) = (2 << 20, 2) }
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let asked = Counter()
    try await ServerUnderTest.with(limits: limits) { request in
      asked.add()
      if request.path == "/held" { for await _ in gate {} }
      return .text("\(request.body.count)")
    } _: { server in
      let head = " HTTP/1.1\r\nHost: HOST\r\nContent-Length: "
      let large = "2000000\r\n\r\n" + String(repeating: "x", count: 2_000_000)
      let held = try [server.connect(), server.connect()]
      for connection in held {
        try await connection.send("POST /held\(head)\(large)".replacing("HOST", with: server.host))
      }
      try await waitUntil { asked.value == 2 }
      #expect(try await server.reply(to: "POST /\(head)2000000\r\n\r\n").status == 503)
      #expect(try await server.reply(to: "POST /\(head)1\r\n\r\na").body == "1")
      opener.finish()
      for connection in held { #expect(try await connection.reply().body == "2000000") }
      // Its room is another's once the connection has ended, a little after the reply.
      var reply = TestReply(status: 503)
      while reply.status == 503 { reply = try await server.reply(to: "POST /\(head)\(large)") }
      #expect(reply.body == "2000000")
    }
  }

  @Test func `a handler that throws says nothing of why`() async throws {
    try await ServerUnderTest.with { _ in
      throw TestFailure("the key is kittens")
    } _: { server in
      let reply = try await server.get("/")
      #expect(reply.status == 500 && !reply.body.contains("kittens"))
    }
  }
}
