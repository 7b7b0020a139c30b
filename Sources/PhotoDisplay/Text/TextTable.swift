package import Foundation

/// Rows of a few columns, as wide as what is in them: for short lists that aren't photos
///
/// On a terminal columns that there is no room for are left out, and the widest is cut; for
/// programs the values are whole, with a tab between them.
package struct TextTable {
  package struct Column {
    let name: String
    /// Which column goes first when there is no room: the highest; 0 for one that stays
    let rank: Int

    package init(_ name: String, rank: Int = 0) {
      (self.name, self.rank) = (name, rank)
    }
  }

  package struct Cell {
    let text: String
    let ink: Ink?
    let link: URL?

    /// - Parameter text: from anywhere; it is made safe
    package init(_ text: String, _ ink: Ink? = nil, link: URL? = nil) {
      self.text = SafeText.line(text)
      (self.ink, self.link) = (ink, link)
    }
  }

  /// Blanks between two columns
  private static let gap = 2
  /// Cells that are left of the widest column, however narrow the terminal is
  private static let least = 8

  private let columns: [Column]
  private var rows: [[Cell]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// - Parameter row: a cell for each column
  package mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "a row has a cell for each column")
    rows.append(row)
  }

  /// For a program: a line of names, then a line for each row
  package var tabbed: String {
    ([columns.map(\.name)] + rows.map { $0.map(\.text) })
      .map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// For a terminal
  ///
  /// - Parameter width: terminal cells of a line
  package func text(width: Int, style: TerminalStyle) -> String {
    let widths = widths(in: width)
    var output: [UInt8] = []
    var line = TerminalLine(style: style)
    for row in [columns.map { Cell($0.name, .dim) }] + rows {
      for (cell, cells) in zip(row, widths) where cells > 0 {
        let text = FittedText(cell.text, cells: cells)
        line.add(text, cell.ink, link: cell.link)
        line.skip(cells - text.width + Self.gap)
      }
      line.finish(into: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Of each column; 0 for one that is left out, as those are in which nothing is
  private func widths(in room: Int) -> [Int] {
    var widths = columns.indices.map { index in
      let widest = rows.map { DisplayWidth.of($0[index].text) }.max() ?? 0
      return widest == 0 ? 0 : max(widest, DisplayWidth.of(columns[index].name))
    }
    func total() -> Int {
      widths.reduce(-Self.gap) { $0 + ($1 > 0 ? $1 + Self.gap : 0) }
    }
    for rank in Set(columns.map(\.rank)).sorted(by: >) where rank > 0 {
      for index in columns.indices where columns[index].rank == rank && total() > room {
        widths[index] = 0
      }
    }
    if let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] = max(min(widths[widest], Self.least), widths[widest] - max(0, total() - room))
    }
    return widths
  }
}
