public import Foundation
import Platform

/// The terms under which a photo may be used
public struct License: Hashable, Sendable {
  /// The SPDX id if there is one (`CC-BY-2.0`), else `LicenseRef-…`
  public let id: String
  /// Short, for people, e.g. `CC BY 2.0`
  public let name: String
  /// The address where the terms can be read
  public var url: URL? { address?.url }
  /// ``url`` as text; a URL is only made of it on demand
  package let address: WebAddress?
  /// Permissions given with the licence; nil if its id implies them
  private let ownPermissions: Permissions?

  /// Terms that have no constant here
  ///
  /// - Parameters:
  ///   - id: the SPDX id if there is one, else `LicenseRef-` and a name of your own
  ///   - name: short, as in a credit line
  ///   - url: where the terms can be read; nil if nowhere
  ///   - permits: what they allow; nil to take it from the id, where an unknown id allows nothing
  public init(id: String, name: String, url: URL?, permits: Permissions? = nil) {
    self.init(id: id, name: name, address: url.map(WebAddress.init), permits: permits)
  }

  /// Terms by their ``address``
  package init(id: String, name: String, address: WebAddress?, permits: Permissions? = nil) {
    self.id = id
    self.name = name
    self.address = address
    let permits = permits?.intersection([.commercialUse, .modification])
    ownPermissions = permits.flatMap { $0 == Self.permissions(ofID: id) ? nil : $0 }
  }

  /// Uses that a licence permits
  public struct Permissions: OptionSet, Hashable, Sendable {
    /// The bits of its options
    public let rawValue: Int

    /// The options of those bits
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The picture may be used to earn money
    public static let commercialUse = Permissions(rawValue: 1)
    /// A changed picture may be passed on
    public static let modification = Permissions(rawValue: 2)
  }

  /// The uses that the terms permit; empty if that is unknown
  ///
  /// What they ask for in return, above all a credit, is in ``Photo/credit``.
  public var permits: Permissions { ownPermissions ?? Self.permissions(ofID: id) }

  /// The permissions to write to a file; nil if the id implies them
  var permissionNames: [String]? {
    ownPermissions.map { own in
      Self.permissionsByName.filter { own.contains($0.value) }.map(\.key)
    }
  }

  static func permissions(named names: [String]) -> Permissions {
    Permissions(permissionsByName.filter { names.contains($0.key) }.map(\.value))
  }

  private static let permissionsByName: KeyValuePairs<String, Permissions> = [
    "commercialUse": .commercialUse, "modification": .modification,
  ]

  private static func permissions(ofID id: String) -> Permissions {
    if freeIDs.contains(id) || copyleft.contains(where: { id.begins(with: $0) }) {
      return [.commercialUse, .modification]
    }
    guard let code = code(ofID: id) else { return [] }
    var permissions: Permissions = []
    if !code.contains(bytes: "nc") { permissions.insert(.commercialUse) }
    if !code.contains(bytes: "nd") { permissions.insert(.modification) }
    return permissions
  }

  /// Free to use, also commercially; see unsplash.com/license
  package static let unsplash = License(
    id: "LicenseRef-Unsplash", name: "Unsplash License",
    address: WebAddress("https://unsplash.com/license"))

  /// Free to use, also commercially; see pexels.com/license
  public static let pexels = License(
    id: "LicenseRef-Pexels", name: "Pexels License",
    address: WebAddress("https://www.pexels.com/license/"))
  /// Free to use, also commercially; see pixabay.com/service/license-summary
  package static let pixabay = License(
    id: "LicenseRef-Pixabay", name: "Pixabay Content License",
    address: WebAddress("https://pixabay.com/service/license-summary/"))

  /// No use without asking the author
  public static let allRightsReserved = License(
    id: "LicenseRef-All-Rights-Reserved", name: "All rights reserved", url: nil)

  /// Flickr Commons: an institution that knows of no copyright restriction
  public static let noKnownCopyright = License(
    id: "LicenseRef-No-Known-Copyright", name: "No known copyright restrictions",
    address: WebAddress("https://www.flickr.com/commons/usage/"))

  /// A work of the United States Government
  public static let usGovernmentWork = License(
    id: "LicenseRef-US-Government-Work", name: "US Government Work",
    address: WebAddress("https://www.usa.gov/government-copyright"))

  /// Free of copyright, but without a statement that has an SPDX id
  public static let publicDomain = License(
    id: "LicenseRef-Public-Domain", name: "Public domain", url: nil)

  /// A mark for works that are free of known copyright
  public static let publicDomainMark = License(
    id: "CC-PDM-1.0", name: "Public Domain Mark 1.0",
    address: WebAddress("https://creativecommons.org/publicdomain/mark/1.0/"))

  /// A dedication to the public domain
  public static let cc0 = License(
    id: "CC0-1.0", name: "CC0 1.0",
    address: WebAddress("https://creativecommons.org/publicdomain/zero/1.0/"))

