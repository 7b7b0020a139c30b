private import Synchronization

/// The requests of one run: started here, collected here, cancelled when nobody holds this any more
///
/// They are tasks of their own, for a request goes on while the reader of the search is busy with
/// the photo before; no task group outlives a call of `next()`.
final class PageFetches: Sendable {
  /// A page, or why there is none, and the index of its source
  typealias Arrival = (source: Int, page: Result<PhotoPage, ProviderError>)

  private struct State {
    var running: [Int: Task<Void, Never>] = [:]
    var arrivals: [Arrival] = []
    var timers: [Int: Task<Void, Never>] = [:]
    var late: Set<Int> = []
  }

  private let state = Mutex(State())
  private let signal: AsyncStream<Void>.Continuation
  /// One element for each time that something arrived, several at once folded into one
  let signals: AsyncStream<Void>

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit {
    cancel()
  }

  /// Sends one request of a source, which has no other under way
  func start(
    _ source: Int, fetch: @escaping @Sendable () async -> Result<PhotoPage, ProviderError>
  ) {
    state.withLock { state in
      state.running[source] = Task { [weak self] in
        let page = await fetch()
        self?.finish((source, page))
      }
    }
  }

  /// What has arrived since the last call, in the order of sources
  func collect() -> [Arrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      for arrival in state.arrivals {
        state.running[arrival.source] = nil
        // Somebody may have begun to expect it when it was already there.
        state.timers.removeValue(forKey: arrival.source)?.cancel()
        state.late.remove(arrival.source)
      }
      return state.arrivals.sorted { $0.source < $1.source }
    }
  }

  /// Sources that have been waited for longer than there was patience for, and are still out
  var late: Set<Int> { state.withLock { $0.late } }

  /// Counts a source as late if its page is not there after a while; once for each page
  func expect(_ source: Int, within patience: Duration, clock: any Clock<Duration>) {
    state.withLock { state in
      guard state.running[source] != nil, state.timers[source] == nil else { return }
      state.timers[source] = Task { [weak self] in
        do { try await clock.sleep(for: patience) } catch { return }
        self?.noteLate(source)
      }
    }
  }

  /// Ends all that is under way
  func cancel() {
    let tasks = state.withLock { state in
      defer { (state.running, state.timers) = ([:], [:]) }
      return Array(state.running.values) + Array(state.timers.values)
    }
    for task in tasks { task.cancel() }
    signal.finish()
  }

  private func finish(_ arrival: Arrival) {
    state.withLock { state in
      state.arrivals.append(arrival)
      state.timers.removeValue(forKey: arrival.source)?.cancel()
      state.late.remove(arrival.source)
    }
    signal.yield()
  }

  private func noteLate(_ source: Int) {
    state.withLock { state in
      if state.timers[source] != nil { state.late.insert(source) }
    }
    signal.yield()
  }
}
