import Foundation
import Synchronization
import Testing

@testable import LocalServer

/// What is a request, and what is refused before anybody answers it
struct RequestTests {
  private static let start = "GET / HTTP/1.1\r\nHost: HOST\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: HOST\r\n"
  private static let chunked = "\(post)Transfer-Encoding: chunked\r\n\r\n"

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
    ("GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 421),
    ("GET http://HOST@evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 421),
    ("GET http://HOST HTTP/1.1\r\nHost: HOST\r\n\r\n", 421),
    ("GET https://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 421),
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
    ("\(start)Expect: a miracle\r\n\r\n", 417),
    // How long the body is
    ("\(post)Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
    ("\(post)Content-Length: 1\r\nContent-Length: 2\r\n\r\na", 400),
    ("\(post)Content-Length: 1, 1\r\n\r\na", 400),
    ("\(post)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    ("\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    ("\(post)Transfer-Encoding:\r\n\r\n0\r\n\r\n", 501),
    ("\(post)Content-Length:\r\n\r\n", 400),
    ("\(post)Content-Length: -1\r\n\r\n", 400),
    ("\(post)Content-Length: +1\r\n\r\na", 400),
    ("\(post)Content-Length: 0x1\r\n\r\na", 400),
    ("\(post)Content-Length: 1 1\r\n\r\na", 400),
    ("\(post)Content-Length: 1001\r\n\r\n", 413),
    ("\(post)Content-Length: 99999999999999999999999\r\n\r\n", 413),
    // Chunks
    ("\(chunked)g\r\n", 400), ("\(chunked)\r\n", 400), ("\(chunked)-1\r\n", 400),
    ("\(chunked)0x1\r\n", 400), ("\(chunked)1 \r\n", 400), ("\(chunked) 1\r\n", 400),
    ("\(chunked)1\na\r\n0\r\n\r\n", 400), ("\(chunked)1;a=b\r\n", 400),
    ("\(chunked)000000001\r\n", 400), ("\(chunked)ffffffffffffffff\r\n", 400),
    ("\(chunked)1\r\nab\r\n", 400), ("\(chunked)1\r\na\n", 400), ("\(chunked)1\r\na\r\r", 400),
    ("\(chunked)0\r\nHost: evil.example\r\n\r\n", 400), ("\(chunked)3e9\r\n", 413),
    ("\(chunked)ffffffff\r\n", 413),
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
      #expect("\(reply.status)" == sample.answer)
      #expect(reply.head.contains("Connection: close"))
      #expect(try await connection.rest().isEmpty)
    }
  }

  private static let accepted: [(text: String, reply: String)] = [
    ("GET /a?b HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /a?b "),
    ("GET http://HOST/a?b HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /a?b "),
    ("GET /..%2fa/../b//c%00 HTTP/1.1\r\nhOST:\t HOST \t\r\n\r\n", "GET /..%2fa/../b//c%00 "),
    ("BREW /pot HTTP/1.1\r\nHost: HOST\r\nX:\r\nX: é\r\n\r\n", "BREW /pot "),
    ("\(post)Content-Length: 5\r\n\r\na\0\r\n=", "POST / a\0\r\n="),
    ("\(post)Content-Length: 0\r\n\r\n", "POST / "),
    ("\(chunked)3\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n", "POST / abc0123456789"),
    ("\(post)transfer-encoding: Chunked\r\n\r\n00\r\n\r\n", "POST / "),
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
      let connection = try server.connect()
      for cut in 1..<bytes.count {
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
      var found: [String] = []
      do throws(RequestFault) {
        for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
          reader.take(Array(bytes[start..<end]))
          while case .request(let request, _) = try reader.next() {
            found.append("\(request.method) \(request.target) \(Array(request.body))")
          }
        }
      } catch {
        found.append("\(error)")
      }
      return found.joined(separator: "\n")
    }
    let texts = Self.refused.map(\.text) + Self.accepted.map(\.text)
    for text in texts {
      let bytes = Array((text + "\(Self.start)\r\n").replacing("HOST", with: "127.0.0.1:8").utf8)
      let whole = outcome(bytes, cuts: [])
      #expect(!whole.isEmpty)
      #expect(outcome(bytes, cuts: Array(1..<bytes.count)) == whole)
      for cut in stride(from: 1, to: bytes.count, by: bytes.count / 100 + 1) {
        #expect(outcome(bytes, cuts: [cut]) == whole, "cut at \(cut)")
      }
    }
  }

  @Test func `requests that come together are answered in their order`() async throws {
    try await ServerUnderTest.with { request in
      // The first are the slowest.
      let number = Int(request.path.dropFirst()) ?? 0
      try await Task.sleep(for: .milliseconds(20 - number))
      return .text("\(number) \(request.body.count)", status: 210 + number)
    } _: { server in
      let connection = try server.connect()
      let requests = (0..<20).map { number in
        "PUT /\(number) HTTP/1.1\r\nHost: \(server.host)\r\nContent-Length: \(number)\r\n\r\n"
          + String(repeating: "x", count: number)
      }
      try await connection.send(requests.joined())
      for number in 0..<20 {
        let reply = try await connection.reply()
        #expect(reply.status == 210 + number)
        #expect(reply.body == "\(number) \(number)")
      }
    }
  }

  @Test func `a connection is kept, and closed when that is asked for`() async throws {
    try await ServerUnderTest.with { server in
      let connection = try server.connect()
      for number in 0..<3 {
        try await connection.send("GET /\(number) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
        let reply = try await connection.reply()
        #expect(reply.body == "GET /\(number)")
        #expect(!reply.head.contains("Connection"))
      }
      try await connection.send(
        "GET / HTTP/1.1\r\nHost: \(server.host)\r\nConnection: x, Close\r\n\r\n")
      #expect(try await connection.reply().head.contains("Connection: close\r\n"))
      #expect(try await connection.rest().isEmpty)
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
      let connection = try server.connect()
      for (target, field) in [
        ("/", "Content-Length: 7"), ("/stream", "Transfer-Encoding: chunked"), ("/none", "204"),
      ] {
        try await connection.send("HEAD \(target) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
        #expect(try await connection.reply(toHead: true).head.contains(field))
      }
      try await connection.send("GET /none HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
      #expect(try await connection.reply().head == "HTTP/1.1 204 \r\n\r\n")
      try await connection.send("GET / HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
      #expect(try await connection.reply().body == "kittens")
      #expect(streams.value == 0)
    }
  }

  @Test func `a body that waits for a word gets it, once, and only when it may come`() async throws
  {
    try await ServerUnderTest.with(limits: Self.limits, handler: Self.echo) { server in
      let head = "\(Self.post)Expect: 100-Continue\r\n".replacing("HOST", with: server.host)
      for length in ["Content-Length: 2\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"] {
        let connection = try server.connect()
        try await connection.send(head + length)
        #expect(try await connection.reply() == TestReply(status: 100, head: Self.goOn))
        for byte in length.contains("2") ? ["a", "b"] : ["1\r\na\r\n", "1\r\nb\r\n", "0\r\n\r\n"] {
          try await connection.send(byte)
          await Task.yield()
        }
        #expect(try await connection.reply().body == "POST / ab")
      }
      for (rest, status) in [
        ("Content-Length: 1001\r\n\r\n", 413), ("Content-Length: 0\r\n\r\n", 200),
      ] {
        let connection = try server.connect()
        try await connection.send(head + rest)
        #expect(try await connection.reply().status == status)
      }
    }
  }

  private static let goOn = "HTTP/1.1 100 Continue\r\n\r\n"

  @Test(arguments: [
    "Content-Length: 20000000\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n",
    "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n",
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
        let connection = try server.connect()
        try await connection.send(head)
        let reply = try await connection.reply()
        #expect(reply.status == status)
        #expect(reply.body == "\(path) 0")
        #expect(reply.head.contains("Connection: close"))
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
        ("/2", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", 200),
        ("/2", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\n", 413),
        // The server's own limit holds too.
        ("/2000", "Content-Length: 1001\r\n\r\n", 413),
      ] {
        let reply = try await server.reply(
          to: "POST \(path) HTTP/1.1\r\nHost: HOST\r\n\(body)")
        #expect(reply.status == status, "\(path) \(body)")
        if status == 200 { #expect(reply.body == "POST /2 ab") }
      }
    }
  }

  @Test func `few large bodies are taken at a time`() async throws {
    let limits = LocalHTTPServer.Limits.changed { ($0.bodyBytes, $0.largeBodies) = (2 << 20, 2) }
    try await ServerUnderTest.with(limits: limits) {
      .text("\($0.body.count)")
    } _: { server in
      let post = Self.post.replacing("HOST", with: server.host)
      let large = "\(post)Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n"
      let (one, other) = (try server.connect(), try server.connect())
      for connection in [one, other] {
        try await connection.send(large)
        #expect(try await connection.reply().status == 100)
      }
      let chunks = "\(Self.chunked)100000\r\n\(String(repeating: "x", count: 1 << 20))\r\n1\r\nx"
      #expect(try await server.reply(to: large).status == 503)
      #expect(try await server.reply(to: chunks).status == 503)
      let small = "\(post)Content-Length: 1\r\n\r\na"
      #expect(try await server.reply(to: small).body == "1")
      // The next request begins where the body of the last is forgotten.
      try await one.send([UInt8](repeating: 0, count: 2_000_000) + Array(small.utf8))
      #expect(try await one.reply().body == "2000000")
      #expect(try await one.reply().body == "1")
      #expect(try await server.reply(to: large).status == 100)
    }
  }

  @Test func `a handler that throws says nothing of why`() async throws {
    try await ServerUnderTest.with { _ in
      throw TestFailure("the key is kittens")
    } _: { server in
      let reply = try await server.get("/")
      #expect(reply.status == 500)
      #expect(!reply.body.contains("kittens"))
    }
  }
}
