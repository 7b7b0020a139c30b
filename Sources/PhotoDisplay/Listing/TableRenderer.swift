package import PhotoSearch

/// One line a photo, in columns whose widths are known before the first row
///
/// A narrow table leaves out the pixels and the author, and cuts long ids.
package struct TableRenderer: ListingRenderer {
  private let columns: TableColumns
  private let style: TerminalStyle
  private var labels = LicenseLabels()

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 40 count as 40
  ///   - plan: tells how long ids can be
  package init(width: Int, plan: SearchPlan, style: TerminalStyle) {
    let hasLongIDs = plan.providers.contains { $0.rawValue == "openverse" }
    columns = TableColumns(width: width, longestID: hasLongIDs ? 46 : 20)
    self.style = style
  }

  package mutating func header() -> String {
    var line = TableLine(style: style)
    line.add(number: "#", cells: TableColumns.number)
    line.add(FittedText("", cells: 1), cells: TableColumns.mark, gap: 1)
    let names = [
      ("ID", columns.id), ("PIXELS", columns.pixels), ("LICENCE", columns.license),
      ("AUTHOR", columns.author), ("TITLE", 5),
    ]
    for (name, cells) in names {
      line.add(FittedText(name, cells: cells), cells: cells, ink: .dim)
    }
    return line.text + "\n"
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let photo = entry.photo
    let label = labels.label(for: photo.license)
    var line = TableLine(style: style)
    line.add(number: String(entry.number), cells: TableColumns.number)
    let mark = entry.isFavorite ? "♥" : ""
    line.add(FittedText(mark, cells: 1), cells: TableColumns.mark, ink: .red, gap: 1)
    line.add(FittedText(photo.id.description, cells: columns.id), cells: columns.id)
    let pixels = PixelsLabel.text(for: photo.size, cells: min(columns.pixels, 11))
    line.add(pixels, cells: columns.pixels, ink: .dim)
    line.add(label.fitted(to: columns.license), cells: columns.license, ink: label.ink)
    line.add(named(photo.author?.name, cells: columns.author), cells: columns.author)
    let title = named(photo.title ?? photo.description, cells: max(1, columns.total - line.used))
    line.put(title, as: style.link(title.text, to: photo.page))
    return line.text + "\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }

  private func named(_ name: String?, cells: Int) -> FittedText {
    let text = FittedText(name ?? "", cells: cells)
    return text.width > 0 ? text : FittedText(safe: "–", width: 1)
  }
}
