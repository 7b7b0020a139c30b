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
  /// Whether every service gets the words exactly as they are, and only once
  public private(set) var strictWords: Bool
  /// Whether a service is asked for some of the words, as it found nothing with all of them
  package var isSecondTry = false

  /// - Parameters:
  ///   - words: white space is folded; nil or blank makes a list. A word after a hyphen, or a phrase in
  ///     quotes after one, is removed from the words and added to ``PhotoFilters/without``.
  ///   - filters: narrow the search
  ///   - strictWords: whether every service gets the words exactly as they are, hyphens too, and only
  ///     once
  public init(
    _ words: String?, filters: PhotoFilters = PhotoFilters(), strictWords: Bool = false
  ) {
    self.filters = filters
    let folded = PlainText.folded(words)
    self.strictWords = strictWords
    guard let folded, !strictWords, folded.holds("-") else {
      self.words = folded
      return
    }
    let (rest, excluded) = SearchText.parted(folded)
    self.words = PlainText.folded(rest)
    self.filters.without.add(excluded)
  }

  /// `search` if there are words
  package var kind: Kind { words == nil ? .list : .search }

  /// This query with strict words
  var asTyped: PhotoQuery {
    var query = self
    query.strictWords = true
    return query
  }
}

extension PhotoQuery: Codable {
  private enum CodingKeys: CodingKey { case words, filters, strictWords }

  /// Reads a stored query, folding its words as ``init(_:filters:strictWords:)`` does
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decodeIfPresent(String.self, forKey: .words),
      filters: try values.decode(PhotoFilters.self, forKey: .filters),
      strictWords: try values.decodeIfPresent(Bool.self, forKey: .strictWords) ?? false)
  }

  /// Writes the query; `strictWords` is written only if it is true, so that equal searches that were
  /// stored before have the same text
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(words, forKey: .words)
    try values.encode(filters, forKey: .filters)
    if strictWords { try values.encode(true, forKey: .strictWords) }
  }
}
