import Platform

/// Query, providers and order of a search: everything that a cursor carries besides the position
package struct SearchPlan: Hashable, Codable, Sendable {
  /// The words and filters
  package var query: PhotoQuery
  /// The providers in the order of their turns, without repeats; in a plan made of a command line,
  /// the names that were typed, see ``choice``
  package var providers: [ProviderID]
  /// How the answers become one list
  package var order: MergeOrder

  /// A plan for a search
  package init(query: PhotoQuery, providers: [ProviderID], order: MergeOrder = .interleaved) {
    self.query = query
    self.providers = providers
    self.order = order
  }

  /// The providers of a plan made of a command line: `all`, `-flickr`, or no names for all
  package var choice: ProviderChoice { ProviderChoice(names: providers) }

  /// The query to send to the providers: their latest photos first if they are merged by date
  package var askedQuery: PhotoQuery {
    if case .newest = order { query.latestFirst } else { query }
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
  /// The query with the sort order that merging by date needs
  var latestFirst: PhotoQuery {
    var query = self
    query.filters.sort = .latest
    return query
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

  /// Whether all providers that don't have to be named are among the chosen ones
  package var includesAll: Bool { named.contains(Self.all) }

  /// Providers to leave out
  package var leftOut: [ProviderID] { names.compactMap(Self.leftOut) }

  /// Whether a search with this choice asks a provider
  package func asks(_ profile: ProviderProfile) -> Bool {
    let isNamed = named.contains(profile.id) || includesAll && profile.isInAll
    return isNamed && !leftOut.contains(profile.id)
  }

  private static func leftOut(_ name: ProviderID) -> ProviderID? {
    name.rawValue.begins(with: "-") ? ProviderID(rawValue: String(name.rawValue.dropFirst())) : nil
  }
}
