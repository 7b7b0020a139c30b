/// What is asked of whom, and how the answers are put in order: all that a cursor has to carry
/// besides the place
package struct SearchPlan: Hashable, Codable, Sendable {
  /// The words and filters
  package var query: PhotoQuery
  /// In the order of their turns, each once
  package var providers: [ProviderID]
  /// How the answers become one list
  package var order: MergeOrder

  /// What to search, where and how
  package init(query: PhotoQuery, providers: [ProviderID], order: MergeOrder = .interleaved) {
    self.query = query
    self.providers = providers
    self.order = order
  }
}

/// How the photos of several providers become one list
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MergeOrder: String, CaseIterable, Codable, Sendable {
  /// In turn, in the order the providers were named
  case interleaved
  /// The latest published first, unknown dates last
  case newest
  /// One provider after the other
  case sequential
}

extension PhotoQuery {
  /// The same query as providers are asked it whose photos are merged by date
  package var latestFirst: PhotoQuery {
    var query = self
    query.filters.sort = .latest
    return query
  }
}

/// What a merged search tells, in the order it happens
package enum SearchEvent: Hashable, Sendable {
  /// The next photo; the iterator's cursor is the place just after it
  case photo(Photo)
  /// A provider left this run; a continued run asks it for the same page again
  case failed(ProviderError)
  /// A provider has no more photos
  case ended(ProviderID, EndReason)
  /// A provider has not answered in time: the others go on without it until it does
  case late(ProviderID)
  /// A provider cannot answer this query as asked, and why
  case skipped(ProviderID, reason: String)
}

/// What became of one provider in one run
public struct ProviderReport: Hashable, Sendable {
  /// Where a provider stands
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Status: Hashable, Sendable {
    /// More may come
    case ok
    /// Its true end
    case ended(EndReason)
    /// It left this run; a continued run asks it again
    case failed(ProviderError)
    /// It cannot answer this query as asked, and why
    case skipped(String)
  }

  /// Which one
  public let id: ProviderID
  /// Where it stands
  public var status: Status
  /// Photos of this run
  public var shown: Int
  /// How many the provider says it has: an estimate
  public var total: Int?
  /// Pages asked for in this run, from whatever layer they came
  public var requests: Int
  /// Pages asked for beside those, which the list did not come to: they were not answered when the
  /// run ended, or of no use by then
  package var requestsBeside = 0
  /// What the service said last is left of the requests that it answers; nil where it doesn't say, and
  /// where no reply came from the network
  public internal(set) var quota: Quota?
  /// Rows that are not shown, by reason
  public var excluded: [ExclusionReason: Int]
  /// What the provider said besides, each once
  public var notices: [String] = []
  /// Of the photos of this run those that don't say whether a machine made them, where such were to
  /// be left out
  public var maybeAIGenerated: Int
  /// Whether the run ended because this provider had given all the pages that it may be asked for at
  /// a time: 20 for a batch; the next batch looks further
  public var reachedRequestLimit: Bool

  /// One that nothing was asked of yet
  package init(
    id: ProviderID, status: Status = .ok, shown: Int = 0, total: Int? = nil, requests: Int = 0,
    excluded: [ExclusionReason: Int] = [:], maybeAIGenerated: Int = 0,
    reachedRequestLimit: Bool = false
  ) {
    self.id = id
    self.status = status
    self.shown = shown
    self.total = total
    self.requests = requests
    self.excluded = excluded
    self.maybeAIGenerated = maybeAIGenerated
    self.reachedRequestLimit = reachedRequestLimit
  }
}

extension ProviderReport {
  /// Whether at least one of its pages was read
  package var hasAnswered: Bool {
    switch status {
    case .ok, .ended: requests > 0
    // The last of its requests is the one that failed, unless that was held back.
    case .failed(let error): shown > 0 || requests > (error.wasAsked ? 1 : 0)
    case .skipped: false
    }
  }
}
