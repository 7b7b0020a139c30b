/// The state of a run: what the machine knows, what is under way, and how far it is to go
///
/// Each step is taken at once; only between steps somebody waits. So a run can stand behind a lock,
/// and whoever holds it can look at it while another waits for its next page.
struct MergeRun {
  /// What a step came to
  enum Step {
    case event(SearchEvent)
    /// Nothing, until the next of these signals
    case waits(AsyncStream<Void>)
  }

  private let query: PhotoQuery
  private let providers: [any PhotoProvider]
  private let transport: any HTTPTransport
  private let clock: any Clock<Duration>
  private var policy: FetchPolicy
  private var fetches: PageFetches
  private var machine: MergeMachine
  private var patience: Patience
  private(set) var shown = 0
  /// Whether a provider has answered since the run, or a part of it, began
  private(set) var hasAnswer = false
  /// Photos that pass though it isn't known whether a machine made them
  private var maybeAIGenerated: [ProviderID: Int] = [:]

  init(_ search: MergedSearch) {
    let plan = search.start.plan
    query = plan.order == .newest ? plan.query.latestFirst : plan.query
    (providers, transport, clock) = (search.providers, search.transport, search.clock)
    policy = FetchPolicy(limit: search.limit)
    machine = MergeMachine(
      from: search.start, of: search.providers, asked: query, maxRequests: search.maxRequests)
    patience = Patience(limit: plan.order == .sequential ? nil : search.patience)
    fetches = PageFetches(clock: search.clock)
  }

  /// What to continue with from here; nil at the true end of all providers
  var cursor: SearchCursor? { machine.position.cursor }

  /// What became of each provider so far, in the order of their turns
  var reports: [ProviderReport] {
    machine.sources.map { source in
      var report = source.report
      report.maybeAIGenerated = maybeAIGenerated[report.id] ?? 0
      return report
    }
  }

  /// The next event, as far as it can be known now; what it needs is asked for
  ///
  /// - Returns: nil at the end, when as many photos as were to be shown are, and once cancelled
  mutating func advance() -> Step? {
    guard !fetches.isCancelled else { return nil }
    receiveArrivals()
    let isFull = policy.limit.map { shown >= $0 } ?? false
    let late = lateSources()
    let step = isFull ? machine.pendingStep() : machine.step(passing: late)
    cancelAbandoned()
    switch step {
    case .event(let event):
      if case .photo(let photo) = event { count(photo) }
      askCertain()
      return .event(event)
    case .finished: return nil
    case .needs(let indices) where machine.stops(needing: indices): return nil
    case .needs(let indices):
      askCertain()
      askCertain(countingOnlyNew: true)
      askNeeded(indices.filter { machine.sources[$0].isIdle })
      setAlarm(for: indices.filter { !late.contains($0) })
      return .waits(fetches.signals)
    }
  }

  /// Ends what is under way, and the run with it
  func cancel() { fetches.cancel() }

  /// Goes on for some photos more, and so many requests to each provider
  ///
  /// - Parameters:
  ///   - count: photos more than are shown; nil for as many as there are
  ///   - maxRequests: nil for as many as are needed
  ///   - asksFailed: whether providers that failed take part again
  mutating func extend(by count: Int?, maxRequests: Int?, asksFailed: Bool) {
    policy.limit = count.map { shown + min($0, .max - shown) }
    receiveArrivals()
    machine.extend(maxRequests: maxRequests, asksFailed: asksFailed)
    guard asksFailed else { return }
    hasAnswer = false
    patience.forgetPause()
  }

  /// Ends what is under way, so that it is asked for again when the run goes on
  mutating func interrupt() {
    fetches.cancel()
    fetches = fetches.renewed()
    machine.dropUnderWay()
    patience.forgetPause()
  }

  private mutating func count(_ photo: Photo) {
    shown += 1
    guard query.filters.excludesAIGenerated, photo.isAIGenerated == nil else { return }
    maybeAIGenerated[photo.provider, default: 0] += 1
  }

  private mutating func receiveArrivals() {
    for arrival in fetches.collect() {
      if case .success = arrival.page {
        patience.noteAnswer(at: arrival.time)
        hasAnswer = true
      }
      machine.receive(
        arrival.page, number: arrival.ticket.number, for: arrival.ticket.source)
    }
    cancelAbandoned()
  }

