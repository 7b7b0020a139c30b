/// Text from a provider without its markup: what a reader would see, on one line
package enum PlainText {
  /// Tags and comments dropped, what they hide dropped with them, entities resolved once, white
  /// space folded; nil when nothing is left
  ///
  /// A `<` that opens no tag stays: `I <3 kittens` is text.
  package static func resolved(_ markup: String?) -> String? {
    guard let markup, !markup.isEmpty else { return nil }
    let text = markup.utf8.contains(UInt8(ascii: "<")) ? withoutTags(markup) : markup
    return folded(text.utf8.contains(UInt8(ascii: "&")) ? HTMLEntities.resolved(in: text) : text)
  }

  /// Runs of white space and control characters become one blank; nil when nothing is left
  package static func folded(_ text: String?) -> String? {
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

  private static func withoutTags(_ markup: String) -> String {
    var output = ""
    var rest = markup[...]
    while let open = rest.firstIndex(of: "<") {
      output += rest[..<open]
      rest = rest[open...]
      guard let tag = Tag(opening: rest) else {
        output.append("<")
        rest = rest.dropFirst()
        continue
      }
      rest = rest[tag.end...]
      if tag.hidesContent {
        rest = rest[tag.endOfElement(in: rest)...]
      } else if tag.breaksWords {
        output.append(" ")
      }
    }
    return output + rest
  }
}

extension Unicode.Scalar {
  /// White space or a control character
  fileprivate var isBlank: Bool {
    if value < 0x80 { return value <= 0x20 || value == 0x7F }
    return properties.isWhitespace || properties.generalCategory == .control
  }
}

/// A tag or comment at the start of some markup
private struct Tag {
  /// Characters looked through for the end of a tag: beyond it a `<` is text
  private static let longest = 4_096

  let name: String
  let attributes: Substring
  let end: String.Index

  init?(opening markup: Substring) {
    if markup.hasPrefix("<!--") {
      name = "!--"
      attributes = ""
      end = markup.firstRange(of: "-->")?.upperBound ?? markup.endIndex
      return
    }
    let inside = markup.dropFirst()
    guard let first = inside.first, first.isASCII, first.isLetter || first == "/" || first == "!",
      let close = inside.prefix(Self.longest).firstIndex(of: ">")
    else { return nil }
    let body = inside[..<close]
    let word = body.prefix { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "!" }
    name = word.lowercased()
    attributes = body[word.endIndex...]
    end = inside.index(after: close)
  }

  var hidesContent: Bool {
    if ["script", "style"].contains(name) { return true }
    guard !attributes.isEmpty, !attributes.hasSuffix("/") else { return false }
    return attributes.filter { !$0.isWhitespace }.lowercased().contains("display:none")
  }

  var breaksWords: Bool {
    ["br", "br/", "p", "/p", "div", "/div", "li", "/li", "tr", "/tr", "td", "/td"].contains(name)
  }

  /// Where the element that this tag opens ends, those of the same name inside it counted
  func endOfElement(in markup: Substring) -> String.Index {
    var depth = 1
    var rest = markup
    while let open = rest.firstIndex(of: "<") {
      guard let tag = Tag(opening: rest[open...]) else {
        rest = rest[rest.index(after: open)...]
        continue
      }
      if tag.name == name { depth += 1 }
      if tag.name == "/" + name { depth -= 1 }
      if depth == 0 { return tag.end }
      rest = rest[tag.end...]
    }
    return markup.endIndex
  }
}
