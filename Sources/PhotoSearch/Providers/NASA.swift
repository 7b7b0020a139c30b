public import Foundation

extension ProviderID {
  /// NASA's library
  public static let nasa = ProviderID(rawValue: "nasa")
}

/// NASA's image and video library: GET /search
///
/// Source: images.nasa.gov/docs/images.nasa.gov_api_docs.pdf. No key; 100 pages of at most 100.
public struct NASA: JSONPhotoProvider {
  public static let profile = ProviderProfile(
    id: .nasa, name: "NASA", service: "nasa", kind: .search, isInAll: false, key: nil,
    terms: URL(constant: "https://www.nasa.gov/nasa-brand-center/images-and-media/"),
    secureHosts: ["nasa.gov"])
  public static let api = APIDescription(
    defaultBase: URL(constant: "https://images-api.nasa.gov"))
  public static let feed = Feed(
    "/search", words: "q", constants: [("media_type", "image")],
    pages: .numbered(100, as: "page_size", upTo: 100),
    // An agency's own choice of pictures is fit for everybody.
    filters: [.always(\.safety), .byRow(\.orientation), .byRow(\.licenses)])
  public static let showsInPage = true

  public let access: APIAccess

  public init(access: APIAccess) { self.access = access }

  // MARK: What it is asked

  /// Finds rows with similar ids, too
  public func calls(forPhoto native: String) -> [APICall] {
    Self.isID(native) ? [APICall("/search", [("nasa_id", native), ("media_type", "image")])] : []
  }

  /// The id in `/details/PIA12235` or `/details-PIA12235`, or in a picture's `/image/PIA12235/…`
  public func native(at url: URL) -> String? {
    let path = Self.path(of: url, at: ["images.nasa.gov", "images-assets.nasa.gov"]) ?? []
    guard let first = path.first else { return nil }
    let isOld = first.begins(with: "details-")
    let id =
      isOld
      ? String(first.dropFirst(8))
      : ["details", "image"].contains(first) ? path.dropFirst().first : nil
    return id.flatMap { Self.isID($0) ? $0 : nil }
  }

  /// Letters, digits, `-`, `_` and points, which don't begin it
  private static func isID(_ text: String) -> Bool {
    !text.begins(with: ".") && isName(text.replacing(each: ".", by: "_"))
  }

  // MARK: How its rows become photos

  public func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    if reply.number > 1, Self.isPastEnd(reply.root) {
      return PageRows([], next: .end(.depthLimit((reply.number - 1) * Self.feed.pages.size)))
    }
    let collection = try reply.root.object("collection")
    let total = collection["metadata"]?["total_hits"]?.count
    return PageRows(
      try collection.array("items"), total: total,
      next: .number(of: Paging.pages(holding: total, of: Self.feed.pages.size)))
  }

  public func reasonToLeaveOut(_ row: JSONValue) -> LeftOut? {
    Self.data(row)?["media_type"]?.string == "video" ? .video : nil
  }

  public func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let data = Self.data(row), let id = data["nasa_id"]?.text, Self.isID(id),
      let page = URL(string: "https://images.nasa.gov/details/\(id)")
    else { throw row.problem("no photo id") }
    var photo = photo(id, page: page)
    photo.title = data["title"]?.plainText
    let text = data["description"]?.plainText
    photo.description = text == photo.title ? nil : text
    let makers = [data["photographer"]?.plainText, data["secondary_creator"]?.plainText]
    photo.author = Author(name: makers.lazy.compactMap(\.self).first, url: nil)
    photo.renditions = Self.renditions(of: row)
    photo.size = photo.renditions.last?.size
    photo.license = Self.license(of: makers.compactMap(\.self), saying: text ?? "")
    // When it was made: the library doesn't say since when it has a picture.
    photo.published = data["date_created"]?.date
    photo.tags = data["keywords"]?.elements?.compactMap(\.plainText) ?? []
    return photo
  }

  public func details(in photo: JSONValue) -> PhotoDetails {
    PhotoDetails(place: Place(name: Self.data(photo)?["location"]?.plainText))
  }

  private static func data(_ row: JSONValue) -> JSONValue? { row["data"]?.elements?.first }

  /// Until 2025 the preview alone, without its size; since then the original and what was made of it
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
      return role.flatMap { Rendition($0, address(link["href"]), size) }
    }
    return Rendition.Role.allCases.compactMap { role in all.first { $0.role == role } }
  }

  /// What a row says of rights, which is little: who made the picture
  ///
  /// What NASA and its centers alone are named for is a work of the United States Government. A name
  /// beside NASA's says less, as it is a photographer's or a contractor's (`NASA/JPL-Caltech`,
  /// `NASA/Lockheed Martin`): such a licence isn't known, nor is one in doubt.
  private static func license(of makers: [String], saying text: String) -> License? {
    let parts = makers.flatMap { $0.lowercased().parts(at: "/", keepsEmpty: false) }
    let doubts = ["copyright", "©", "(c)", "courtesy", "all rights"]
    guard parts.contains("nasa"), parts.allSatisfy({ centers.contains(String($0)) }),
      !doubts.contains(where: text.lowercased().holds)
    else { return nil }
    return .usGovernmentWork
  }

  /// NASA's own; the Jet Propulsion Laboratory is Caltech's
  private static let centers: Set<String> = [
    "nasa", "hq", "afrc", "arc", "ames", "dfrc", "grc", "glenn", "goddard", "gsfc", "jsc",
    "johnson", "kennedy", "ksc", "langley", "larc", "marshall", "msfc", "ssc", "stennis",
  ]

  // MARK: What else it has to say

  /// The page behind the last that there is, refused with status 400
  public func ownVerdict(on response: WebReply) -> Verdict? {
    response.status == 400 && response.json.map(Self.isPastEnd) == true ? .page : nil
  }

  private static func isPastEnd(_ reply: JSONValue) -> Bool {
    reply["reason"]?.string?.begins(with: "Maximum number of search results") == true
  }
}
