import Foundation
import PhotoSearch

extension ProviderID {
  nonisolated static let woodlark = ProviderID(rawValue: "woodlark")
  nonisolated static let crestedLark = ProviderID(rawValue: "crested-lark")
  nonisolated static let shoreLark = ProviderID(rawValue: "shore-lark")
}

/// A service whose pages are asked for by how many photos come before them, with a bearer's token
struct Woodlark: Lark {
  static let profile = ProviderProfile(
    id: .woodlark, name: "Woodlark", service: "woodlark", kind: .search,
    key: KeyRequirement(
      variable: "WOODLARK_TOKEN", address: address("https://woodlark.example/tokens")),
    terms: address("https://woodlark.example/terms"))
  static let api = APIDescription(
    defaultBase: address("https://api.woodlark.example"),
    key: .header("Authorization", before: "Bearer "))
  static let feed = ProviderFeed(
    "/search", words: "q", pages: .offset(30, as: "limit", by: "offset"))

  let access: APIAccess

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let total = reply.root["total"]?.count
    return PageRows(
      try reply.root.array("items"), total: total, next: .number(total: total, perPage: 30))
  }
}

/// A service whose replies have the address of the next page in their body
struct CrestedLark: Lark {
  static let profile = ProviderProfile(
    id: .crestedLark, name: "Crested Lark", service: "crested-lark", kind: .search, key: nil,
    terms: address("https://crested-lark.example/terms"))
  static let api = APIDescription(defaultBase: address("https://api.crested-lark.example"))
  static let feed = ProviderFeed(
    "/search", words: "q", pages: .cursors(30, as: "limit", by: "after"))

  let access: APIAccess

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let next = reply.root["next"]?.string.flatMap { URLComponents(string: $0) }
    let after = next?.queryItems?.first { $0.name == "after" }?.value
    return PageRows(try reply.root.array("items"), next: .cursor(after))
  }
}

/// A service whose replies have the next page's cursor in their header, and whose photos may be
/// Flickr's
struct ShoreLark: Lark {
  static let profile = ProviderProfile(
    id: .shoreLark, name: "Shore Lark", service: "shore-lark", kind: .search, isAggregator: true,
    key: nil, terms: address("https://shore-lark.example/terms"))
  static let api = APIDescription(defaultBase: address("https://api.shore-lark.example"))
  static let feed = ProviderFeed(
    "/search", words: "q", pages: .cursors(30, as: "limit", by: "cursor", from: "start"))

  let access: APIAccess

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    PageRows(try reply.root.array("items"), next: .cursor(reply.headers["X-Next-Cursor"]))
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    var photo = try lark(in: row)
    if let original = row["flickr"]?.text, Self.isNumber(original) {
      photo.origin = PhotoID(service: "flickr", native: original)
      photo.aliases = [photo.origin]
    }
    return photo
  }
}

/// The parts that the three share
protocol Lark: JSONPhotoProvider {}

extension Lark {
  func calls(forPhoto native: String) -> [APICall] { [] }

  func native(at url: URL) -> String? { nil }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo { try lark(in: row) }

  func lark(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.text, Self.isNumber(id), var photo = photo(id, page: row["page"])
    else { throw row.problem("no photo id or page") }
    photo.title = row["title"]?.plainText
    photo.renditions = [Self.rendition(.small, at: row["picture"])].compactMap(\.self)
    return photo
  }
}
