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
    let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      // Tag characters are allowed: they make the flags of regions and don't change the direction.
      if !scalar.isHidden || (0xE0020...0xE007F).contains(scalar.value) { return scalar }
      return scalar.properties.isWhitespace ? " " : nil
    }
    return String(String.UnicodeScalarView(scalars))
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

  /// Finds the ``attribution`` in the credit line of a photo's JSON, which has no member for it
  ///
  /// A listing's members are promised to programs, so such a rare fact got none. Since listings can
  /// be read again, the line is the only place that always has the name.
  mutating func takeAttribution(from line: String) {
    // A name comes after the title, and before the licence and the site.
    let pieces = credit.pieces.map(\.text)
    let (start, end) = (pieces[0] + " by ", pieces.suffix(3).joined())
    guard license?.isOfSite != true, line != credit.text, line.begins(with: start),
      line.ends(with: end), line.utf8.count > start.utf8.count + end.utf8.count
    else { return }
    attribution = String(
      decoding: line.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
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
    let bytes = Array(text.utf8)
    let digits = bytes.prefix(while: \.isDigit).count
    /// Whether the character begins a list or a heading, or is the dot of a bare address
    func isSpecial(_ place: Int) -> Bool {
      switch bytes[place] {
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): place == 0
      case UInt8(ascii: "."):
        place <= digits || bytes[..<place].suffix(3).map(\.lowercased) == Array("www".utf8)
      case UInt8(ascii: ")"): place > 0 && place <= digits
      case let byte: special.contains(byte)
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    for place in bytes.indices {
      if isSpecial(place) { result.append(UInt8(ascii: "\\")) }
      result.append(bytes[place])
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An address as a link's destination, with the characters encoded that could end it early
  package static func destination(_ address: WebAddress) -> String {
    address.printable.percentEncoding(encoded.contains)
  }

  private static let encoded = Set("()<>\\`|\"*[]".utf8)

  private static let special = Set("\\`*_[]<>&|~!:@$#^{}".utf8)
}

/// Text from outside as HTML that shows it as it is
package enum HTMLText {
  /// - Parameter content: the link's text, already in HTML
  package static func link(_ content: String, to address: WebAddress) -> String {
    "<a href=\"\(escaped(address.printable))\" rel=\"nofollow noopener\">\(content)</a>"
  }

  /// Escapes text for element content and for attributes in quotation marks
  package static func escaped(_ text: String) -> String {
    text.replacing(each: "&", by: "&amp;").replacing(each: "<", by: "&lt;")
      .replacing(each: ">", by: "&gt;").replacing(each: "\"", by: "&quot;")
      .replacing(each: "'", by: "&#39;")
  }
}
