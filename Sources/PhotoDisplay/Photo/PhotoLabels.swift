package import PhotoSearch
import Platform
import Terminal

/// A provider's name in a color of its own, different from the colors of licences
struct ProviderLabel {
  let name: FittedText
  let ink: Ink
  /// The name's color on pages, in CSS
  let css: String

  /// - Parameter service: e.g. `flickr`; all adapters of a service have one name
  init(_ service: String) {
    name = FittedText(service, cells: 20)
    let bytes = service.utf8.reduce(0) { $0 &+ Int($1) }
    let place = Self.services.firstIndex(of: service) ?? bytes
    let color = Self.colors[Self.places[place % Self.places.count]]
    (ink, css) = (color.ink, "light-dark(\(color.css))")
  }

  /// The inks of services' names, each with its color on a light and on a dark page
  private static let colors: [(ink: Ink, css: String)] = [
    (.cyan, "#00687a, #6fd3e3"), (.magenta, "#a2197f, #f08ad6"), (.blue, "#1a5fb4, #8ab8ff"),
    (.brown, "#75502e, #d3ae8b"), (.steel, "#3a6186, #9dbcd8"), (.purple, "#6f3fb0, #c3a4f5"),
    (.rose, "#a83256, #f2a0b4"), (.teal, "#0b6b62, #67d1c2"), (.copper, "#96460c, #f0a875"),
  ]

  /// The services' places among the colors, in the services' order; three colors are used twice, as
  /// there are fewer colors than services
  static let places = [0, 1, 2, 3, 4, 5, 0, 1, 2, 6, 7, 8]

  static let services = ProviderCatalog.profiles.map(\.service).distinct(by: \.self)
  private static let known: [String: ProviderLabel] =
    services.reduce(into: [:]) { $0[$1] = ProviderLabel($1) }

  /// A service's label; those of the catalog are made only once
  static func of(_ service: String) -> ProviderLabel { known[service] ?? ProviderLabel(service) }
}

/// A cache of licences' labels: there are few different ones, and making one takes longer than
/// writing a cell
struct PhotoLabels {
  private var licenses: [String: (name: String, label: LicenseLabel)] = [:]
  private let unknown = LicenseLabel(nil)
  /// Most labels to keep: names come from outside and could fill the memory
  private static let maxLabels = 100

  mutating func license(of photo: Photo) -> LicenseLabel {
    guard let license = photo.license else { return unknown }
    if let entry = licenses[license.id], entry.name == license.name { return entry.label }
    if licenses.count > Self.maxLabels { licenses = [:] }
    let label = LicenseLabel(license)
    licenses[license.id] = (license.name, label)
    return label
  }
}

/// A picture's size as a listing shows it
enum PixelsLabel {
  /// `4000×3000`; empty if unknown
  static func text(for size: PixelSize?) -> FittedText {
    guard let size else { return FittedText(safe: "", width: 0) }
    let text = "\(size.width)×\(size.height)"
    return FittedText(safe: text, width: text.utf8.count - 1)
  }

  /// `12 MP`, `<1 MP` or `1 GP`; empty if unknown
  static func megapixels(of size: PixelSize?) -> FittedText {
    guard let size else { return FittedText(safe: "", width: 0) }
    let count = Int((Double(size.width) * Double(size.height) / 1e6).rounded())
    let text = count >= 1_000 ? "\(count / 1_000) GP" : count > 0 ? "\(count) MP" : "<1 MP"
    return FittedText(safe: text, width: text.utf8.count)
  }
}

/// A photo's likes as a listing shows them
enum LikesLabel {
  /// A number in at most five characters, after a heart: `♡ 987`, `♡ 1,234`, `♡ 12k`, `♡ 3.4M`
  static func text(for likes: Int) -> FittedText {
    let text =
      switch likes {
      case 0..<1_000: String(likes)
      case ..<10_000: Counts.grouped(likes)
      case ..<1_000_000: "\(likes / 1_000)k"
      case ..<10_000_000: "\(likes / 1_000_000).\(likes / 100_000 % 10)M"
      case ..<1_000_000_000: "\(likes / 1_000_000)M"
      default: "999M+"
      }
    return FittedText(safe: "♡ " + text, width: 2 + text.utf8.count)
  }
}

extension WebAddress {
  /// The target of a terminal's hyperlink; nil unless it is http or https
  package var terminalLink: String? { isWeb ? printable : nil }
}

extension TerminalLine {
  /// Adds the mark of a favorite, or a blank in its place
  mutating func add(heart isFavorite: Bool) {
    guard isFavorite else { return skip(1) }
    add(FittedText(safe: "♥", width: 1), .red)
  }
}

