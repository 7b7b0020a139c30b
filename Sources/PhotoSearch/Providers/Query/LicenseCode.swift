import Foundation
import Platform

extension PhotoFilters {
  /// A licence, or a condition that licences must meet
  ///
  /// A licence code covers all versions and ports: `by-sa` is CC BY-SA 2.0 and CC BY-SA 3.0 DE. The
  /// constants are the codes that most people ask for; others are made from text, e.g.
  /// `LicenseCode(rawValue: "gfdl")`.
  public struct LicenseCode: RawRepresentable, Hashable, Codable, Sendable {
    /// Lower-case letters, digits, hyphens, points and pluses, e.g. `by-sa`, `no-known-copyright`
    public let rawValue: String

    /// - Returns: nil for text that can't be a code.
    public init?(rawValue: String) {
      guard (1...80).contains(rawValue.utf8.count),
        rawValue.utf8.allSatisfy({ $0.isDigit || $0.isLowercase || "-.+".utf8.contains($0) })
      else { return nil }
      self.rawValue = rawValue
    }

    private init(_ code: String) { rawValue = code }

    /// Any licence, even an unknown one
    package static let any = LicenseCode("any")
    /// Licences under which a picture may be used to earn money
    public static let commercial = LicenseCode("commercial")
    /// Licences under which a changed picture may be passed on
    public static let modification = LicenseCode("modification")
    /// CC0: dedicated to the public domain
    public static let cc0 = LicenseCode("cc0")
    /// CC BY: with a credit
    public static let by = LicenseCode("by")
    /// CC BY-SA: with a credit; changed pictures under the same licence
    public static let bySA = LicenseCode("by-sa")
    /// CC BY-ND: with a credit; unchanged
    package static let byND = LicenseCode("by-nd")
    /// CC BY-NC: with a credit; not to earn money
    public static let byNC = LicenseCode("by-nc")
    /// CC BY-NC-SA: with a credit; not to earn money; changed pictures under the same licence
    package static let byNCSA = LicenseCode("by-nc-sa")
    /// CC BY-NC-ND: with a credit; not to earn money; unchanged
    package static let byNCND = LicenseCode("by-nc-nd")
    /// Marked as public domain, with or without Creative Commons' mark
    public static let pdm = LicenseCode("pdm")
    package static let unsplash = LicenseCode("unsplash")
    package static let pexels = LicenseCode("pexels")
    package static let pixabay = LicenseCode("pixabay")
    package static let usGovernment = LicenseCode("us-government")
    package static let noKnownCopyright = LicenseCode("no-known-copyright")
    package static let allRightsReserved = LicenseCode("all-rights-reserved")

    /// The codes that have a constant, conditions first
    package static let allCases: [LicenseCode] = [
      .any, .commercial, .modification, .cc0, .by, .bySA, .byND, .byNC, .byNCSA, .byNCND, .pdm,
      .unsplash, .pexels, .pixabay, .usGovernment, .noKnownCopyright, .allRightsReserved,
    ]

    /// The codes of licences that have a constant
    package static let licenses = allCases.filter { $0 != .any && !$0.isCondition }

    /// Words that stand for several codes: `free` for licences that permit sale and change,
    /// `public` for photos without a known copyright
    package static let groups: [(name: String, codes: [LicenseCode?])] = [
      ("free", [.commercial, .modification]),
      ("public", [.cc0, .pdm, .usGovernment, .noKnownCopyright]),
    ]
  }
}

extension PhotoFilters.LicenseCode {
  /// The code of a licence's name, id or address, as people write it and as listings print it: `CC
  /// BY 4.0`, `cc-by-sa-3.0-de`, `Attribution License`, `LicenseRef-Unsplash`, `Public domain`,
  /// `https://creativecommons.org/licenses/by/2.0/`
  ///
  /// Capitals, blanks, hyphens and underscores are ignored; version and port are dropped.
  ///
  /// - Returns: nil for an unknown name; an unknown id `LicenseRef-…` becomes a code of its own.
  package init?(named text: String) {
    guard let code = Self.reading(text)?.code else { return nil }
    self = code
  }

  /// Whether a name has a version or a port, which a code can't express
  package static func hasVersion(_ text: String) -> Bool { reading(text)?.hasVersion ?? false }

  /// Whether the code is a condition rather than a licence
  package var isCondition: Bool { self == .commercial || self == .modification }

  /// Whether a licence fits this code
  package func admits(_ license: License?) -> Bool {
    guard let license else { return self == .any }
    return switch self {
    case .any: true
    case .commercial: license.permits.contains(.commercialUse)
    case .modification: license.permits.contains(.modification)
    default: (license.code ?? Self(named: license.id)?.rawValue) == rawValue
    }
  }

  /// A licence that fits this code
  package var example: License {
    Self.examples[self] ?? License.creativeCommons(named: "cc-\(rawValue)-4.0")
      ?? License(id: rawValue, name: rawValue, url: nil)
  }

  private static let examples = Dictionary(
    License.constants.compactMap { license in Self(named: license.id).map { ($0, license) } },
    uniquingKeysWith: { first, _ in first })

  // MARK: Names of licences

