/// A safe line of text that was cut to a width
package struct FittedText {
  package let text: String
  /// Terminal cells that the text takes
  package let width: Int

  /// Most terminal cells of any text
  private static let maxCells = 100_000

  /// - Parameter cells: most terminal cells; a longer text ends in `…`
  package init(_ raw: String, cells: Int) {
    let cells = min(cells, Self.maxCells)
    guard cells > 0 else {
      self = FittedText(safe: "", width: 0)
      return
    }
    if let plain = PlainScalars.fitted(raw, cells: cells) {
      self = plain
      return
    }
    // A cluster of one cell has at most a base, its marks and two invisible scalars.
    var line = SafeLine(limit: (cells + 1) * (SafeText.maxMarks + 3))
    line.take(raw)
    self = Self.cut(line.text + (line.isCut && !line.text.isEmpty ? "…" : ""), to: cells)
  }

  /// Text that is safe already
  package init(safe text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// - Parameter text: safe text
  package static func cut(_ text: String, to cells: Int) -> FittedText {
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

  /// Safe text with `…` in place of the blanks at its end
  fileprivate static func ellipsized(_ text: Substring, width: Int) -> FittedText {
    var text = text
    var width = width
    while text.utf8.last == UInt8(ascii: " ") {
      text.unicodeScalars.removeLast()
      width -= 1
    }
    return FittedText(safe: text + "…", width: width + 1)
  }
}

/// Scalars that are simple to print: each is safe, is a grapheme cluster of its own beside others
/// of this kind, and has a fixed width
///
/// Nearly all titles and names consist of them, which makes rendering fast.
enum PlainScalars {
  /// 1 or 2 terminal cells; nil for other scalars
  static func width(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF: 1
    case 0x391...0x3A1, 0x3A3...0x482, 0x48A...0x52F: 1  // Greek, Cyrillic
    case 0x5D0...0x5EA, 0x620...0x63F, 0x641...0x64A: 1  // Hebrew, Arabic letters
    case 0x2010...0x2015, 0x2018...0x2022, 0x2026, 0x2030...0x205E: 1  // punctuation
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF: 2  // CJK punctuation, kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: 2
    default: nil
    }
  }

  /// Terminal cells of a text of plain scalars; nil for any other text
  static func width(of text: String) -> Int? {
    if isPrintableASCII(text) { return text.utf8.count }
    var cells = 0
    for scalar in text.unicodeScalars {
      guard let width = width(of: scalar) else { return nil }
      cells += width
    }
    return cells
  }

  /// A text cut to a width in one pass, if it has plain scalars only and single blanks between
  /// words; nil for any other text
  static func fitted(_ text: String, cells: Int) -> FittedText? {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var used = 0
    // The last place where `…` would fit
    var cut = (index: index, cells: 0)
    var isAfterBlank = true
    while index < scalars.endIndex {
      let scalar = scalars[index]
      guard let width = width(of: scalar), !isAfterBlank || scalar != " " else { return nil }
      scalars.formIndex(after: &index)
      used += width
      if used > cells { return .ellipsized(text[..<cut.index], width: cut.cells) }
      isAfterBlank = scalar == " "
      if !isAfterBlank, used < cells { cut = (index, used) }
    }
    return isAfterBlank ? nil : FittedText(safe: text, width: used)
  }

  /// Whether the text has only blanks and visible ASCII
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 &- 0x20 < 0x5F }
  }
}
