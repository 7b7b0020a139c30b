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

  /// - Parameters:
  ///   - words: white space is folded; nil or blank makes a list
  ///   - filters: what narrows the search
  public init(_ words: String?, filters: PhotoFilters = PhotoFilters()) {
    self.words = PlainText.folded(words)
    self.filters = filters
  }

  /// A search when there are words
  package var kind: Kind { words == nil ? .list : .search }
}

extension PhotoQuery: Codable {
  /// Reads what was written, its words folded as ``init(_:filters:)`` does
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decodeIfPresent(String.self, forKey: .words),
      filters: try values.decode(PhotoFilters.self, forKey: .filters))
  }
}
