public import Foundation
internal import Platform

extension CreditLine {
  /// The line in Markdown (CommonMark), with its links
  ///
  /// Titles and names are escaped, so they stay plain text. Only web addresses become links.
  public var markdown: String { joined(MarkdownText.escaped, MarkdownText.link) }

  /// The line in HTML, with its links
  ///
  /// Titles and names are escaped, so they stay plain text. Only web addresses become links.
  public var html: String { joined(HTMLText.escaped, HTMLText.link) }

  /// The line with its links, for a SwiftUI view: `Text(photo.credit.attributedString)`
  public var attributedString: AttributedString {
    pieces.reduce(into: AttributedString()) { line, piece in
      var text = AttributedString(Self.visible(piece.text))
      text.link = piece.link.flatMap { $0.isWeb ? $0.url : nil }
      line += text
    }
  }

  /// The text on one line, without characters that are invisible or change the direction of text
  private static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isHidden) else { return text }
    return text.unicodeScalars.reduce(into: "") { visible, scalar in
      // Tag characters are allowed: they make the flags of regions and don't change the direction.
      if !scalar.isHidden || (0xE0020...0xE007F).contains(scalar.value) {
        visible.unicodeScalars.append(scalar)
      } else if scalar.properties.isWhitespace {
        visible += " "
      }
    }
  }

  private func joined(
    _ escaped: (String) -> String, _ linked: (String, WebAddress) -> String
  ) -> String {
    pieces.map { piece in
      let text = escaped(Self.visible(piece.text))
      guard let link = piece.link, link.isWeb, !text.isEmpty else { return text }
      return linked(text, link)
    }.joined()
  }
}

/// Text from outside as Markdown that shows it as it is (CommonMark 0.31 and GitHub's extensions)
package enum MarkdownText {
  /// - Parameter content: the link's text, already in Markdown
  package static func link(_ content: String, to address: WebAddress) -> String {
    "[\(content)](\(destination(address)))"
  }

  /// Puts a backslash before every character that can begin or end a Markdown construct
  ///
  /// Colons, at signs and the dot of `www.` are among them: GitHub makes links of bare addresses.
  /// Round brackets aren't: they only mean something after an escaped square bracket.
  package static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    var start = LineStart()
    for byte in text.utf8 {
      if special.contains(byte) || start.isSpecial(byte) { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
      start.take(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An address as a link's destination, with the characters encoded that could end it early
  package static func destination(_ address: WebAddress) -> String {
    address.printable.percentEncoding(encoded.contains)
  }

  private static let encoded = Set("()<>\\`|\"*[]".utf8)

  private static let special = Set("\\`*_[]<>&|~!:@$#^{}".utf8)

  /// The text before a character on its line, as far as it decides the character's meaning in
  /// Markdown
  ///
  /// Each byte is read once, because a title may be as long as a whole reply.
  private struct LineStart {
    private var isEmpty = true
    private var isNumber = true
    /// The last three bytes, letters in lower case
    private var last: (UInt8, UInt8, UInt8) = (0, 0, 0)

    /// Whether a byte marks a list or heading here, or is the dot of a bare address
    func isSpecial(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): isEmpty
      case UInt8(ascii: "."): isNumber || last == Self.www
      case UInt8(ascii: ")"): isNumber && !isEmpty
      default: false
      }
    }

    mutating func take(_ byte: UInt8) {
      isEmpty = false
      isNumber = isNumber && byte.isDigit
      last = (last.1, last.2, byte | 0x20)
    }

    private static let www = (UInt8(ascii: "w"), UInt8(ascii: "w"), UInt8(ascii: "w"))
  }
}

/// Text from outside as HTML that shows it as it is
package enum HTMLText {
  /// - Parameter content: the link's text, already in HTML
  package static func link(_ content: String, to address: WebAddress) -> String {
    "<a href=\"\(escaped(address.printable))\" rel=\"nofollow noopener\">\(content)</a>"
  }

  /// Escapes text for element content and for attributes in quotation marks
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
