package import PhotoSearch
import Foundation

/// A photo as JSON: keys always present and in one order, unknown is null
package enum PhotoJSON {
  /// One line, without a line break at its end: a listing's photo
  package static func line(_ photo: Photo, isFavorite: Bool) -> String {
    var json = JSONWriter(capacity: 2_048)
    write(photo, isFavorite: isFavorite, to: &json)
    json.raw("}")
    return json.text
  }

  /// The same with what only a look at the single photo tells, and a line break: for `show`
  package static func detailed(_ photo: Photo, isFavorite: Bool) -> String {
    var json = JSONWriter(capacity: 4_096)
    write(photo, isFavorite: isFavorite, to: &json)
    write(photo.details ?? PhotoDetails(), to: &json)
    json.raw("}\n")
    return json.text
  }

  /// All but the closing brace
  private static func write(_ photo: Photo, isFavorite: Bool, to json: inout JSONWriter) {
    json.raw("{\"id\":")
    json.string(photo.id.service, ":", photo.id.native)
    json.raw(",\"provider\":")
    json.string(photo.provider.rawValue)
    json.raw(",\"origin\":")
    json.string(photo.origin.service, ":", photo.origin.native)
    json.raw(",\"title\":")
    json.string(photo.title)
    json.raw(",\"description\":")
    json.string(photo.description)
    json.raw(",\"author\":")
    write(photo.author, to: &json)
    json.raw(",\"page\":")
    json.string(photo.page.absoluteString)
    json.raw(",\"width\":")
    json.number(photo.size?.width)
    json.raw(",\"height\":")
    json.number(photo.size?.height)
    json.raw(",\"renditions\":")
    json.list(photo.renditions) { json, rendition in write(rendition, to: &json) }
    json.raw(",\"license\":")
    write(photo.license, to: &json)
    json.raw(",\"credit\":")
    json.string(photo.credit.text)
    writeRest(of: photo, to: &json)
    json.raw(",\"favorite\":")
    json.bool(isFavorite)
  }

  private static func writeRest(of photo: Photo, to json: inout JSONWriter) {
    json.raw(",\"likes\":")
    json.number(photo.likes)
    json.raw(",\"published\":")
    json.date(photo.published)
    json.raw(",\"color\":")
    json.string(photo.color)
    json.raw(",\"blurHash\":")
    json.string(photo.blurHash)
    json.raw(",\"tags\":")
    json.list(photo.tags) { json, tag in json.string(tag) }
    json.raw(",\"downloadLocation\":")
    json.string(photo.downloadLocation?.absoluteString)
  }

  private static func write(_ author: Author?, to json: inout JSONWriter) {
    guard let author else { return json.null() }
    json.raw("{\"name\":")
    json.string(author.name)
    json.raw(",\"url\":")
    json.string(author.url?.absoluteString)
    json.raw("}")
  }

  private static func write(_ rendition: Rendition, to json: inout JSONWriter) {
    json.raw("{\"role\":")
    json.string(rendition.role.rawValue)
    json.raw(",\"url\":")
    json.string(rendition.url.absoluteString)
    json.raw(",\"width\":")
    json.number(rendition.size?.width)
    json.raw(",\"height\":")
    json.number(rendition.size?.height)
    json.raw("}")
  }

  private static func write(_ license: License?, to json: inout JSONWriter) {
    guard let license else { return json.null() }
    json.raw("{\"id\":")
    json.string(license.id)
    json.raw(",\"name\":")
    json.string(license.name)
    json.raw(",\"url\":")
    json.string(license.url?.absoluteString)
    json.raw("}")
  }
}
