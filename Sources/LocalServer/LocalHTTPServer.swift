package import Foundation
import Platform
import Synchronization

/// Serves HTTP/1.1 on 127.0.0.1, one request per connection
///
/// It only answers requests for the host `127.0.0.1:PORT`. So web pages of other sites can't reach
/// it under a name that resolves to this address (DNS rebinding). The handler decides which pages
/// may ask.
package struct LocalHTTPServer: Sendable {
  /// - Throws: any error; the browser only learns that something went wrong
  package typealias Handler = @Sendable (LocalRequest) async throws -> LocalReply

  /// Decides from a request's head how many bytes its body may have
  ///
  /// With 0 the handler is called at once, without the body, so that it can refuse the request
  /// unread. With any other number, larger bodies are refused.
  package typealias BodyLimit = @Sendable (LocalRequest) -> Int

  /// Limits for all browsers together
  package struct Limits: Sendable {
    /// Connections at a time; the oldest without a complete request is closed for a new one
    package var connections = 128
    package var headBytes = 16_384
    package var headerCount = 100
    package var bodyBytes = 1 << 20
    /// Bodies of more than 1 MiB at a time, counted until they are answered
    package var largeBodies = 4
    /// Time for a whole head, from its first byte on
    package var head = Duration.seconds(10)
    /// Time for a whole body
    package var body = Duration.seconds(30)
    /// Time without a request
    package var idle = Duration.seconds(60)
    /// Time in which a browser takes no byte of a reply
    package var stall = Duration.seconds(60)

    package init() {}
  }

  private let limits: Limits

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Serves until its task is cancelled; then it closes all connections, cancels all handlers, and
  /// returns once these have ended
  ///
  /// - Parameters:
  ///   - port: 0 for any free port
  ///   - onReady: called with the port once connections are accepted
  ///   - bodyLimit: called for every request with a body; the server's own limit applies too
  ///   - handler: may run many times at once; cancelled when its browser leaves
  /// - Throws: ``SocketFailure`` if the port isn't available
  package func run(
    port: UInt16 = 0, onReady: (UInt16) -> Void,
    bodyLimit: @escaping BodyLimit = { _ in .max }, handler: @escaping Handler
  ) async throws {
    let poll = try SocketPoll()
    defer { poll.stop() }
    let listener = try ListeningSocket(port: port)
    onReady(listener.port)
    let host = listener.port == 80 ? "127.0.0.1" : "127.0.0.1:\(listener.port)"
    let connections = OpenConnections()
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        var tasks = 0
        while let socket = await next(listener, poll, connections) {
          while tasks >= limits.connections {
            if connections.count >= limits.connections { connections.makeRoom() }
            await group.next()
            tasks -= 1
          }
          socket.limitBacklog(to: 1 << 17)
          connections.add(socket)
          let connection = LocalConnection(
            socket: socket, connections: connections, poll: poll, limits: limits, host: host,
            bodyLimit: bodyLimit, handler: handler)
          group.addTask { await connection.serve() }
          tasks += 1
        }
        // The port is closed at once, as handlers may take longer to end
        listener.close()
      }
    } onCancel: {
      connections.shutDown()
    }
  }

  /// Waits for the next connection; nil once the task is cancelled
  private func next(
    _ listener: ListeningSocket, _ poll: SocketPoll, _ connections: OpenConnections
  ) async -> ConnectionSocket? {
    while !Task.isCancelled {
      switch listener.accept() {
      case .connection(let socket): return socket
      case .nobody: _ = await poll.wait(for: .readable, on: listener.descriptor)
      case .noRoom:
        connections.makeRoom()
        // Polled, because nothing here is notified when a connection ends and makes room.
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return nil }
      }
    }
    return nil
  }
}

