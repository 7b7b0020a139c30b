import PhotoDisplay
import Terminal

/// What a terminal makes of a line: its text without our own escape sequences
struct Screen {
  /// nil when there is a sequence that this program does not write, or any other character that
  /// no text should have
  let text: String

  init?(_ line: some StringProtocol) {
    var text = String.UnicodeScalarView()
    var rest = String(line).unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}" {
        guard let after = Self.afterSequence(rest) else { return nil }
        rest = after
        continue
      }
      guard !Self.isForbidden(scalar) else { return nil }
      text.append(scalar)
      rest = rest.dropFirst()
    }
    self.text = String(text)
  }

  var width: Int { DisplayWidth.of(text) }

  // A literal in the function would be compiled again for each sequence; nobody changes these.
  nonisolated(unsafe) private static let style = /\u{1B}\[[0-9]{1,3}(?:;[0-9]{1,3}){0,9}m/
  nonisolated(unsafe) private static let link = /\u{1B}\]8;;[\u{21}-\u{7E}]*\u{1B}\\/

  /// `ESC [ numbers m`, or `ESC ] 8 ; ; printable ASCII ESC \`
  private static func afterSequence(
    _ rest: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView? {
    let text = Substring(rest)
    return (text.prefixMatch(of: style) ?? text.prefixMatch(of: link)).map {
      text[$0.range.upperBound...].unicodeScalars
    }
  }

  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE001F, 0xE000...0xF8FF:
      true
    default: false
    }
  }
}
