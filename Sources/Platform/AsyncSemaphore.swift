import Synchronization

/// Limits how many tasks run at a time; the others wait in line, first come, first served
package final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    var waiting: [(id: Int, turn: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>
  private let lastID = Atomic(0)
  private let maxWaiting: Int
  private let refusal: any Error

  /// - Parameters:
  ///   - count: how many run at a time
  ///   - waiting: most tasks that may wait
  ///   - refusal: the error for further tasks
  package init(_ count: Int, waiting: Int = .max, refusal: any Error = CancellationError()) {
    state = Mutex(State(free: max(1, count)))
    maxWaiting = waiting
    self.refusal = refusal
  }

  /// Runs a body when it is its turn
  ///
  /// - Throws: `CancellationError` if cancelled in line, the refusal if too many wait already, and
  ///   what the body throws.
  package func withTurn<T>(_ body: () async throws -> T) async throws -> T {
    try await waitForTurn()
    defer { release() }
    return try await body()
  }

  /// How many tasks wait in line
  package var waiting: Int { state.withLock { $0.waiting.count } }

  private func waitForTurn() async throws {
    let id = lastID.add(1, ordering: .relaxed).newValue
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { turn in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          // A task that is cancelled after this check is found in the line.
          if Task.isCancelled { return .failure(CancellationError()) }
          guard state.free == 0 else {
            state.free -= 1
            return .success(())
          }
          guard state.waiting.count < maxWaiting else { return .failure(refusal) }
          state.waiting.append((id, turn))
          return nil
        }
        if let outcome { turn.resume(with: outcome) }
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).turn }
      }
      cancelled?.resume(throwing: CancellationError())
    }
  }

  private func release() {
    let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
