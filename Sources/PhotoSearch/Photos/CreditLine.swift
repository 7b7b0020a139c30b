public import Foundation
import Platform

/// The line to print beside a picture, in pieces, some of which are links
///
/// `“Title” by Author (CC BY 2.0) · Flickr`. Unsplash, Pexels and Pixabay ask in their guidelines
/// for `Photo by Author on Unsplash` instead.
public struct CreditLine: Hashable, Sendable {
  /// A piece of the line
  package struct Piece: Hashable, Sendable {
    /// The piece's text
    package let text: String
    /// The address the piece links to; nil if it isn't a link
    package let link: WebAddress?

    package init(_ text: String, link: WebAddress? = nil) { (self.text, self.link) = (text, link) }
  }

  /// The line's pieces in reading order, to be joined without anything between them
  package let pieces: [Piece]

  package init(pieces: [Piece]) { self.pieces = pieces }

  /// The line without its links
  public var text: String { pieces.map(\.text).joined() }
}

extension Photo {
  /// The credit line that this photo's licence asks for
  public var credit: CreditLine { license?.isOfSite == true ? creditBySite : creditByLicense }

  private var creditBySite: CreditLine {
    CreditLine(pieces: [
      .init("Photo by "),
      .init(PlainText.folded(author?.name) ?? "an unknown author", link: author?.address),
      .init(" on "), .init(site, link: page),
    ])
  }

  private var creditByLicense: CreditLine {
    // A title that somebody imported may consist of invisible characters alone.
    let title = PlainText.folded(title).map { "“\($0)”" }
    var pieces = [CreditLine.Piece(title ?? "Photo", link: page)]
    if let name = PlainText.folded(attribution) ?? PlainText.folded(author?.name) {
      pieces += [.init(" by "), .init(name, link: author?.address)]
    }
    pieces += [
      .init(" ("), .init(license?.name ?? "licence unknown", link: license?.address),
      .init(") · \(site)"),
    ]
    return CreditLine(pieces: pieces)
  }

  /// Finds the ``attribution`` in a credit line that was written earlier
  mutating func takeAttribution(from line: String) {
    guard license?.isOfSite != true, line != credit.text else { return }
    // A stand-in name shows which pieces come before and after the name in this photo's line.
    let name = "name"
    var copy = self
    copy.attribution = name
    let pieces = copy.credit.pieces.map(\.text)
    guard let place = pieces.firstIndex(of: name) else { return }
    let (start, end) = (pieces[..<place].joined(), pieces[(place + 1)...].joined())
    guard line.utf8.count > start.utf8.count + end.utf8.count, line.begins(with: start),
      line.ends(with: end)
    else { return }
    attribution = String(
      decoding: line.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
  }
}

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
