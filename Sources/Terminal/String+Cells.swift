extension String {
  /// The text cut between grapheme clusters, with `…` at the end, to at most this many terminal
  /// cells
  ///
  /// - Parameter cells: 0 or more
  package func truncated(to cells: Int) -> String {
    if utf8.count <= cells, PlainScalars.isPrintableASCII(self) { return self }
    return FittedText.cut(self, to: cells).text
  }

  /// The text padded with blanks to at least this many terminal cells
  ///
  /// - Parameter atStart: whether the blanks come first, as before numbers
  package func padded(to cells: Int, atStart: Bool = false) -> String {
    let missing = cells - DisplayWidth.of(self)
    guard missing > 0 else { return self }
    let blanks = String(repeating: " ", count: missing)
    return atStart ? blanks + self : self + blanks
  }

  /// The text broken between words into lines of at most this many terminal cells; longer words are
  /// broken between grapheme clusters
  ///
  /// - Parameter cells: 2 or more, so that a wide cluster fits; a wider one becomes `…`
  /// - Returns: at least one line; no line begins or ends with a blank
  package func wrapped(to cells: Int) -> [String] {
    var lines = WrappedLines(cells: cells)
    for word in split(separator: " ") { lines.add(word) }
    return lines.all
  }
}

/// Fills lines one after another
private struct WrappedLines {
  private let cells: Int
  private var full: [String] = []
  private var line = ""
  private var room: Int

  init(cells: Int) {
    self.cells = cells
    room = cells
  }

  var all: [String] { full + [line] }

  mutating func add(_ word: Substring) {
    let width = DisplayWidth.of(String(word))
    if width <= cells {
      add(word, width: width, gap: true)
      return
    }
    var gap = true
    for cluster in word {
      let width = DisplayWidth.of(cluster)
      let isTooWide = width > cells
      add(isTooWide ? "…" : Substring(String(cluster)), width: isTooWide ? 1 : width, gap: gap)
      gap = false
    }
  }

  private mutating func add(_ text: Substring, width: Int, gap: Bool) {
    let blank = gap && !line.isEmpty ? 1 : 0
    if blank + width > room, !line.isEmpty {
      full.append(line)
      line = String(text)
      room = cells - width
      return
    }
    line += (blank == 1 ? " " : "") + text
    room -= blank + width
  }
}
