import Foundation
import Platform

extension ProviderID {
  /// The WordPress Photo Directory
  public static let wordpress = ProviderID(rawValue: "wordpress")
}

/// WordPress Photo Directory, where people give photos to everybody: GET /photos
///
/// Source: WordPress' own REST API,
/// [developer.wordpress.org/rest-api](https://developer.wordpress.org/rest-api/), and the
/// directory's plugin. It needs no key, and gives all pages of at most 100 photos.
struct WordPress: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .wordpress, name: "WordPress Photo Directory", service: "wordpress", site: "WordPress",
    kind: .search, key: nil, terms: address("https://wordpress.org/photos/guidelines/"),
    secureHosts: ["wordpress.org", "w.org"],
    collecting: .forbidden("its guidelines don't speak of collecting photos"), wantsAllWords: true)
  static let api = APIDescription(
    defaultBase: address("https://wordpress.org/photos/wp-json"),
    requestsAtOnce: ["wordpress.org": 1], immaterial: ["_embed"])
  static let feed = ProviderFeed(
    "/wp/v2/photos", words: "search",
    // Words to leave out aren't sent: "-cat" would leave out education, too.
    in: WordForm(
      clearing: .all, hasQuotes: true, findsPartsOfWords: true, longest: 400, secondTry: .firstTwo),
    // The title column holds an id of ten hex digits, in which some words are found by chance.
    constants: [("search_columns", "post_content"), embedded],
    pages: .numbered(100), filters: filters(relevant: "relevance"),
    // Without words the service refuses to order by relevance.
    lists: [
      .author(
        by: ListLookup({ isName($0) ? APICall("/wporg/v1/users/\($0)") : nil }, id: id),
        filters: filters(relevant: "date")
      ) { isNumber($0) ? APICall("/wp/v2/photos", [("author", $0)]) : nil },
      .tag(
        by: ListLookup(
          { WordForm.slug($0).map { APICall("/wp/v2/photo-tags", [("slug", $0)]) } }, id: id),
        filters: filters(relevant: "date")
      ) { isNumber($0) ? APICall("/wp/v2/photos", [("photo-tags", $0)]) : nil },
    ])
  static let showsInPage = true

  private(set) var access: APIAccess

  /// - Parameter access: its address may also end with the first part of the paths, `/wp/v2`
  init(access: APIAccess) {
    self.access = access
    guard let base = access.base, base.path.ends(with: "/wp/v2") else { return }
    self.access.base = base.deletingLastPathComponent().deletingLastPathComponent()
  }

  // MARK: Requests

  private static func filters(relevant: String) -> [FeedFilter] {
    [
      // Volunteers look at each photo before it is shown.
      .always(\.safety), .license(.cc0),
      .byService(\.sort, "orderby", [.relevant: relevant, .latest: "date"]),
      // The ids of the site's own list of shapes
      .byService(
        \.orientation, "photo-orientations", [.landscape: "23", .portrait: "24", .square: "25"],
        andByRow: true),
      // The moments themselves are left out, so a second is added at each end.
      .byService(\.since, andByRow: true) { [("after", $0.map { time($0 - 1) })] },
      .byService(\.until, andByRow: true) { [("before", $0.map { time($0 + 1) })] },
    ]
  }

  /// The id of an author, or of the first of some tags
  private static func id(in reply: JSONValue, of name: String) -> String? {
    (reply.elements?.first ?? reply)["id"]?.text
  }

  private static let embedded: (String, String?) = ("_embed", "author,wp:featuredmedia,wp:term")

  private static func time(_ date: Date) -> String { CalendarDate(date)?.time ?? "" }

  func calls(forPhoto native: String) -> [APICall] {
    Self.isName(native) ? [APICall("/wp/v2/photos", [("slug", native), Self.embedded])] : []
  }

  /// The name in an address such as `/photos/author/jane/`
  private static func name(at url: URL, behind kind: String) -> String? {
    let path = path(of: url, at: ["wordpress.org"]) ?? []
    return path.dropLast() == ["photos", kind] && isName(path[2]) ? path[2] : nil
  }

  func author(at page: URL) -> String? { Self.name(at: page, behind: "author") }

  /// The slug in `/photos/photo/203627f31f/`, or at the start of a picture's file name
  func native(at url: URL) -> String? {
    if let slug = Self.name(at: url, behind: "photo") { return slug }
    let name = Self.path(of: url, at: ["pd.w.org"])?.last?.utf8.prefix(10) ?? "".utf8.prefix(0)
    return name.count == 10 && name.allSatisfy(\.isHexDigit) ? String(name) : nil
  }

  // MARK: Rows

  /// Totals are in the header
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    guard let rows = reply.root.elements else { throw reply.root.problem("no array") }
    return PageRows(
      rows, total: reply.count(inHeader: "X-WP-Total"),
      next: .number(of: reply.count(inHeader: "X-WP-TotalPages"), isLast: reply.linksNext == false))
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let slug = row["slug"]?.text, Self.isName(slug),
      var photo = photo(slug, page: row["link"])
    else { throw row.problem("no photo id or page") }
    let part = { (name: StaticString) in row["_embedded"]?[name]?.elements?.first }
    let (author, media) = (part("author"), part("wp:featuredmedia"))
    let caption = row["content"]?["rendered"]?.plainText
    let title = row["title"]?["rendered"]?.plainText
    photo.setTexts(
      title: [slug, "Photo detail"].contains(title) ? caption : title ?? caption,
      description: caption)
    photo.author = Self.author(
      author?["name"]?.plainText ?? author?["slug"]?.plainText, page: author?["link"])
    photo.size = PixelSize(in: media?["media_details"])
    let sizes = media?["media_details"]?["sizes"]
    // Without the square thumbnail, which shows only the middle
    photo.renditions =
      [
        (Rendition.Role.thumb, sizes?["medium"]), (.small, sizes?["medium_large"]),
        (.regular, sizes?["1536x1536"] ?? sizes?["large"]), (.full, sizes?["2048x2048"]),
      ].compactMap { Self.rendition($0, at: $1?["source_url"], size: PixelSize(in: $1)) }
      + [Self.rendition(.original, at: media?["source_url"], size: photo.size)].compactMap(\.self)
    photo.license = .cc0
    photo.published = row["date_gmt"]?.string.flatMap { Date(iso8601: $0 + "Z") }
    // The camera's clock, in seconds since 1970
    let taken = media?["media_details"]?["image_meta"]?["created_timestamp"]?.count ?? 0
    let time = Self.time(Date(timeIntervalSince1970: Double(taken)))
    photo.taken = taken > 0 ? Photo.takenDate(String(time.dropLast())) : nil
    photo.tags = (row["_embedded"]?["wp:term"]?.elements ?? []).flatMap { $0.elements ?? [] }
      .compactMap { $0["taxonomy"]?.string == "photo_tag" ? $0["name"]?.plainText : nil }
    return photo
  }

  func details(in row: JSONValue) -> PhotoDetails {
    let media = row["_embedded"]?["wp:featuredmedia"]?.elements?.first
    let camera = media?["media_details"]?["image_meta"]
    return PhotoDetails(
      camera: PhotoCamera(
        make: nil, model: camera?["camera"]?.plainText,
        exposureTime: PhotoCamera.seconds(camera?["shutter_speed"]?.text),
        aperture: PhotoCamera.decimal(camera?["aperture"]?.text),
        focalLength: PhotoCamera.decimal(camera?["focal_length"]?.text),
        iso: camera?["iso"]?.count))
  }

  // MARK: Refusals

  func end(in response: WebReply, after photos: Int) -> EndReason? {
    response.status == 400
      && response.json?["code"]?.string == "rest_post_invalid_page_number" ? .exhausted : nil
  }
}
