/// One provider's results in one run
public struct ProviderReport: Hashable, Sendable {
  /// A provider's status
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Status: Hashable, Sendable {
    /// More photos may come
    case ok
    /// The provider has no more photos
    case ended(EndReason)
    /// The provider failed and left this run; a continued run asks it again
    case failed(ProviderError)
    /// The provider can't answer this query, and why
    case skipped(String)
  }

  /// The provider
  public let id: ProviderID
  /// The provider's status
  public var status: Status
  /// Photos that the provider has given in this run
  public var shown: Int
  /// How many photos the provider says it has: an estimate
  public var total: Int?
  /// Pages requested in this run, cached ones included
  public var requests: Int
  /// Further requests for pages that the list didn't reach: they had no answer when the run ended,
  /// or were no longer needed
  package var requestsBeside = 0
  /// How many requests the service said are left; nil if it doesn't say, or no reply came from the
  /// network
  public internal(set) var quota: Quota?
  /// The words that were sent last, without marks or stop words, or some of them; nil if the typed
  /// words were sent
  public internal(set) var asked: String?
  /// Whether the provider found nothing with all of the words, and was asked for some of them
  package internal(set) var bySomeWords = false
  /// Whether the service may only find photos that have every word of a search
  package var wantsAllWords = false
  /// Rows that aren't shown, counted by reason
  public var excluded: [ExclusionReason: Int]
  /// Notices from the provider, each once
  public var notices: [String] = []
  /// Photos of this run that don't say whether a machine made them, though such photos were to be
  /// left out
  public var maybeAIGenerated = 0
  /// Whether the run ended because this provider may be asked for no more pages at a time (20 for a
  /// batch); the next batch searches further
  public var reachedRequestLimit = false

  /// A provider that hasn't been asked anything yet
  package init(
    id: ProviderID, status: Status = .ok, shown: Int = 0, total: Int? = nil, requests: Int = 0,
    excluded: [ExclusionReason: Int] = [:]
  ) {
    self.id = id
    self.status = status
    self.shown = shown
    self.total = total
    self.requests = requests
    self.excluded = excluded
  }
}

extension ProviderReport {
  /// The failure because of which the provider left this run; nil if it didn't
  package var failure: ProviderError? { if case .failed(let error) = status { error } else { nil } }

  /// Whether the provider failed because the cache, which alone was asked, lacks the reply
  package var isNotCached: Bool {
    if case .transport(.notCached) = failure?.reason { true } else { false }
  }

  /// Whether the provider failed because the recording has other searches
  package var isNotRecorded: Bool {
    if case .transport(.notRecorded) = failure?.reason { true } else { false }
  }

  /// Why the provider can't answer the query; nil if it can
  package var objection: String? { if case .skipped(let reason) = status { reason } else { nil } }

  /// Whether at least one of the provider's pages was read
  package var hasAnswered: Bool {
    switch status {
    case .ok, .ended: requests > 0
    // The last request is the one that failed, unless it was held back.
    case .failed(let error): shown > 0 || requests > (error.wasAsked ? 1 : 0)
    case .skipped: false
    }
  }
}

extension [ProviderReport] {
  /// Whether a provider has answered
  package var hasAnswer: Bool { contains(where: \.hasAnswered) }
}
