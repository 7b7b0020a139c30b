package import PhotoSearch
import Platform
import Terminal

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
  /// Forms of the licence's name, from the longest to the shortest
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
  var whole: FittedText { forms.first ?? FittedText(safe: "", width: 0) }

  /// Whether the licence names the provider, as `Unsplash License` does
  func names(_ provider: ProviderLabel) -> Bool {
    forms.last?.text.lowercased() == provider.name.text
  }

  /// The longest form that fits; if none does, the shortest one, cut
  func fitted(to cells: Int) -> FittedText {
    if let form = forms.first(where: { $0.width <= cells }) { return form }
    return forms.last.map { FittedText.cut($0.text, to: cells) } ?? FittedText("", cells: 0)
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
      return [String(own.name.parts(at: " ")[0])]
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
