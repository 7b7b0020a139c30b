/// How many terminal cells text takes
///
/// Counted by grapheme cluster: wide East Asian and emoji clusters take 2, marks add nothing,
/// what is ambiguous takes 1.
package enum DisplayWidth {
  /// Cells of a whole text
  package static func of(_ text: String) -> Int {
    if let width = PlainScalars.width(of: text) { return width }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Cells of one grapheme cluster
  package static func of(_ character: Character) -> Int {
    var cluster = ClusterWidth()
    for scalar in character.unicodeScalars { cluster.add(scalar) }
    return cluster.cells
  }

  /// Cells of a scalar that stands alone
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
      return scalar.value != 0xAD && !SafeScalars.isVisibleFormat(scalar)
    default:
      return scalar.isHangulVowelOrTail || properties.isDefaultIgnorableCodePoint
    }
  }
}

/// Adds up one grapheme cluster, scalar by scalar
private struct ClusterWidth {
  private(set) var cells = 0
  private var base: Unicode.Scalar?
  /// Cells that `base` takes
  private var baseCells = 0
  private var isJoined = false
  private var isHalfFlag = false

  mutating func add(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x200D:
      isJoined = base?.properties.isEmoji ?? false
    case 0xFE0F where base?.properties.isEmoji ?? false:
      widenBase(to: 2)
    case 0xFE0E where base?.properties.isEmojiPresentation ?? false:
      widenBase(to: 1)
    default:
      addBase(scalar)
    }
  }

  private mutating func addBase(_ scalar: Unicode.Scalar) {
    if isHalfFlag, scalar.isRegionalIndicator {
      isHalfFlag = false
      return
    }
    if scalar.properties.isEmojiModifier, base?.properties.isEmojiModifierBase ?? false {
      widenBase(to: 2)
      base = scalar
      return
    }
    if isJoined, scalar.properties.isEmoji {
      widenBase(to: 2)
      base = scalar
      isJoined = false
      return
    }
    let added = DisplayWidth.of(scalar)
    guard added > 0 else { return }
    cells += added
    base = scalar
    baseCells = added
    isJoined = false
    isHalfFlag = scalar.isRegionalIndicator
  }

  private mutating func widenBase(to wanted: Int) {
    cells += wanted - baseCells
    baseCells = wanted
  }
}

extension Unicode.Scalar {
  /// One half of a flag
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// A Hangul vowel or trailing consonant, which is drawn into the syllable before it
  var isHangulVowelOrTail: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }
}
