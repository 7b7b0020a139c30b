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

    package init(_ text: String, link: WebAddress? = nil) {
      (self.text, self.link) = (text, link)
    }
  }

  /// The line's pieces in reading order, to be joined without anything between them
  package let pieces: [Piece]

  package init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// The line without its links
  public var text: String { pieces.map(\.text).joined() }
}

extension Photo {
  /// The credit line that this photo's licence asks for
  public var credit: CreditLine {
    license?.isOfSite == true ? creditBySite : creditByLicense
  }

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
