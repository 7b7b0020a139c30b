package import PhotoSearch

extension Photo {
  /// What data sets have for it in words
  package var caption: String? { title ?? description }
}

/// A photo in plain values, as tables have it and the engines that make data sets
struct FlatRow {
  let url, caption: String?
  let size: PixelSize?
  let license, licenseURL, author: String?
  let credit, page, id, provider: String

  /// - Parameter role: which rendition `url` names; its address lasts. The size is the photo's own
  init(_ photo: Photo, role: Rendition.Role) {
    url = photo.lastingRendition(role)?.address.printable
    caption = photo.caption
    size = photo.size
    license = photo.license?.id
    licenseURL = photo.license?.address?.printable
    author = photo.author?.name
    credit = photo.credit.text
    page = photo.page.printable
    id = photo.id.description
    provider = photo.provider.rawValue
  }
}

/// Rows of plain values, each a JSON object on a line of its own
package struct FlatRenderer: ListingRenderer {
  private let role: Rendition.Role

  /// - Parameter role: which rendition `url` names; width and height are the photo's own
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let row = FlatRow(entry.photo, role: role)
    var json = JSONWriter(capacity: 1_024)
    json.object { json in
      json.member("url", row.url)
      json.member("caption", row.caption)
      json.member("width", row.size?.width)
      json.member("height", row.size?.height)
      json.member("license", row.license)
      json.member("license_url", row.licenseURL)
      json.member("credit", row.credit)
      json.member("author", row.author)
      json.member("page", row.page)
      json.member("id", row.id)
      json.member("provider", row.provider)
    }
    return json.text + "\n"
  }
}
