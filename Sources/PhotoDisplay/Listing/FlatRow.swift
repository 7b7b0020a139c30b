package import PhotoSearch

extension Photo {
  /// The text that data sets use as a caption
  package var caption: String? { title ?? description }
}

/// A photo as plain values, for tables and for the engines that make data sets
struct FlatRow {
  let photo: Photo
  /// The rendition for `url`, of those whose addresses don't expire. The size is the photo's own
  let role: Rendition.Role

  /// The columns of CSV, beginning with those that img2dataset reads
  static let columns = [
    "url", "caption", "width", "height", "license", "id", "author", "page", "credit",
    "license_url", "taken",
  ]

  /// The value in a column; nil if it is unknown, and for any other name
  func value(of column: String) -> String? {
    switch column {
    case "url": photo.lastingRendition(role)?.address.printable
    case "caption": photo.caption
    case "width": photo.size.map { String($0.width) }
    case "height": photo.size.map { String($0.height) }
    case "license": photo.license?.id
    case "id": photo.id.description
    case "author": photo.author?.name
    case "page": photo.page.printable
    case "credit": photo.credit.text
    case "license_url": photo.license?.address?.printable
    case "taken": photo.taken
    case "provider": photo.provider.rawValue
    default: nil
    }
  }
}

/// Rows of plain values, each a JSON object on its own line
package struct FlatRenderer: ListingRenderer {
  private let role: Rendition.Role
  private static let members = [
    "url", "caption", "width", "height", "license", "license_url", "credit", "author", "page",
    "id", "provider",
  ]

  /// - Parameter role: the rendition for `url`; width and height are the photo's own
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let row = FlatRow(photo: entry.photo, role: role)
    let line = JSONWriter.object(capacity: 1_024) { json in
      for name in Self.members {
        json.member(named: name)
        switch name {
        case "width": json.number(entry.photo.size?.width)
        case "height": json.number(entry.photo.size?.height)
        default: json.string(row.value(of: name))
        }
      }
    }
    return line + "\n"
  }
}
