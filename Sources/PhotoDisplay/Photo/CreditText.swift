import Foundation
package import PhotoSearch
import Terminal

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
    case .markdown: displayable(credit).markdown
    case .html: displayable(credit).html
    }
  }

  private static func displayable(_ credit: CreditLine) -> CreditLine {
    CreditLine(pieces: credit.pieces.map { .init(text: SafeText.piece($0.text), link: $0.link) })
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
      rendition.address.isWeb
    else { return credit }
    let name = SafeText.line(photo.title ?? photo.description ?? "Photo")
    let page = photo.page.isWeb ? photo.page : nil
    switch form {
    case .text: return credit
    case .markdown:
      let image = "!" + MarkdownText.link(MarkdownText.escaped(name), to: rendition.address)
      return (page.map { MarkdownText.link(image, to: $0) } ?? image) + " " + credit
    case .html:
      let source = HTMLText.escaped(rendition.address.printable)
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
    let terms = license.address
    let pieces = photo.credit.pieces.map { piece in
      SafeText.piece(piece.text) + (piece.link == terms ? self.address(terms) : "")
    }
    return SafeText.line(pieces.joined()) + address(photo.page)
  }

  /// After a colon; empty for one that isn't of the web or doesn't fit
  private static func address(_ address: WebAddress?) -> String {
    guard let address, address.isWeb else { return "" }
    let text = address.printable
    return text.utf8.count <= maxAddressBytes ? ": \(text)" : ""
  }
}

extension License {
  fileprivate var isCreativeCommons: Bool { url?.host == "creativecommons.org" }
}
