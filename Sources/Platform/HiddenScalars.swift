/// Which characters are invisible: the one table for JSON, messages and the terminal
extension Unicode.Scalar {
  /// Whether the scalar is a control, format or separator character of Unicode, or default
  /// ignorable: invisible, or able to change the direction and lines of text
  ///
  /// Joiners, variation selectors and soft hyphens are false, because emoji and scripts need them.
  /// So are number and verse signs, which are format characters but visible.
  @inlinable package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E: true
    case 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
    case 0xE0100...0xE01EF: false
    case 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// Whether the scalar is one of the two joiners, which join letters or emoji or keep them apart
  @inlinable package var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether the scalar selects how the character before it is drawn
  @inlinable package var isVariationSelector: Bool {
    switch value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: true
    default: false
    }
  }

  /// Whether the scalar is the soft hyphen, which only marks where a word may be broken
  @inlinable package var isSoftHyphen: Bool { value == 0xAD }

  /// Whether the scalar is a combining mark
  @inlinable package var isCombiningMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
