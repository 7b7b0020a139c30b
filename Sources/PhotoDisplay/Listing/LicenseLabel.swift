import PhotoSearch

/// A licence as a listing names it: in less and less room, and in a color that says how free it is
struct LicenseLabel {
  let ink: Ink
  /// From the longest to the shortest
  private let forms: [FittedText]

  init(_ license: License?) {
    guard let license else {
      ink = .red
      forms = Self.measured(["licence not stated", "not stated", "unstated"])
      return
    }
    ink = Self.ink(for: license)
    let names = Self.measured([license.name] + Self.shortForms(of: license))
    forms = names.isEmpty ? Self.measured([license.id, "licence unnamed"]) : names
  }

  /// The longest form that fits; the shortest, cut, when none does
  func fitted(to cells: Int) -> FittedText {
    if let form = forms.first(where: { $0.width <= cells }) { return form }
    return forms.last.map { FittedText.cut($0.text, to: cells) } ?? FittedText("", cells: 0)
  }

  private static func measured(_ names: [String]) -> [FittedText] {
    names.map { FittedText($0, cells: 60) }.filter { $0.width > 0 }
  }

  private static func ink(for license: License) -> Ink {
    if license.id == License.allRightsReserved.id { return .red }
    let isFree = license.permitsCommercialUse && license.permitsModification
    return isFree ? .green : .yellow
  }

  /// Never without a condition: `BY-NC`, but not `BY…`
  private static func shortForms(of license: License) -> [String] {
    switch license.id {
    case License.unsplash.id: return ["Unsplash"]
    case License.pexels.id: return ["Pexels"]
    case License.allRightsReserved.id: return ["© reserved", "reserved"]
    case License.noKnownCopyright.id: return ["no known copyright", "no known ©", "no ©"]
    case License.usGovernmentWork.id: return ["US Government", "US Gov"]
    case License.publicDomain.id: return ["PD"]
    case License.publicDomainMark.id: return ["PDM 1.0", "PDM"]
    case License.cc0.id: return ["CC0"]
    default: return license.code.map { ["CC \($0.uppercased())", $0.uppercased()] } ?? []
    }
  }
}

/// The labels of the licences met so far: there are few, and making one takes longer than a cell
struct LicenseLabels {
  private var known: [String: (name: String, label: LicenseLabel)] = [:]
  private let unstated = LicenseLabel(nil)

  mutating func label(for license: License?) -> LicenseLabel {
    guard let license else { return unstated }
    if let entry = known[license.id], entry.name == license.name { return entry.label }
    // Names come from outside; there is no end of them for somebody who wants to fill memory.
    if known.count > 100 { known = [:] }
    let label = LicenseLabel(license)
    known[license.id] = (license.name, label)
    return label
  }
}

/// The size of a picture as a listing shows it
enum PixelsLabel {
  /// `4000×3000`; `12 MP` where that does not fit; `?×?` when nobody said
  static func text(for size: PixelSize?, cells: Int = .max) -> FittedText {
    guard let size else {
      return cells >= 12
        ? FittedText(safe: "size unknown", width: 12) : FittedText("?×?", cells: cells)
    }
    let width = String(size.width)
    let height = String(size.height)
    let count = width.utf8.count + 1 + height.utf8.count
    if count <= cells { return FittedText(safe: width + "×" + height, width: count) }
    let megapixels = Int(min(Double(size.width) * Double(size.height) / 1e6, 1e9).rounded())
    return FittedText("\(megapixels) MP", cells: cells)
  }
}
