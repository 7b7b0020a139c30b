import Foundation
package import PhotoSearch
import Terminal

/// A credit line to paste beside a picture
package enum CreditText {
  /// The format of the document to paste into
  package enum Form: String, CaseIterable, Sendable { case text, markdown, html }

  /// One line, without a line break at its end
  ///
  /// Titles and names are escaped, so they can't open a link, a tag or a table cell. Only http and
  /// https addresses become links.
  package static func line(_ credit: CreditLine, as form: Form) -> String {
    switch form {
    case .text: SafeText.line(credit.text)
    case .markdown: displayable(credit).markdown
    case .html: displayable(credit).html
    }
  }

  private static func displayable(_ credit: CreditLine) -> CreditLine {
    CreditLine(pieces: credit.pieces.map { .init(SafeText.piece($0.text), link: $0.link) })
  }

  /// The full credit that a photo's licence asks for; plain text has addresses in place of links
  ///
  /// `“Kittens” by Jane Doe (CC BY 2.0: https://creativecommons.org/licenses/by/2.0/) · Flickr:
  /// https://www.flickr.com/photos/…`, as Creative Commons requires these addresses.
  ///
  /// - Parameter picture: the rendition to put before the credit, linked to the photo's page; nil
  ///   for none. Plain text never has it
  package static func line(
    of photo: Photo, as form: Form, picture: Rendition.Role? = nil
  ) -> String {
    let credit = form == .text ? text(of: photo) : line(photo.credit, as: form)
    guard form != .text, let picture, let rendition = photo.lastingRendition(picture),
      rendition.address.isWeb
    else { return credit }
    let link = form == .html ? HTMLText.link : MarkdownText.link
    let image =
      form == .html
      ? image(of: photo, rendition)
      : "!"
        + link(MarkdownText.escaped(SafeText.line(photo.caption ?? "Photo")), rendition.address)
    return (photo.page.isWeb ? link(image, photo.page) : image) + " " + credit
  }

  /// A picture as an HTML tag
  static func image(of photo: Photo, _ rendition: Rendition, attributes: String = "") -> String {
    let source = HTMLText.escaped(rendition.address.printable)
    let name = HTMLText.escaped(SafeText.line(photo.caption ?? "Photo"))
    let size = rendition.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
    return "<img src=\"\(source)\" alt=\"\(name)\"\(size)\(attributes)>"
  }

  /// Most bytes of an address in a line of text
  private static let maxAddressBytes = 500

  private static func text(of photo: Photo) -> String {
    guard let license = photo.license, license.url?.host == "creativecommons.org",
      license.asksForCredit
    else { return line(photo.credit, as: .text) }
    let terms = license.address
    let pieces = photo.credit.pieces.map { piece in
      SafeText.piece(piece.text) + (piece.link == terms ? self.address(terms) : "")
    }
    return SafeText.line(pieces.joined()) + address(photo.page)
  }

  /// An address after a colon; empty if it isn't http or https, or is too long
  private static func address(_ address: WebAddress?) -> String {
    guard let address, address.isWeb else { return "" }
    let text = address.printable
    return text.utf8.count <= maxAddressBytes ? ": \(text)" : ""
  }
}

extension Photo {
  /// The text that data sets use as a caption
  package var caption: String? { title ?? description }
}
