import Foundation
import Platform

extension ProviderID {
  /// NASA's image library
  public static let nasa = ProviderID(rawValue: "nasa")
}

/// NASA's image and video library: GET /search
///
/// Source: images.nasa.gov/docs/images.nasa.gov_api_docs.pdf. No key; 100 pages of at most 100.
struct NASA: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .nasa, name: "NASA", service: "nasa", kind: .search, isInAll: false, key: nil,
    terms: address("https://www.nasa.gov/nasa-brand-center/images-and-media/"),
    secureHosts: ["nasa.gov"],
    collecting: .allowed(
      source: address("https://www.nasa.gov/nasa-brand-center/images-and-media/")))
  static let api = APIDescription(defaultBase: address("https://images-api.nasa.gov"))
  static let feed = ProviderFeed(
    "/search", words: "q", in: WordForm(secondTry: .firstTwo), constants: [("media_type", "image")],
    pages: .numbered(100, as: "page_size", upTo: 100),
    // An agency's own choice of pictures is fit for everybody.
    filters: [
      .always(\.safety), .byRow(\.orientation), .byRow(\.licenses),
      .byService(\.since, andByRow: true) { [("year_start", $0.map(year))] },
      .byService(\.until, andByRow: true) { [("year_end", $0.map(year))] }, .byRow(\.tag),
    ],
    lists: [
      .author { APICall("/search", [("photographer", $0)]) },
      .tag { APICall("/search", [("keywords", $0)]) },
    ])
  static let showsInPage = true

  let access: APIAccess

  // MARK: Requests

  private static func year(_ date: Date) -> String {
    String(CalendarDate(date)?.day.prefix(4) ?? "0000")
  }

  /// A search for the id, which also finds similar ids
  func calls(forPhoto native: String) -> [APICall] {
    Self.isID(native) ? [APICall("/search", [("nasa_id", native), ("media_type", "image")])] : []
  }

  /// The id in `/details/PIA12235` or `/details-PIA12235`, or in a picture's `/image/PIA12235/…`
  func native(at url: URL) -> String? {
    var path = Self.path(of: url, at: ["images.nasa.gov", "images-assets.nasa.gov"]) ?? []
    if let first = path.first, first.begins(with: "details-") {
      path = ["details", String(first.dropFirst(8))]
    }
    guard path.count > 1, ["details", "image"].contains(path[0]), Self.isID(path[1]) else {
      return nil
    }
    return path[1]
  }

  /// Whether a text can be an id: a file name without its extension, e.g. `PIA12235` or `NASA
  /// 60th_SEAL_BLACK_300DPI`. Letters, digits, `-`, `_`, and other characters of such names, but no
  /// blank at its ends and no leading point
  private static func isID(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...300).contains(bytes.count) && !text.begins(with: ".")
      && ![bytes.first, bytes.last].contains(UInt8(ascii: " "))
      && bytes.allSatisfy { $0.isPartOfName || marks.contains($0) }
  }

  private static let marks = " .,()'+!@~&#".utf8

  // MARK: Rows

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let collection = try reply.root.object("collection")
    let total = collection["metadata"]?["total_hits"]?.count
    return PageRows(
      try collection.array("items"), total: total,
      next: .number(total: total, perPage: Self.feed.pages.size))
  }

  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    Self.data(row)?["media_type"]?.string == "video" ? .video : nil
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let data = Self.data(row), let id = data["nasa_id"]?.text, Self.isID(id),
      var photo = photo(id, at: "https://images.nasa.gov/details/\(id.percentEncoded)")
    else { throw row.problem("no photo id") }
    photo.setTexts(title: data["title"]?.plainText, description: data["description"]?.plainText)
    let makers = [data["photographer"], data["secondary_creator"]].map(Self.name)
    photo.author = Author(name: makers[0] ?? makers[1], url: nil)
    photo.renditions = Self.renditions(of: row)
    photo.size = photo.renditions.last?.size
    photo.tags = data["keywords"]?.elements?.compactMap(\.plainText) ?? []
    let rights = NASARights(data, makers: makers.compactMap(\.self))
    if rights.isGovernmentWork { photo.license = .usGovernmentWork }
    // This is when the picture was made: the library doesn't tell when it was published.
    photo.published = data["date_created"]?.date
    photo.taken = Self.taken(data, by: makers[0])
    return photo
  }

  func details(in photo: JSONValue) -> PhotoDetails {
    PhotoDetails(place: PhotoPlace(name: Self.name(Self.data(photo)?["location"])))
  }

  /// The day or year of a picture whose photographer is named, e.g. `NASA/Bill Ingalls`; nil for
  /// others, as pictures by probes and telescopes have the date of their release there
  private static func taken(_ data: JSONValue, by photographer: String?) -> String? {
    let photographer = photographer?.components(at: "/").last ?? ""
    guard NASANames.isPerson(photographer.components(at: " ", keepsEmpty: false)) else {
      return nil
    }
    return Photo.takenDate(data["date_created"]?.string.map { String($0.prefix(10)) })
  }

  /// The name of a person or place; nil for a filler such as `n/a`
  static func name(_ value: JSONValue?) -> String? {
    guard let name = value?.plainText, !["n/a", "none", "unknown"].contains(name.lowercased())
    else { return nil }
    return name
  }

  private static func data(_ row: JSONValue) -> JSONValue? { row["data"]?.elements?.first }

  /// The sizes of a row: before 2025 it had only the preview, without its size; now it has all
  private static func renditions(of row: JSONValue) -> [Rendition] {
    let all = (row["links"]?.elements ?? []).compactMap { link -> Rendition? in
      let size = PixelSize(in: link)
      let role: Rendition.Role? =
        switch (link["rel"]?.string, size.map { max($0.width, $0.height) }) {
        case _ where link["render"]?.string != "image": nil
        case ("preview", _): .thumb
        case ("canonical", _): .original
        case ("alternate", let edge?): edge <= 640 ? .small : edge <= 1_280 ? .regular : .full
        default: nil
        }
      // File names are copied into addresses unencoded; these addresses never have a fragment.
      let address = link["href"]?.string?.percentEncoding {
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "#")
      }
      return role.flatMap { Rendition($0, Self.link(address), size) }
    }
    return Rendition.Role.allCases.compactMap { role in all.first { $0.role == role } }
  }

  // MARK: Refusals

  func end(in response: WebReply, after photos: Int) -> EndReason? {
    let reason = response.status == 400 ? response.json?["reason"]?.string : nil
    let isWall = reason?.begins(with: "Maximum number of search results") == true
    return isWall ? .depthLimit(photos) : nil
  }
}
