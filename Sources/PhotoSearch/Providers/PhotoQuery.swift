/// What is looked for
public struct PhotoQuery: Hashable, Sendable {
  /// Words search; nil lists what the providers show today
  public enum Kind: String, Sendable {
    case search, list
  }

  /// Trimmed, never empty; nil for a list
  public let words: String?
  /// What narrows it
  public var filters: PhotoFilters

  /// - Parameters:
  ///   - words: white space is folded; nil or blank makes a list
  ///   - filters: what narrows the search
  public init(words: String?, filters: PhotoFilters = PhotoFilters()) {
    self.words = PlainText.folded(words)
    self.filters = filters
  }

  /// A search when there are words
  public var kind: Kind { words == nil ? .list : .search }
}

extension PhotoQuery: Codable {
  /// Reads what was written, its words folded as ``init(words:filters:)`` does
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      words: try values.decodeIfPresent(String.self, forKey: .words),
      filters: try values.decode(PhotoFilters.self, forKey: .filters))
  }
}

/// What narrows a search, in the words of the command line
public struct PhotoFilters: Hashable, Sendable {
  /// How careful to be with pictures not meant for everybody
  public enum Safety: String, CaseIterable, Codable, Sendable {
    case strict, moderate, off
  }

  /// The shape of a picture
  public enum Orientation: String, CaseIterable, Codable, Sendable {
    case landscape, portrait, square
  }

  /// Colors as Unsplash names them
  public enum Color: String, CaseIterable, Codable, Sendable {
    case blackAndWhite = "black_and_white"
    case black, white, yellow, orange, red, purple, magenta, green, teal, blue
  }

  /// What comes first
  public enum Sort: String, CaseIterable, Codable, Sendable {
    case relevant, latest, popular
  }

  /// nil: strict, where a provider has such a thing
  public var safety: Safety?
  /// nil for all
  public var orientation: Orientation?
  /// Every condition holds, and where codes are named, one of them; empty for all
  public var licenses: [LicenseCode]
  /// nil for all
  public var color: Color?
  /// What each provider gives first
  public var sort: Sort
  /// Whether to leave out what its service says was made by a machine; what says nothing stays
  public var noAI: Bool
  /// The language of the words, for the services that take one; nil for none in particular
  public var language: QueryLanguage?

  /// Filters for a search; `any` among the licences stands for all codes
  public init(
    safety: Safety? = nil, orientation: Orientation? = nil, licenses: [LicenseCode] = [],
    color: Color? = nil, sort: Sort = .relevant, noAI: Bool = false, language: QueryLanguage? = nil
  ) {
    self.safety = safety
    self.orientation = orientation
    self.licenses = licenses.contains(.any) ? licenses.filter(\.isCondition) : licenses
    self.color = color
    self.sort = sort
    self.noAI = noAI
    self.language = language
  }
}

extension PhotoFilters: Codable {
  /// Reads what was written; a filter that isn't there is one that nothing was said of, so that
  /// what an earlier version wrote stays readable
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      safety: try values.decodeIfPresent(Safety.self, forKey: .safety),
      orientation: try values.decodeIfPresent(Orientation.self, forKey: .orientation),
      licenses: try values.decodeIfPresent([LicenseCode].self, forKey: .licenses) ?? [],
      color: try values.decodeIfPresent(Color.self, forKey: .color),
      sort: try values.decodeIfPresent(Sort.self, forKey: .sort) ?? .relevant,
      noAI: try values.decodeIfPresent(Bool.self, forKey: .noAI) ?? false,
      language: try values.decodeIfPresent(QueryLanguage.self, forKey: .language))
  }

  /// Writes `noAI` only where it is set: a search is known again by what was written of it, also by
  /// an earlier version
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(safety, forKey: .safety)
    try values.encodeIfPresent(orientation, forKey: .orientation)
    try values.encode(licenses, forKey: .licenses)
    try values.encodeIfPresent(color, forKey: .color)
    try values.encode(sort, forKey: .sort)
    if noAI { try values.encode(noAI, forKey: .noAI) }
    try values.encodeIfPresent(language, forKey: .language)
  }

  private enum CodingKeys: CodingKey {
    case safety, orientation, licenses, color, sort, noAI, language
  }
}

extension PhotoFilters.Orientation {
  /// The orientation of a picture; one within 5 % of a square is square
  public init(of size: PixelSize) {
    let ratio = Double(size.width) / Double(size.height)
    self = ratio > 1.05 ? .landscape : ratio < 1 / 1.05 ? .portrait : .square
  }
}
