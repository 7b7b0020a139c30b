import Foundation

/// One connection: requests in, replies out, one after another, until either side has had enough
struct LocalConnection: Sendable {
  let socket: ConnectionSocket
  let number: Int
  let connections: OpenConnections
  let poll: SocketPoll
  let limits: LocalHTTPServer.Limits
  let host: String
  let bodyLimit: LocalHTTPServer.BodyLimit
  let handler: LocalHTTPServer.Handler

  /// Answers until the connection ends, and closes it
  func serve() async {
    var reader = RequestReader(limits: limits, host: host, bodyLimit: bodyLimit)
    do {
      while let (request, keepsAlive) = try await request(from: &reader) {
        connections.note(isAnswered: true, number)
        let end = await answer(request, keepsAlive: keepsAlive)
        guard case .again(let early) = end, connections.canKeep else {
          if case .closed = end { await farewell() }
          break
        }
        connections.forgetLargeBody(number)
        reader.take(early)
      }
    } catch {
      await refuse(error)
    }
    connections.close(number)
  }

  // MARK: Requests

  /// nil when the peer leaves or has said nothing for too long
  private func request(
    from reader: inout RequestReader
  ) async throws(RequestFault) -> (LocalRequest, Bool)? {
    var part: RequestReader.Part?
    var deadline = ContinuousClock.now
    while true {
      switch try reader.next() {
      case .request(let request, let keepsAlive): return (request, keepsAlive)
      case .waiting(let next):
        guard
          reader.bodyCount <= 1 << 20
            || connections.allowLargeBody(number, limit: limits.largeBodies)
        else { throw .tooManyBodies }
        guard next != part else { break }
        // A body that begins to come is the same body.
        if case .body = part {} else { deadline = .now + patience(for: next) }
        part = next
        connections.note(isAnswered: false, number)
        if next == .body(wantsWord: true) {
          guard await has(sent: Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
      }
      switch await poll.wait(for: .readable, on: socket.descriptor, until: deadline) {
      case .timedOut:
        if part == .start { return nil }
        throw .late
      case .stopped: return nil
      case .ready, .peerLeft:
        switch socket.receive() {
        case .bytes(let bytes): reader.take(bytes)
        case .nothing: break
        case .end: return nil
        }
      }
      // A byte now and then, in time for poll, must not last for ever.
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

  // MARK: Replies

  private enum End: Sendable {
    /// With what came in the meantime
    case again([UInt8])
    case closed, broken
  }

  /// Answers while it looks whether the peer is still there, and cancels the handler when it isn't
  private func answer(_ request: LocalRequest, keepsAlive: Bool) async -> End {
    enum Part {
      case sent(End)
      case read([UInt8], isThere: Bool)
    }
    return await withTaskGroup(of: Part.self) { group in
      group.addTask { .sent(await reply(to: request, keepsAlive: keepsAlive)) }
      group.addTask {
        let (bytes, isThere) = await readAhead(isLast: !keepsAlive)
        return .read(bytes, isThere: isThere)
      }
      var end = End.broken
      var early: [UInt8] = []
      var isThere = true
      for await part in group {
        group.cancelAll()
        switch part {
        case .sent(let how): end = how
        case .read(let bytes, let stays): (early, isThere) = (bytes, stays)
        }
      }
      guard isThere else { return .broken }
      if case .again = end { return .again(early) }
      return end
    }
  }

  /// Reads until the peer leaves or the task is cancelled
  ///
  /// Who sends far more ahead than any browser does is taken for somebody who has left: behind bytes
  /// that aren't read nobody would see that. What comes after the last request is read for that
  /// alone; it may be a large body that nobody wants.
  private func readAhead(isLast: Bool) async -> (bytes: [UInt8], isThere: Bool) {
    var bytes: [UInt8] = []
    while bytes.count <= 4 * limits.headBytes {
      switch await poll.wait(for: .readable, on: socket.descriptor) {
      case .stopped, .timedOut: return (bytes, true)
      case .ready, .peerLeft:
        switch socket.receive() {
        case .bytes(let more): if !isLast { bytes += more }
        case .nothing: break
        case .end: return (bytes, false)
        }
      }
    }
    return (bytes, false)
  }

  private func reply(to request: LocalRequest, keepsAlive: Bool) async -> End {
    var reply: LocalReply
    do {
      reply = try await handler(request)
    } catch {
      reply = .text("This went wrong.\n", status: 500)
    }
    // Nobody is there any more.
    guard !Task.isCancelled else { return .broken }
    // Who asks in vain over and over, and reads no answer, would be answered for long, and that keeps
    // others out. One small refusal is always taken.
    let keepsAlive = keepsAlive && reply.status < 400
    guard let head = reply.head(keepsAlive: keepsAlive) else {
      // What the handler meant to say is nothing that may be sent.
      reply = .text("This went wrong.\n", status: 500)
      return await send(reply, reply.head(keepsAlive: false), to: request, then: .closed)
    }
    return await send(reply, head, to: request, then: keepsAlive ? .again([]) : .closed)
  }

  private func send(
    _ reply: LocalReply, _ head: Data?, to request: LocalRequest, then end: End
  ) async -> End {
    do {
      guard let head else { return .broken }
      try await send(head)
      guard reply.hasBody, request.method != "HEAD" else { return end }
      switch reply.body {
      case .data(let data): try await send(data)
      case .stream(let write):
        try await write(LocalWriter(self))
        try Task.checkCancellation()
        try await send(Data("0\r\n\r\n".utf8))
      }
      return end
    } catch {
      return .broken
    }
  }

  /// Returns when the system has taken every byte
  ///
  /// - Throws: `CancellationError`, or ``SocketFailure`` when the peer has gone or takes nothing for
  ///   too long
  func send(_ data: Data) async throws {
    var rest = data[...]
    var deadline = ContinuousClock.now + limits.stall
    while !rest.isEmpty {
      guard let count = rest.withUnsafeBytes({ socket.send($0) }) else {
        throw SocketFailure(reason: "the browser has gone")
      }
      rest = rest.dropFirst(count)
      if count > 0 {
        deadline = .now + limits.stall
        continue
      }
      switch await poll.wait(for: .writable, on: socket.descriptor, until: deadline) {
      case .ready: break
      case .timedOut: throw SocketFailure(reason: "the browser takes nothing")
      case .stopped: throw CancellationError()
      case .peerLeft: throw SocketFailure(reason: "the browser has gone")
      }
    }
  }

  private func has(sent data: Data) async -> Bool {
    do {
      try await send(data)
      return true
    } catch {
      return false
    }
  }

  // MARK: The end

  private func refuse(_ fault: RequestFault) async {
    let reply = LocalReply.text("\(fault.reason)\n", status: fault.status)
    guard case .data(let body) = reply.body, let head = reply.head(keepsAlive: false),
      await has(sent: head + body)
    else { return }
    await farewell()
  }

  /// Takes what still comes, for a while: a connection that is closed with bytes unread is reset,
  /// and the peer would lose the reply
  private func farewell() async {
    connections.note(isAnswered: false, number)
    socket.shutDown(readingToo: false)
    let deadline = ContinuousClock.now + .seconds(1)
    while deadline > .now {
      switch await poll.wait(for: .readable, on: socket.descriptor, until: deadline) {
      case .timedOut, .stopped: return
      case .ready, .peerLeft: if case .end = socket.receive() { return }
      }
    }
  }
}
