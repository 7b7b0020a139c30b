/// Which scalars take two terminal cells on their own
///
/// East Asian Wide and Fullwidth of UAX #11, in whole blocks: unassigned scalars inside a block are
/// never printed. Emoji are left to `Emoji_Presentation`, which the standard library knows.
enum WideScalars {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x1100 { return false }
    if (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { return true }
    return isInTable(value) || (value >= 0x231A && scalar.properties.isEmojiPresentation)
  }

  private static func isInTable(_ value: UInt32) -> Bool {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < blocks.count && blocks[low].contains(value)
  }

  /// Ascending
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
