import Foundation
import PhotoDisplay
import PhotoSearch

/// Photos in the answer to a search: as little of each as lets an assistant choose
struct PhotoRows {
  static let members: [JSONSchema.Member] = [
    .init("id", .string()), .init("title", .nullable(.string())),
    .init("author", .nullable(.string())), .init("license", .nullable(.string())),
    .init("size", .nullable(.string())), .init("credit", .string()),
    .init("page", .string(), isRequired: false),
    .init("picture", .nullable(.string()), isRequired: false),
  ]

  /// How much is told of each photo
  private struct Detail {
    /// Terminal cells of its title
    let title: Int
    var hasPage = false
    /// Whether its credit line has the title, cut alike; `credit_photos` has it whole
    var creditsTitle = true

    /// From the most to the least
    static let all =
      [80, 60].map { Detail(title: $0, hasPage: true) }
      + [80, 60, 45, 30, 20].map { Detail(title: $0) }
      + [20, 10].map { Detail(title: $0, creditsTitle: false) }
  }

  /// The list of them
  let json: String
  /// Photos that are left out, as their ids or pages can't be passed on
  let unfit: Int

  /// - Parameters:
  ///   - hasAddresses: whether each has the address of a picture, for which there is room in any case
  ///   - room: characters that the list is to have at most; what is told of each photo goes by that
  init(_ photos: [Photo], hasAddresses: Bool, room: Int) {
    var (json, unfit) = ("[]", 0)
    for detail in Detail.all {
      let rows = photos.compactMap { $0.fitted(title: detail.title) }
      unfit = photos.count - rows.count
      var writer = JSONWriter(capacity: 8_192)
      writer.list(rows) { json, photo in
        Self.write(photo, detail, hasAddress: hasAddresses, to: &json)
      }
      json = writer.text
      if hasAddresses || json.unicodeScalars.count <= room { break }
    }
    (self.json, self.unfit) = (json, unfit)
  }

  private static func write(
    _ photo: Photo, _ detail: Detail, hasAddress: Bool, to json: inout JSONWriter
  ) {
    var credited = photo
    if !detail.creditsTitle { credited.title = nil }
    json.object { json in
      json.member("id", photo.id.description)
      json.member("title", photo.title)
      json.member("author", photo.author?.name)
      json.member("license", photo.license?.name)
      json.member("size", photo.size.map { "\($0.width)×\($0.height)" })
      json.member("credit", CreditText.line(credited.credit, as: .text))
      if detail.hasPage { json.member("page", photo.pageURL.absoluteString) }
      if hasAddress {
        json.member("picture", photo.lastingRendition(.regular)?.url.absoluteString)
      }
    }
  }
}
