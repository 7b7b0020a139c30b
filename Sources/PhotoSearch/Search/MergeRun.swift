import Platform
import Synchronization

/// The state of a run: the machine, which decides, and the requests under way
///
/// No step waits; waiting happens between steps. So a run can be kept behind a lock, and others can
/// look at it while a caller waits for the next page.
struct MergeRun {
  /// The result of a step
  enum Step {
    case event(SearchEvent)
    /// Nothing yet: try again after the next of these signals
    case waits(AsyncStream<Void>)
  }

  private let query: PhotoQuery
  private let providers: [any PhotoProvider]
  private let transport: any HTTPTransport
  private let clock: any Clock<Duration>
  private var fetches: PageFetches
  private var machine: MergeMachine
  /// How long to wait for the provider whose turn it is while others have photos, or twice the time
  /// of the first answer if that is longer, because a slow connection isn't the provider's fault;
  /// nil to wait for every provider
  private let patience: Duration?
  /// The time that the run's first answer took
  private var firstAnswer: Duration?
  /// Whether a provider has answered since the run or its current part began
  private(set) var hasAnswer = false

  init(_ search: MergedSearch) {
    query = search.start.plan.askedQuery
    (providers, transport, clock) = (search.providers, search.transport, search.clock)
    machine = MergeMachine(search)
    patience = search.start.plan.order == .sequential ? nil : search.patience
    fetches = PageFetches(clock: clock)
  }

  /// The cursor to continue from; nil if all providers are at their true end
  var cursor: SearchCursor? { machine.position.cursor }

  /// Each provider's results so far, in the order of their turns
  var reports: [ProviderReport] { machine.reports }

  /// Photos given so far
  var shown: Int { machine.shown }

  /// The next event, if it can be known now; the pages that it needs are requested
  ///
  /// - Returns: nil at the end, at the limit, and once cancelled
  mutating func advance() -> Step? {
    guard !fetches.isCancelled else { return nil }
    receiveArrivals()
    let late = lateSources()
    let step = machine.step(passing: late)
    fetches.cancel { !machine.needs($0) }
    let time = fetches.time
    switch step {
    case .event(let event):
      send(machine.askCertain(at: time))
      return .event(event)
    case .finished: return nil
    case .needs(let indices):
      guard !machine.endRun(needing: indices) else { return nil }
      send(machine.askCertain(at: time))
      send(machine.askCertain(at: time, countingOnlyNew: true))
      send(machine.askNeeded(of: indices, at: time))
      let deadlines = indices.filter { !late.contains($0) }.compactMap(deadline)
      if let first = deadlines.min() { fetches.setAlarm(at: first) }
      return .waits(fetches.signals)
    }
  }

  /// The next event, once it is known
  ///
  /// - Parameter advance: calls ``advance()`` of a run
  /// - Returns: nil at the end, at the limit, and once cancelled
  static func nextEvent(
    isolation: isolated (any Actor)? = #isolation, advancing advance: () -> Step?
  ) async -> SearchEvent? {
    while !Task.isCancelled, let step = advance() {
      switch step {
      case .event(let event): return event
      case .waits(let arrivals):
        var arrivals = arrivals.makeAsyncIterator()
        _ = await arrivals.next(isolation: isolation)
      }
    }
    return nil
  }

  /// Ends the requests under way, and the run
  func cancel() { fetches.cancel() }

  /// Continues the run for more photos, with as many further requests to each provider as at first
  ///
  /// - Parameters:
  ///   - count: how many more photos; nil for no limit
  ///   - asksFailed: whether failed providers take part again
  mutating func extend(by count: Int?, asksFailed: Bool) {
    receiveArrivals()
    machine.extend(by: count, asksFailed: asksFailed)
    if asksFailed { hasAnswer = false }
  }

  /// Cancels the requests under way; they are sent again when the run continues
  mutating func interrupt() {
    fetches.cancel()
    fetches = PageFetches(clock: clock)
    machine.dropUnderWay()
  }

  private mutating func receiveArrivals() {
    for arrival in fetches.collect() {
      if case .success = arrival.page {
        // Failures don't count, as they may come at once.
        firstAnswer = firstAnswer ?? arrival.duration
        hasAnswer = true
      }
      machine.receive(arrival.page, for: arrival.ticket)
    }
  }

  /// Sources whose next page has taken longer than the patience
  private func lateSources() -> Set<Int> {
    guard patience != nil else { return [] }
    return Set(
      providers.indices.filter { index in deadline(of: index).map { fetches.time >= $0 } ?? false })
  }

  /// When the wait for a source's page ends; nil before the run's first answer, as there is nothing
  /// else to show until then
  private func deadline(of index: Int) -> Duration? {
    guard let patience, let firstAnswer, let asked = machine.waitsSince(index) else { return nil }
    return asked + max(patience, firstAnswer * 2)
  }

  private func send(_ requests: [MergeMachine.Request]) {
    for (ticket, page) in requests {
      var query = query
      query.isSecondTry = page.isSecondTry
      fetches.start(ticket) { [query, transport, provider = providers[ticket.source]] in
        await provider.recordedPage(of: query, at: page.cursor, over: transport)
      }
    }
  }
}

extension PhotoProvider {
  /// The page; if a recording or the cache lacks it, the page that searches with a cursor of
  /// version 2 asked for in its place
  fileprivate func recordedPage(
    of query: PhotoQuery, at cursor: PageCursor?, over transport: any HTTPTransport
  ) async -> Result<PhotoPage, ProviderError> {
    let result = await page(of: query, at: cursor, over: transport)
    let older = query.ofVersion2
    guard case .failure(let error) = result, error.isMiss, !query.isSecondTry,
      ifReadable({ try request(for: query, at: cursor) != request(for: older, at: cursor) }) == true
    else { return result }
    let before = await page(of: older, at: cursor, over: transport)
    guard case .failure(let error) = before, error.isMiss, !error.isPastRecording else {
      return before
    }
    return result
  }
}

/// Identifies a requested page: its source, and its number in this run
struct PageTicket: Hashable, Sendable {
  let source: Int
  let number: Int
}

/// The requests of one run: started here, collected here, cancelled when this is released
///
/// They are separate tasks, because a request continues while the reader of the search handles a
/// photo, and a task group can't outlive a call of `next()`.
final class PageFetches: Sendable {
  /// A page that arrived, or why it failed
  struct Arrival: Sendable {
    let ticket: PageTicket
    let page: Result<PhotoPage, ProviderError>
    /// The time that the request took
    let duration: Duration
  }

  private struct State {
    var running: [PageTicket: Task<Void, Never>] = [:]
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
    self.clock = clock
    stopwatch = Self.stopwatch(clock)
  }

  /// Whether all requests were cancelled
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  deinit { cancel() }

  /// The time since the first request could be sent
  var time: Duration { stopwatch() }

  /// Sends a request
  func start(
    _ ticket: PageTicket, fetch: @escaping @Sendable () async -> Result<PhotoPage, ProviderError>
  ) {
    let start = time
    state.withLock { state in
      state.running[ticket] = Task { [weak self] in
        let page = await fetch()
        guard let self else { return }
        let arrival = Arrival(ticket: ticket, page: page, duration: time - start)
        self.state.withLock { $0.arrivals.append(arrival) }
        signal.yield()
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
  func cancel(where isAbandoned: (PageTicket) -> Bool) {
    let running = state.withLock { $0.running }
    for (ticket, task) in running where isAbandoned(ticket) { task.cancel() }
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

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
