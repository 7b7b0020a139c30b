/// What narrows a search
///
/// Each property has a row in ``SearchFilter/all``, which says how it is written, and which photos
/// pass it where a service can't be asked.
public struct PhotoFilters: Hashable, Sendable {
  /// How careful to be with pictures not meant for everybody
  public enum Safety: String, CaseIterable, Codable, Sendable {
    case strict, moderate, off
  }

  /// The shape of a picture
  public enum Orientation: String, CaseIterable, Codable, Sendable {
    case landscape, portrait, square
  }

  /// A licence, or a condition: what it has to permit
  public enum LicenseCode: String, CaseIterable, Codable, Sendable {
    case any, commercial, modification, cc0, by
    case bySA = "by-sa"
    case byND = "by-nd"
    case byNC = "by-nc"
    case byNCSA = "by-nc-sa"
    case byNCND = "by-nc-nd"
    case pdm
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
    self.licenses = licenses.withoutAny
    self.color = color
    self.sort = sort
    self.noAI = noAI
    self.language = language
  }
}

extension PhotoFilters: Codable {
  /// A filter's name as a member of JSON
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ filter: SearchFilter) { stringValue = filter.member }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads what was written; a filter that isn't there is one that nothing was said of
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Name.self)
    self.init()
    for filter in SearchFilter.all {
      guard let text = try values.decodeIfPresent(String.self, forKey: Name(filter)) else {
        continue
      }
      guard filter.set(&self, to: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: Name(filter), in: values, debugDescription: "it takes \(filter.accepted)")
      }
    }
  }

  /// Writes each filter that is set, as it is typed
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Name.self)
    for filter in SearchFilter.all {
      try values.encodeIfPresent(filter.text(in: self), forKey: Name(filter))
    }
  }
}

extension PhotoFilters.LicenseCode {
  /// Whether it says what a licence has to permit, and not which one it is
  public var isCondition: Bool { self == .commercial || self == .modification }

  /// Whether a licence is what this code asks for
  public func admits(_ license: License?) -> Bool {
    guard let license else { return self == .any }
    return switch self {
    case .any: true
    case .commercial: license.permitsCommercialUse
    case .modification: license.permitsModification
    case .pdm: license.code == rawValue || license == .publicDomain
    default: license.code == rawValue
    }
  }
}

extension Collection<PhotoFilters.LicenseCode> {
  /// Whether a licence meets every condition, and is one of the codes where codes are named
  public func admit(_ license: License?) -> Bool {
    let codes = filter { !$0.isCondition }
    return filter(\.isCondition).allSatisfy { $0.admits(license) }
      && (codes.isEmpty || codes.contains { $0.admits(license) })
  }
}

extension [PhotoFilters.LicenseCode] {
  /// Without ``PhotoFilters/LicenseCode/any``, which stands for all codes
  var withoutAny: [PhotoFilters.LicenseCode] { contains(.any) ? filter(\.isCondition) : self }
}

extension Collection<PhotoFilters.LicenseCode> {
  /// Whether there is a licence that ``admit(_:)`` admits: not for `by-nd` and `modification`
  package var isPossible: Bool {
    let codes = filter { !$0.isCondition }
    return codes.isEmpty
      || codes.contains { code in
        let name = [.cc0, .pdm].contains(code) ? code.rawValue : "cc-\(code.rawValue)-4.0"
        return admit(License.creativeCommons(named: name))
      }
  }
}

extension PhotoFilters.Orientation {
  /// The orientation of a picture; one within 5 % of a square is square
  public init(of size: PixelSize) {
    let ratio = Double(size.width) / Double(size.height)
    self = ratio > 1.05 ? .landscape : ratio < 1 / 1.05 ? .portrait : .square
  }
}
