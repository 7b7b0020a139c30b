extension MergedSearch {
  /// A run of a search: gives events, and tells at any time where it stands
  public struct Iterator: AsyncIteratorProtocol {
    private let search: MergedSearch
    private let query: PhotoQuery
    private let policy: FetchPolicy
    private let fetches = PageFetches()
    private var signals: AsyncStream<Void>.Iterator
    private var machine: MergeMachine
    private var queues: [FetchQueue]
    private var shown = 0
    private var isFinished = false
    private var calledLate: Set<Int> = []

    init(_ search: MergedSearch) {
      self.search = search
      let plan = search.start.plan
      query = plan.order == .newest ? plan.query.latestFirst : plan.query
      let query = query
      let policy = FetchPolicy(limit: search.limit)
      self.policy = policy
      machine = MergeMachine(
        from: search.start, objections: search.providers.map { $0.objection(to: query) })
      queues = search.start.sources.map { FetchQueue(from: $0, capacity: policy.capacity) }
      signals = fetches.signals.makeAsyncIterator()
    }

    /// What to continue with from here; nil at the true end of all providers
    public var cursor: SearchCursor? { machine.position.cursor }

    /// What became of each provider so far, in the order of their turns
    public var reports: [ProviderReport] { machine.sources.map(\.report) }

    /// The next event; nil at the end, at the limit, and once cancelled
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> SearchEvent? {
      while !isFinished {
        if Task.isCancelled {
          finish()
          break
        }
        receiveArrivals()
        let isFull = search.limit.map { shown >= $0 } ?? false
        let late = fetches.late
        if !isFull, let event = callLate(late) { return event }
        switch isFull ? machine.pendingStep() : machine.step(passing: late) {
        case .event(let event):
          if case .photo = event { shown += 1 }
          startCertain()
          return event
        case .finished:
          finish()
        case .needs(let indices):
          if supplyArrived(to: indices) { continue }
          restartStalled(indices)
          startCertain()
          start(indices.filter { queues[$0].canFetch })
          expect(indices)
          if await signals.next(isolation: isolation) == nil { finish() }
        }
      }
      return nil
    }

    private mutating func finish() {
      isFinished = true
      fetches.cancel()
    }

    private mutating func receiveArrivals() {
      for arrival in fetches.collect() {
        queues[arrival.source].receive(arrival.page, seen: machine.seen)
      }
    }

    private mutating func supplyArrived(to indices: [Int]) -> Bool {
      var isSupplied = false
      for index in indices {
        guard let page = queues[index].takeFirst() else { continue }
        machine.supply(page, to: index)
        isSupplied = true
      }
      return isSupplied
    }

    /// Asks where the machine stands for what no page ahead was asked for
    private mutating func restartStalled(_ indices: [Int]) {
      for index in indices where queues[index].isStalled {
        queues[index] = FetchQueue(
          from: machine.sources[index].position, capacity: policy.capacity)
      }
    }

    private func expect(_ indices: [Int]) {
      guard let patience = search.patience, machine.plan.order != .sequential else { return }
      for index in indices {
        fetches.expect(
          index, within: shown == 0 ? patience.first : patience.later, clock: search.clock)
      }
    }

    /// Says once of each late source that the others go on, when they can
    private mutating func callLate(_ late: Set<Int>) -> SearchEvent? {
      for index in late.subtracting(calledLate).sorted() {
        let others = machine.sources.indices.filter { $0 != index && machine.sources[$0].isActive }
        guard others.contains(where: { machine.sources[$0].rowsInHand + queues[$0].rows > 0 })
        else { continue }
        calledLate.insert(index)
        return .late(machine.sources[index].id)
      }
      return nil
    }

    private mutating func startCertain() {
      let outlooks = machine.sourcesByTurn.map { index in
        FetchPolicy.Outlook(
          index: index, rows: machine.sources[index].rowsInHand + queues[index].rows,
          canFetch: queues[index].canFetch, mayBringMore: queues[index].mayBringMore)
      }
      start(policy.certain(outlooks, order: machine.plan.order, shown: shown))
    }

    private mutating func start(_ indices: [Int]) {
      for index in indices {
        let provider = search.providers[index]
        let cursor = queues[index].start()
        machine.noteRequest(of: index)
        fetches.start(index) { [query, transport = search.transport] in
          await provider.page(of: query, at: cursor, over: transport)
        }
      }
    }
  }
}

@available(*, unavailable)
extension MergedSearch.Iterator: Sendable {}
