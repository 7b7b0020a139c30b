extension MergedSearch {
  /// A run of a search: gives events, and tells at any time where it stands
  public struct Iterator: AsyncIteratorProtocol {
    private let search: MergedSearch
    private let query: PhotoQuery
    private let policy: FetchPolicy
    private let fetches: PageFetches
    private var signals: AsyncStream<Void>.Iterator
    private var machine: MergeMachine
    private var patience: Patience
    private var shown = 0
    /// Photos that pass though it isn't known whether a machine made them
    private var maybeAIGenerated: [ProviderID: Int] = [:]
    private var isFinished = false

    init(_ search: MergedSearch) {
      self.search = search
      let plan = search.start.plan
      query = plan.order == .newest ? plan.query.latestFirst : plan.query
      let query = query
      policy = FetchPolicy(limit: search.limit)
      machine = MergeMachine(
        from: search.start, of: search.providers, asked: query, maxRequests: search.maxRequests)
      patience = Patience(limit: plan.order == .sequential ? nil : search.patience)
      fetches = PageFetches(clock: search.clock)
      signals = fetches.signals.makeAsyncIterator()
    }

    /// What to continue with from here; nil at the true end of all providers
    public var cursor: SearchCursor? { machine.position.cursor }

    /// What became of each provider so far, in the order of their turns
    public var reports: [ProviderReport] {
      machine.sources.map { source in
        var report = source.report
        report.maybeAIGenerated = maybeAIGenerated[report.id] ?? 0
        return report
      }
    }

    /// The next event; nil at the end, at a limit, and once cancelled
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> SearchEvent? {
      while !isFinished {
        if Task.isCancelled {
          finish()
          break
        }
        receiveArrivals()
        let isFull = search.limit.map { shown >= $0 } ?? false
        let late = lateSources()
        let step = isFull ? machine.pendingStep() : machine.step(passing: late)
        cancelLost()
        switch step {
        case .event(let event):
          if case .photo(let photo) = event { count(photo) }
          askCertain()
          return event
        case .finished:
          finish()
        case .needs(let indices) where machine.stops(needing: indices):
          finish()
        case .needs(let indices):
          askCertain()
          askCertain(countingOnlyNew: true)
          askNeeded(indices.filter { machine.sources[$0].isIdle })
          setAlarm(for: indices.filter { !late.contains($0) })
          if await signals.next(isolation: isolation) == nil { finish() }
        }
      }
      return nil
    }

    private mutating func count(_ photo: Photo) {
      shown += 1
      guard query.filters.noAI, photo.isAIGenerated == nil else { return }
      maybeAIGenerated[photo.provider, default: 0] += 1
    }

    private mutating func finish() {
      isFinished = true
      fetches.cancel()
    }

    private mutating func receiveArrivals() {
      for arrival in fetches.collect() {
        if case .success = arrival.page { patience.noteAnswer(at: arrival.time) }
        machine.receive(
          arrival.page, number: arrival.ticket.number, for: arrival.ticket.source)
      }
      cancelLost()
    }

    private mutating func cancelLost() {
      for page in machine.takeLost() {
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
      let sources = machine.sources
      guard sources.indices.contains(where: canAsk) else { return }
      let inHand = sources.map { source in
        countingOnlyNew ? source.newRowsInHand(seen: machine.seen) : source.rowsInHand
      }
      while true {
        let outlooks = machine.sourcesByTurn.map { index in
          let source = machine.sources[index]
          let photos = inHand[index] + source.photosUnderWay
          return FetchPolicy.Outlook(
            index: index, photos: photos, canAsk: canAsk(index),
            mayBringMore: source.mayBringMore,
            photosUntilStop: source.photosUntilStop(after: photos))
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
      machine.sources.reduce(machine.sources[index].replySize) { $0 + $1.bytesAhead }
        <= FetchPolicy.mostBytes
    }

    /// Asks for pages without which there is no next photo: where there is no room for all, for one
    /// after another
    private mutating func askNeeded(_ indices: [Int]) {
      for index in indices where hasRoom(for: index) || !machine.sources.contains(where: \.isBusy) {
        ask(index)
      }
    }

    private mutating func ask(_ index: Int) {
      let provider = search.providers[index]
      let time = fetches.time
      let (cursor, number) = machine.ask(index, at: time)
      patience.noteRequest(at: time)
      fetches.start(PageFetches.Ticket(source: index, number: number)) {
        [query, transport = search.transport] in
        await provider.page(of: query, at: cursor, over: transport)
      }
    }
  }
}

@available(*, unavailable)
extension MergedSearch.Iterator: Sendable {}

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

  /// When the wait for a page ends; nil until some provider has answered, as the list has nothing
  /// else to show before
  func deadline(forPageAskedAt time: Duration) -> Duration? {
    guard let limit, let firstAnswer else { return nil }
    return time + max(limit, firstAnswer * 2)
  }
}
