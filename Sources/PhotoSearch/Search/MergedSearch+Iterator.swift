extension MergedSearch {
  /// A run of a search, which gives events and its current cursor
  package struct Iterator: AsyncIteratorProtocol {
    private var run: MergeRun

    init(_ search: MergedSearch) {
      run = MergeRun(search)
    }

    /// The cursor to continue from; nil if all providers are at their true end
    package var cursor: SearchCursor? { run.cursor }

    /// Each provider's results so far, in the order of their turns
    package var reports: [ProviderReport] { run.reports }

    /// The next event; nil at the end, at the limit, and once cancelled
    package mutating func next(isolation: isolated (any Actor)? = #isolation) async -> SearchEvent?
    {
      while !Task.isCancelled {
        guard let step = run.advance() else { break }
        switch step {
        case .event(let event): return event
        case .waits(let arrivals):
          var arrivals = arrivals.makeAsyncIterator()
          _ = await arrivals.next(isolation: isolation)
        }
      }
      run.cancel()
      return nil
    }
  }
}

@available(*, unavailable)
extension MergedSearch.Iterator: Sendable {}
