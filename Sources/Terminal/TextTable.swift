/// A table of a few columns as wide as their content, for short lists of anything but photos
///
/// If a terminal is too narrow, columns are dropped, addresses get lines of their own, and the
/// widest column is cut. For programs the values are complete, with tabs between them.
package struct TextTable {
  package struct Column {
    let name: String
    /// The order in which columns are dropped: the highest first; 0 for one that always stays
    let rank: Int
    /// Whether the column has addresses, which are never cut: if there is no room for them, each
    /// gets a line of its own below its row
    let hasAddresses: Bool

    package init(_ name: String, rank: Int = 0, hasAddresses: Bool = false) {
      self.name = name
      self.rank = rank
      self.hasAddresses = hasAddresses
    }
  }

  package struct Cell {
    let text: String
    let ink: Ink?
    let link: String?

    /// - Parameters:
    ///   - text: any text; it is made safe
    ///   - link: an address in printable ASCII that the text links to
    package init(_ text: String, _ ink: Ink? = nil, link: String? = nil) {
      self.text = SafeText.line(text)
      self.ink = ink
      self.link = link
    }
  }

  /// Blanks between two columns
  private static let gap = 2
  /// Least terminal cells of the widest column, however narrow the terminal is
  private static let minWidth = 8

  private let columns: [Column]
  private var rows: [[Cell]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// - Parameter row: one cell for each column
  package mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "a row has a cell for each column")
    rows.append(row)
  }

  /// The table for a program: a line of column names, then a line per row
  package var tabbed: String {
    ([columns.map(\.name)] + rows.map { $0.map(\.text) })
      .map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// The table for a terminal
  ///
  /// - Parameter width: terminal cells of a line; an address may be longer
  package func text(width: Int, style: TerminalStyle) -> String {
    var widths = chosen(of: naturalWidths, in: width)
    let isStacked = Self.total(widths) > width && columns.contains(where: \.hasAddresses)
    if isStacked {
      let others = zip(columns, naturalWidths).map { $0.hasAddresses ? 0 : $1 }
      widths = chosen(of: others, in: width)
    }
    cutWidest(of: &widths, to: width)
    var output = ""
    for (index, row) in ([columns.map { Cell($0.name, .dim) }] + rows).enumerated() {
      var line = TerminalLine(style: style)
      for (cell, cells) in zip(row, widths) where cells > 0 {
        let text = FittedText(cell.text, cells: cells)
        line.add(text, cell.ink, link: cell.link)
        line.skip(cells - text.width + Self.gap)
      }
      output += line.text + "\n"
      guard isStacked, index > 0 else { continue }
      for (column, cell) in zip(columns, row) where column.hasAddresses && !cell.text.isEmpty {
        var line = TerminalLine(style: style)
        line.skip(Self.gap)
        let text = Self.address(cell.text, in: width - Self.gap)
        line.add(FittedText(safe: text, width: DisplayWidth.of(text)), cell.ink, link: cell.link)
        output += line.text + "\n"
      }
    }
    return output
  }

  /// An address without its scheme if only that fits; else the whole, for the terminal to break
  private static func address(_ text: String, in room: Int) -> String {
    let scheme = "https://"
    guard DisplayWidth.of(text) > room, text.hasPrefix(scheme) else { return text }
    let rest = String(text.dropFirst(scheme.count))
    return DisplayWidth.of(rest) > room ? text : rest
  }

  /// The width of each column; 0 for an empty one
  private var naturalWidths: [Int] {
    columns.indices.map { index in
      let widest = rows.map { DisplayWidth.of($0[index].text) }.max() ?? 0
      return widest == 0 ? 0 : max(widest, DisplayWidth.of(columns[index].name))
    }
  }

  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(-gap) { $0 + ($1 > 0 ? $1 + gap : 0) }
  }

  /// The widths of all columns; columns that are dropped have width 0
  private func chosen(of widths: [Int], in room: Int) -> [Int] {
    var widths = widths
    for rank in Set(columns.map(\.rank)).sorted(by: >) where rank > 0 {
      for index in columns.indices where columns[index].rank == rank && Self.total(widths) > room {
        widths[index] = 0
      }
    }
    return widths
  }

  private func cutWidest(of widths: inout [Int], to room: Int) {
    guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) else { return }
    let width = widths[widest]
    widths[widest] = max(min(width, Self.minWidth), width - max(0, Self.total(widths) - room))
  }
}
