/// Which end of a padded text the blanks go to
package enum TextAlignment: Sendable {
  case left, right
}

extension String {
  /// Cut between grapheme clusters, with `…` at the end, to take no more than that many cells
  ///
  /// - Parameter cells: 0 or more
  package func truncated(to cells: Int) -> String {
    if utf8.count <= cells, PlainScalars.isPrintableASCII(self) { return self }
    return FittedText.cut(self, to: cells).text
  }

  /// Filled up with blanks to at least that many cells
  package func padded(to cells: Int, _ alignment: TextAlignment = .left) -> String {
    let missing = cells - DisplayWidth.of(self)
    guard missing > 0 else { return self }
    let blanks = String(repeating: " ", count: missing)
    return alignment == .left ? self + blanks : blanks + self
  }

  /// Broken between words into lines of at most that many cells, words that are longer between
  /// grapheme clusters
  ///
  /// - Parameter cells: 2 or more: a wide cluster has to fit
  /// - Returns: at least one line; no line begins or ends with a blank
  package func wrapped(to cells: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var room = cells
    for word in split(separator: " ") {
      let width = DisplayWidth.of(String(word))
      let gap = line.isEmpty ? 0 : 1
      if width + gap <= room {
        line += gap == 0 ? String(word) : " " + word
        room -= width + gap
        continue
      }
      if !line.isEmpty, width <= cells || room < 3 {
        lines.append(line)
        line = ""
        room = cells
      }
      if !line.isEmpty {
        line += " "
        room -= 1
      }
      for cluster in word {
        let width = DisplayWidth.of(cluster)
        if width > room, !line.isEmpty {
          lines.append(line)
          line = ""
          room = cells
        }
        line.append(cluster)
        room -= width
      }
    }
    return lines.isEmpty || !line.isEmpty ? lines + [line] : lines
  }
}
