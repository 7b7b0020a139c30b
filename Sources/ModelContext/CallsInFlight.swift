import Synchronization

/// The calls under way, also those that wait for their turn, which a client can cancel by the ids of
/// their requests
final class CallsInFlight: Sendable {
  /// One of them
  struct Call: Sendable {
    fileprivate let id: RequestID
    /// Tells it from a later one of the same id
    fileprivate let number: Int
    /// Ends when it is cancelled, or over
    fileprivate let end: AsyncStream<Void>
  }

  private struct State {
    var lastNumber = 0
    var running: [RequestID: (number: Int, bytes: Int, end: AsyncStream<Void>.Continuation)] = [:]
    /// Of all of them
    var bytes = 0

    mutating func remove(_ id: RequestID) -> AsyncStream<Void>.Continuation? {
      guard let call = running.removeValue(forKey: id) else { return nil }
      bytes -= call.bytes
      return call.end
    }
  }

  private let state = Mutex(State())

  /// - Parameter bytes: of the message, which is held as long as the call is under way
  /// - Returns: nil while a call of that id is under way
  func begin(_ id: RequestID, bytes: Int) -> Call? {
    state.withLock { state in
      guard state.running[id] == nil else { return nil }
      let (end, continuation) = AsyncStream<Void>.makeStream()
      state.lastNumber += 1
      state.running[id] = (state.lastNumber, bytes, continuation)
      state.bytes += bytes
      return Call(id: id, number: state.lastNumber, end: end)
    }
  }

  /// Bytes of the messages of all of them
  var bytes: Int { state.withLock { $0.bytes } }

  /// Ends a call, which gets no answer; one that is over is left alone
  func cancel(_ id: RequestID) {
    state.withLock { $0.remove(id) }?.finish()
  }

  /// - Returns: whether it is to be answered: it wasn't cancelled
  func end(_ call: Call) -> Bool {
    state.withLock { state in
      guard state.running[call.id]?.number == call.number else { return false }
      _ = state.remove(call.id)
      return true
    }
  }

  /// Whether it was neither cancelled nor ended
  func isWanted(_ call: Call) -> Bool {
    state.withLock { $0.running[call.id]?.number == call.number }
  }

  /// Runs a body until it is done, or the call is cancelled
  ///
  /// - Returns: nil where it was cancelled.
  func whileWanted<Value: Sendable>(
    _ call: Call, _ body: @escaping @Sendable () async -> Value?
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await body() }
      group.addTask {
        for await _ in call.end {}
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
