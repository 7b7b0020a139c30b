import PhotoSearch
import Pictures
package import Terminal

/// A paragraph for each photo, in words alone, for whoever hears a listing or reads it line by line
///
///     3. Felis catus-cat on snow
///     by Von.grzanka, CC BY-SA 3.0 (free with credit), 2560 by 1702 pixels, wikimedia, 4 likes,
///     looks like 1, a favorite
package struct ParagraphRenderer: ListingRenderer {
  /// Most terminal cells of a title or a name
  private static let maxCells = 200

  private let width: Int
  private let style: TerminalStyle
  private var isFirst = true

  /// - Parameter width: terminal cells of a line; addresses may be longer
  package init(width: Int, style: TerminalStyle) {
    (self.width, self.style) = (width, style)
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    defer { isFirst = false }
    let photo = entry.photo
    let title = Self.safe(photo.title ?? photo.description) ?? "untitled"
    let license = LicenseLabel(photo.license)
    let facts = [
      Self.safe(photo.author?.name).map { "by \($0)" },
      "\(license.whole.text) (\(License.Mark(photo.license).rawValue))",
      photo.size.map { style.worded("\(PixelsLabel.text(for: $0).text) pixels") },
      photo.id.service,
      photo.likes.map { Counts.phrase($0, "like") },
      entry.original.map { "looks like \($0.number)" },
      entry.isFavorite ? "a favorite" : nil,
    ]
    let lines =
      "\(entry.number). \(title)".wrapped(to: width)
      + facts.compactMap(\.self).joined(separator: ", ").wrapped(to: width)
      + (style.addresses ? [photo.page.printable] : [])
    return (isFirst ? "" : "\n") + lines.map { $0 + "\n" }.joined()
  }

  /// A stranger's text, made safe for a terminal; nil if nothing of it can be seen
  private static func safe(_ text: String?) -> String? {
    let line = SafeText.line(text ?? "", cells: maxCells)
    return line.isEmpty ? nil : line
  }
}
