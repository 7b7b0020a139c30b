import Platform

/// Turns a provider's markup into plain text on one line, as a reader would see it
package enum PlainText {
  /// Drops tags and comments together with any content they hide, resolves entities once, and folds
  /// white space; nil if nothing is left
  ///
  /// A `<` that opens no tag stays: `I <3 kittens` is text.
  package static func resolved(_ markup: String?) -> String? {
    guard let markup, !markup.isEmpty else { return nil }
    if let text = quicklyFolded(markup, isMarkup: true) { return text }
    var text = markup
    if markup.firstIndex(ofASCII: "<") != nil {
      var tagged = Markup(markup)
      text = tagged.withoutTags()
    }
    return folded(text.firstIndex(ofASCII: "&") != nil ? HTMLEntities.resolved(in: text) : text)
  }

  /// Turns each run of white space and control characters into one blank; nil if nothing is visible
  package static func folded(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    if let text = quicklyFolded(text, isMarkup: false) { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var gap = false
    var isSeen = false
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        gap = !result.isEmpty
      } else {
        if gap { result.append(UInt8(ascii: " ")) }
        gap = false
        if scalar.isASCII {
          result.append(UInt8(scalar.value))
        } else {
          result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        isSeen = isSeen || scalar.isSeen
      }
    }
    return isSeen ? String(decoding: result, as: UTF8.self) : nil
  }

  /// A fast path for text without double blanks and markup: only its end blanks are cut
  ///
  /// nil for text of other characters, unless these are surely neither blank nor control
  /// characters, and for text without any visible character of ASCII.
  private static func quicklyFolded(_ text: String, isMarkup: Bool) -> String? {
    var text = text
    return text.withUTF8 { bytes -> Range<Int>? in
      var (start, end) = (0, bytes.count)
      while start < end, bytes[start] == 0x20 { start += 1 }
      while start < end, bytes[end - 1] == 0x20 { end -= 1 }
      var (before, isSeen) = (UInt8(0), false)
      for place in start..<end {
        let byte = bytes[place]
        if byte >= 0x80 {
          guard !mayBeBlank(bytes, at: place) else { return nil }
        } else {
          guard byte &- 0x20 < 0x5F, byte != 0x20 || before != 0x20,
            !isMarkup || byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
          else { return nil }
          isSeen = isSeen || byte != 0x20
        }
        before = byte
      }
      return isSeen ? start..<end : nil
    }.map { range in
      range.count == text.utf8.count
        ? text
        : text.withUTF8 {
          String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
        }
    }
  }

  /// Whether a blank or a control character may begin at a byte of a text that isn't ASCII: U+0080
  /// to U+00BF, and what begins like U+1680, U+2000 to U+2030, U+205F and U+3000
  private static func mayBeBlank(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    switch bytes[place] {
    case 0xC2, 0xE1, 0xE3: true
    case 0xE2 where bytes[place + 1] == 0x80:
      bytes[place + 2] < 0x8B || (0xA8...0xAF).contains(bytes[place + 2])
    case 0xE2: bytes[place + 1] == 0x81
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// White space or a control character
  fileprivate var isBlank: Bool {
    if value < 0xA0 { return value <= 0x20 || value >= 0x7F }
    // No white space lies beyond U+3000, so most text needs no lookup.
    return value <= 0x3000 && properties.isWhitespace
  }

  /// Whether the character is visible, apart from blanks; a joiner or a direction mark alone isn't
  fileprivate var isSeen: Bool { !isHidden && !isJoiner && !isVariationSelector && !isSoftHyphen }
}

/// HTML from titles and descriptions, read byte by byte
///
/// Each byte is read a bounded number of times, whatever the text contains: it comes from strangers
/// and may be as long as a whole reply.
struct Markup {
  /// How many bytes a tag may have; a `<` without a `>` in that distance is text
  private static let longestTag = 4_096

  private let bytes: [UInt8]
  /// The first `>` at or after the place of the last search; the text's end if there is none
  private var close = -1

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The text without tags and hidden elements; a blank replaces a tag that separates words
  mutating func withoutTags() -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    /// The element that is hidden, and how many of its name are open
    var hidden: (tag: Tag, depth: Int)?
    var place = 0
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      if hidden == nil { output += bytes[place..<open] }
      let isText = hidden?.tag.holdsText == true && !bytes[open...].starts(with: "</".utf8)
      guard !isText, let tag = tag(at: open) else {
        if hidden == nil { output.append(bytes[open]) }
        place = open + 1
        continue
      }
      place = tag.end
      if let (element, depth) = hidden {
        let change = tag.name == element.name ? 1 : tag.name == "/" + element.name ? -1 : 0
        hidden = depth + change > 0 ? (element, depth + change) : nil
      } else if tag.hidesContent {
        hidden = (tag, 1)
      } else if tag.breaksWords {
        output.append(UInt8(ascii: " "))
      }
    }
    if hidden == nil { output += bytes[place...] }
    return String(decoding: output, as: UTF8.self)
  }

  /// The tag or comment that begins at a `<`; nil if the `<` is text
  private mutating func tag(at open: Int) -> Tag? {
    if bytes[open...].starts(with: "<!--".utf8) {
      let end = bytes[(open + 4)...].firstRange(of: "-->".utf8)?.upperBound ?? bytes.count
      return Tag(name: "!--", attributes: [], end: end)
    }
    let inside = bytes[(open + 1)...]
    guard let first = inside.first, first.isLetter || Tag.isMark(first),
      let close = nextClose(from: open), close - open <= Self.longestTag
    else { return nil }
    let name = inside.prefix { $0.isLetter || $0.isDigit || Tag.isMark($0) }
    let attributes = name.endIndex < close ? bytes[name.endIndex..<close] : []
    return Tag(
      name: String(decoding: name, as: UTF8.self).lowercased(), attributes: attributes,
      end: close + 1)
  }

  private mutating func nextClose(from place: Int) -> Int? {
    if close < place { close = bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count }
    return close < bytes.count ? close : nil
  }
}

