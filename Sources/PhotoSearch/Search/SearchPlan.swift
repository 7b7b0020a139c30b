/// What is asked of whom, and how the answers are put in order: all that a cursor has to carry
/// besides the place
public struct SearchPlan: Hashable, Codable, Sendable {
  /// The words and filters
  public var query: PhotoQuery
  /// In the order of their turns, each once
  public var providers: [ProviderID]
  /// How the answers become one list
  public var order: MergeOrder

  /// What to search, where and how
  public init(query: PhotoQuery, providers: [ProviderID], order: MergeOrder = .interleaved) {
    self.query = query
    self.providers = providers
    self.order = order
  }
}

/// How the photos of several providers become one list
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
