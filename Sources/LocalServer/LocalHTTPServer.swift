import Foundation
import Synchronization

/// Serves HTTP/1.1 on 127.0.0.1, to nobody but those who ask for `127.0.0.1:PORT`, one request a
/// connection
///
/// It answers under no other name, which keeps out pages of others whose name resolves to this
/// address (DNS rebinding). Whether a page may ask is the handler's to decide.
package struct LocalHTTPServer: Sendable {
  /// - Throws: whatever; the browser learns only that it went wrong
  package typealias Handler = @Sendable (LocalRequest) async throws -> LocalReply

  /// How many bytes the body of a request may have, decided by the head alone
  ///
  /// With 0 the handler is asked at once, without the body: so it can refuse what isn't worth
  /// reading. Larger bodies than any other number are refused.
  package typealias BodyLimit = @Sendable (LocalRequest) -> Int

  /// What one browser may take up
  package struct Limits: Sendable {
    /// Connections at a time; one without a whole request makes room for a new one
    package var connections = 128
    package var headBytes = 16_384
    package var headerCount = 100
    package var bodyBytes = 1 << 20
    /// Bodies of more than 1 MiB at a time, until they are answered
    package var largeBodies = 4
    /// For a whole head, from its first byte on
    package var head = Duration.seconds(10)
    /// For a whole body
    package var body = Duration.seconds(30)
    /// Without a request
    package var idle = Duration.seconds(60)
    /// Without a byte taken of a reply
    package var stall = Duration.seconds(60)

    package init() {}
  }

  private let limits: Limits

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Serves until its task is cancelled, then closes every connection, cancels every handler and
  /// returns once these have ended
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free
  ///   - onReady: given the port once connections are accepted
  ///   - bodyLimit: is asked for every request that announces a body; the server's own limit holds
  ///     beside it
  ///   - handler: may be called many times at once; cancelled when its browser goes away
  /// - Throws: ``SocketFailure`` when the port can't be had
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
          let connection = LocalConnection(
            socket: socket, number: connections.add(socket), connections: connections, poll: poll,
            limits: limits, host: host, bodyLimit: bodyLimit, handler: handler)
          group.addTask { await connection.serve() }
          tasks += 1
        }
        // At once, while handlers may take longer to end
        listener.close()
      }
    } onCancel: {
      connections.shutDown()
    }
  }

  /// nil once the task is cancelled
  private func next(
    _ listener: ListeningSocket, _ poll: SocketPoll, _ connections: OpenConnections
  ) async -> ConnectionSocket? {
    while !Task.isCancelled {
      switch listener.accept() {
      case .connection(let socket): return socket
      case .nobody: _ = await poll.wait(for: .readable, on: listener.descriptor)
      case .noRoom:
        connections.makeRoom()
        // Room is free when a connection ends, of which nothing is heard here.
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return nil }
      }
    }
    return nil
  }
}

/// The connections of a server, and what each of them does
final class OpenConnections: Sendable {
  private struct Entry {
    let socket: ConnectionSocket
    var isAnswered = false
    var hasLargeBody = false
    /// Grows with each change
    var order: Int
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var lastNumber = 0
    var isOver = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.entries.count } }

  /// - Returns: its number
  func add(_ socket: ConnectionSocket) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry(socket: socket, order: state.lastNumber)
      if state.isOver { socket.shutDown() }
      return state.lastNumber
    }
  }

  /// - Parameter isAnswered: whether it is answered, or a request is waited for
  func note(isAnswered: Bool, _ number: Int) {
    state.withLock { state in
      state.lastNumber += 1
      state.entries[number]?.isAnswered = isAnswered
      state.entries[number]?.order = state.lastNumber
    }
  }

  /// Lets it have a large body until it ends
  ///
  /// - Returns: whether fewer others than the limit have one
  func allowLargeBody(_ number: Int, limit: Int) -> Bool {
    state.withLock { state in
      let others = state.entries.count { $0.key != number && $0.value.hasLargeBody }
      guard others < limit else { return false }
      state.entries[number]?.hasLargeBody = true
      return true
    }
  }

  /// Closes it; under the lock, as its descriptor may be another connection's right after
  func close(_ number: Int) {
    state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: number) else { return }
      entry.socket.shutDown()
      entry.socket.close()
    }
  }

  /// Ends the one that has waited the longest since it came, was answered or began a request
  func makeRoom() {
    state.withLock { state in
      let waiting = state.entries.values.filter { !$0.isAnswered }
      waiting.min { $0.order < $1.order }?.socket.shutDown()
    }
  }

  /// Shuts down every connection, those too that are added later
  func shutDown() {
    state.withLock { state in
      state.isOver = true
      for entry in state.entries.values { entry.socket.shutDown() }
    }
  }
}
