import Foundation
import PhotoSearch
import Platform

/// Makes text from outside safe for a file name: no separators, hidden or control characters, and
/// none that a shell or another file system has trouble with
enum FileNameText {
  /// The text without unsafe characters; may be empty
  ///
  /// - Parameter limit: most bytes of UTF-8
  static func cleaned(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var gap = false
    // Only as much is read as can be kept. It is composed first, because U+1FEF becomes a backtick.
    let start = String(text.unicodeScalars.prefix(4 * limit))
    var rest = start.composed.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch role(of: scalar) {
      case .kept:
        if gap, !result.isEmpty { result.append("-") }
        gap = false
        result.append(scalar)
      case .joiner where !gap && joins(result.last, rest.first): result.append(scalar)
      case .gap: gap = true
      case .joiner, .dropped: continue
      }
    }
    let composed = String(result).composed
    return shortened(composed, to: limit)
  }

  /// A template's own text as it was typed, without characters that no name may have
  static func literal(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isKept =
        switch role(of: scalar) {
        case .kept: true
        case .joiner: joins(result.last, rest.first)
        case .gap, .dropped: " -$`".unicodeScalars.contains(scalar)
        }
      if isKept { result.append(scalar) }
    }
    return String(result).composed
  }

  /// The start of a text, cut between characters, without characters that should not end a name
  static func shortened(_ text: String, to limit: Int) -> String {
    var text = text[...]
    if text.utf8.count > limit {
      var bytes = 0
      text = text.prefix { character in
        bytes += character.utf8.count
        return bytes <= limit
      }
    }
    var scalars = text.unicodeScalars
    while let last = scalars.last, "-. _\u{200C}\u{200D}".unicodeScalars.contains(last) {
      scalars.removeLast()
    }
    return String(scalars)
  }

  /// A file name's stem and extension, without the point between them; the extension may be empty
  static func split(_ name: String) -> (stem: String, ending: String) {
    guard let point = name.lastPlace(of: ".") else { return (name, "") }
    return (String(name[..<point]), String(name[point...].unicodeScalars.dropFirst()))
  }

  private enum Role { case kept, joiner, gap, dropped }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if scalar.value < 0x80 {
      return scalar.value < 0x21 || "/\\:*?\"<>|-`$".unicodeScalars.contains(scalar)
        ? .gap : scalar.value == 0x7F ? .dropped : .kept
    }
    if scalar.isJoiner { return .joiner }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .gap
    case .control, .format, .surrogate, .privateUse, .unassigned: return .dropped
    default:
      // Characters that look like a separator
      return [0x2044, 0x2215, 0x29F8, 0xFF0F, 0xFF3C, 0x2216].contains(scalar.value) ? .gap : .kept
    }
  }

  /// Whether a joiner has an effect between these two: between letters, and between emoji
  private static func joins(_ base: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    [base, next].allSatisfy { scalar in
      // A joiner has no effect between ASCII letters, and would make the name impossible to type.
      guard let scalar, !scalar.isASCII else { return false }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark: return true
      default: return scalar.properties.isAlphabetic || scalar.properties.isEmoji
      }
    }
  }
}
