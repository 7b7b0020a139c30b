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
    var (lines, room) = ([""], cells)
    func add(_ text: some StringProtocol, width: Int, after blank: String) {
      let isFirst = lines[lines.count - 1].isEmpty
      let blank = isFirst ? "" : blank
      if !isFirst, blank.utf8.count + width > room {
        lines.append(String(text))
        room = cells - width
      } else {
        lines[lines.count - 1] += blank + text
        room -= blank.utf8.count + width
      }
    }
    for word in split(separator: " ") {
      let width = DisplayWidth.of(String(word))
      guard width > cells else {
        add(word, width: width, after: " ")
        continue
      }
      for (index, cluster) in word.enumerated() {
        let width = DisplayWidth.of(cluster)
        let isTooWide = width > cells
        add(
          isTooWide ? "…" : String(cluster), width: isTooWide ? 1 : width,
          after: index == 0 ? " " : "")
      }
    }
    return lines
  }
}
