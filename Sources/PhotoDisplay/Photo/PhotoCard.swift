import Foundation
package import PhotoSearch
package import Pictures
import Platform
package import Terminal

/// Everything known about one photo, for `show`: labelled lines, without unknown facts
///
/// Addresses have lines of their own; if the terminal shows hyperlinks, title, author and licence
/// link to their pages too.
package struct PhotoCard {
  /// The card, with a line break after each line
  package let text: String

  /// - Parameters:
  ///   - lookAlike: the earlier photo of the last listing, from another service, that it looks like
  ///   - width: terminal cells of a line; addresses may be longer
  package init(
    photo: Photo, looksLike lookAlike: ListedPhoto? = nil, isFavorite: Bool, width: Int,
    style: TerminalStyle
  ) {
    var lines = CardLines(width: width, style: style)
    lines.add("Title", photo.title, ink: .bold, link: photo.page)
    if isFavorite { lines.add("Favorite", style.worded("♥"), ink: .red) }
    lines.add("Looks like", lookAlike.map { "\($0.number) (\($0.id))" })
    lines.add("Author", photo.author?.name, link: photo.author?.address)
    lines.add("Profile", address: photo.author?.address)
    let terms = photo.license?.address
    lines.add(
      "Licence", photo.license?.name ?? "unknown", ink: LicenseLabel(photo.license).ink,
      link: terms)
    lines.add("Terms", address: terms)
    lines.add("You may", style.worded(LicenseText.terms(of: photo.license)))
    lines.add("Size", photo.size.map { style.worded("\(PixelsLabel.text(for: $0).text) pixels") })
    lines.add("Page", address: photo.page)
    let largest = photo.renditions.last
    let extent = largest?.size.map { " (\(PixelsLabel.text(for: $0).text))" }
    let isWhole = largest.map { [.full, .original].contains($0.role) } ?? true
    lines.add(
      isWhole ? "Full size" : "Largest size", address: largest?.address,
      suffix: largest?.size == photo.size ? nil : extent)
    lines.add("Likes", photo.likes.map(Counts.grouped))
    lines.add("Description", photo.description)
    lines.add("Tags", photo.tags.isEmpty ? nil : photo.tags.prefix(100).joined(separator: ", "))
    let details = photo.details ?? PhotoDetails()
    lines.add("Place", details.place?.line)
    lines.add("Camera", details.camera?.name)
    lines.add("Exposure", (details.camera?.exposure).map(style.worded))
    lines.add("Taken", photo.taken?.replacing(each: "T", by: " "))
    lines.add("Published", photo.published.flatMap(CalendarDate.init)?.day)
    lines.add("Views", details.views.map(Counts.grouped))
    lines.add("Downloads", details.downloads.map(Counts.grouped))
    let adapter = photo.provider.rawValue == photo.id.service ? "" : " (\(photo.provider))"
    lines.add("ID", photo.id.description + adapter)
    lines.add("Credit", photo.credit.text)
    text = lines.text
  }
}

/// Labels and values in two columns, with long values wrapped
struct CardLines {
  /// Terminal cells of the longest label and the blanks after it
  private static let margin = 13
  /// Most scalars of a value to print, because texts from outside may have any length
  private static let maxScalars = 10_000

  private(set) var text = ""
  private let room: Int
  private let style: TerminalStyle

  /// - Parameter width: terminal cells of a line; fewer than 20 count as 20
  init(width: Int, style: TerminalStyle) {
    room = min(max(width, 20), 10_000) - Self.margin
    self.style = style
  }

  /// Adds a value, on several lines if needed; adds nothing if it is unknown or invisible
  ///
  /// - Parameter link: the address that the value links to, if the terminal shows hyperlinks
  mutating func add(_ label: String, _ value: String?, ink: Ink? = nil, link: WebAddress? = nil) {
    guard let value else { return }
    let line = SafeLine(value, limit: Self.maxScalars)
    guard !line.text.isEmpty else { return }
    let parts = (line.text + (line.isCut ? "…" : "")).wrapped(to: room)
    for (index, part) in parts.enumerated() {
      let margin = index == 0 ? self.margin(label) : String(repeating: " ", count: Self.margin)
      let shown = ink.map { style.text(part, $0) } ?? part
      text += margin + style.link(shown, to: link?.terminalLink) + "\n"
    }
  }

