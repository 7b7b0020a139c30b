package import PhotoSearch
import Platform
import Terminal

/// A provider's name in a color of its own, different from the colors of licences
struct ProviderLabel {
  let name: FittedText
  let ink: Ink

  /// - Parameter service: e.g. `flickr`; all adapters of a service have one name
  init(_ service: String) {
    name = FittedText(service, cells: 20)
    let bytes = service.utf8.reduce(0) { $0 &+ Int($1) }
    let place = Self.services.firstIndex(of: service) ?? bytes
    ink = Self.inks[place % Self.inks.count]
  }

  /// In the services' order; three inks are used twice, as there are fewer inks than services
  private static let inks: [Ink] = [
    .cyan, .magenta, .blue, .brown, .steel, .purple, .cyan, .magenta, .blue, .rose, .teal, .copper,
  ]

  private static let services = ProviderCatalog.profiles.map(\.service).distinct(by: \.self)
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
