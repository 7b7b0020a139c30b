/// Words and filters to search for
public struct PhotoQuery: Hashable, Sendable {
  /// Whether a query searches for words, or lists what providers show today
  public enum Kind: String, Sendable {
    /// Photos that match words
    case search
    /// A service's own choice of photos, without words
    case list
  }

  /// Trimmed, never empty; nil for a list
  public let words: String?
  /// Filters that narrow the search
  public var filters: PhotoFilters

  /// - Parameters:
  ///   - words: white space is folded; nil or blank makes a list
  ///   - filters: narrow the search
  public init(_ words: String?, filters: PhotoFilters = PhotoFilters()) {
    self.words = PlainText.folded(words)
    self.filters = filters
  }

  /// `search` if there are words
  package var kind: Kind { words == nil ? .list : .search }
}

extension PhotoQuery: Codable {
  /// Reads a stored query, folding its words as ``init(_:filters:)`` does
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decodeIfPresent(String.self, forKey: .words),
      filters: try values.decode(PhotoFilters.self, forKey: .filters))
  }
}