  /// A Creative Commons licence by its short code, e.g. `by-nc-sa`, and version, e.g. `2.0`
  ///
  /// - Parameters:
  ///   - code: capitals or small letters
  ///   - version: with its point, e.g. `2.0`
  ///   - port: the jurisdiction of a ported licence, e.g. `de`
  public static func creativeCommons(
    _ code: String, version: String, port: String? = nil
  ) -> License {
    let code = code.lowercased()
    let words = ["CC", code.uppercased(), version] + (port.map { [$0.uppercased()] } ?? [])
    let path = [code, version] + (port.map { [$0.lowercased()] } ?? [])
    return License(
      id: words.joined(separator: "-"),
      name: words.joined(separator: " "),
      address: WebAddress("https://creativecommons.org/licenses/\(path.joined(separator: "/"))/"))
  }

  /// The short code that a filter takes: `by`, `by-sa`, …, `cc0`, `pdm`; nil for other terms
  package var code: String? { Self.code(ofID: id) }

  private static func code(ofID id: String) -> String? {
    if id == cc0.id { return "cc0" }
    if id == publicDomainMark.id { return "pdm" }
    guard id.begins(with: "CC-BY") else { return nil }
    let parts = id.components(at: "-", keepsEmpty: false).dropFirst().prefix {
      !($0.utf8.first?.isDigit ?? true)
    }
    guard parts.allSatisfy({ ["BY", "NC", "ND", "SA"].contains($0) }) else { return nil }
    return parts.joined(separator: "-").lowercased()
  }

  /// Whether one site uses this licence for all its photos; their credit line names the site
  package var isOfSite: Bool { Self.ofSites.contains { $0.id == id } }

  /// Licences that one site uses for all its photos
  package static let ofSites: [License] = [.unsplash, .pexels, .pixabay]

  /// Whether the licence requires a credit to the author. A site's own licence doesn't, though its
  /// API asks apps that show its pictures to give one
  package var asksForCredit: Bool { !Self.freeIDs.contains(id) }

  /// Licences that require nothing
  private static let unconditional: [License] = [
    .cc0, .publicDomain, .publicDomainMark, .noKnownCopyright, .usGovernmentWork,
  ]

  /// Licences that permit everything and require nothing
  private static let freeIDs = Set((ofSites + unconditional).map(\.id))

  /// Licences that have a constant
  static let constants = ofSites + [allRightsReserved] + unconditional

  /// The licence that a Creative Commons address stands for
  ///
  /// - Parameters:
  ///   - address: e.g. `https://creativecommons.org/licenses/by-sa/3.0/de/deed.en`
  ///   - ported: whether to keep the jurisdiction that the address names; else the generic licence
  public static func creativeCommons(at address: String?, ported: Bool = true) -> License? {
    guard let address else { return nil }
    if let license = unportedByAddress[address] { return license }
    let text = address.lowercased()
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = text[..<(end ?? text.endIndex)]
    let parts = path.components(at: "/", keepsEmpty: false).map(String.init)
    guard parts.count >= 3, ["http:", "https:"].contains(parts[0]),
      ["creativecommons.org", "www.creativecommons.org"].contains(parts[1])
    else { return nil }
    switch (parts[2], parts.dropFirst(3).first) {
    case ("publicdomain", "zero"): return .cc0
    case ("publicdomain", "mark"): return .publicDomainMark
    case ("licenses", "publicdomain"): return .publicDomain
    case ("licenses", _?):
      let terms = parts.dropFirst(3).filter {
        !$0.begins(with: "deed") && !$0.begins(with: "legalcode")
      }
      return creativeCommons(parts: ported ? terms : Array(terms.prefix(2)))
    default: return nil
    }
  }

  /// The terms that an address stands for: a Creative Commons licence, a statement of
  /// rightsstatements.org, or one of Europeana's own before 2016
  ///
  /// - Returns: nil if it says that the rights aren't known, and for other addresses.
  package static func rights(at address: String?) -> License? {
    if let license = creativeCommons(at: address) { return license }
    let parts = address?.lowercased().components(at: "/", keepsEmpty: false).map(String.init) ?? []
    guard parts.count > 3 else { return nil }
    switch (parts[1].begins(with: "www.") ? String(parts[1].dropFirst(4)) : parts[1], parts[3]) {
    case ("rightsstatements.org", "inc"): return .allRightsReserved
    case ("rightsstatements.org", let code): return statements[code]
    case ("europeana.eu", "out-of-copyright-non-commercial"): return statements["noc-nc"]
    case ("europeana.eu", let code): return code.begins(with: "rr-") ? .allRightsReserved : nil
    default: return nil
    }
  }

  /// Statements of rightsstatements.org that tell what may be done, by their code in small letters.
  /// Of works out of copyright, contracts or other laws still forbid a use
  private static let statements: [String: License] = [
    "noc-nc": statement("NoC-NC", "No copyright, non-commercial use only", .modification),
    "noc-oklr": statement("NoC-OKLR", "No copyright, other legal restrictions"),
    "inc-edu": statement("InC-EDU", "In copyright, educational use permitted"),
    "inc-ow-eu": statement("InC-OW-EU", "In copyright, orphan work"),
  ]

