import Synchronization

/// A clock that goes when it is told to
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var lastID = 0
    var sleepers: [Sleeper] = []
    var watchers: [(deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  let minimumResolution: Swift.Duration = .zero

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lieDown(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody sleeps for just that long from now
  func sleeper(for duration: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let deadline = state.now.advanced(by: duration)
        if state.sleepers.contains(where: { $0.deadline == deadline }) { return true }
        state.watchers.append((deadline, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Wakes who has slept enough
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until somebody sleeps for just that long, and wakes him at his time
  func pass(_ duration: Duration) async {
    await sleeper(for: duration)
    advance(by: duration)
  }

  private func lieDown(_ sleeper: Sleeper) {
    enum Sleep { case none, cancelled, begun }
    let (sleep, watchers) = state.withLock {
      state -> (Sleep, [CheckedContinuation<Void, Never>]) in
      // Who is cancelled later than this is found among the sleepers.
      if Task.isCancelled { return (.cancelled, []) }
      if sleeper.deadline <= state.now { return (.none, []) }
      state.sleepers.append(sleeper)
      let watchers = state.watchers.filter { $0.deadline == sleeper.deadline }
      state.watchers.removeAll { $0.deadline == sleeper.deadline }
      return (.begun, watchers.map(\.continuation))
    }
    switch sleep {
    case .none: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .begun: for watcher in watchers { watcher.resume() }
    }
  }
}
