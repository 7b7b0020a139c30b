import Platform

/// One list of photos from several providers, in a fixed order, each picture once
///
/// A provider that fails only loses its own photos: the sequence never throws, and reports failures
/// and ends as events. Cancelling the task that reads it cancels its requests.
package struct MergedSearch: AsyncSequence, Sendable {
  package typealias Element = SearchEvent
  package typealias Failure = Never

  let start: SearchPosition
  let providers: [any PhotoProvider]
  let limit: Int?
  let transport: any HTTPTransport
  /// How long to wait for the provider whose turn it is while others have photos, counted from when
  /// its page was first requested; twice the time of the run's first answer, if that is longer
  ///
  /// After that the turn passes, and the provider joins again when it has answered. With nil, the
  /// default, there is no limit: then the order depends on the answers alone, never on their
  /// timing. The sequential order always waits.
  package var patience: Duration?
  /// Most pages to request from one provider in a run, cached ones included; nil, the default, for
  /// no limit
  ///
  /// If the next photo can't be known without one page more, the run ends as at its limit, and the
  /// provider's report says so. The cursor is then before that page and behind all rows that were
  /// judged, so a search whose filter nothing passes still moves on.
  package var maxRequests: Int?
  /// Whether a service that finds nothing with all words is asked once more, for some of them;
  /// false while the user is still typing
  package var secondTries = true
  /// The clock that measures the patience
  var clock: any Clock<Duration> = ContinuousClock()

  /// Starts a search
  ///
  /// - Parameters:
  ///   - query: words, or nil for a list, and filters
  ///   - order: how the providers' photos become one list
  ///   - providers: in the order of their turns; if an id repeats, the first counts
  ///   - limit: most photos; nil for no limit. With a limit, pages that are certain to be needed
  ///     are requested side by side.
  ///   - leftOut: ids of pictures that aren't shown
  ///   - transport: sends the requests
  package init(
    _ query: PhotoQuery, from providers: [any PhotoProvider], order: MergeOrder = .interleaved,
    limit: Int? = nil, leavingOut leftOut: [PhotoID] = [], over transport: any HTTPTransport
  ) {
    self.providers = providers.distinct(by: \.id)
    let plan = SearchPlan(query: query, providers: self.providers.map(\.id), order: order)
    start = SearchPosition(startOf: plan, leavingOut: leftOut)
    self.limit = limit
    self.transport = transport
  }

  /// Continues a search from a cursor
  ///
  /// - Parameters:
  ///   - cursor: where to continue
  ///   - providers: at least those of the cursor's plan, in any order
  ///   - limit: most photos; nil for no limit
  ///   - transport: sends the requests
  /// - Throws: ``UnknownProvider`` if the plan names a provider that is missing here.
  package init(
    continuing cursor: SearchCursor, from providers: [any PhotoProvider], limit: Int? = nil,
    over transport: any HTTPTransport
  ) throws(UnknownProvider) {
    self.providers = try cursor.position.plan.providers.map { id throws(UnknownProvider) in
      guard let provider = providers.first(where: { $0.id == id }) else {
        throw UnknownProvider(id: id)
      }
      return provider
    }
    start = cursor.position
    self.limit = limit
    self.transport = transport
  }

  /// The query, the providers and the order
  package var plan: SearchPlan { start.remainingPlan }

  /// A run from the start position of this search
  package func makeAsyncIterator() -> Iterator { Iterator(run: MergeRun(self)) }
}

extension MergedSearch {
  /// A run of a search, which gives events and its current cursor
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var run: MergeRun
    /// Providers that haven't answered in time and aren't waited for, in the order of their lateness
    package private(set) var late: [ProviderID] = []

    fileprivate init(run: MergeRun) { self.run = run }

    /// The cursor to continue from; nil if all providers are at their true end
    package var cursor: SearchCursor? { run.cursor }

    /// Each provider's results so far, in the order of their turns
    package var reports: [ProviderReport] { run.reports }

    /// The next event; nil at the end, at the limit, and once cancelled
    package mutating func next(isolation: isolated (any Actor)? = #isolation) async -> SearchEvent?
    {
      let event = await MergeRun.nextEvent(isolation: isolation) { run.advance() }
      if let event { update(late: event) } else { run.cancel() }
      return event
    }

    /// The next photo; other events only change ``reports`` and ``late``
    package mutating func nextPhoto(isolation: isolated (any Actor)? = #isolation) async -> Photo? {
      while let event = await next(isolation: isolation) {
        if case .photo(let photo) = event { return photo }
      }
      return nil
    }

    private mutating func update(late event: SearchEvent) {
      switch event {
      case .late(let id): late.append(id)
      case .photo(let photo): late.removeAll { $0 == photo.provider }
      case .failed(let error): late.removeAll { $0 == error.provider }
      case .ended(let id, _): late.removeAll { $0 == id }
      case .skipped: break
      }
    }
  }
}

@available(*, unavailable)
extension MergedSearch.Iterator: Sendable {}

/// A cursor's plan names a provider that isn't available
package struct UnknownProvider: Error, Hashable, Sendable {
  /// The missing provider
  package let id: ProviderID
}

/// An event of a merged search, in the order it happens
package enum SearchEvent: Hashable, Sendable {
  /// The next photo; the iterator's cursor is the place just after it
  case photo(Photo)
  /// A provider failed and left this run; a continued run asks it for the same page again
  case failed(ProviderError)
  /// A provider has no more photos
  case ended(ProviderID, EndReason)
  /// A provider has not answered in time; the others continue without it until it does
  case late(ProviderID)
  /// A provider can't answer this query, and why
  case skipped(ProviderID, reason: String)
}