extension Rendition.Role {
  /// The pixels of each size, in words
  package static let pixels = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.pixels) })

  private var pixels: String {
    switch self {
    case .thumb: "about 200 pixels wide"
    case .small: "about 400"
    case .regular: "about 1,000 to 2,000"
    case .full: "a whole screen, 2,000 and more"
    case .original: "as it was uploaded, or the largest that is known"
    }
  }
}

/// Describes in plain words what a licence allows and requires
///
/// The terminal, the page and assistants show the same words.
package enum LicenseText {
  /// The terms: `use it commercially, change it · must credit the author, keep the licence`
  package static func terms(of license: License?) -> String {
    let duties = duties(of: license)
    return allowed(by: license)
      + (duties.isEmpty ? "" : " · must " + duties.joined(separator: ", "))
  }

  /// The terms as a sentence: `You may use it commercially and change it; credit the author.`
  package static func sentence(of license: License?) -> String {
    let duties = duties(of: license).joined(separator: " and ")
    return "You may \(allowed(by: license, joint: " and "))\(duties.isEmpty ? "" : "; " + duties)."
  }

  /// The uses that a licence permits, for programs: `use`, `sell`, `change`; empty if its owner
  /// must be asked, or if it is unknown
  package static func may(_ license: License?) -> [String] {
    guard let license, license.mark != .ask else { return [] }
    return ["use"] + (license.permits.contains(.commercialUse) ? ["sell"] : [])
      + (license.permits.contains(.modification) ? ["change"] : [])
  }

  /// Duties that a licence has, for programs: `credit`, `share alike`
  package static func must(_ license: License?) -> [String] {
    duties(of: license, credit: "credit", sameLicense: "share alike")
  }

  /// - Parameter joint: stands between two permitted uses
  private static func allowed(by license: License?, joint: String = ", ") -> String {
    guard let license else { return "not use it without asking: its licence is unknown" }
    guard license.mark != .ask else {
      return license.id == License.allRightsReserved.id
        ? "not use it without asking: all rights are reserved"
        : "not use it before you have read its terms: what they allow isn't known here"
    }
    let use = license.permits.contains(.commercialUse) ? "commercially" : "non-commercially"
    return "use it \(use)"
      + (license.permits.contains(.modification) ? joint : ", but not ") + "change it"
  }

  /// The duties of whoever uses the photo; empty if there are none or the terms are unknown
  private static func duties(
    of license: License?, credit: String = "credit the author",
    sameLicense: String = "keep the licence"
  ) -> [String] {
    guard let license, license.mark != .ask else { return [] }
    return [
      license.asksForCredit ? credit : nil, license.isShareAlike ? sameLicense : nil,
    ].compactMap(\.self)
  }
}

/// A licence's name in longer and shorter forms, and a color that shows how free it is
struct LicenseLabel {
  let ink: Ink
  /// Forms of the licence's name, from the longest to the shortest; at least one
  let forms: [FittedText]

  init(_ license: License?) {
    ink = Self.ink(for: License.Mark(license))
    guard let license else {
      forms = Self.measured(["licence unknown", "licence ?", "?"])
      return
    }
    let names = Self.measured([license.name] + Self.shortForms(of: license))
    forms = names.isEmpty ? Self.measured([license.id, "licence ?"]) : names
  }

  /// The longest form, at most 60 terminal cells
  var whole: FittedText { forms[0] }

  /// Whether the licence names the provider, as `Unsplash License` does
  func names(_ provider: ProviderLabel) -> Bool {
    forms.last?.text.lowercased() == provider.name.text
  }

  /// The longest form that fits; if none does, the shortest one
  func form(fitting cells: Int) -> FittedText {
    forms.first { $0.width <= cells } ?? forms[forms.count - 1]
  }

  private static func measured(_ names: [String]) -> [FittedText] {
    names.map { FittedText($0, cells: 60) }.filter { $0.width > 0 }
  }

  private static func ink(for mark: License.Mark) -> Ink {
    switch mark {
    case .free: .green
    case .freeWithCredit: .olive
    case .limited: .yellow
    case .ask: .red
    }
  }

  /// Short forms, which never drop a condition: `BY-NC`, but not `BY…`. NKC is
  /// rightsstatements.org's short form of "no known copyright"
  private static func shortForms(of license: License) -> [String] {
    if let own = License.ofSites.first(where: { $0.id == license.id }) {
      return [String(own.name.components(at: " ")[0])]
    }
    switch license.id {
    case License.allRightsReserved.id: return ["© reserved", "reserved"]
    case License.noKnownCopyright.id: return ["no known copyright", "no known ©", "NKC"]
    case License.usGovernmentWork.id: return ["US Government", "US Gov"]
    case License.publicDomain.id: return ["PD"]
    case License.publicDomainMark.id: return ["PDM 1.0", "PDM"]
    case License.cc0.id: return ["CC0"]
    default: return license.code.map { ["CC \($0.uppercased())", $0.uppercased()] } ?? []
    }
  }
}
