import Platform

/// Words and filters to search for
public struct PhotoQuery: Hashable, Sendable {
  /// Whether a query searches for words, or lists what providers show today
  public enum Kind: String, Sendable {
    /// Photos that match words
    case search
    /// Photos without words: a service's own choice, or those of one author or with one tag
    case list
  }

  /// Trimmed, never empty; nil for a list
  public let words: String?
  /// Filters that narrow the search
  public var filters: PhotoFilters {
    didSet { if filters.without != oldValue.without { typed = nil } }
  }
  /// Whether every service gets the words exactly as they are, and only once
  public private(set) var strictWords: Bool
  /// Whether a service is asked for some of the words, as it found nothing with all of them
  package var isSecondTry = false
  /// The photo that a list's photos are like, by its own service; nil for other lists
  package var similar: PhotoID?
  /// The service's own id of a list's subject, see ``PhotoQuery/subject``; nil while it isn't known
  var listID: String?
  /// Whether every service is asked as searches with a cursor of version 2 asked it
  private(set) var isOfVersion2 = false
  /// The text as it was typed, if a word to leave out (`-dog`) stands before another word; nil if
  /// such words are at its end, so that the text can be put together again
  private var typed: String?

  /// - Parameters:
  ///   - words: white space is folded; nil or blank makes a list. A word after a hyphen, or a
  ///     phrase in quotes after one, is removed from the words and added to
  ///     ``PhotoFilters/without``.
  ///   - filters: narrow the search
  ///   - strictWords: whether every service gets the words exactly as they are, hyphens too, and
  ///     only once
  public init(_ words: String?, filters: PhotoFilters = PhotoFilters(), strictWords: Bool = false) {
    self.filters = filters
    let folded = PlainText.folded(words)
    self.strictWords = strictWords
    guard let folded, !strictWords, folded.contains(bytes: "-") else {
      self.words = folded
      return
    }
    let (rest, excluded) = SearchText.parted(folded)
    self.words = PlainText.folded(rest)
    guard !excluded.isEmpty else { return }
    self.filters.without += excluded
    if self.words != nil, wordsOfVersion2 != folded { typed = folded }
  }

  /// `search` if there are words
  package var kind: Kind { words == nil ? .list : .search }

  /// This query as searches with a cursor of version 2 asked it: these had neither
  /// ``PhotoFilters/without`` nor forms of words
  var ofVersion2: PhotoQuery {
    var query = self
    (query.strictWords, query.isOfVersion2) = (true, true)
    return query
  }

  /// The words that searches with a cursor of version 2 sent: those to leave out were among them,
  /// behind hyphens
  package var wordsOfVersion2: String? {
    let excluded = filters.without.map { $0.contains(bytes: " ") ? "-\"\($0)\"" : "-\($0)" }
    return typed ?? words.map { ([$0] + excluded).joined(separator: " ") }
  }

  /// The words from which the same query can be made again
  var storedWords: String? { typed ?? words }

  /// The words, author, tag or photo that a list is for, behind a blank: ` for “red panda”`, ` by
  /// “Ansel Adams”`; empty for what services show today
  package var phrase: String {
    if let words { return " for “\(words)”" }
    if let similar { return " like \(similar)" }
    return switch subject?.kind {
    case .author?: " by “\(filters.author ?? "")”"
    case .tag?: " tagged “\(filters.tag ?? "")”"
    case .similar?, nil: ""
    }
  }

  /// The query without its subject, so that what is left narrows it
  package var withoutSubject: PhotoQuery {
    var query = self
    let own = subject?.kind.filter
    query.filters = filters.keeping { $0 != own }
    return query
  }

  /// The subject of a list without words; nil for a search, and for what services show today
  package var subject: ListSubject? {
    guard words == nil else { return nil }
    if let similar { return ListSubject(kind: .similar, value: listID ?? similar.native) }
    if let tag = filters.tag { return ListSubject(kind: .tag, value: listID ?? tag) }
    return filters.author.map { ListSubject(kind: .author, value: listID ?? $0) }
  }

  /// The query without filters that narrow it
  package var bare: PhotoQuery {
    var query = self
    query.filters = filters.keeping { words == nil && [.author, .tag].contains($0) }
    return query
  }

  /// A copy whose list is asked for by a service's own id; nil leaves it as it is
  func listing(_ id: String?) -> PhotoQuery {
    var query = self
    query.listID = id ?? listID
    return query
  }
}

