extension MergedSearch {
  /// A run of a search: gives events, and tells at any time where it stands
  package struct Iterator: AsyncIteratorProtocol {
    private var run: MergeRun

    init(_ search: MergedSearch) {
      run = MergeRun(search)
    }

    /// What to continue with from here; nil at the true end of all providers
    package var cursor: SearchCursor? { run.cursor }

    /// What became of each provider so far, in the order of their turns
    package var reports: [ProviderReport] { run.reports }

    /// The next event; nil at the end, at a limit, and once cancelled
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
