import Foundation
import ModelContext
import PhotoDisplay
import PhotoSearch
import Terminal

/// The photos in a search's answer, each with just enough facts for an assistant to choose
struct PhotoRows {
  static let members: [JSONSchema.Member] = [
    .init("id", .string()), .init("title", .nullable(.string())),
    .init("author", .nullable(.string())), .init("license", .nullable(.string())),
    .init("size", .nullable(.string())), .init("credit", .nullable(.string())),
    .init("page", .string(), isRequired: false),
    .init("picture", .nullable(.string()), isRequired: false),
  ]

  /// The level of detail, in bytes of JSON. A longer title or name is cut; a longer licence or
  /// credit line is left out
  private struct Detail {
    var title = 30
    var author = 60
    /// A licence name that ``fitted`` has cut is longer than this, so it is left out
    var license = 55
    var credit = 300
    var hasPage = false

    /// All levels, from the most detailed to the shortest
    static let all =
      [120, 80, 60].map { Detail(title: $0, hasPage: true) }
      + [80, 60, 45, 30].map { Detail(title: $0) }
      + [150, 120, 100, 80, 60, 0].map { Detail(credit: $0) }
      + [Detail(title: 20, author: 30, credit: 0), Detail(title: 10, author: 15, credit: 0)]
  }

  /// The rows as a JSON list
  let json: String
  /// How many photos are left out, as their id or page isn't safe, or to leave room for the others
  let unfit: Int

  /// - Parameters:
  ///   - hasAddresses: whether each photo has a picture's address, for which there is always room
  ///   - room: most bytes of the list, which decides on the level of detail
  init(_ found: [Photo], hasAddresses: Bool, room: Int) {
    let photos = found.compactMap { photo in
      photo.fitted(title: 80).map { (fitted: $0, credit: CreditText.line(photo.credit, as: .text)) }
    }
    var rows: [String] = []
    func isTooLong() -> Bool {
      !hasAddresses && rows.reduce(1) { $0 + $1.utf8.count + 1 } > room
    }
    for detail in Detail.all {
      rows = photos.map { Self.row($0, credit: $1, detail, hasAddress: hasAddresses) }
      guard isTooLong() else { break }
    }
    func isShorter(_ one: Int, _ other: Int) -> Bool {
      rows[one].utf8.count < rows[other].utf8.count
    }
    while isTooLong(), let longest = rows.indices.max(by: isShorter) { rows.remove(at: longest) }
    json = "[\(rows.joined(separator: ","))]"
    unfit = found.count - rows.count
  }

  private static func row(
    _ photo: Photo, credit: String, _ detail: Detail, hasAddress: Bool
  ) -> String {
    func cut(_ text: String?, _ limit: Int) -> String? {
      text.map { SafeText.line($0, jsonBytes: limit) }
    }
    func whole(_ text: String?, _ limit: Int) -> String? {
      text.flatMap { JSONWriter.length(of: $0) <= limit ? $0 : nil }
    }
    return JSONWriter.object { json in
      json.member("id", photo.id.description)
      json.member("title", cut(photo.title, detail.title))
      json.member("author", cut(photo.author?.name, detail.author))
      json.member("license", whole(photo.license?.name, detail.license))
      json.member("size", photo.size.map { "\($0.width)×\($0.height)" })
      json.member("credit", whole(credit, detail.credit))
      if detail.hasPage { json.member("page", photo.pageURL.absoluteString) }
      if hasAddress {
        json.member("picture", photo.lastingRendition(.regular)?.url.absoluteString)
      }
    }
  }
}
