import Foundation
import PhotoDisplay
import PhotoSearch

/// A photo in the answer to a search: as little as lets an assistant choose
enum PhotoRow {
  static let members: [JSONSchema.Member] = [
    .init("id", .string()), .init("title", .nullable(.string())),
    .init("author", .nullable(.string())), .init("license", .nullable(.string())),
    .init("size", .nullable(.string())), .init("credit", .string()), .init("page", .string()),
    .init("picture", .nullable(.string()), isRequired: false),
  ]

  /// Terminal cells of a title, and those that are tried where rows are too long
  private static let titles = [80, 60, 45, 30]
  /// Characters of a row, on the average, beside addresses that were asked for
  private static let maxCharacters = 215
  /// Rows for which there is room in any case
  private static let fewRows = 20

  /// The rows of a list, and how many photos have none, as their ids or pages can't be passed on
  ///
  /// Where many titles are long, all are cut further, in the credit line too: `credit_photos` has it
  /// whole.
  static func list(_ photos: [Photo], hasAddresses: Bool) -> (json: String, unfit: Int) {
    var json = ""
    var unfit = 0
    for title in titles {
      let rows = photos.compactMap { $0.fitted(title: title) }
      unfit = photos.count - rows.count
      var writer = JSONWriter(capacity: 8_192)
      writer.list(rows) { json, row in write(row, hasAddress: hasAddresses, to: &json) }
      json = writer.text
      let room = max(fewRows, rows.count) * maxCharacters
      if hasAddresses || json.unicodeScalars.count <= room { break }
    }
    return (json, unfit)
  }

  private static func write(_ photo: Photo, hasAddress: Bool, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", photo.id.description)
      json.member("title", photo.title)
      json.member("author", photo.author?.name)
      json.member("license", photo.license?.name)
      json.member("size", photo.size.map { "\($0.width)×\($0.height)" })
      json.member("credit", CreditText.line(photo.credit, as: .text))
      json.member("page", photo.pageURL.absoluteString)
      if hasAddress {
        json.member("picture", photo.lastingRendition(.regular)?.url.absoluteString)
      }
    }
  }
}
