package import Foundation
import Platform

/// One connection: reads a request and sends its reply
struct LocalConnection: Sendable {
  let socket: ConnectionSocket
  let connections: OpenConnections
  let poll: SocketPoll
  let limits: LocalHTTPServer.Limits
  let host: String
  let bodyLimit: LocalHTTPServer.BodyLimit
  let handler: LocalHTTPServer.Handler

  /// Reads and answers the request, then closes the connection
  func serve() async {
    do {
      if let request = try await request() {
        connections.mark(socket, isAnswered: true)
        if await answer(request) { await linger() }
      }
    } catch { await refuse(error) }
    connections.close(socket)
  }

  // MARK: The request

  /// Reads a request; nil if the peer leaves, or is silent for too long
  private func request() async throws(RequestFault) -> LocalRequest? {
    var reader = RequestReader(limits: limits, host: host, bodyLimit: bodyLimit)
    var part: RequestReader.Part?
    var deadline = ContinuousClock.now
    while true {
      switch try reader.next() {
      case .request(let request): return request
      case .waiting(let next):
        guard
          reader.bodyCount <= 1 << 20
            || connections.allowLargeBody(socket, limit: limits.largeBodies)
        else { throw .tooManyBodies }
        guard next != part else { break }
        part = next
        deadline = .now + patience(for: next)
        connections.mark(socket, isAnswered: false)
      }
      switch await poll.wait(for: .readable, on: socket.descriptor, until: deadline) {
      case .timedOut:
        if part == .start { return nil }
        throw .late
      case .stopped: return nil
      case .ready, .peerLeft:
        switch socket.receive() {
        case .bytes(let bytes): reader.append(bytes)
        case .nothing: break
        case .end: return nil
        }
      }
      // A peer that sends a byte now and then would never let poll time out.
      if deadline <= .now, part != .start { throw .late }
    }
  }

  private func patience(for part: RequestReader.Part) -> Duration {
    switch part {
    case .start: limits.idle
    case .head: limits.head
    case .body: limits.body
    }
  }

  // MARK: The reply

  /// Runs the handler while watching the peer, and cancels the handler if the peer leaves
  ///
  /// - Returns: whether the whole reply was sent
  private func answer(_ request: LocalRequest) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await reply(to: request) }
      group.addTask {
        await drain()
        return false
      }
      let isSent = await group.next() ?? false
      group.cancelAll()
      return isSent
    }
  }

  /// Reads and drops bytes, such as a refused body, until the peer leaves, the deadline, or a
  /// cancellation. Without reading, nobody would notice that the peer has left
  private func drain(until deadline: ContinuousClock.Instant? = nil) async {
    while deadline.map({ $0 > .now }) ?? true {
      switch await poll.wait(for: .readable, on: socket.descriptor, until: deadline) {
      case .timedOut, .stopped: return
      case .ready, .peerLeft: if case .end = socket.receive() { return }
      }
    }
  }

  private func reply(to request: LocalRequest) async -> Bool {
    // This reply also replaces one whose head can't be sent.
    let failure = LocalReply.text("This went wrong.\n", status: 500)
    var reply: LocalReply
    do {
      reply = try await handler(request)
    } catch { reply = failure }
    // The peer has left.
    guard !Task.isCancelled else { return false }
    if reply.head == nil { reply = failure }
    return await send(reply, isHeadOnly: request.method == "HEAD")
  }

  /// - Returns: whether everything was sent
  private func send(_ reply: LocalReply, isHeadOnly: Bool = false) async -> Bool {
    do {
      guard let head = reply.head else { return false }
      try await send(head)
      guard reply.hasBody, !isHeadOnly else { return true }
      switch reply.body {
      case .data(let data): try await send(data)
      case .stream(let write):
        try await write(LocalWriter(connection: self))
        try Task.checkCancellation()
        try await send(Data("0\r\n\r\n".utf8))
      }
      return true
    } catch { return false }
  }

  /// Sends all bytes; returns once the system has taken them
  ///
  /// - Throws: `CancellationError`, or ``SocketFailure`` if the peer has left or takes nothing for
  ///   too long
  func send(_ data: Data) async throws {
    var rest = data[...]
    var deadline = ContinuousClock.now + limits.stall
    while !rest.isEmpty {
      guard let count = rest.withUnsafeBytes({ socket.send($0) }) else {
        throw SocketFailure(description: "the browser has gone")
      }
      rest = rest.dropFirst(count)
      if count > 0 {
        deadline = .now + limits.stall
        continue
      }
      switch await poll.wait(for: .writable, on: socket.descriptor, until: deadline) {
      case .ready: break
      case .timedOut: throw SocketFailure(description: "the browser takes nothing")
      case .stopped: throw CancellationError()
      case .peerLeft: throw SocketFailure(description: "the browser has gone")
      }
    }
  }

  // MARK: The end

  private func refuse(_ fault: RequestFault) async {
    let reply = LocalReply.text("\(fault.reason)\n", status: fault.status)
    if await send(reply) { await linger() }
  }

  /// Drops further input for a second: closing a connection with unread bytes resets it, and the
  /// peer would lose the reply
  private func linger() async {
    connections.mark(socket, isAnswered: false)
    socket.shutDown(readingToo: false)
    await drain(until: .now + .seconds(1))
  }
}

