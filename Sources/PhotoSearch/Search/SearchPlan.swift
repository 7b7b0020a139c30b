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
