/// One list of photos from several providers, in a fixed order, each picture once
///
/// A provider that fails costs its own photos, never the others': the sequence itself never
/// fails. It tells of failures and ends as events. Cancelling the task that reads it ends the
/// requests under way.
package struct MergedSearch: AsyncSequence, Sendable {
  package typealias Element = SearchEvent
  package typealias Failure = Never

  let start: SearchPosition
  let providers: [any PhotoProvider]
  let limit: Int?
  let transport: any HTTPTransport
  /// How long a provider whose turn it is is waited for while others have photos in hand, counted
  /// from when its page was first asked for; twice as long as the first answer of the run took,
  /// where that is longer
  ///
  /// After that the turn passes, and the provider joins again when it has answered. nil, as by
  /// default, waits for every provider as long as it takes: then the order depends on what the
  /// providers answer alone, never on when. One after another knows no patience.
  package var patience: Duration?
  /// Pages that one provider is asked for in a run, from wherever they come, at most; nil, as by
  /// default, for as many as are needed
  ///
  /// Where the next photo isn't known without one more, the run ends as if its limit were reached,
  /// and the report of that provider says so. The cursor then stands before the page that was not
  /// asked for, behind all rows that were judged: a filter that nothing passes gets on too.
  package var maxRequests: Int?
  /// Whether a service that finds nothing with all of three words or more is asked once more, for some of
  /// them; not while somebody types
  package var secondTries = true
  /// What patience is measured by
  var clock: any Clock<Duration> = ContinuousClock()

  /// Starts a search
  ///
  /// - Parameters:
  ///   - query: words, or none for a list, and filters
  ///   - order: how the providers' photos become one list
  ///   - providers: in the order of their turns; of two with the same id the first counts
  ///   - limit: photos to give; nil for as many as there are. Known, it lets pages that are
  ///     certain to be needed be asked for side by side.
  ///   - transport: what carries the requests
  package init(
    _ query: PhotoQuery, from providers: [any PhotoProvider], order: MergeOrder = .interleaved,
    limit: Int? = nil, over transport: any HTTPTransport
  ) {
    var distinct: [any PhotoProvider] = []
    for provider in providers where !distinct.contains(where: { $0.id == provider.id }) {
      distinct.append(provider)
    }
    let plan = SearchPlan(query: query, providers: distinct.map(\.id), order: order)
    self.start = SearchPosition(startOf: plan)
    self.providers = distinct
    self.limit = limit
    self.transport = transport
  }

  /// Continues a search from a cursor
  ///
  /// - Parameters:
  ///   - cursor: where to continue
  ///   - providers: at least those of the cursor's plan, in any order
  ///   - limit: photos to give; nil for as many as there are
  ///   - transport: what carries the requests
  /// - Throws: ``UnknownProvider`` when the plan names one that is not among them.
  package init(
    continuing cursor: SearchCursor, from providers: [any PhotoProvider], limit: Int? = nil,
    over transport: any HTTPTransport
  ) throws(UnknownProvider) {
    var chosen: [any PhotoProvider] = []
    for id in cursor.plan.providers {
      guard let provider = providers.first(where: { $0.id == id }) else {
        throw UnknownProvider(id: id)
      }
      chosen.append(provider)
    }
    self.start = cursor.position
    self.providers = chosen
    self.limit = limit
    self.transport = transport
  }

  /// What is searched, of whom, in which order
  package var plan: SearchPlan { start.plan }

  /// The photos alone
  package var photos: some AsyncSequence<Photo, Never> & Sendable {
    compactMap { event in
      if case .photo(let photo) = event { photo } else { nil }
    }
  }

  /// A run from the start of this search
  package func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }
}

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

/// A cursor's plan names a provider that is not at hand
package struct UnknownProvider: Error, Hashable, Sendable {
  /// The one that is missing
  package let id: ProviderID
}
