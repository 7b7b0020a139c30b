import Foundation

/// Text from outside as a piece of a file name: no separators, no hidden or control characters,
/// nothing that a shell or another system's file names stumble over
enum FileNamePart {
  /// May be empty
  ///
  /// - Parameter limit: bytes of UTF-8
  static func cleaned(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var gap = false
    // More than can be kept is not looked at.
    for scalar in text.unicodeScalars.prefix(4 * limit) {
      switch standing(of: scalar) {
      case .kept:
        if gap, !result.isEmpty { result.append("-") }
        gap = false
        result.append(scalar)
      case .gap: gap = true
      case .dropped: continue
      }
    }
    let composed = String(result).precomposedStringWithCanonicalMapping
    return shortened(composed, to: limit)
  }

  /// A template's own text: as it was typed, but for what no name may have
  static func literal(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar == " " || standing(of: scalar) == .kept
      || "-$`".unicodeScalars.contains(scalar)
    {
      result.append(scalar)
    }
    return String(result).precomposedStringWithCanonicalMapping
  }

  /// The beginning of a text, cut between characters, without what should not end a name
  static func shortened(_ text: String, to limit: Int) -> String {
    var text = text[...]
    if text.utf8.count > limit {
      var bytes = 0
      text = text.prefix { character in
        bytes += character.utf8.count
        return bytes <= limit
      }
    }
    while let last = text.last, "-. _".contains(last) { text.removeLast() }
    return String(text)
  }

  private enum Standing { case kept, gap, dropped }

  private static func standing(of scalar: Unicode.Scalar) -> Standing {
    if scalar.value < 0x80 {
      return scalar.value < 0x21 || "/\\:*?\"<>|-`$".unicodeScalars.contains(scalar)
        ? .gap : scalar.value == 0x7F ? .dropped : .kept
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .gap
    case .control, .format, .surrogate, .privateUse, .unassigned: return .dropped
    default:
      // Signs that look like a separator
      return [0x2044, 0x2215, 0x29F8, 0xFF0F, 0xFF3C, 0x2216].contains(scalar.value) ? .gap : .kept
    }
  }
}