/// The author, the tag or the photo that a list without words is about
package struct ListSubject: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case author, tag, similar

    /// The filter that photos of the list pass; nil if there is none
    var filter: FilterRow? {
      switch self {
      case .author: .author
      case .tag: .tag
      case .similar: nil
      }
    }

    /// Why a provider without such a list is skipped
    var inability: String {
      switch self {
      case .author: "can't list one author's photos"
      case .tag: "can't list photos by tag"
      case .similar: "can't list similar photos"
      }
    }
  }

  package let kind: Kind
  /// The name or address of an author, a tag, or the native id of a photo; the service's id of it
  /// once that is known
  package var value: String

  /// Why a provider is skipped that can't be asked for it, although it has such lists
  var objection: String {
    switch kind {
    case .author where value.isWebAddress: "it isn't the address of an author's page there"
    case .author: "its authors can't have that name"
    case .tag: "its tags can't be like that"
    case .similar: "it isn't a photo of this service"
    }
  }

  /// The notice that a service knows no such author, tag or photo
  var absence: String {
    switch kind {
    case .author: "knows no author “\(value)”"
    case .tag: "has no tag “\(value)”"
    case .similar: "knows nothing like it"
    }
  }
}

extension String {
  /// Whether the text is the address of an author's page
  var isWebAddress: Bool { begins(with: "https://") || begins(with: "http://") }
}

extension PhotoQuery: Codable {
  private enum CodingKeys: CodingKey { case words, filters, strictWords, similar }

  /// Reads a stored query, folding its words as ``init(_:filters:strictWords:)`` does
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decodeIfPresent(String.self, forKey: .words),
      filters: try values.decode(PhotoFilters.self, forKey: .filters),
      strictWords: try values.decodeIfPresent(Bool.self, forKey: .strictWords) ?? false)
    similar = try values.decodeIfPresent(PhotoID.self, forKey: .similar)
  }

  /// Writes the query; `strictWords` and `similar` are written only if they are set, so that equal
  /// searches that were stored before have the same text
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(storedWords, forKey: .words)
    try values.encode(filters, forKey: .filters)
    if strictWords { try values.encode(true, forKey: .strictWords) }
    try values.encodeIfPresent(similar, forKey: .similar)
  }
}

/// The language of a query's words, e.g. `de`, `pt-BR` or `zh-Hant`: a language, optionally with a
/// script and a region (BCP 47)
public struct QueryLanguage: RawRepresentable, Hashable, Sendable, Codable {
  /// The code in the form that BCP 47 recommends
  public let rawValue: String

  /// - Parameter rawValue: capitals or small letters, hyphens or underscores
  /// - Returns: nil if it isn't a language code.
  public init?(rawValue: String) {
    var parts = rawValue.replacing(each: "_", by: "-").components(at: "-")[...]
    func next(_ lengths: ClosedRange<Int>, isNumber: Bool = false) -> Substring? {
      guard let part = parts.first, lengths.contains(part.utf8.count),
        part.utf8.allSatisfy({ isNumber ? $0.isDigit : $0.isLetter })
      else { return nil }
      return parts.removeFirst()
    }
    guard let language = next(2...3) else { return nil }
    let script = next(4...4).map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    let region = next(2...2) ?? next(3...3, isNumber: true)
    guard parts.isEmpty else { return nil }
    self.rawValue = [language.lowercased(), script, region?.uppercased()].compactMap(\.self)
      .joined(separator: "-")
  }

  /// The language without script and region, e.g. `pt`
  package var language: String { String(rawValue.components(at: "-")[0]) }

  /// Whether the language is Chinese in traditional characters, which services treat as another
  /// language
  package var isTraditionalChinese: Bool {
    let parts = rawValue.components(at: "-").dropFirst()
    guard language == "zh", !parts.contains("Hans") else { return false }
    return parts.contains { ["Hant", "TW", "HK", "MO"].contains($0) }
  }

  /// The nearest of a service's codes: the same, else the first one of that language
  ///
  /// - Returns: nil if the service lacks the language.
  public func nearest(among codes: [String]) -> String? {
    if let same = codes.first(where: { $0.lowercased() == rawValue.lowercased() }) { return same }
    let ways = codes.compactMap { code in QueryLanguage(rawValue: code).map { (code, $0) } }
    return ways.first { way in
      Self.kin(of: way.1.language) == Self.kin(of: language)
        && way.1.isTraditionalChinese == isTraditionalChinese
    }?.0
  }

  /// One code for the three of Norwegian
  private static func kin(of language: String) -> String {
    ["no", "nn"].contains(language) ? "nb" : language
  }
}
