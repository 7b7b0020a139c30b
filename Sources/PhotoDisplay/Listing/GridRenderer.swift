import PhotoSearch

/// Photos side by side, each in a cell of four or five lines
///
/// A row is printed when it is full, so that output never has to be taken back. Columns are
/// aligned by what a terminal shows; no line is wider than the terminal, addresses apart.
package struct GridRenderer: ListingRenderer {
  private let layout: GridLayout
  private let style: TerminalStyle
  private var labels = LicenseLabels()
  /// The lines of the row that is being filled
  private var lines: [TerminalLine] = []
  private var addresses: [UInt8] = []
  /// Photos in the row
  private var count = 0
  private var gutter = 0
  private var isFirstRow = true

  /// - Parameters:
  ///   - width: terminal cells of a line
  ///   - columns: nil for as many as fit well
  package init(width: Int, columns: Int?, style: TerminalStyle) {
    layout = GridLayout(width: width, columns: columns)
    self.style = style
  }

  package mutating func header() -> String { "" }

  package mutating func entry(_ entry: ListingEntry) -> String {
    if count == 0 { beginRow(at: entry.number) }
    let cell = GridCell(width: layout.cell, gutter: gutter, gap: layout.gap)
    cell.write(entry, labels.label(for: entry.photo.license), to: &lines)
    if style.addresses { addAddress(of: entry) }
    count += 1
    if count == layout.columns { return takeRow() }
    for index in lines.indices { lines[index].skip(layout.gap) }
    return ""
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    count == 0 ? "" : takeRow()
  }

  private mutating func beginRow(at number: Int) {
    let last = number.addingReportingOverflow(layout.columns - 1).partialValue
    gutter = layout.gutter(for: max(number, last))
    let wanted = GridCell.lineCount(width: layout.cell, gutter: gutter)
    if lines.count != wanted {
      lines = Array(repeating: TerminalLine(style: style), count: wanted)
    }
  }

  private mutating func takeRow() -> String {
    var output: [UInt8] = []
    output.reserveCapacity(1_024)
    if !isFirstRow { output.append(UInt8(ascii: "\n")) }
    for index in lines.indices { lines[index].finish(into: &output) }
    output += addresses
    addresses.removeAll(keepingCapacity: true)
    isFirstRow = false
    count = 0
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func addAddress(of entry: ListingEntry) {
    var line = TerminalLine(style: style)
    let number = FittedText(String(entry.number), cells: gutter - layout.gap)
    line.skip(gutter - layout.gap - number.width)
    line.add(number)
    line.skip(layout.gap)
    line.add(address: entry.photo.page)
    line.finish(into: &addresses)
  }
}

/// Where one cell of a grid is, and how its lines are written
struct GridCell {
  /// The line of each part; a narrow cell has one line more
  private enum Row {
    static let title = 0
    static let author = 1
    static let provider = 2
  }

  /// Cells of a whole cell
  let width: Int
  /// Of them, for the number and the blanks after it
  let gutter: Int
  /// Blanks at the end of the gutter
  let gap: Int

  /// Four lines, five where there is no room for provider and pixels on one
  static func lineCount(width: Int, gutter: Int) -> Int {
    width - gutter < 25 ? 5 : 4
  }

  private var room: Int { width - gutter }

  /// Adds a photo to the lines of its row, and leaves each at the end of the cell
  func write(_ entry: ListingEntry, _ license: LicenseLabel, to lines: inout [TerminalLine]) {
    let end = lines[0].column + width
    writeTitle(of: entry, to: &lines[Row.title])
    writeAuthor(of: entry, to: &lines[Row.author])
    let isWide = lines.count == 4
    let pixels = PixelsLabel.text(for: entry.photo.size, cells: isWide ? room - 8 : room)
    let provider = entry.photo.provider.rawValue
    if isWide {
      write(provider, pixels, to: &lines[Row.provider])
    } else {
      write(FittedText(provider, cells: room), to: &lines[Row.provider])
      write(pixels, to: &lines[Row.provider + 1])
    }
    write(license, likes: entry.photo.likes, to: &lines[lines.count - 1])
    for index in lines.indices { lines[index].skip(end - lines[index].column) }
  }

  private func writeTitle(of entry: ListingEntry, to line: inout TerminalLine) {
    let number = FittedText(String(entry.number), cells: gutter - gap)
    line.skip(gutter - gap - number.width)
    line.add(number, .dim)
    line.skip(gap)
    let title = FittedText(entry.photo.title ?? entry.photo.description ?? "", cells: room)
    let isKnown = title.width > 0
    line.add(
      isKnown ? title : FittedText("untitled", cells: room), isKnown ? .bold : .dim,
      link: entry.photo.page)
  }

  private func writeAuthor(of entry: ListingEntry, to line: inout TerminalLine) {
    line.skip(gutter - gap - 1)
    if entry.isFavorite {
      line.add(FittedText(safe: "♥", width: 1), .red)
    } else {
      line.skip(1)
    }
    line.skip(gap)
    let name = FittedText(entry.photo.author?.name ?? "", cells: room)
    if name.width > 0 {
      line.add(name)
    } else {
      line.add(FittedText("unnamed author", cells: room), .dim)
    }
  }

  private func write(_ provider: String, _ pixels: FittedText, to line: inout TerminalLine) {
    line.skip(gutter)
    line.begin(.dim)
    line.put(FittedText(provider, cells: room - pixels.width - 3))
    line.put(FittedText(safe: " · ", width: 3))
    line.put(pixels)
    line.end(.dim)
  }

  private func write(_ text: FittedText, to line: inout TerminalLine) {
    line.skip(gutter)
    line.add(text, .dim)
  }

  private func write(_ license: LicenseLabel, likes: Int?, to line: inout TerminalLine) {
    let name = license.fitted(to: room)
    line.skip(gutter)
    line.add(name, license.ink)
    guard let likes else { return }
    let count = Counts.short(likes)
    guard name.width + 5 + count.utf8.count <= room else { return }
    line.begin(.dim)
    line.put(FittedText(safe: " · ♡ ", width: 5))
    line.put(FittedText(safe: count, width: count.utf8.count))
    line.end(.dim)
  }
}

/// How a grid divides the width it has
struct GridLayout: Hashable, Sendable {
  /// A cell narrower than this has no room for its lines
  static let narrowestCell = 10
  /// A cell at least this wide is chosen when nobody asks for a number of columns
  static let comfortableCell = 34
  static let widths = 10...10_000

  let columns: Int
  /// Terminal cells of one column, without the gap
  let cell: Int
  /// Blanks between two columns
  let gap: Int

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 10 count as 10, more than 10,000 as that
  ///   - columns: as asked, where at least 10 cells remain for each; nil for as many as fit well
  init(width: Int, columns: Int?) {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let wanted = columns ?? (width + 2) / (Self.comfortableCell + 2)
    let most = (width + 1) / (Self.narrowestCell + 1)
    self.columns = max(1, min(wanted, most))
    gap = (width - 2 * (self.columns - 1)) / self.columns >= 16 ? 2 : 1
    cell = (width - gap * (self.columns - 1)) / self.columns
  }

  /// Cells of the number and the blanks after it
  func gutter(for number: Int) -> Int {
    let digits = max(2, String(number).utf8.count)
    return min(digits, cell / 2) + gap
  }
}
