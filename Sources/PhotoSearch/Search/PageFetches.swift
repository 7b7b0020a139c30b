private import Synchronization

/// The requests of one run: started here, collected here, cancelled when this is released
///
/// They are separate tasks, because a request continues while the reader of the search handles a
/// photo, and a task group can't outlive a call of `next()`.
final class PageFetches: Sendable {
  /// Identifies a requested page: its source, and its number in this run
  struct Ticket: Hashable, Sendable {
    let source: Int
    let number: Int
  }

  /// A page that arrived, or why it failed
  struct Arrival: Sendable {
    let ticket: Ticket
    let page: Result<PhotoPage, ProviderError>
    /// The time that the request took
    let duration: Duration
  }

  private struct State {
    var running: [Ticket: Task<Void, Never>] = [:]
    var arrivals: [Arrival] = []
    var alarm: (time: Duration, task: Task<Void, Never>)?
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let signal: AsyncStream<Void>.Continuation
  /// A signal whenever pages arrived or the alarm went off; several at once become one
  let signals: AsyncStream<Void>
  private let clock: any Clock<Duration>
  private let stopwatch: @Sendable () -> Duration

  /// - Parameter clock: measures the times
  init(clock: any Clock<Duration>) {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.clock, stopwatch) = (clock, Self.stopwatch(clock))
  }

  /// Whether all requests were cancelled
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  deinit {
    cancel()
  }

  /// The time since the first request could be sent
  var time: Duration { stopwatch() }

  /// Sends a request
  func start(
    _ ticket: Ticket, fetch: @escaping @Sendable () async -> Result<PhotoPage, ProviderError>
  ) {
    let start = time
    state.withLock { state in
      state.running[ticket] = Task { [weak self] in
        let page = await fetch()
        self?.finish(ticket, page, since: start)
      }
    }
  }

  /// The pages that arrived since the last call, in the order of sources and requests
  func collect() -> [Arrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      for arrival in state.arrivals { state.running[arrival.ticket] = nil }
      return state.arrivals.sorted {
        ($0.ticket.source, $0.ticket.number) < ($1.ticket.source, $1.ticket.number)
      }
    }
  }

  /// Sends a signal at a time of this run, or at once if it has passed; there is one alarm at a
  /// time
  func setAlarm(at time: Duration) {
    state.withLock { state in
      guard state.alarm?.time != time else { return }
      state.alarm?.task.cancel()
      let pause = time - self.time
      state.alarm = (
        time,
        Task { [signal, clock] in
          do { try await clock.sleep(for: pause) } catch { return }
          signal.yield()
        }
      )
    }
  }

  /// Cancels the requests under way that are no longer needed
  func cancel(where isAbandoned: (Ticket) -> Bool) {
    let abandoned = state.withLock { state -> [Task<Void, Never>] in
      if state.running.isEmpty { return [] }
      let abandoned = state.running.filter { isAbandoned($0.key) }
      for ticket in abandoned.keys { state.running[ticket] = nil }
      return Array(abandoned.values)
    }
    for task in abandoned { task.cancel() }
  }

  /// Cancels all requests under way
  func cancel() {
    let tasks = state.withLock { state in
      defer { (state.running, state.alarm, state.isCancelled) = ([:], nil, true) }
      return Array(state.running.values) + [state.alarm?.task].compactMap(\.self)
    }
    for task in tasks { task.cancel() }
    signal.finish()
  }

  private func finish(
    _ ticket: Ticket, _ page: Result<PhotoPage, ProviderError>, since start: Duration
  ) {
    let arrival = Arrival(ticket: ticket, page: page, duration: time - start)
    state.withLock { $0.arrivals.append(arrival) }
    signal.yield()
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
