/// HTML as providers send it in titles and descriptions, looked at byte by byte
///
/// Each byte is looked at a bounded number of times, whatever the text is made of: it comes from
/// strangers, and may be as long as a reply.
struct Markup {
  /// How far the end of a tag is looked for: beyond it a `<` is text
  private static let longestTag = 4_096

  private let bytes: [UInt8]
  /// The first `>` at or after the last place that one was looked for; the text's end if none is
  private var close = -1

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The text between the tags, without what they hide; a blank where a tag breaks words
  mutating func withoutTags() -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var place = 0
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      output += bytes[place..<open]
      guard let tag = tag(at: open) else {
        output.append(bytes[open])
        place = open + 1
        continue
      }
      place = tag.hidesContent ? end(of: tag) : tag.end
      if tag.breaksWords { output.append(UInt8(ascii: " ")) }
    }
    output += bytes[place...]
    return String(decoding: output, as: UTF8.self)
  }

  /// The tag or comment that a `<` opens; nil when it opens none
  private mutating func tag(at open: Int) -> Tag? {
    if bytes[open...].starts(with: "<!--".utf8) {
      return Tag(name: "!--", attributes: [], end: endOfComment(from: open))
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
    if close < place {
      close = bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
    }
    return close < bytes.count ? close : nil
  }

  private func endOfComment(from open: Int) -> Int {
    var place = open + 4
    while place + 2 < bytes.count {
      if bytes[place..<place + 3].elementsEqual("-->".utf8) { return place + 3 }
      place += 1
    }
    return bytes.count
  }

  /// Where the element that a tag opens ends, those of the same name inside it counted
  private mutating func end(of opening: Tag) -> Int {
    var depth = 1
    var place = opening.end
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let isText = opening.holdsText && !bytes[open...].starts(with: "</".utf8)
      guard !isText, let tag = tag(at: open) else {
        place = open + 1
        continue
      }
      if tag.name == opening.name { depth += 1 }
      if tag.name == "/" + opening.name { depth -= 1 }
      if depth == 0 { return tag.end }
      place = tag.end
    }
    return bytes.count
  }
}

/// A tag or comment
private struct Tag {
  /// In lower case, with the slash of a closing tag
  let name: String
  let attributes: ArraySlice<UInt8>
  /// Just past it
  let end: Int

  private static let breaking: Set<String> = [
    "br", "br/", "p", "/p", "div", "/div", "li", "/li", "tr", "/tr", "td", "/td",
  ]

  var breaksWords: Bool { !hidesContent && Self.breaking.contains(name) }

  /// Whether a `<` inside it opens nothing
  var holdsText: Bool { name == "script" || name == "style" }

  var hidesContent: Bool {
    if holdsText { return true }
    guard attributes.count >= 12, attributes.last != UInt8(ascii: "/") else { return false }
    let words = String(decoding: attributes.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
    return words.utf8.firstRange(of: "display:none".utf8) != nil
  }

  /// The slash of a closing tag, and what `<!DOCTYPE` begins with
  static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
  }
}
