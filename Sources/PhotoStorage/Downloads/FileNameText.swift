import Foundation
import PhotoSearch
import Platform

/// Text from outside as a piece of a file name: no separators, no hidden or control characters,
/// nothing that a shell or another system's file names stumble over
enum FileNameText {
  /// May be empty
  ///
  /// - Parameter limit: bytes of UTF-8
  static func cleaned(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var gap = false
    // No more is read than can be kept. Composed before it is judged, as U+1FEF becomes a backtick.
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

  /// A template's own text: as it was typed, but for what no name may have
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
    var scalars = text.unicodeScalars
    while let last = scalars.last, "-. _\u{200C}\u{200D}".unicodeScalars.contains(last) {
      scalars.removeLast()
    }
    return String(scalars)
  }

  /// A file name's two parts, without the point between them; without a point, no extension
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
      // Signs that look like a separator
      return [0x2044, 0x2215, 0x29F8, 0xFF0F, 0xFF3C, 0x2216].contains(scalar.value) ? .gap : .kept
    }
  }

  /// Whether a joiner between these two has an effect: between letters, and between emoji
  private static func joins(_ base: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    [base, next].allSatisfy { scalar in
      // ASCII letters aren't joined, and a name with a joiner between them couldn't be typed.
      guard let scalar, !scalar.isASCII else { return false }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark: return true
      default: return scalar.properties.isAlphabetic || scalar.properties.isEmoji
      }
    }
  }
}
