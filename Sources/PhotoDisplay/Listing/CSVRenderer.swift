package import PhotoSearch

/// Comma-separated values by RFC 4180, with the columns that img2dataset reads first
///
/// No cell is one that a spreadsheet would run: what begins like a formula has an apostrophe
/// before it.
package struct CSVRenderer: ListingRenderer {
  private static let columns = [
    "url", "caption", "width", "height", "license", "id", "author", "page", "credit",
    "license_url",
  ]

  private let role: Rendition.Role

  /// - Parameter role: which rendition `url` names; width and height are the photo's own
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func header() -> String {
    Self.columns.joined(separator: ",") + "\r\n"
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let photo = entry.photo
    let cells = [
      photo.rendition(role).map { SafeText.address($0.url) }, photo.title ?? photo.description,
      photo.size.map { String($0.width) }, photo.size.map { String($0.height) }, photo.license?.id,
      photo.id.description, photo.author?.name, SafeText.address(photo.page),
      photo.credit.text, photo.license?.url.map(SafeText.address),
    ]
    return cells.map { CSVText.cell($0 ?? "") }.joined(separator: ",") + "\r\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}
