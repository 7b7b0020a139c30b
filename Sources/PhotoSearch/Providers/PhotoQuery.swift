/// What is looked for
public struct PhotoQuery: Hashable, Sendable {
  /// Words search; nil lists what the providers show today
  public enum Kind: String, Sendable {
    /// By words
    case search
    /// Without words
    case list
  }

  /// Trimmed, never empty; nil for a list
  public let words: String?
  /// What narrows it
  public var filters: PhotoFilters
  /// Whether every service gets the words exactly as they are, and is asked for nothing else where it
  /// finds nothing
  public private(set) var strictWords: Bool
  /// Whether a service that found nothing with all of the words is asked for some of them
  package var isSecondTry = false

  /// - Parameters:
  ///   - words: white space is folded; nil or blank makes a list. A word with a hyphen before it, or
  ///     several in quotes, are left out of what is found: they become ``PhotoFilters/without``.
  ///   - filters: what narrows the search
  ///   - strictWords: whether every service gets the words exactly as they are, those with a hyphen
  ///     too, and is asked for nothing else where it finds nothing
  public init(
    _ words: String?, filters: PhotoFilters = PhotoFilters(), strictWords: Bool = false
  ) {
    self.filters = filters
    let folded = PlainText.folded(words)
    self.strictWords = strictWords && folded != nil
    guard let folded, !strictWords, folded.holds("-") else {
      self.words = folded
      return
    }
    let (rest, excluded) = SearchText.parted(folded)
    self.words = PlainText.folded(rest)
    self.filters.without.add(excluded)
  }

  /// A search when there are words
  package var kind: Kind { words == nil ? .list : .search }

  /// The same with the words exactly as they are
  var asTyped: PhotoQuery {
    var query = self
    query.strictWords = words != nil
    return query
  }
}

extension PhotoQuery: Codable {
  private enum CodingKeys: CodingKey { case words, filters, strictWords }

  /// Reads what was written, its words folded as ``init(_:filters:strictWords:)`` does
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decodeIfPresent(String.self, forKey: .words),
      filters: try values.decode(PhotoFilters.self, forKey: .filters),
      strictWords: try values.decodeIfPresent(Bool.self, forKey: .strictWords) ?? false)
  }

  /// Writes it; whether the words are strict only where they are, as searches that were kept say
  /// nothing of it
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(words, forKey: .words)
    try values.encode(filters, forKey: .filters)
    if strictWords { try values.encode(true, forKey: .strictWords) }
  }
}