  private static func statement(
    _ code: String, _ name: String, _ permits: Permissions = []
  ) -> License {
    License(
      id: "LicenseRef-\(code)", name: name,
      address: WebAddress("https://rightsstatements.org/vocab/\(code)/1.0/"), permits: permits)
  }

  /// The licence that a name with hyphens stands for, e.g. `cc-by-sa-3.0-de`
  package static func creativeCommons(named name: String) -> License? {
    if ["cc0", "cc0-1.0", "cc-zero", "cc-zero-1.0"].contains(name) { return .cc0 }
    if ["cc-pd-mark", "pdm", "cc-pdm-1.0"].contains(name) { return .publicDomainMark }
    guard name.begins(with: "cc-") else { return nil }
    let words = name.components(at: "-").dropFirst()
    let code = words.prefix { $0.utf8.first?.isLetter == true }
    return creativeCommons(
      parts: [code.joined(separator: "-")] + words.dropFirst(code.count).map(String.init))
  }

  /// - Parameter parts: code, version, and for a ported licence its jurisdiction
  private static func creativeCommons(parts: [String]) -> License? {
    guard (2...3).contains(parts.count) else { return nil }
    // Some addresses, e.g. of Japanese licences, write the conditions the other way round.
    let code = parts[0] == "by-nd-nc" ? "by-nc-nd" : parts[0]
    guard let license = unported["\(code)-\(parts[1])"] else { return nil }
    guard parts.count == 3 else { return license }
    guard (2...8).contains(parts[2].utf8.count), parts[2].utf8.allSatisfy(\.isLowercase) else {
      return nil
    }
    return creativeCommons(code, version: parts[1], port: parts[2])
  }

  /// An id for terms that have none in SPDX, made of their name in the characters that SPDX allows
  /// there: letters, digits, points and hyphens
  static func ownID(_ name: String) -> String {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
    return "LicenseRef-" + (words.isEmpty ? "Other" : words.joined(separator: "-"))
  }

  /// Every combination of code and version; a few were never published, which does no harm
  private static let unported: [String: License] = {
    let codes = ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "sa"]
    let versions = ["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"]
    let licenses = codes.flatMap { code in
      versions.map { ("\(code)-\($0)", creativeCommons(code, version: $0)) }
    }
    return Dictionary(licenses, uniquingKeysWith: { first, _ in first })
  }()

  /// Licences by their addresses, with `http:` too, and with and without the slash at the end
  private static let unportedByAddress = Dictionary(
    (unported.values + [.cc0, .publicDomainMark]).flatMap { license in
      let address = license.address.map { [$0.text, String($0.text.dropLast())] } ?? []
      return address.flatMap { [($0, license), ("http" + $0.dropFirst(5), license)] }
    }, uniquingKeysWith: { first, _ in first })

  /// A short classification of what a licence allows
  public enum Mark: String, CaseIterable, Sendable {
    /// Anyone may use, sell and change the photo; nothing is required
    case free
    /// Anyone may use, sell and change the photo; the author must be credited
    case freeWithCredit = "free with credit"
    /// Anyone may use the photo, but not earn money with it, or not change it
    case limited
    /// The owner must be asked: all rights are reserved, or the terms aren't known
    case ask

    /// The mark of a photo's licence; nil is an unknown licence
    package init(_ license: License?) { self = license?.mark ?? .ask }
  }

  /// The mark of this licence
  public var mark: Mark {
    if permits == [.commercialUse, .modification] {
      return asksForCredit ? .freeWithCredit : .free
    }
    return code != nil || isSampling || !permits.isEmpty ? .limited : .ask
  }

  /// Whether changed copies must be passed on under the same licence
  package var isShareAlike: Bool {
    code?.ends(with: "sa") ?? false || Self.copyleft.contains { id.begins(with: $0) }
  }

  /// Free licences outside Creative Commons, by the beginning of their SPDX ids: both require a
  /// credit, and the same licence for changed copies
  static let copyleft = ["GFDL-", "LAL-"]

  /// Creative Commons' retired sampling licences, and rightsstatements.org's "no copyright, but
  /// non-commercial use only": use is permitted within limits
  private var isSampling: Bool { id.contains(bytes: "Sampling") || id.contains(bytes: "NoC-NC") }
}

extension License: Codable {
  /// Reads the members `id`, `name`, `url` and, if there is one, `permits`; a `url` that isn't http
  /// or https is left out, as is anything else that can't be read
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    guard json["name"]?.string != nil, let license = json.license else {
      throw decoder.corrupted("no licence with id and name")
    }
    self = license
  }

  /// Writes `id`, `name`, `url` (null without an address), and `permits` unless the id implies it
  public func encode(to encoder: any Encoder) throws {
    let json = JSONWriter.object { $0.members(of: self) }
    try JSONValue(parsing: Data(json.utf8)).encode(to: encoder)
  }
}