  private mutating func cancelAbandoned() {
    for page in machine.takeAbandoned() {
      fetches.cancel(PageFetches.Ticket(source: page.source, number: page.number))
    }
  }

  /// Sources whose next page has been waited for as long as there is patience
  private func lateSources() -> Set<Int> {
    guard patience.limit != nil else { return [] }
    return Set(
      machine.sources.indices.filter { index in
        deadline(of: index).map { fetches.time >= $0 } ?? false
      })
  }

  private func deadline(of index: Int) -> Duration? {
    machine.sources[index].waitsSince.flatMap(patience.deadline)
  }

  private func setAlarm(for indices: [Int]) {
    guard let time = indices.compactMap(deadline).min() else { return }
    fetches.setAlarm(at: time)
  }

  /// Asks for all pages that are certain to be needed, one of each source after another
  ///
  /// - Parameter countingOnlyNew: whether rows in hand that have been met are left out, which
  ///   takes a look at each of them
  private mutating func askCertain(countingOnlyNew: Bool = false) {
    guard machine.sources.indices.contains(where: { canAsk($0) }) else { return }
    let inHand = machine.sources.indices.map { index in
      countingOnlyNew
        ? machine.sources[index].newRowsInHand(seen: machine.seen)
        : machine.sources[index].rowsInHand
    }
    while true {
      let outlooks = machine.sourcesByTurn.map { index in
        let photos = inHand[index] + machine.sources[index].photosUnderWay
        return FetchPolicy.Outlook(
          index: index, photos: photos, canAsk: canAsk(index),
          mayBringMore: machine.sources[index].mayBringMore,
          photosUntilStop: machine.sources[index].photosUntilStop(after: photos))
      }
      let certain = policy.certain(outlooks, order: machine.plan.order, shown: shown)
      guard !certain.isEmpty else { return }
      // The first has room; with it there may be none for the rest.
      for index in certain where hasRoom(for: index) { ask(index) }
    }
  }

  private func canAsk(_ index: Int) -> Bool {
    machine.sources[index].canAsk(ahead: policy.capacity) && hasRoom(for: index)
  }

  /// Whether another page of a source can be held beside those that are
  private func hasRoom(for index: Int) -> Bool {
    // A source has much in it, and a run all of them: each is looked at where it stands, as this is
    // asked for each photo, and a closure would have a copy of the run.
    var bytes = machine.sources[index].replySize
    for place in machine.sources.indices { bytes += machine.sources[place].bytesAhead }
    return bytes <= FetchPolicy.maxBytes
  }

  /// Asks for pages without which there is no next photo: where there is no room for all, for one
  /// after another
  private mutating func askNeeded(_ indices: [Int]) {
    for index in indices where hasRoom(for: index) || !machine.sources.contains(where: \.isBusy) {
      ask(index)
    }
  }

  private mutating func ask(_ index: Int) {
    let provider = providers[index]
    let time = fetches.time
    let (cursor, number) = machine.ask(index, at: time)
    patience.noteRequest(at: time)
    fetches.start(PageFetches.Ticket(source: index, number: number)) {
      [query, transport] in
      await provider.page(of: query, at: cursor, over: transport)
    }
  }
}

/// How long a provider whose turn it is is waited for while others have photos in hand
///
/// Until a page was asked for as long ago as `limit`, or as twice the time that the first answer of
/// the run took: a slow line is nobody's fault.
private struct Patience {
  /// nil waits for everybody
  let limit: Duration?
  private var began: Duration?
  private var firstAnswer: Duration?

  init(limit: Duration?) {
    self.limit = limit
  }

  /// - Parameter time: when a page was asked for
  mutating func noteRequest(at time: Duration) {
    began = began ?? time
  }

  /// - Parameter time: when a page was there; a failure doesn't count, as it may come at once
  mutating func noteAnswer(at time: Duration) {
    guard let began, firstAnswer == nil else { return }
    firstAnswer = time - began
  }

  /// Forgets when the first page was asked for, where none has come: what lies between isn't a wait
  mutating func forgetPause() {
    if firstAnswer == nil { began = nil }
  }

  /// When the wait for a page ends; nil until some provider has answered, as the list has nothing
  /// else to show before
  func deadline(forPageAskedAt time: Duration) -> Duration? {
    guard let limit, let firstAnswer else { return nil }
    return time + max(limit, firstAnswer * 2)
  }
}