  /// Adds an address on one line, however long it is
  ///
  /// - Parameter suffix: printed after it if there is room
  mutating func add(_ label: String, address: WebAddress?, suffix: String? = nil) {
    guard let address else { return }
    let line = address.printable
    let suffix = suffix.flatMap { line.utf8.count + DisplayWidth.of($0) <= room ? $0 : nil } ?? ""
    text +=
      margin(label) + style.link(line, to: address.terminalLink) + style.text(suffix, .dim) + "\n"
  }

  private func margin(_ label: String) -> String {
    let blanks = String(repeating: " ", count: max(1, Self.margin - label.utf8.count))
    return style.text(label, .dim) + blanks
  }
}

extension PhotoCamera {
  /// The exposure as photographers write it: `1/250 s · f/3.5 · 50 mm · ISO 100`; nil if unknown
  var exposure: String? {
    let parts = [
      exposureTime.map { Self.withUnit($0, "s") },
      aperture.map { $0.first?.isNumber == true ? "f/\(Self.withoutZero($0))" : $0 },
      focalLength.map { Self.withUnit(Self.withoutZero($0), "mm") },
      iso.map { "ISO \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// The value, with its unit if the provider sent a bare number
  private static func withUnit(_ value: String, _ unit: String) -> String {
    value.last?.isNumber == true ? "\(value) \(unit)" : value
  }

  private static func withoutZero(_ value: String) -> String {
    value.ends(with: ".0") ? String(value.unicodeScalars.dropLast(2)) : value
  }
}

extension PhotoPlace {
  /// The place in words and degrees: `Kyoto, Japan (35.0117° N, 135.7683° E)`; nil if unknown
  var line: String? {
    let parts = [city, country].compactMap(\.self)
    let name = self.name ?? (parts.isEmpty ? nil : parts.joined(separator: ", "))
    guard let name else { return degrees }
    return degrees.map { "\(name) (\($0))" } ?? name
  }

  private var degrees: String? {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return nil
    }
    let north = "\(Self.rounded(latitude))° \(latitude < 0 ? "S" : "N")"
    return "\(north), \(Self.rounded(longitude))° \(longitude < 0 ? "W" : "E")"
  }

  /// Degrees with four decimals, which is about ten metres
  private static func rounded(_ degrees: Double) -> String {
    let tenThousandths = Int((abs(degrees) * 10_000).rounded())
    return "\(tenThousandths / 10_000).\((tenThousandths % 10_000).text(digits: 4))"
  }
}

/// The values for `show --field`: those that every listing has, so that no request is needed
package enum PhotoField: String, CaseIterable, Sendable {
  /// The address of the largest rendition except the original
  case picture
  case page, id, title, author
  /// The author's page
  case profile
  /// The licence's name
  case license
  /// The address of the licence's terms
  case terms
  case credit, description, tags, taken, published

  /// Whether the original's service knows the value better than the service that found it
  package var isOfAuthor: Bool { [.author, .profile, .license, .terms, .credit].contains(self) }

  /// The value on one line; nil if unknown
  package func text(of photo: Photo) -> String? {
    let text =
      switch self {
      case .picture: photo.rendition(.full)?.address.printable
      case .page: photo.page.printable
      case .id: photo.id.description
      case .title: photo.title
      case .author: photo.author?.name
      case .profile: photo.author?.address?.printable
      case .license: photo.license?.name
      case .terms: photo.license?.address?.printable
      case .credit: CreditText.line(of: photo, as: .text)
      case .description: photo.description
      case .tags: photo.tags.isEmpty ? nil : photo.tags.joined(separator: ", ")
      case .taken: photo.taken?.replacing(each: "T", by: " ")
      case .published: photo.published.flatMap(CalendarDate.init)?.day
      }
    return text.map { SafeText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
