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
      variable: "SKYLARK_API_KEY", address: URL(constant: "https://skylark.example/keys")),
    terms: URL(constant: "https://skylark.example/terms"), secureHosts: ["skylark.example"])
  public static let api = APIDescription(
    defaultBase: URL(constant: "https://api.skylark.example/v2"), key: .parameter("token"))
  public static let feed = Feed(
    "/photos", words: "words", pages: .numbered(50, as: "limit", upTo: 40),
    filters: [
      .byService(
        \.safety, "adult", [nil: "no", .strict: "no", .moderate: "no", .off: "yes"]),
      .byService(\.sort, "order", [.latest: "newest"]), .byRow(\.orientation), .byRow(\.licenses),
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

  // MARK: Rows

  public func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    PageRows(
      try reply.root.array("items"), total: reply.root["found"]?.count,
      next: .number(of: reply.root["pages"]?.count))
  }

  public func reasonToLeaveOut(_ row: JSONValue) -> LeftOut? {
    row["kind"]?.string == "film" ? .video : nil
  }

  public func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.text, Self.isNumber(id), let page = Self.address(row["page"]) else {
      throw row.problem("no photo id or page")
    }
    var photo = photo(id, page: page)
    photo.title = row["title"]?.plainText
    photo.author = Author(
      name: row["by"]?["name"]?.plainText, url: Self.address(row["by"]?["page"]))
    photo.size = PixelSize(in: row)
    photo.renditions = [
      Rendition(.small, Self.address(row["files"]?["preview"])),
      Rendition(.original, Self.address(row["files"]?["whole"]), photo.size),
    ].compactMap(\.self)
    photo.license = License.creativeCommons(at: row["terms"]?.string)
    photo.published = row["shown_since"]?.date
    return photo
  }

  // MARK: Refusals

  /// A spent quota has a status of its own
  public func ownVerdict(on response: WebReply) -> Verdict? {
    response.status == 420 ? .spent(until: response.retryAfter) : nil
  }
}
