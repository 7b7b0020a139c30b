private import Synchronization

/// The requests of one run: started here, collected here, cancelled when nobody holds this any more
final class PageFetches: Sendable {
  /// A page, or why there is none, and the index of its source
  typealias Arrival = (source: Int, page: Result<PhotoPage, ProviderError>)

  private struct State {
    var running: [Int: Task<Void, Never>] = [:]
    var arrivals: [Arrival] = []
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
    let task = Task { [weak self] in
      let page = await fetch()
      self?.finish((source, page))
    }
    state.withLock { $0.running[source] = task }
  }

  /// What has arrived since the last call, in the order of sources
  func collect() -> [Arrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      for arrival in state.arrivals { state.running[arrival.source] = nil }
      return state.arrivals.sorted { $0.source < $1.source }
    }
  }

  /// Ends all that is under way
  func cancel() {
    let running = state.withLock { state in
      defer { state.running = [:] }
      return state.running
    }
    for task in running.values { task.cancel() }
    signal.finish()
  }

  private func finish(_ arrival: Arrival) {
    state.withLock { $0.arrivals.append(arrival) }
    signal.yield()
  }
}
