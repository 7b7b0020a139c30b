import Foundation

/// A photo as Flickr words it, in a search's row
enum FlickrRow {
  /// Flickr opened in February 2004: an earlier date is none
  private static let opening = 1_072_915_200

  /// What becomes of a row of a search
  static func row(in value: JSONValue) -> PageRow {
    if value["media"]?.string == "video" { return .leftOut(.video) }
    if value["server"]?.text == "0" { return .leftOut(.withoutImage) }
    do throws(JSONProblem) {
      let photo = try photo(in: value)
      return photo.renditions.isEmpty ? .leftOut(.withoutImage) : .photo(photo)
    } catch {
      return .leftOut(.unreadable)
    }
  }

  private static func photo(in value: JSONValue) throws(JSONProblem) -> Photo {
    guard let owner = value["owner"]?.string else { throw value.problem("no owner") }
    var photo = try photo(in: value, owner: owner, name: value["ownername"]?.string)
    photo.title = PlainText.resolved(value["title"]?.string)
    photo.description = PlainText.resolved(value["description"]?["_content"]?.string)
    let renditions = FlickrRenditions(row: value)
    photo.renditions = renditions.renditions
    photo.size =
      PixelSize(width: value["o_width"]?.integer, height: value["o_height"]?.integer)
      ?? renditions.largest
    photo.published = date(value["dateupload"])
    photo.tags =
      value["tags"]?.string.map { tags in
        tags.split(separator: " ").compactMap { PlainText.folded(String($0)) }
      } ?? []
    return photo
  }

  /// What a row and the single photo's reply say alike
  ///
  /// - Throws: what is missing of what no photo lacks: id and owner.
  static func photo(
    in value: JSONValue, owner: String, name: String?
  ) throws(JSONProblem) -> Photo {
    guard let id = value["id"]?.text, FlickrImageURL.isNumber(id) else {
      throw value.problem("no photo id")
    }
    guard isOwner(owner),
      let page = URL(string: "https://www.flickr.com/photos/\(owner)/\(id)")
    else { throw value.problem("no owner") }
    var photo = Photo(
      id: PhotoID(service: Flickr.service, native: id), provider: .flickr, site: "Flickr",
      page: page)
    photo.author = Author(
      name: PlainText.resolved(name), url: URL(string: "https://www.flickr.com/people/\(owner)/"))
    photo.license = FlickrLicense.license(numbered: value["license"]?.integer)
    return photo
  }

  /// Seconds since 1970, UTC
  static func date(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.integer, (opening...32_503_680_000).contains(seconds) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// An NSID, e.g. `67131352@N04`, or a path alias
  private static func isOwner(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isPartOfName || $0 == UInt8(ascii: "@") }
  }
}
