import Synchronization

/// Calls that run or wait for their turn; a client can cancel them by the ids of their requests
final class CallsInFlight: Sendable {
  /// A running or waiting call
  struct Call: Sendable {
    fileprivate let id: RequestID
    /// A number that distinguishes the call from a later one with the same id
    fileprivate let number: Int
    /// Ends when the call is cancelled or over
    fileprivate let end: AsyncStream<Void>
  }

  private struct State {
    var lastNumber = 0
    var running: [RequestID: (number: Int, bytes: Int, end: AsyncStream<Void>.Continuation)] = [:]
    /// Bytes of the messages of all calls
    var bytes = 0

    mutating func remove(_ id: RequestID) -> AsyncStream<Void>.Continuation? {
      guard let call = running.removeValue(forKey: id) else { return nil }
      bytes -= call.bytes
      return call.end
    }
  }

  private let state = Mutex(State())

  /// - Parameter bytes: of the message, which stays in memory during the call
  /// - Returns: nil if a call with this id is under way
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

  /// Bytes of the messages of all calls
  var bytes: Int { state.withLock { $0.bytes } }

  /// Cancels a call, which then gets no answer; does nothing if it is over
  func cancel(_ id: RequestID) {
    state.withLock { $0.remove(id) }?.finish()
  }

  /// - Returns: whether the call must be answered; false if it was cancelled
  func end(_ call: Call) -> Bool {
    state.withLock { state in
      guard state.running[call.id]?.number == call.number else { return false }
      _ = state.remove(call.id)
      return true
    }
  }

  /// Whether a call is neither cancelled nor over
  func isWanted(_ call: Call) -> Bool {
    state.withLock { $0.running[call.id]?.number == call.number }
  }

  /// Runs a body until it ends, or the call is cancelled
  ///
  /// - Returns: nil if the call was cancelled.
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
