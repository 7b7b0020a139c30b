import PhotoSearch

/// Photos side by side, each in a cell of four or five lines
///
/// A row is printed when it is full, so that output never has to be taken back. Columns are
/// aligned by what a terminal shows; no line is wider than the terminal, addresses apart.
package struct GridRenderer: ListingRenderer {
  private let layout: GridLayout
  private let style: TerminalStyle
  private var labels = LicenseLabels()
  private var row: [ListingEntry] = []
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
    row.append(entry)
    return row.count == layout.columns ? takeRow() : ""
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    row.isEmpty ? "" : takeRow()
  }

  private mutating func takeRow() -> String {
    let gutter = layout.gutter(for: row.map(\.number).max() ?? 0)
    let cells = row.map { entry in
      GridCell(
        entry: entry, license: labels.label(for: entry.photo.license), style: style,
        width: layout.cell, gutter: gutter, gap: layout.gap
      ).lines
    }
    var text = isFirstRow ? "" : "\n"
    text.reserveCapacity(1_024)
    for line in 0..<(cells.map(\.count).max() ?? 0) {
      append(cells.map { $0[line] }, to: &text)
    }
    if style.addresses {
      for entry in row { append(addressOf: entry, gutter: gutter, to: &text) }
    }
    isFirstRow = false
    row.removeAll(keepingCapacity: true)
    return text
  }

  private func append(_ line: [GridCell.Line], to text: inout String) {
    var missing = 0
    for part in line {
      text += String(repeating: " ", count: missing)
      text += part.text
      missing = layout.cell - part.width + layout.gap
    }
    text += "\n"
  }

  private func append(addressOf entry: ListingEntry, gutter: Int, to text: inout String) {
    text += String(entry.number).padded(to: gutter - layout.gap, .right)
    text += String(repeating: " ", count: layout.gap)
    text += SafeText.address(entry.photo.page)
    text += "\n"
  }
}
