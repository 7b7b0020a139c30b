import Foundation
@testable import LocalServer
import LoopbackServer
import Synchronization
import Testing

/// A server that runs beside a test, and what browsers do to it
struct ServerUnderTest: Sendable {
  let port: UInt16
  private let poll: SocketPoll

  /// Runs a body beside a server, and ends the server after it
  static func with(
    limits: LocalHTTPServer.Limits = .changed { _ in },
    handler: @escaping LocalHTTPServer.Handler = { .text("\($0.method) \($0.target)") },
    bodyLimit: @escaping LocalHTTPServer.BodyLimit = { _ in .max },
    _ body: (ServerUnderTest) async throws -> Void
  ) async throws {
    let server = LocalHTTPServer(limits: limits)
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let poll = try SocketPoll()
    defer { poll.stop() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        try await server.run(onReady: { port.yield($0) }, bodyLimit: bodyLimit, handler: handler)
      }
      var iterator = ports.makeAsyncIterator()
      let ready = try #require(await iterator.next())
      do {
        try await body(ServerUnderTest(port: ready, poll: poll))
      } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  var host: String { "127.0.0.1:\(port)" }

  func connect() throws -> TestConnection {
    TestConnection(socket: try ConnectionSocket(port: port), poll: poll)
  }

  /// A connection that has sent these bytes; `HOST` in them is the server's
  func connect(sending text: String) async throws -> TestConnection {
    let connection = try connect()
    try await connection.send(text.replacing("HOST", with: host))
    return connection
  }

  /// What one connection is told for these bytes; `HOST` in them is the server's
  func reply(to text: String) async throws -> TestReply {
    try await connect(sending: text).reply(toHead: text.utf8.starts(with: "HEAD".utf8))
  }

  func get(_ target: String) async throws -> TestReply {
    try await reply(to: "GET \(target) HTTP/1.1\r\nHost: HOST\r\n\r\n")
  }
}

extension LocalHTTPServer.Limits {
  /// With times that nobody reaches on a busy machine, but for those that a test is about
  static func changed(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    (limits.head, limits.body) = (.seconds(3600), .seconds(3600))
    (limits.idle, limits.stall) = (.seconds(3600), .seconds(3600))
    change(&limits)
    return limits
  }
}

struct TestReply: Sendable, Equatable {
  var status = 0
  var head = ""
  var body = ""
}

/// One connection of a browser; it is closed with its last reference
final class TestConnection: Sendable {
  private let socket: ConnectionSocket
  private let poll: SocketPoll
  private let received = Mutex<[UInt8]>([])

  init(socket: ConnectionSocket, poll: SocketPoll) {
    self.socket = socket
    self.poll = poll
  }

  deinit { close() }

  private let isClosed = Mutex(false)

  func close() {
    isClosed.withLock { isClosed in
      if !isClosed { socket.close() }
      isClosed = true
    }
  }

  /// No byte will come any more
  func finish() { socket.shutDown(readingToo: false) }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = rest.withUnsafeBytes({ socket.send($0) }) else {
        throw TestFailure("the server has gone")
      }
      rest = rest.dropFirst(count)
      if count == 0 { try await wait(.writable) }
    }
  }

  /// More of what comes; nil at the end
  func more() async throws -> [UInt8]? {
    while true {
      switch socket.receive(atMost: 1 << 18) {
      case .bytes(let bytes): return bytes
      case .end: return nil
      case .nothing: try await wait(.readable)
      }
    }
  }

  /// The next reply, its body put together from its chunks
  ///
  /// - Throws: when the server closes before its end
  func reply(toHead: Bool = false) async throws -> TestReply {
    let head = String(decoding: try await bytes(until: "\r\n\r\n"), as: UTF8.self)
    var reply = TestReply(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head)
    if toHead || [204, 304].contains(reply.status) { return reply }
    if let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap({ Int($0.1) }) {
      reply.body = String(decoding: try await bytes(length), as: UTF8.self)
    } else {
      while true {
        let line = String(decoding: try await bytes(until: "\r\n").dropLast(2), as: UTF8.self)
        let size = try #require(Int(line, radix: 16))
        let chunk = try await bytes(size + 2).dropLast(2)
        guard size > 0 else { break }
        reply.body += String(decoding: chunk, as: UTF8.self)
      }
    }
    return reply
  }

  /// All that comes until the server closes
  func rest() async throws -> String {
    while let more = try await more() { received.withLock { $0 += more } }
    return String(decoding: received.withLock { $0 }, as: UTF8.self)
  }

  private func bytes(until end: String) async throws -> [UInt8] {
    while true {
      let place = received.withLock { $0.firstRange(of: Array(end.utf8))?.upperBound }
      if let place { return try await bytes(place) }
      try await receive()
    }
  }

  private func bytes(_ count: Int) async throws -> [UInt8] {
    while received.withLock({ $0.count }) < count { try await receive() }
    return received.withLock { received in
      defer { received.removeFirst(count) }
      return Array(received[..<count])
    }
  }

  private func receive() async throws {
    guard let more = try await more() else { throw TestFailure("the server closed") }
    received.withLock { $0 += more }
  }

  private func wait(_ event: SocketEvent) async throws {
    let end = await poll.wait(for: event, on: socket.descriptor, until: .now + .seconds(600))
    if case .timedOut = end { throw TestFailure("the server says nothing") }
    try Task.checkCancellation()
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Waits until a condition holds, for at most 2 min; records an issue when it never does
func waitUntil(
  _ location: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(600)
  while await !condition() {
    guard .now < end else {
      Issue.record("what was waited for never came", sourceLocation: location)
      return
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// A number that tasks share
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }
  func add(_ number: Int = 1) { count.withLock { $0 += number } }
}