  /// The start of SPDX ids for licences outside its list, without its hyphen
  private static let ownPrefix = "licenseref"

  private static func reading(_ text: String) -> (code: Self, hasVersion: Bool)? {
    if let license = License.withTerms(at: text) { return reading(license.id) }
    var squeezed = text.lowercased().filter {
      $0.isASCII && ($0.isLetter || $0.isNumber) || "+©".contains($0)
    }
    let isOwn = squeezed.begins(with: ownPrefix)
    if isOwn { squeezed = String(squeezed.dropFirst(ownPrefix.count)) }
    if squeezed.begins(with: "cc0") || squeezed.ends(with: "cc0") { return (.cc0, false) }
    let letters = String(squeezed.prefix { !$0.isNumber })
    let version = squeezed.dropFirst(letters.count)
    if let code = codes[plain(letters)], version.isEmpty || isVersion(version) {
      return (Self(code), !version.isEmpty && !["cc0", "pdm"].contains(code))
    }
    guard isOwn else { return nil }
    let id = text.lowercased().map { " _".contains($0) ? "-" : $0 }
    return Self(rawValue: String(id)).map { ($0, false) }
  }

  /// Drops the word `licence` and shortens Creative Commons' terms:
  /// `creativecommonsattributionsharealikelicense` is `bysa`
  private static func plain(_ letters: String) -> String {
    var name = letters
    for (long, short) in shortForms { name = name.replacing(long, with: short) }
    return name.begins(with: "cc") ? String(name.dropFirst(2)) : name
  }

  /// Whether a text looks like a version, written without its points: `40`, `30de`, `12orlater`
  private static func isVersion(_ text: Substring) -> Bool {
    let rest = text.drop(while: \.isNumber)
    return text.count - rest.count <= 4 && rest.allSatisfy(\.isLetter)
  }

  private static let shortForms: KeyValuePairs = [
    "licence": "", "license": "", "creativecommons": "cc", "attribution": "by",
    "noncommercial": "nc", "sharealike": "sa", "noderivatives": "nd", "noderivs": "nd",
    "©": "copyright",
  ]

  /// The codes by their names in the form of ``plain(_:)``
  ///
  /// They include Creative Commons, the services' own licences, and Commons' and Openverse's names.
  private static let codes: [String: String] = [
    "by": "by", "bysa": "by-sa", "bynd": "by-nd", "bync": "by-nc", "byncsa": "by-nc-sa",
    "byncnd": "by-nc-nd", "byndnc": "by-nc-nd", "bysanc": "by-nc-sa", "sa": "sa",
    "zero": "cc0", "publicdomaindedication": "cc0",
    "pdm": "pdm", "pdmark": "pdm", "pd": "pdm", "publicdomain": "pdm", "publicdomainmark": "pdm",
    "unsplash": "unsplash", "pexels": "pexels",
    "pixabay": "pixabay", "pixabaycontent": "pixabay",
    "usgovernment": "us-government", "usgovernmentwork": "us-government",
    "usgov": "us-government", "unitedstatesgovernmentwork": "us-government",
    "noknowncopyright": "no-known-copyright", "nkc": "no-known-copyright",
    "noknowncopyrightrestrictions": "no-known-copyright",
    "allrightsreserved": "all-rights-reserved", "copyrightreserved": "all-rights-reserved",
    "reserved": "all-rights-reserved",
    "sampling+": "sampling+", "samplingplus": "sampling+", "ncsampling+": "nc-sampling+",
    "ncsamplingplus": "nc-sampling+", "gfdl": "gfdl", "gnufreedocumentation": "gfdl",
    "fal": "fal", "lal": "fal", "freeart": "fal", "mit": "mit", "apache": "apache",
    "odbl": "odbl", "ogl": "ogl", "ogluk": "ogl", "opengovernment": "ogl", "etalab": "etalab",
  ]
}

extension Collection<PhotoFilters.LicenseCode> {
  /// Whether a licence meets every condition and, if any licences are named, is one of them
  package func admit(_ license: License?) -> Bool {
    let codes = codes
    return filter(\.isCondition).allSatisfy { $0.admits(license) }
      && (codes.isEmpty || codes.contains { $0.admits(license) })
  }

  /// The codes without ``PhotoFilters/LicenseCode/any``, which cancels all licences named beside it
  var withoutAny: [PhotoFilters.LicenseCode] { filter { !contains(.any) || $0.isCondition } }

  /// The licences that are named
  private var codes: [PhotoFilters.LicenseCode] { filter { !$0.isCondition } }

  /// Whether any licence can fit these codes; not so for `by-nd` with `modification`
  package var isPossible: Bool { codes.isEmpty || codes.contains { admit($0.example) } }

  /// Whether all named licences are those that one site made for its own photos
  package var areOfSites: Bool { !codes.isEmpty && codes.allSatisfy { $0.example.isOfSite } }
}

extension License {
  /// The licence whose terms have this address
  fileprivate static func withTerms(at address: String) -> License? {
    guard address.contains(bytes: "://") else { return nil }
    return creativeCommons(at: address) ?? constants.first { $0.url?.absoluteString == address }
  }
}
