/// The line to print beside a picture, in pieces: some of them are links
///
/// `“Title” by Author (CC BY 2.0) · Flickr`; for Unsplash, Pexels and Pixabay, as their
/// guidelines have it, `Photo by Author on Unsplash`.
public struct CreditLine: Hashable, Sendable {
  /// A piece of the line
  package struct Piece: Hashable, Sendable {
    /// As it is shown
    package let text: String
    /// Where it leads, when it is a link
    package let link: WebAddress?

    package init(text: String, link: WebAddress?) {
      (self.text, self.link) = (text, link)
    }
  }

  /// In reading order; joined as they are
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
      .init(text: "Photo by ", link: nil),
      .init(text: PlainText.folded(author?.name) ?? "an unknown author", link: author?.address),
      .init(text: " on ", link: nil),
      .init(text: site, link: page),
    ])
  }

  private var creditByLicense: CreditLine {
    // What somebody imported may hold nothing that can be seen.
    let title = PlainText.folded(title).map { "“\($0)”" }
    var pieces = [CreditLine.Piece(text: title ?? "Photo", link: page)]
    if let name = PlainText.folded(attribution) ?? PlainText.folded(author?.name) {
      pieces.append(.init(text: " by ", link: nil))
      pieces.append(.init(text: name, link: author?.address))
    }
    pieces.append(.init(text: " (", link: nil))
    pieces.append(
      .init(text: license?.name ?? "licence unknown", link: license?.address))
    pieces.append(.init(text: ") · \(site)", link: nil))
    return CreditLine(pieces: pieces)
  }

  /// Takes the ``attribution`` out of its credit line as it was written before
  mutating func takeAttribution(from line: String) {
    guard license?.isOfSite != true, line != credit.text else { return }
    // It stands between the same pieces as any other name.
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
