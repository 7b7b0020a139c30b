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
    var line = TerminalLine(style: style)
    add(FittedText(safe: "#", width: 1), mark: false, to: &line)
    let names = [
      ("ID", columns.id), ("PIXELS", columns.pixels), ("LICENCE", columns.license),
      ("AUTHOR", columns.author),
    ]
    for (name, cells) in names { add(FittedText(name, cells: cells), .dim, cells, to: &line) }
    line.add(FittedText(safe: "TITLE", width: 5), .dim)
    return finished(&line)
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let label = labels.label(for: entry.photo.license)
    var line = TerminalLine(style: style)
    let number = String(entry.number)
    add(
      FittedText(safe: number, width: number.utf8.count), mark: entry.isFavorite, to: &line)
    let id = entry.photo.id.service + ":" + entry.photo.id.native
    add(FittedText(id, cells: columns.id), nil, columns.id, to: &line)
    let pixels = PixelsLabel.text(for: entry.photo.size, cells: columns.pixels)
    add(pixels, .dim, columns.pixels, to: &line)
    add(label.fitted(to: columns.license), label.ink, columns.license, to: &line)
    let author = named(entry.photo.author?.name, cells: columns.author)
    add(author, nil, columns.author, to: &line)
    let room = max(1, columns.total - line.column)
    let title = named(entry.photo.title ?? entry.photo.description, cells: room)
    line.add(title, link: entry.photo.page)
    return finished(&line)
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }

  /// A number too wide for its column moves the rest of the line
  private func add(_ number: FittedText, mark: Bool, to line: inout TerminalLine) {
    line.skip(TableColumns.number - number.width)
    line.add(number, .dim)
    line.skip(1)
    if mark {
      line.add(FittedText(safe: "♥", width: 1), .red)
    } else {
      line.skip(1)
    }
    line.skip(1)
  }

  private func add(_ text: FittedText, _ ink: Ink?, _ cells: Int, to line: inout TerminalLine) {
    guard cells > 0 else { return }
    line.add(text, ink)
    line.skip(cells - text.width + TableColumns.gap)
  }

  private func named(_ name: String?, cells: Int) -> FittedText {
    let text = FittedText(name ?? "", cells: cells)
    return text.width > 0 ? text : FittedText(safe: "–", width: 1)
  }

  private func finished(_ line: inout TerminalLine) -> String {
    var output: [UInt8] = []
    line.finish(into: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

/// The widths of a table's columns, all known before the first row
struct TableColumns: Hashable, Sendable {
  /// Blanks between two columns
  static let gap = 2
  /// After it there are a blank, the mark of a favorite and a blank
  static let number = 4
  static let widths = 40...10_000

  /// Terminal cells of a whole line; the title has what the others leave
  let total: Int
  /// 0 for a column that is left out for want of room
  let id, pixels, license, author: Int

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 40 count as 40, more than 10,000
  ///     as that
  ///   - longestID: cells of the longest id to be expected
  init(width: Int, longestID: Int) {
    total = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    switch total {
    case ..<60: (pixels, license, author) = (0, 8, 0)
    case ..<72: (pixels, license, author) = (9, 8, 0)
    case ..<96: (pixels, license, author) = (9, 8, max(8, (total - 50) / 3))
    default: (pixels, license, author) = (11, 15, min(24, (total - 60) / 3))
    }
    let others = [pixels, license, author].filter { $0 > 0 }
    let taken = Self.number + 3 + others.reduce(0) { $0 + $1 + Self.gap } + Self.gap
    // A long id may be cut: the number says the same.
    let left = total - taken
    id = min(longestID, total < 60 ? max(10, left - 16) : max(20, left - 30))
  }
}
