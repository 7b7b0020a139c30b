import Foundation
import ModelContext
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// The photos in an answer, each with just enough facts for an assistant to choose, and the terms
/// of their licences; what is unknown is left out
struct PhotoRows {
  static let members: [JSONSchema.Member] = [
    .init("id", .string()), optional("title", .string()), optional("author", .string()),
    license, optional("size", .string(), "width×height"), optional("credit", .string()),
    optional("page", .string()), optional("picture", .string()),
  ]

  /// The members of a photo with all that is known of it
  static let details: [JSONSchema.Member] = [
    .init("id", .string()), optional("title", .string()), optional("description", .string()),
    optional("author", .anyObject, "name, url"),
    .init("page", .string()), optional("width", .integer()), optional("height", .integer()),
    optional("renditions", .list(.anyObject), "role, url, width, height"),
    license, .init("credit", .string()), optional("likes", .integer()),
    optional("published", .string()), optional("color", .string()),
    optional("tags", .list(.string())), optional("isAIGenerated", .boolean),
    optional("looksLike", .string(), "the same picture elsewhere"),
    optional("taken", .string()), .init("favorite", .boolean),
    optional("place", .anyObject), optional("camera", .anyObject),
    optional("views", .integer()), optional("downloads", .integer()),
  ]

  /// The terms of licences: permissions and duties
  static let terms = JSONSchema.Member(
    "terms",
    .list(
      .object([
        .init("id", .string()), optional("name", .string()), optional("url", .string()),
        .init("mark", .string(choices: License.Mark.allCases.map(\.rawValue))),
        .init("may", .list(.string(choices: ["use", "sell", "change"]))),
        .init("must", .list(.string(choices: ["credit", "share alike"]))),
      ])),
    "each licence once; if `may` is empty, ask the owner; sell: also things with the picture on them"
  )

  private static let license = JSONSchema.Member("license", .string(), "its `id` in terms")

  /// Most photos of an answer that has their credit lines
  static let maxDetailed = 10
  /// Most bytes of a credit line and of a page's address: a longer one is left out, and the tools
  /// that show and credit photos have it
  private static let (maxCredit, maxPage) = (300, 200)

  /// The photos, shortened, each with its whole credit line
  private let photos: [(photo: Photo, credit: String)]
  private let isDetailed: Bool
  private let hasAddresses: Bool
  /// How many photos are left out because their id or page isn't safe
  let unfit: Int

  /// - Parameter hasAddresses: whether each photo has a picture's address
  init(_ found: [Photo], hasAddresses: Bool = false) {
    photos = found.compactMap { photo in
      photo.fitted(title: 80).map { ($0, CreditText.line(photo.credit, as: .text)) }
    }
    unfit = found.count - photos.count
    (isDetailed, self.hasAddresses) = (found.count <= Self.maxDetailed, hasAddresses)
  }

  func write(to json: inout JSONWriter) {
    json.objects("photos", photos) { json, row in
      let (photo, page) = (row.photo, row.photo.page.text)
      json.member("id", photo.id.description)
      if let title = photo.title {
        json.member("title", SafeText.line(title, jsonBytes: isDetailed ? 120 : 60))
      }
      if let name = photo.author?.name {
        json.member("author", SafeText.line(name, jsonBytes: isDetailed ? 60 : 40))
      }
      json.member("license", Self.licenseID(photo.license))
      if let size = photo.size { json.member("size", "\(size.width)×\(size.height)") }
      if isDetailed, JSONWriter.length(of: row.credit) <= Self.maxCredit {
        json.member("credit", row.credit)
      }
      if JSONWriter.length(of: page) <= Self.maxPage { json.member("page", page) }
      if hasAddresses, let picture = photo.lastingRendition(.regular) {
        json.member("picture", picture.url.absoluteString)
      }
    }
    Self.writeTerms(of: photos.map(\.photo), to: &json)
  }

  /// Most bytes of a licence's id, name and address
  private static let maxTerm = 100

  /// The licence's id in the terms; `unknown` also for one that is too long to be passed on
  private static func licenseID(_ license: License?) -> String { whole(license?.id) ?? "unknown" }

  /// A licence's text; nil if it is too long, or was cut
  private static func whole(_ text: String?) -> String? {
    guard let text, !text.isEmpty, !text.ends(with: "…"), JSONWriter.length(of: text) <= maxTerm
    else { return nil }
    return text
  }

  /// Writes the terms of photos' licences, each once
  static func writeTerms(of photos: [Photo], to json: inout JSONWriter) {
    let licenses = photos.map(\.license).distinct(by: licenseID)
    json.objects("terms", licenses) { json, license in
      let id = licenseID(license)
      let license = id == licenseID(nil) ? nil : license
      json.member("id", id)
      for (name, text) in [("name", license?.name), ("url", license?.address?.text)] {
        guard let text = whole(text) else { continue }
        json.member(named: name)
        json.string(text)
      }
      json.member("mark", License.Mark(license).rawValue)
      json.member("may", LicenseText.may(license))
      json.member("must", LicenseText.must(license))
    }
  }

  /// The members of ``details`` alone of a photo's line, without those that are unknown
  static func detailed(_ line: String, of photo: Photo) throws -> String {
    let members = try JSONDocument(Data(line.utf8)).root.members ?? []
    return JSONWriter.object(capacity: 2_048) { json in
      for (name, value) in members where details.contains(where: { $0.name == name }) {
        if name == license.name {
          json.member("license", licenseID(photo.license))
        } else if !value.isNull, value.elements?.isEmpty != true {
          json.member(named: name)
          json.copy(value)
        }
      }
    }
  }
}
