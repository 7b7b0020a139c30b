/// A safe line that has been cut to fit, and its width
struct FittedText {
  let text: String
  /// Terminal cells, no more than were allowed
  let width: Int

  /// More cells than this are never used
  private static let most = 100_000

  /// - Parameter cells: how many there are; the text ends in `…` when they are not enough
  init(_ raw: String, cells: Int) {
    let cells = min(max(cells, 0), Self.most)
    if let plain = PlainScalars.fitted(raw, cells: cells) {
      self = plain
      return
    }
    // A cluster of one cell has at most a base, the marks and two invisible scalars.
    var line = SafeLine(limit: (cells + 1) * (SafeText.mostMarks + 3))
    line.take(raw)
    self = Self.cut(line.text + (line.isCut && !line.text.isEmpty ? "…" : ""), to: cells)
  }

  /// Text known to be safe
  init(safe text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// - Parameter text: safe text
  static func cut(_ text: String, to cells: Int) -> FittedText {
    guard cells > 0 else { return FittedText(safe: "", width: 0) }
    var end = text.startIndex
    var endWidth = 0
    var width = 0
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      width += DisplayWidth.of(text[index])
      if width > cells {
        return ellipsized(text[..<end], width: endWidth)
      }
      if width < cells {
        end = next
        endWidth = width
      }
      index = next
    }
    return FittedText(safe: text, width: width)
  }

  private static func ellipsized(_ text: Substring, width: Int) -> FittedText {
    var text = text
    var width = width
    while text.last == " " {
      text.removeLast()
      width -= 1
    }
    return FittedText(safe: text + "…", width: width + 1)
  }
}
