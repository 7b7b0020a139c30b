import Platform

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
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      return true
    case .spacingMark:
      return WideScalars.contains(scalar)  // Hangul tone marks, inside a wide block
    case .format:
      return scalar.isHidden || scalar.isJoiner
    default:
      return scalar.isHangulVowelOrTail || properties.isDefaultIgnorableCodePoint
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
    let value = scalar.value
    if value < 0x1100 { return false }
    if (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { return true }
    return blocks.contains { $0.contains(value) }
      || (value >= 0x231A && scalar.properties.isEmojiPresentation)
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
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6B,  // compatibility and small forms
    0xFF01...0xFF60,  // fullwidth forms
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x18DF2,  // Tangut, Khitan
    0x1AFF0...0x1B2FB,  // kana supplement, Nushu
    0x1D300...0x1D356,  // Tai Xuan Jing
    0x1D360...0x1D376,  // counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // further ideographs
  ]
}
