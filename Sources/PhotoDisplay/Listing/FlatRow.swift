package import PhotoSearch

extension Photo {
  /// The text that data sets use as a caption
  package var caption: String? { title ?? description }
}

/// A photo as plain values, for tables and for the engines that make data sets
struct FlatRow {
  let url, caption: String?
  let size: PixelSize?
  let license, licenseURL, author, taken: String?
  let credit, page, id, provider: String

  /// The columns of CSV, beginning with those that img2dataset reads
  static let columns = [
    "url", "caption", "width", "height", "license", "id", "author", "page", "credit",
    "license_url", "taken",
  ]

  /// The value in a column of CSV; nil if it is unknown, and for any other name
  func value(of column: String) -> String? {
    switch column {
    case "url": url
    case "caption": caption
    case "width": size.map { String($0.width) }
    case "height": size.map { String($0.height) }
    case "license": license
    case "id": id
    case "author": author
    case "page": page
    case "credit": credit
    case "license_url": licenseURL
    case "taken": taken
    default: nil
    }
  }

  /// - Parameter role: the rendition for `url`, of those whose addresses don't expire. The size is
  ///   the photo's own
  init(_ photo: Photo, role: Rendition.Role) {
    url = photo.lastingRendition(role)?.address.printable
    caption = photo.caption
    size = photo.size
    license = photo.license?.id
    licenseURL = photo.license?.address?.printable
    author = photo.author?.name
    taken = photo.taken
    credit = photo.credit.text
    page = photo.page.printable
    id = photo.id.description
    provider = photo.provider.rawValue
  }
}

/// Rows of plain values, each a JSON object on its own line
package struct FlatRenderer: ListingRenderer {
  private let role: Rendition.Role

  /// - Parameter role: the rendition for `url`; width and height are the photo's own
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
