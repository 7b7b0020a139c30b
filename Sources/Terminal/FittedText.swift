import Platform

/// A safe line of text that was cut to a width
package struct FittedText {
  package let text: String
  /// Terminal cells that the text takes
  package let width: Int

  /// Most terminal cells of any text
  private static let maxCells = 100_000

  /// - Parameter cells: most terminal cells; a longer text ends in `…`
  package init(_ raw: String, cells: Int) { self = Self.made(of: raw, min(cells, Self.maxCells)) }

  private static func made(of raw: String, _ cells: Int) -> FittedText {
    guard cells > 0 else { return FittedText(safe: "", width: 0) }
    if let plain = PlainScalars.fitted(raw, cells: cells) { return plain }
    // A cluster of one cell has at most a base, its marks and two invisible scalars.
    let line = SafeLine(raw, limit: (cells + 1) * (SafeText.maxMarks + 3))
    return cut(line.text + (line.isCut && !line.text.isEmpty ? "…" : ""), to: cells)
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
      if width > cells { return ellipsized(text[..<end], width: endWidth) }
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

/// The number of terminal cells that text takes
///
/// It is counted by grapheme cluster: wide East Asian and emoji clusters take 2, combining marks
/// none, characters of ambiguous width 1.
package enum DisplayWidth {
  /// Terminal cells of a text
  package static func of(_ text: String) -> Int {
    if let width = PlainScalars.width(of: text) { return width }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Terminal cells of one grapheme cluster
  package static func of(_ character: Character) -> Int {
    var (cells, baseCells) = (0, 0)
    // The scalar that marks, selectors and joined emoji change
    var base: Unicode.Scalar?
    var isJoined = false
    func widenBase(to wanted: Int) {
      cells += wanted - baseCells
      baseCells = wanted
    }
    for scalar in character.unicodeScalars {
      let (old, new) = (base?.properties, scalar.properties)
      switch scalar.value {
      case 0x200D: isJoined = old?.isEmoji ?? false
      case 0xFE0F where old?.isEmoji ?? false: widenBase(to: 2)
      case 0xFE0E where old?.isEmojiPresentation ?? false: widenBase(to: 1)
      // The second half of a flag
      case 0x1F1E6...0x1F1FF where base?.isRegionalIndicator ?? false: break
      default:
        let isTone = new.isEmojiModifier && old?.isEmojiModifierBase ?? false
        if isTone || isJoined && new.isEmoji {
          widenBase(to: 2)
        } else {
          let added = of(scalar)
          guard added > 0 else { continue }
          cells += added
          baseCells = added
        }
        base = scalar
        isJoined = false
      }
    }
    return cells
  }

  /// Terminal cells of a scalar on its own
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if let width = PlainScalars.width(of: scalar) { return width }
    if isZeroWidth(scalar) { return 0 }
    return WideScalars.contains(scalar) ? 2 : 1
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return true
    case .spacingMark:
      return WideScalars.contains(scalar)  // Hangul tone marks, inside a wide block
    case .format: return scalar.isHidden || scalar.isJoiner
    default: return scalar.isHangulVowelOrTail || properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Unicode.Scalar {
  /// A regional indicator: two of them make a flag
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// A Hangul vowel or trailing consonant, which is drawn into the syllable before it
  var isHangulVowelOrTail: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }
}

/// The scalars that take two terminal cells on their own
///
/// East Asian Wide and Fullwidth of UAX #11, as whole blocks, because unassigned scalars in a block
/// are never printed. Emoji aren't listed: the standard library has `Emoji_Presentation`.
enum WideScalars {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100
      && (blocks.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation)
  }

  private static let blocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul leading consonants
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637,  // trigrams
    0x268A...0x268F,  // monograms and digrams
    0x2E80...0x303E,  // CJK radicals to CJK punctuation
    0x3041...0x3247,  // kana to enclosed ideographs
    0x3250...0xA4C6,  // enclosed CJK to Yi
    0xA960...0xA97C,  // Hangul extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE6B,  // vertical, compatibility and small forms
    0xFF01...0xFF60,  // fullwidth forms
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x1B2FB,  // Tangut, Khitan, kana supplement, Nushu
    0x1D300...0x1D376,  // Tai Xuan Jing, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // further ideographs
  ]
}

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
