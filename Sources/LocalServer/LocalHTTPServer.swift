import Foundation
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
  }

  var limits = Limits()

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
