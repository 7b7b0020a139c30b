/// Text from a provider without its markup: what a reader would see, on one line
public enum PlainText {
  /// Tags and comments dropped, what they hide dropped with them, entities resolved once, white
  /// space folded; nil when nothing is left
  ///
  /// A `<` that opens no tag stays: `I <3 kittens` is text.
  public static func resolved(_ markup: String?) -> String? {
    guard let markup, !markup.isEmpty else { return nil }
    var text = markup
    if markup.utf8.contains(UInt8(ascii: "<")) {
      var tagged = Markup(markup)
      text = tagged.withoutTags()
    }
    return folded(text.utf8.contains(UInt8(ascii: "&")) ? HTMLEntities.resolved(in: text) : text)
  }

  /// Runs of white space and control characters become one blank; nil when nothing is left
  public static func folded(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    if isFolded(text) { return text }
    var result = String.UnicodeScalarView()
    var gap = false
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        gap = !result.isEmpty
      } else {
        if gap { result.append(" ") }
        gap = false
        result.append(scalar)
      }
    }
    return result.isEmpty ? nil : String(result)
  }

  /// Whether folding would change nothing, where that is quickly told: printable ASCII
  private static func isFolded(_ text: String) -> Bool {
    var before = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || before != 0x20 else { return false }
      before = byte
    }
    return before != 0x20
  }
}

extension Unicode.Scalar {
  /// White space or a control character
  fileprivate var isBlank: Bool {
    if value < 0x80 { return value <= 0x20 || value == 0x7F }
    return properties.isWhitespace || properties.generalCategory == .control
  }
}
