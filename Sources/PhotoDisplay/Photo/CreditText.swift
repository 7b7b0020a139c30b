import Foundation
package import PhotoSearch

/// A credit line to paste beside a picture
package enum CreditText {
  /// What it is pasted into
  package enum Form: String, CaseIterable, Sendable {
    case text, markdown, html
  }

  /// One line, without a line break at its end
  ///
  /// Whatever a title or a name holds, it stays text: it opens no link, tag or table cell. Only
  /// http and https addresses become links.
  package static func line(_ credit: CreditLine, as form: Form) -> String {
    switch form {
    case .text: SafeText.line(credit.text)
    case .markdown: joined(credit, MarkdownText.escaped, link: MarkdownText.link)
    case .html: joined(credit, HTMLText.escaped, link: HTMLText.link)
    }
  }

  private static func joined(
    _ credit: CreditLine, _ escaped: (String) -> String, link: (String, URL) -> String
  ) -> String {
    credit.pieces.map { piece in
      let text = escaped(SafeText.piece(piece.text))
      guard let url = piece.link, SafeText.isWebLink(url), !text.isEmpty else { return text }
      return link(text, url)
    }.joined()
  }

  /// All that a photo's licence asks for: in plain text with the addresses that are links otherwise
  ///
  /// `“Kittens” by Jane Doe (CC BY 2.0: https://creativecommons.org/licenses/by/2.0/) · Flickr:
  /// https://www.flickr.com/photos/…`: Creative Commons wants its licence and the source named so.
  ///
  /// - Parameter picture: which rendition stands before it, as a link to the photo's page; nil for
  ///   none, and there is none in plain text
  package static func line(
    of photo: Photo, as form: Form, picture: Rendition.Role? = nil
  ) -> String {
    let credit = form == .text ? text(of: photo) : line(photo.credit, as: form)
    guard let picture, let rendition = photo.lastingRendition(picture),
      SafeText.isWebLink(rendition.url)
    else { return credit }
    let name = SafeText.line(photo.title ?? photo.description ?? "Photo")
    let page = SafeText.isWebLink(photo.page) ? photo.page : nil
    switch form {
    case .text: return credit
    case .markdown:
      let image = "!" + MarkdownText.link(MarkdownText.escaped(name), to: rendition.url)
      return (page.map { MarkdownText.link(image, to: $0) } ?? image) + " " + credit
    case .html:
      let source = HTMLText.escaped(SafeText.address(rendition.url))
      let size = rendition.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
      let image = "<img src=\"\(source)\" alt=\"\(HTMLText.escaped(name))\"\(size)>"
      return (page.map { HTMLText.link(image, to: $0) } ?? image) + " " + credit
    }
  }

  /// Bytes of an address that still fits into a line of text
  private static let maxAddressBytes = 500

  private static func text(of photo: Photo) -> String {
    guard let license = photo.license, license.isCreativeCommons, license.asksForCredit else {
      return line(photo.credit, as: .text)
    }
    let pieces = photo.credit.pieces.map { piece in
      SafeText.piece(piece.text) + (piece.link == license.url ? address(license.url) : "")
    }
    return SafeText.line(pieces.joined()) + address(photo.page)
  }

  /// After a colon; empty for one that isn't of the web or doesn't fit
  private static func address(_ url: URL?) -> String {
    guard let url, SafeText.isWebLink(url) else { return "" }
    let text = SafeText.address(url)
    return text.utf8.count <= maxAddressBytes ? ": \(text)" : ""
  }
}

extension License {
  fileprivate var isCreativeCommons: Bool { url?.host == "creativecommons.org" }
}

/// Text from outside as Markdown that shows it as it is (CommonMark 0.31 and GitHub's extensions)
enum MarkdownText {
  /// - Parameter content: Markdown
  static func link(_ content: String, to url: URL) -> String {
    "[\(content)](\(destination(url)))"
  }

  /// Every character that can begin or end a construct has a backslash before it
  ///
  /// Colons, at signs and the dot of `www.` are among them: GitHub makes links of bare addresses.
  /// Round brackets are not: they mean something after a square one alone, which has its backslash.
  static func escaped(_ text: String) -> String {
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

  /// An address that ends where it should, also inside a table
  static func destination(_ url: URL) -> String {
    SafeText.address(url).percentEncoding(encoded.contains)
  }

  private static let encoded = Set("()<>\\`|\"*[]".utf8)

  private static let special = Set("\\`*_[]<>&|~!:@$#^{}".utf8)

  /// What stands before a sign, as far as it decides what the sign does
  ///
  /// Each byte is read once: a title may be as long as a reply.
  private struct LineStart {
    private var isEmpty = true
    private var isNumber = true
    /// The last three bytes, letters in lower case
    private var last: (UInt8, UInt8, UInt8) = (0, 0, 0)

    /// Marks of lists and headings at the start of a line, and the dot of a bare address
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
enum HTMLText {
  /// - Parameter content: HTML
  static func link(_ content: String, to url: URL) -> String {
    "<a href=\"\(escaped(SafeText.address(url)))\" rel=\"nofollow noopener\">\(content)</a>"
  }

  /// For text and for attributes in quotation marks
  static func escaped(_ text: String) -> String {
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
