/// A line of a table, filled from left to right
struct TableLine {
  /// The line so far, without blanks at its end
  private(set) var text = ""
  private let style: TerminalStyle
  /// Terminal cells of `text`
  private var width = 0
  /// Blanks owed before the next text
  private var owed = 0

  init(style: TerminalStyle) {
    self.style = style
  }

  /// Cells before the next text
  var used: Int { width + owed }

  /// - Parameters:
  ///   - cells: of the column; 0 for one that is left out
  ///   - gap: blanks after the column
  mutating func add(
    _ part: FittedText, cells: Int, ink: Ink? = nil, gap: Int = TableColumns.gap
  ) {
    guard cells > 0 else { return }
    put(part, as: ink.map { style.text(part.text, $0) } ?? part.text)
    owed += max(0, cells - part.width) + gap
  }

  /// A number, right-aligned; one too wide for its column moves the rest of the line
  mutating func add(number: String, cells: Int) {
    let missing = max(0, cells - number.utf8.count)
    owed += missing
    put(FittedText(safe: number, width: number.utf8.count), as: style.text(number, .dim))
    owed += 1
  }

  /// The last part, which may be more than its text
  mutating func put(_ part: FittedText, as printed: String) {
    guard part.width > 0 else { return }
    text += String(repeating: " ", count: owed)
    text += printed
    width += owed + part.width
    owed = 0
  }
}