/// A reply to a web browser
package struct LocalReply: Sendable {
  package enum Body: Sendable {
    case data(Data)
    /// A body written piece by piece; if the writer throws, the reply is cut off so that the
    /// browser notices
    ///
    /// Its task is cancelled as soon as the browser leaves, even while it waits.
    case stream(@Sendable (LocalWriter) async throws -> Void)
  }

  package var status: Int
  /// Content-Length, Transfer-Encoding and Connection are ignored here, as the server sets them
  package var headers: LocalHeaders
  package var body: Body

  package init(_ status: Int = 200, headers: LocalHeaders = [:], body: Body = .data(Data())) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A reply in plain text
  package static func text(_ text: String, status: Int = 200) -> LocalReply {
    var reply = file("text/plain", text, status: status)
    reply.headers["X-Content-Type-Options"] = "nosniff"
    return reply
  }

  /// A file of text
  ///
  /// - Parameter type: a media type such as `text/html`
  package static func file(_ type: String, _ text: String, status: Int = 200) -> LocalReply {
    LocalReply(
      status, headers: ["Content-Type": "\(type); charset=utf-8"], body: .data(Data(text.utf8)))
  }

  /// Status line, fields and the empty line; nil if a field is invalid, or its value ends its line
  var head: Data? {
    guard (200...599).contains(status) else { return nil }
    var text = "HTTP/1.1 \(status) \r\n"
    for (name, value) in headers.fields {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte),
        !value.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 })
      else { return nil }
      guard !Self.ownFields.contains(where: { LocalHeaders.areEqual($0, name) }) else { continue }
      text += "\(name): \(value)\r\n"
    }
    if hasBody {
      switch body {
      case .data(let data): text += "Content-Length: \(data.count)\r\n"
      case .stream: text += "Transfer-Encoding: chunked\r\n"
      }
    }
    return Data((text + "Connection: close\r\n\r\n").utf8)
  }

  /// Replies of these statuses have no body
  var hasBody: Bool { status != 204 && status != 304 }

  private static let ownFields = ["Content-Length", "Transfer-Encoding", "Connection"]
}

/// Sends the pieces of a reply, one after another
///
/// Only one task may use it: two that write at the same time would mix their bytes.
package struct LocalWriter {
  let connection: LocalConnection

  /// Sends a piece; returns once the system has taken it, so a browser that doesn't read delays it
  ///
  /// - Throws: `CancellationError` if the browser has left or the server ends, or ``SocketFailure``
  ///   if the browser takes nothing for too long
  package func write(_ data: Data) async throws {
    try Task.checkCancellation()
    // An empty chunk would end the reply.
    guard !data.isEmpty else { return }
    let size = Data("\(String(data.count, radix: 16))\r\n".utf8)
    try await connection.send(size + data + Data("\r\n".utf8))
  }

  package func write(_ text: String) async throws { try await write(Data(text.utf8)) }
}

@available(*, unavailable) extension LocalWriter: Sendable {}
extension UInt8 {
  /// Whether methods and header field names may contain this byte (RFC 9110, 5.6.2)
  var isTokenByte: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