/// A page that this machine serves to its user alone: its files, and the calls of its scripts
///
/// The page's address has a random part, and its scripts mark their calls with a header, which pages
/// of other sites can't send. Files are got; calls, which are below `api`, are posted.
package struct LocalPage: Sendable {
  /// Gives the file with a name, which is empty for the page itself; nil if there is none
  package typealias Files = @Sendable (String, LocalRequest) -> LocalReply?
  /// Answers a call with this body
  package typealias Call = @Sendable (Data) -> LocalReply
  /// Gives what answers the calls of a name; nil if there are none
  package typealias Calls = @Sendable (String) -> Call?

  /// The random part of the address, which nobody can guess: 24 characters of URL-safe base64
  private let secret: String
  /// The name of the header of every call
  private let mark: String
  /// Headers of every reply
  private let headers: LocalHeaders
  private let maxCallBytes: Int
  private let absence: String
  private let file: Files
  private let call: Calls

  /// - Parameters:
  ///   - mark: the name of the header of every call, whose value is `1`
  ///   - pictures: where the page may load pictures from, beside this server: `https:`
  ///   - maxCallBytes: most bytes of a call's body
  ///   - absence: words for a wrong secret, e.g. that of an earlier server on this port
  package init(
    markingCallsWith mark: String, pictures: [String], maxCallBytes: Int, absence: String,
    file: @escaping Files, call: @escaping Calls
  ) {
    (self.mark, self.maxCallBytes, self.absence) = (mark, maxCallBytes, absence)
    (self.file, self.call) = (file, call)
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    secret = Data(bytes).base64EncodedString().replacing(each: "+", by: "-")
      .replacing(each: "/", by: "_")
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self' \(pictures.joined(separator: " ")); "
      + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    headers = [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
    ]
  }

  /// Serves the page until its task is cancelled
  ///
  /// - Parameters:
  ///   - port: 0 for any free port
  ///   - body: called with the page's address once it is served
  /// - Throws: ``SocketFailure`` if the port isn't available, and what the body throws.
  package func serve(at port: UInt16, _ body: (String) async throws -> Void) async throws {
    let (ready, isReady) = AsyncStream<UInt16>.makeStream()
    var limits = LocalHTTPServer.Limits()
    limits.bodyBytes = maxCallBytes
    let server = LocalHTTPServer(limits: limits)
    try await withThrowingTaskGroup { group in
      group.addTask {
        defer { isReady.finish() }
        try await server.run(
          port: port, onReady: { isReady.yield($0) }, bodyLimit: bodyLimit, handler: reply)
      }
      for await port in ready { try await body("http://127.0.0.1:\(port)/\(secret)/") }
      try await group.waitForAll()
    }
  }

  private enum Route { case file(String), call(Call), refused(LocalReply) }

  /// The purpose of a request, by its head alone
  private func route(of request: LocalRequest) -> Route {
    let nothing = refusal(404, "There is nothing here.")
    guard let names = request.segments, names.count > 1, isSecret(names[0]) else {
      return .refused(request.segments?.count == 2 ? refusal(404, absence) : nothing)
    }
    guard names[1] == "api" else { return names.count == 2 ? .file(names[1]) : .refused(nothing) }
    guard request.method == "POST" else {
      return .refused(refusal(405, "Calls are posted.", allow: "POST"))
    }
    guard isOwn(request) else { return .refused(refusal(403, "This isn't a call of the page.")) }
    return (names.count == 3 ? call(names[2]) : nil).map { .call($0) } ?? .refused(nothing)
  }

  @Sendable private func reply(to request: LocalRequest) -> LocalReply {
    var reply: LocalReply
    switch route(of: request) {
    case .refused(let refusal): reply = refusal
    case .call(let call): reply = call(request.body)
    case .file(let name) where ["GET", "HEAD"].contains(request.method):
      reply = file(name, request) ?? refusal(404, "There is nothing here.")
    case .file: reply = refusal(405, "Files are asked for.", allow: "GET, HEAD")
    }
    reply.headers.fields += headers.fields
    return reply
  }

  /// Most bytes of a request's body: only calls of the page have one
  @Sendable private func bodyLimit(of request: LocalRequest) -> Int {
    if case .call = route(of: request) { maxCallBytes } else { 0 }
  }

  private func refusal(_ status: Int, _ words: String, allow: String? = nil) -> LocalReply {
    var reply = LocalReply.file("text/plain", words + "\n", status: status)
    reply.headers["Allow"] = allow
    return reply
  }

  /// Whether a text is the random part of the address; the time it takes doesn't depend on where
  /// they differ
  private func isSecret(_ text: String) -> Bool {
    let (mine, others) = (Array(secret.utf8), Array(text.utf8))
    guard mine.count == others.count else { return false }
    return zip(mine, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether a call comes from the page itself
  private func isOwn(_ request: LocalRequest) -> Bool {
    let isJSON = request.headers["content-type"]?.lowercased().begins(with: "application/json")
    let origin = request.headers["origin"].map { $0 == "http://\(request.headers["host"] ?? "")" }
    let site = request.headers["sec-fetch-site"].map { $0 == "same-origin" }
    return request.headers[mark] == "1" && isJSON ?? false && origin ?? true && site ?? true
  }
}

/// The open connections of a server, and the state of each
final class OpenConnections: Sendable {
  private struct Entry {
    let socket: ConnectionSocket
    var isAnswered = false
    var hasLargeBody = false
    /// Grows with each change of state, so the lowest has waited longest
    var order: Int
  }

  private struct State {
    /// By the socket's descriptor, which is no other socket's until it is closed
    var entries: [Int32: Entry] = [:]
    var changes = 0
    var isOver = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.entries.count } }

  /// Counts a connection as open; one that comes after the end is closed at once
  func add(_ socket: ConnectionSocket) {
    state.withLock { state in
      state.changes += 1
      state.entries[socket.descriptor] = Entry(socket: socket, order: state.changes)
      if state.isOver { socket.shutDown() }
    }
  }

  /// - Parameter isAnswered: true while a request is being answered, false while one is awaited
  func mark(_ socket: ConnectionSocket, isAnswered: Bool) {
    state.withLock { state in
      state.changes += 1
      state.entries[socket.descriptor]?.isAnswered = isAnswered
      state.entries[socket.descriptor]?.order = state.changes
    }
  }

  /// Allows a connection a large body until it ends
  ///
  /// - Returns: false if as many others as the limit have one
  func allowLargeBody(_ socket: ConnectionSocket, limit: Int) -> Bool {
    state.withLock { state in
      let others = state.entries.count { $0.key != socket.descriptor && $0.value.hasLargeBody }
      guard others < limit else { return false }
      state.entries[socket.descriptor]?.hasLargeBody = true
      return true
    }
  }

  /// Closes a connection; under the lock, as its descriptor may belong to another one right after
  func close(_ socket: ConnectionSocket) {
    state.withLock { state in
      // A second call could close a descriptor that another connection has got since.
      guard state.entries.removeValue(forKey: socket.descriptor) != nil else { return }
      socket.shutDown()
      socket.close()
    }
  }

  /// Closes the connection that has waited longest, to make room for another
  func makeRoom() {
    state.withLock { state in
      let waiting = state.entries.values.filter { !$0.isAnswered }
      waiting.min { $0.order < $1.order }?.socket.shutDown()
    }
  }

  /// Shuts down every connection, including any that is added later
  func shutDown() {
    state.withLock { state in
      state.isOver = true
      for entry in state.entries.values { entry.socket.shutDown() }
    }
  }
}
