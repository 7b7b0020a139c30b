import PhotoSearch

/// Photos side by side, each in a cell of two lines
///
///      1  Kittens                            2  Felis catus-cat on snow
///         Jane Doe · CC BY 2.0 · flickr      ♥  CC0 1.0 · 2560×1702 · wikimedia
///
/// A row is printed when it is full, so that output never has to be taken back. Columns are
/// aligned by what a terminal shows; no line is wider than the terminal, addresses apart.
package struct GridRenderer: ListingRenderer {
  private let layout: GridLayout
  private let style: TerminalStyle
  private var labels = PhotoLabels()
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

  package mutating func entry(_ entry: ListingEntry) -> String {
    if count == 0 { beginRow(at: entry.number) }
    let cell = GridCell(width: layout.cell, gutter: gutter, gap: layout.gap)
    cell.write(entry, &labels, to: &lines)
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
    if lines.isEmpty {
      lines = Array(repeating: TerminalLine(style: style), count: GridCell.lineCount)
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
    line.add(number, nil, rightIn: gutter - layout.gap)
    line.skip(layout.gap)
    line.add(address: entry.photo.pageURL)
    line.finish(into: &addresses)
  }
}

/// How a grid divides the width it has
struct GridLayout: Hashable, Sendable {
  /// A cell narrower than this has no room for its lines
  static let minCellWidth = 10
  /// A cell at least this wide is chosen where no number of columns is given
  static let preferredCellWidth = 34
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
    let wanted = columns ?? (width + 2) / (Self.preferredCellWidth + 2)
    let fitting = (width + 1) / (Self.minCellWidth + 1)
    self.columns = max(1, min(wanted, fitting))
    gap = (width - 2 * (self.columns - 1)) / self.columns >= 16 ? 2 : 1
    cell = (width - gap * (self.columns - 1)) / self.columns
  }

  /// Cells of the number and the blanks after it
  func gutter(for number: Int) -> Int {
    let digits = max(2, String(number).utf8.count)
    return min(digits, cell / 2) + gap
  }
}
