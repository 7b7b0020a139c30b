/// Text of every kind that Unicode has, with a liking for what goes wrong
package enum RandomText {
  private static let pieces: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0x20...0x7E, 0x0...0x1F, 0x7F...0x9F, 0xA0...0x2FF, 0x300...0x36F,
    0x590...0x6FF, 0x900...0xDFF, 0x1100...0x11FF, 0x2000...0x206F, 0x2190...0x27BF,
    0x3000...0x30FF, 0x4E00...0x4FFF, 0xAC00...0xAD00, 0xE000...0xE010, 0xFE00...0xFE0F,
    0xFEFF...0xFFFD, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF, 0x1F3FB...0x1F3FF,
    0xE0000...0xE01EF, 0x0...0x10FFFF,
  ]
  private static let sequences = [
    "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️‍🔥", "\u{1B}[2J", "\u{1B}]8;;x\u{7}", "\u{202E}", "  ", "\r\n", "क्षि", "\u{200D}",
    "\u{FE0F}", "🇩🇪", "葛\u{E0100}",
  ]

  package static func make(upTo length: Int, using random: inout some RandomNumberGenerator)
    -> String
  {
    var text = ""
    for _ in 0..<Int.random(in: 0...length, using: &random) {
      if Int.random(in: 0..<8, using: &random) == 0 {
        text += sequences.randomElement(using: &random) ?? ""
        continue
      }
      let range = pieces.randomElement(using: &random) ?? 0x20...0x7E
      guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) else { continue }
      for _ in 0..<(Int.random(in: 0..<20, using: &random) == 0 ? 12 : 1) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
