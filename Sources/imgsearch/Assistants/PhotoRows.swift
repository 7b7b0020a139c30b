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
    isDetailed = found.count <= Self.maxDetailed
    self.hasAddresses = hasAddresses
  }

  func write(to json: inout JSONWriter) {
    json.objects("photos", photos) { json, row in
      let photo = row.photo
      json.member("id", photo.id.description)
      let (title, name) = (photo.title, photo.author?.name)
      json.memberIfKnown("title", title.map { SafeText.line($0, jsonBytes: isDetailed ? 120 : 60) })
      json.memberIfKnown("author", name.map { SafeText.line($0, jsonBytes: isDetailed ? 60 : 40) })
      json.member("license", Self.licenseID(photo.license))
      json.memberIfKnown("size", photo.size.map { "\($0.width)×\($0.height)" })
      if isDetailed { json.memberIfKnown("credit", Self.whole(row.credit, Self.maxCredit)) }
      json.memberIfKnown("page", Self.whole(photo.page.text, Self.maxPage))
      if hasAddresses {
        json.memberIfKnown("picture", photo.lastingRendition(.regular)?.url.absoluteString)
      }
    }
    Self.writeTerms(of: photos.map(\.photo), to: &json)
  }

  /// A text; nil if it takes more bytes as JSON than the limit
  private static func whole(_ text: String, _ limit: Int) -> String? {
    JSONWriter.length(of: text) <= limit ? text : nil
  }

  /// A licence's text; nil if it is too long, or was cut
  private static func whole(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty || $0.ends(with: "…") ? nil : whole($0, 100) }
  }

  /// The licence's id in the terms; `unknown` also for one that is too long to be passed on
  private static func licenseID(_ license: License?) -> String { whole(license?.id) ?? "unknown" }

  /// Writes the terms of photos' licences, each once
  static func writeTerms(of photos: [Photo], to json: inout JSONWriter) {
    let licenses = photos.map(\.license).distinct(by: licenseID)
    json.objects("terms", licenses) { json, license in
      let id = licenseID(license)
      let license = id == licenseID(nil) ? nil : license
      json.member("id", id)
      json.memberIfKnown("name", whole(license?.name))
      json.memberIfKnown("url", whole(license?.address?.text))
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

extension JSONWriter {
  /// Writes a member if its value is known
  mutating func memberIfKnown(_ name: StaticString, _ text: String?) {
    if let text { member(name, text) }
  }
}
