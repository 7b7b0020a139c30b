public import Foundation
import Platform

/// Filters that narrow a search
///
/// If a service lacks a filter, each photo is judged by its own data, or the service is skipped for
/// this search (``ProviderReport/Status``).
public struct PhotoFilters: Hashable, Sendable {
  /// How strictly to leave out pictures that aren't for everybody
  public enum Safety: String, CaseIterable, Codable, Sendable {
    /// As strict as the service can be
    case strict
    /// A step less strict; equal to strict if the service has no such step
    case moderate
    /// No restriction: also pictures for adults, if the service has them
    case off
  }

  /// The shape of a picture
  public enum Orientation: String, CaseIterable, Codable, Sendable {
    /// The picture is wider than high by more than 5 %
    case landscape
    /// The picture is higher than wide by more than 5 %
    case portrait
    /// The picture is within 5 % of a square
    case square

    /// The orientation of a picture; within 5 % of a square it is square
    package init(of size: PixelSize) {
      let ratio = Double(size.width) / Double(size.height)
      self = ratio > 1.05 ? .landscape : ratio < 1 / 1.05 ? .portrait : .square
    }
  }

  /// Colors by Unsplash's names, and any other color by its red, green and blue
  public enum Color: Hashable, Codable, Sendable {
    /// Black, white and grays only
    case blackAndWhite
    /// Mostly black
    case black
    /// Mostly white
    case white
    /// Mostly yellow
    case yellow
    /// Mostly orange
    case orange
    /// Mostly red
    case red
    /// Mostly purple; Pexels calls it violet, Pixabay lilac
    case purple
    /// Mostly magenta
    case magenta
    /// Mostly green
    case green
    /// Mostly teal, between green and blue
    case teal
    /// Mostly blue
    case blue
    /// Near a color, given as 8 bits each for red, green and blue: `.rgb(0xFF8800)`
    case rgb(UInt32)
  }

  /// The order of the results
  public enum Sort: String, CaseIterable, Codable, Sendable {
    /// The best matches first, as the service sees it
    case relevant
    /// The latest published first
    case latest
    /// The most viewed or liked first
    case popular
  }

  /// How strict to be; nil for strict, where a provider has such a filter
  public var safety: Safety?
  /// The picture's shape; nil for all
  public var orientation: Orientation?
  /// Every condition must be met, and one of the licences, if any are named; empty for all
  public var licenses: [LicenseCode]
  /// The picture's main color; nil for all
  public var color: Color?
  /// Least width in pixels; nil for all
  public var minWidth: Int?
  /// Least height in pixels; nil for all
  public var minHeight: Int?
  /// Least size in millions of pixels; nil for all
  public var minMegapixels: Double?
  /// The ratio of width to height, within 2 %; nil for all
  public var ratio: PixelSize?
  /// Earliest time of publication; nil for all
  public var since: Date?
  /// Latest time of publication; nil for all
  public var until: Date?
  /// The photo's author: a name, whole words of one, or the last part of a profile's address. Words
  /// end at any character that is neither letter nor digit; capitals, accents and apostrophes are
  /// ignored. nil for all
  public var author: String?
  /// A tag that the photo has, or the words of one; nil for all
  package var tag: String?
  /// Words that no photo may have in its title, description or tags, also as the start of a longer
  /// word: `cat` leaves out `cats`. Several words in one text are a phrase, and commas separate
  /// phrases; each is kept once. Empty for none
  ///
  /// Services that can leave words out are asked; photos of others are checked, and a photo without
  /// any text passes.
  public var without: [String] { didSet { without = without.phrases } }
  /// The order of each provider's photos
  public var sort: Sort
  /// Whether to leave out photos that the service says a machine made; photos without this fact
  /// stay
  public var excludesAIGenerated: Bool
  /// The language of the words, for services that can be told; nil to tell none
  public var language: QueryLanguage?

  /// Filters for a search
  public init(
    safety: Safety? = nil, orientation: Orientation? = nil, licenses: [LicenseCode] = [],
    color: Color? = nil, minWidth: Int? = nil, minHeight: Int? = nil, minMegapixels: Double? = nil,
    ratio: PixelSize? = nil, since: Date? = nil, until: Date? = nil, author: String? = nil,
    without: [String] = [],
    sort: Sort = .relevant, excludesAIGenerated: Bool = false, language: QueryLanguage? = nil
  ) {
    self.safety = safety
    self.orientation = orientation
    self.licenses = licenses.withoutAny
    self.color = color
    self.minWidth = minWidth
    self.minHeight = minHeight
    self.minMegapixels = minMegapixels
    self.ratio = ratio
    self.since = since
    self.until = until
    self.author = author
    self.without = without.phrases
    self.sort = sort
    self.excludesAIGenerated = excludesAIGenerated
    self.language = language
  }
}

extension [String] {
  /// Words to leave out, each once: split at commas, without quotes and extra white space
  var phrases: [String] {
    flatMap { $0.components(at: ",") }
      .compactMap { PlainText.folded($0.replacing(each: "\"", by: " ")) }
      .distinct(by: \.self)
  }
}

extension PhotoFilters: Codable {
  /// Reads the filters that are set; a missing one isn't set
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: JSONKey.self)
    self.init()
    for filter in FilterRow.all {
      let name = JSONKey(filter.member)
      let text =
        filter.values == .flag
        ? try values.decodeIfPresent(Bool.self, forKey: name).map { "\($0)" }
        : try values.decodeIfPresent(String.self, forKey: name)
      guard let text else { continue }
      guard filter.set(&self, to: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: name, in: values, debugDescription: "it takes \(filter.accepted)")
      }
    }
  }

  /// Writes each filter that is set: a flag as true, others as a user types them
  public func encode(to encoder: any Encoder) throws {
    let json = JSONWriter.object { json in
      for filter in FilterRow.all where filter.text(in: self) != nil {
        filter.write(self, to: &json)
      }
    }
    try JSONValue(parsing: Data(json.utf8)).encode(to: encoder)
  }
}

extension PhotoFilters.Color: RawRepresentable, CaseIterable {
  /// The named colors
  public static let allCases: [Self] = [
    .blackAndWhite, .black, .white, .yellow, .orange, .red, .purple, .magenta, .green, .teal, .blue,
  ]

  /// `black_and_white`, `blue`; `#ff8800` for a color without a name
  public var rawValue: String {
    switch self {
    case .blackAndWhite: "black_and_white"
    case .rgb(let value): "#" + (value & 0xFF_FFFF).text(digits: 6, radix: 16)
    default: "\(self)"
    }
  }

  /// Reads `blue`, `#ff8800`, `ff8800` and `#f80`
  ///
  /// - Returns: nil for other text.
  public init?(rawValue: String) {
    if let named = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = named
      return
    }
    let digits = rawValue.begins(with: "#") ? rawValue.dropFirst() : rawValue[...]
    let isShort = digits.utf8.count == 3 && digits.startIndex != rawValue.startIndex
    let pairs = isShort ? String(digits.flatMap { [$0, $0] }) : String(digits)
    guard pairs.utf8.count == 6, pairs.utf8.allSatisfy({ $0.isHexDigit }),
      let value = UInt32(pairs, radix: 16)
    else { return nil }
    self = .rgb(value)
  }
}
