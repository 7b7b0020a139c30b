import Platform

/// Query, providers and order of a search: everything that a cursor carries besides the position
package struct SearchPlan: Hashable, Codable, Sendable {
  /// The words and filters
  package var query: PhotoQuery
  /// The providers in the order of their turns, without repeats
  package var providers: [ProviderID]
  /// How the answers become one list
  package var order: MergeOrder

  /// A plan for a search
  package init(query: PhotoQuery, providers: [ProviderID], order: MergeOrder = .interleaved) {
    (self.query, self.providers, self.order) = (query, providers, order)
  }
}

/// How the photos of several providers become one list
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MergeOrder: String, CaseIterable, Codable, Sendable {
  /// One photo of each provider in turn, in the order in which the providers were named
  case interleaved
  /// The latest published first, unknown dates last
  case newest
  /// One provider after the other
  case sequential
}

extension PhotoQuery {
  /// The query to send to providers whose photos are merged by date
  package var latestFirst: PhotoQuery {
    var query = self
    query.filters.sort = .latest
    return query
  }
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
  /// The words that were sent last, without marks or stop words, or some of them; nil if the typed words
  /// were sent
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
    (self.id, self.status, self.shown) = (id, status, shown)
    (self.total, self.requests, self.excluded) = (total, requests, excluded)
  }
}

extension ProviderReport {
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

/// A choice of providers by names as people type them: `all,nasa`, `-flickr`
package struct ProviderChoice: Hashable, Sendable {
  package static let all = ProviderID(rawValue: "all")

  /// Names, `all`, and names with a hyphen, which are left out; empty for all
  package var names: [ProviderID]

  package init(names: [ProviderID] = []) { self.names = names }

  /// The chosen names, including ``all``
  package var named: [ProviderID] {
    let named = names.filter { Self.leftOut($0) == nil }
    return named.isEmpty ? [Self.all] : named
  }

  /// Providers to leave out
  package var leftOut: [ProviderID] { names.compactMap(Self.leftOut) }

  private static func leftOut(_ name: ProviderID) -> ProviderID? {
    name.rawValue.begins(with: "-") ? ProviderID(rawValue: String(name.rawValue.dropFirst())) : nil
  }
}

/// Providers that haven't answered and aren't waited for
///
/// A line on the terminal names them while nothing else is shown; printed between photos, it would
/// split their grid.
package struct LateProviders {
  package private(set) var ids: [ProviderID] = []

  package init() {}

  package mutating func note(_ event: SearchEvent) {
    switch event {
    case .late(let id): ids.append(id)
    case .photo(let photo): ids.removeAll { $0 == photo.provider }
    case .failed(let error): ids.removeAll { $0 == error.provider }
    case .ended(let id, _): ids.removeAll { $0 == id }
    case .skipped: break
    }
  }
}