/// A tag or comment
private struct Tag {
  /// The tag's name in lower case; a closing tag's with its slash
  let name: String
  let attributes: ArraySlice<UInt8>
  /// Just past the tag
  let end: Int

  private static let breaking: Set<String> = [
    "br", "br/", "p", "/p", "div", "/div", "li", "/li", "tr", "/tr", "td", "/td",
  ]

  var breaksWords: Bool { Self.breaking.contains(name) }

  /// Whether the element contains plain text, in which a `<` opens no tag
  var holdsText: Bool { name == "script" || name == "style" }

  var hidesContent: Bool {
    if holdsText { return true }
    guard attributes.count >= 12, attributes.last != UInt8(ascii: "/") else { return false }
    // Few have a colon and an n behind it: the others need no copy.
    let isLikely = attributes.indices.contains { place in
      attributes[place] == UInt8(ascii: ":")
        && attributes[(place + 1)...].first { $0 > 0x20 }.map { $0 | 0x20 } == UInt8(ascii: "n")
    }
    guard isLikely else { return false }
    let words = String(decoding: attributes.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
    return words.contains(bytes: "display:none")
  }

  /// A character a tag's name may begin with: the slash of a closing tag, the `!` of `<!DOCTYPE`
  static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
  }
}

/// HTML's character references: all numeric ones, and the named ones that providers send
enum HTMLEntities {
  /// Most bytes of a character reference between `&` and `;`
  private static let maxBytes = 10

  /// Replaces each reference once; other text stays as it is
  static func resolved(in text: String) -> String {
    let parts = text.components(at: "&")
    var output = Array(parts[0].utf8)
    output.reserveCapacity(text.utf8.count)
    for part in parts.dropFirst() {
      let (reference, rest) = part.cut(at: ";")
      if !rest.isEmpty, reference.utf8.count <= maxBytes, let scalar = scalar(for: reference.utf8) {
        output += scalar.utf8
        output += rest.utf8.dropFirst()
      } else {
        output.append(UInt8(ascii: "&"))
        output += part.utf8
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func scalar(for reference: Substring.UTF8View) -> Unicode.Scalar? {
    guard reference.first == UInt8(ascii: "#") else { return named[String(Substring(reference))] }
    let number = reference.dropFirst()
    let isHexadecimal = number.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: isHexadecimal ? number.dropFirst() : number, as: UTF8.self)
    guard digits.utf8.allSatisfy(\.isHexDigit) else { return nil }
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    return (0x80...0x9F).contains(value) ? windows1252[Int(value) - 0x80] : Unicode.Scalar(value)
  }

  /// The characters that references 128 to 159 stand for in HTML: those of Windows-1252
  ///
  /// Five of them have no character there and stay control characters. Source: the table of
  /// "numeric character reference end state" in html.spec.whatwg.org.
  private static let windows1252 = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "bull": "•", "middot": "·", "deg": "°", "times": "×", "euro": "€", "pound": "£",
    "sect": "§", "shy": "\u{AD}", "szlig": "ß",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü",
    "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "aring": "å", "aelig": "æ",
    "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë",
    "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ",
    "ograve": "ò", "oacute": "ó", "ocirc": "ô", "otilde": "õ", "oslash": "ø",
    "ugrave": "ù", "uacute": "ú", "ucirc": "û", "yacute": "ý",
    "Eacute": "É", "Agrave": "À", "Ccedil": "Ç", "Oslash": "Ø", "Aring": "Å",
  ]
}
