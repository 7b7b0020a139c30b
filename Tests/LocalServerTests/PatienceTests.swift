import Foundation
@testable import LocalServer
import LoopbackServer
import Testing

/// Those who are slow, many, or never done
struct PatienceTests {
  private static let start = "POST / HTTP/1.1\r\nHost: HOST\r\n"

  /// What is sent at once, and what byte by byte for as long as it is taken
  @Test(arguments: [
    ("", "GET /"), ("GET / HTTP/1.1\r\n", "X: a\r\n"),
    ("\(start)Content-Length: 1000\r\n\r\n", "x"),
  ])
  func `a request that comes byte by byte ends at its time`(
    start: String, then: String
  ) async throws {
    let limits = LocalHTTPServer.Limits.changed {
      ($0.head, $0.body, $0.idle) = (.milliseconds(300), .milliseconds(300), .seconds(60))
    }
    try await ServerUnderTest.with(limits: limits) { server in
      let connection = try await server.connect(sending: start)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for byte in String(repeating: then, count: 10_000).utf8 {
            // The server may close while it is sent.
            do { try await connection.send([byte]) } catch { return }
            // So slowly that it's never too much, which would be another answer
            try await Task.sleep(for: .milliseconds(50))
          }
          Issue.record("a byte now and then kept it open to the last")
        }
        let reply = try await connection.reply()
        #expect(reply.status == 408)
        group.cancelAll()
      }
      #expect(try await server.get("/").status == 200)
    }
  }

  /// What is sent over and over
  @Test(arguments: [
    ("GET / HTTP/1.1\r\n", "X: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", 431),
    ("GET / HTTP/1.1\r\nX: ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 431),
    ("GET /", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 431),
    ("\(start)Content-Length: 1048577\r\n\r\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 413),
  ])
  func `a head or body without end costs no memory, and is told so`(
    start: String, then: String, status: Int
  ) async throws {
    try await ServerUnderTest.with { server in
      let connection = try server.connect()
      let flood = Array(String(repeating: then, count: 400).utf8)
      var sent = 0
      do {
        try await connection.send(start.replacing("HOST", with: server.host))
        while sent < 4_000_000 {
          try await connection.send(flood)
          sent += flood.count
        }
      } catch {
        // It has gone before all was sent, which is its right.
      }
      do {
        #expect(try await connection.reply().status == status)
      } catch {
        // A flood that goes on after the end takes the answer with it.
        #expect(sent > 1 << 17)
      }
      #expect(try await server.get("/").status == 200)
    }
  }

  @Test func `a connection without a request ends after its time, without a word`() async throws {
    let limits = LocalHTTPServer.Limits.changed { $0.idle = .milliseconds(500) }
    try await ServerUnderTest.with(limits: limits) { server in
      let said = try await server.connect().rest()
      #expect(said.isEmpty)
    }
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: ", "\(start)Content-Length: 9\r\n\r\n"])
  func `200 connections that say nothing keep no browser out`(said: String) async throws {
    // None of them is late: they are many, that is all.
    try await ServerUnderTest.with { server in
      var idle: [TestConnection] = []
      for _ in 0..<200 {
        let connection = try await server.connect(sending: said)
        idle.append(connection)
      }
      for number in 0..<5 { #expect(try await server.get("/\(number)").body == "GET /\(number)") }
      // The first came to their end to make room.
      #expect(try await idle[0].rest().isEmpty)
    }
  }

  @Test func `nobody who is being answered is dropped for somebody new`() async throws {
    let limits = LocalHTTPServer.Limits.changed { $0.connections = 4 }
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let asked = Counter()
    try await ServerUnderTest.with(limits: limits) { request in
      asked.add()
      guard request.path == "/slow" else { return .text(request.path) }
      for await _ in gate {}
      return .text("slow")
    } _: { server in
      let slow = try await withThrowingTaskGroup(of: TestConnection.self) { group in
        for _ in 0..<4 {
          let connection = try await server.connect(
            sending: "GET /slow HTTP/1.1\r\nHost: HOST\r\n\r\n")
          group.addTask { connection }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try await waitUntil { asked.value == 4 }
      let late = try await server.connect(sending: "GET /late HTTP/1.1\r\nHost: HOST\r\n\r\n")
      opener.finish()
      for connection in slow { #expect(try await connection.reply().body == "slow") }
      // Those who are done make room.
      #expect(try await late.reply().body == "/late")
    }
  }

  @Test func `those who ask again and again, and never read, keep no browser out`() async throws {
    let limits = LocalHTTPServer.Limits.changed { $0.stall = .seconds(600) }
    let ignored = Counter()
    try await ServerUnderTest.with(limits: limits) { request in
      guard request.path != "/page" else { return .text("page") }
      if request.path == "/x" { ignored.add() }
      return .text(String(repeating: "no", count: 1000), status: 404)
    } _: { server in
      let end = " HTTP/1.1\r\nHost: \(server.host)\r\n\r\n"
      let flood = "GET /first\(end)" + String(repeating: "GET /x\(end)", count: 1000)
      var deaf: [TestConnection] = []
      for _ in 0..<128 {
        let connection = try server.connect()
        // The server may close while it is sent.
        do { try await connection.send(flood) } catch {}
        deaf.append(connection)
      }
      #expect(try await server.get("/page").body == "page")
      #expect(ignored.value == 0)
    }
  }

  @Test func `a port that is taken is said to be`() async throws {
    try await ServerUnderTest.with { server in
      await #expect(throws: SocketFailure.self) {
        try await LocalHTTPServer().run(
          port: server.port, onReady: { _ in Issue.record("it isn't ready") },
          handler: { _ in .text("") })
      }
      let reply = try await server.get("/")
      #expect(reply.status == 200)
    }
  }

  @Test func `a program that is started inherits no socket, and none waits`() async throws {
    let listener = try ListeningSocket()
    defer { listener.close() }
    let browser = try ConnectionSocket(port: listener.port)
    defer { browser.close() }
    var accepted = listener.accept()
    while case .nobody = accepted { accepted = listener.accept() }
    guard case .connection(let connection) = accepted else {
      Issue.record("it wasn't taken")
      return
    }
    defer { connection.close() }
    for descriptor in [listener.descriptor, browser.descriptor, connection.descriptor] {
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }
    guard case .nobody = listener.accept(), case .nothing = connection.receive() else {
      Issue.record("there is nobody, and nothing")
      return
    }
  }
}
