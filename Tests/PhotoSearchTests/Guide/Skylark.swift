public import Foundation
public import PhotoSearch

extension ProviderID {
  /// Skylark
  public nonisolated static let skylark = ProviderID(rawValue: "skylark")
}

/// Skylark's search: GET /v2/photos
///
/// Source: skylark.example/api. At most 50 photos a page and 40 pages.
public struct Skylark: JSONPhotoProvider {
  public static let profile = ProviderProfile(
    id: .skylark, name: "Skylark", service: "skylark", kind: .search,
    key: KeyRequirement(
      variable: "SKYLARK_API_KEY", address: address("https://skylark.example/keys")),
    terms: address("https://skylark.example/terms"), secureHosts: ["skylark.example"],
    wantsAllWords: true)
  public static let api = APIDescription(
    defaultBase: address("https://api.skylark.example/v2"), key: .parameter("token"))
  public static let feed = ProviderFeed(
    "/photos", words: "words",
    in: WordForm(clearing: .all, minus: .behindWords, secondTry: .any(joinedBy: " OR ")),
    pages: .numbered(50, as: "limit", upTo: 40),
    filters: [
      .byService(
        \.safety, "adult", [nil: "no", .strict: "no", .moderate: "no", .off: "yes"]),
      .byService(\.sort, "order", [.latest: "newest"]), .byRow(\.orientation), .byRow(\.licenses),
    ],
    lists: [
      .author(
        by: ListLookup({ isNumber($0) ? nil : APICall("/people", [("name", $0)]) }) { reply, _ in
          reply["id"]?.text
        }
      ) { isNumber($0) ? APICall("/photos", [("person", $0)]) : nil },
      .tag { APICall("/photos", [("tag", $0)]) },
    ])
  public static let quota: QuotaFields? = QuotaFields(period: "hour")

  public let access: APIAccess

  public init(access: APIAccess) { self.access = access }

  // MARK: Requests

  public func calls(forPhoto native: String) -> [APICall] {
    Self.isNumber(native) ? [APICall("/photos/\(native)")] : []
  }

  public func native(at url: URL) -> String? {
    guard let path = Self.path(of: url, at: ["skylark.example"]), path.count == 2,
      path[0] == "p", Self.isNumber(path[1])
    else { return nil }
    return path[1]
  }

  public func author(at page: URL) -> String? {
    guard let path = Self.path(of: page, at: ["skylark.example"]), path.count == 2,
      path[0] == "people"
    else { return nil }
    return path[1]
  }

  // MARK: Rows

  public func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    PageRows(
      try reply.root.array("items"), total: reply.root["found"]?.count,
      next: .number(of: reply.root["pages"]?.count))
  }

  public func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    row["kind"]?.string == "film" ? .video : nil
  }

  public func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.text, Self.isNumber(id), var photo = photo(id, page: row["page"])
    else { throw row.problem("no photo id or page") }
    photo.title = row["title"]?.plainText
    photo.author = Self.author(row["by"]?["name"]?.plainText, page: row["by"]?["page"])
    photo.size = PixelSize(in: row)
    photo.renditions = [
      Self.rendition(.small, at: row["files"]?["preview"]),
      Self.rendition(.original, at: row["files"]?["whole"], size: photo.size),
    ].compactMap(\.self)
    photo.license = License.creativeCommons(at: row["terms"]?.string)
    photo.published = row["shown_since"]?.date
    return photo
  }

  // MARK: Refusals

  /// A spent quota has a status of its own
  public func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    response.status == 420 ? .spent(until: response.retryAfter) : nil
  }
}
