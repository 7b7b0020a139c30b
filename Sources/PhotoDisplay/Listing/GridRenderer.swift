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
