import Foundation
import Platform

extension ProviderID {
  /// Unsplash's search
  public static let unsplash = ProviderID(rawValue: "unsplash")
  /// Unsplash's editorial feed: the photos that it features today
  package static let unsplashList = ProviderID(rawValue: "unsplash-list")
}

/// Unsplash's search: GET /search/photos
///
/// Source: unsplash.com/documentation#search-photos. At most 30 photos per page and 200 pages, even
/// if `total_pages` says more: later pages are empty, with totals of 0. Pictures of any width:
/// unsplash.com/documentation#dynamically-resizable-images.
struct UnsplashSearch: UnsplashAdapter {
  static let profile = ProviderProfile(
    id: .unsplash, name: "Unsplash", service: "unsplash", kind: .search,
    key: KeyRequirement(
      variable: "UNSPLASH_ACCESS_KEY",
      address: address("https://unsplash.com/oauth/applications")),
    terms: address("https://unsplash.com/api-terms"), secureHosts: ["unsplash.com"],
    collecting: .forbidden("its terms forbid compiling its photos into a service like it"),
    widthParameter: "w")
  static let api = APIDescription(
    defaultBase: address("https://api.unsplash.com"),
    key: .header("Authorization", before: "Client-ID "), immaterial: ["client_id"],
    defaults: ["order_by": "relevant", "lang": "en"])
  static let feed = ProviderFeed(
    "/search/photos", words: "query", pages: .numbered(30, upTo: 200),
    filters: [
      .byService(
        \.safety, "content_filter", [nil: "high", .strict: "high", .moderate: "low", .off: "low"]),
      shapes, .license(.unsplash), .byService(\.color, "color"), .byRow(\.since), .byRow(\.until),
      .byService(\.sort, "order_by", [.latest: "latest"]),
      // Unsplash uses ISO 639-1 codes, and `zh-Hant`.
      .language("lang") { $0.isTraditionalChinese ? "zh-Hant" : $0.language }, .byRow(\.tag),
    ],
    lists: [
      // Source: unsplash.com/documentation#list-a-users-photos, and #search-users for a username.
      .author(
        by: ListLookup({ $0.begins(with: "@") ? nil : APICall("/search/users", [("query", $0)]) }) {
          users, name in
          users["results"]?.elements?
            .first { author(in: $0)?.isNamed(name) == true }?["username"]?.folded
        },
        filters: [
          shapes, .license(.unsplash), .byRow(\.since), .byRow(\.until),
          .byService(\.sort, "order_by", [.latest: "latest", .popular: "popular"]),
        ]
      ) { author in
        let username = author.begins(with: "@") ? String(author.dropFirst()) : author
        return isName(username) ? APICall("/users/\(username)/photos") : nil
      }
    ])

  let access: APIAccess

  private static let shapes = FeedFilter.byService(
    \.orientation, "orientation",
    [.landscape: "landscape", .portrait: "portrait", .square: "squarish"])
}

/// Unsplash's editorial feed: GET /photos
///
/// Source: unsplash.com/documentation#list-photos, and its OpenAPI file of 2026, which has no
/// parameters but the page and the page size. The reply is a bare array: the total and the next
/// page are in its header fields.
struct UnsplashList: UnsplashAdapter {
  static let profile = UnsplashSearch.profile.list(.unsplashList, name: "Unsplash editorial")
  static let api = UnsplashSearch.api
  static let feed = ProviderFeed(
    "/photos", pages: .numbered(30),
    filters: [.license(.unsplash), .byRow(\.orientation), .byRow(\.since), .byRow(\.until)])

  let access: APIAccess
}

/// The parts that Unsplash's search and list share
protocol UnsplashAdapter: JSONPhotoProvider {}

extension UnsplashAdapter {
  /// The quota is per application and hour
  static var quota: QuotaFields? { QuotaFields(period: "hour") }
  static var headers: HTTPHeaders { ["Accept-Version": "v1"] }

  /// The rows of a search, or of a list, which is a bare array
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    guard let rows = reply.root.elements else {
      return PageRows(
        try reply.root.array("results"), total: reply.root["total"]?.count,
        next: .number(of: reply.root["total_pages"]?.count))
    }
    let total = reply.count(inHeader: "X-Total")
    // A reply without links has the total.
    let pages = Paging.pages(
      holding: total, of: reply.count(inHeader: "X-Per-Page") ?? Self.feed.pages.size)
    let hasNext = reply.linksNext ?? (reply.number < pages ?? 0)
    return PageRows(rows, total: total, next: .number(of: nil, isLast: !hasNext))
  }

  /// - Parameter native: Unsplash's id or slug; it can't be asked by a picture's name
  func calls(forPhoto native: String) -> [APICall] {
    Self.isName(native) && !Self.isPicture(native) ? [APICall("/photos/\(native)")] : []
  }

  /// The id at the end of a photo page's address, `/photos/a-cat-NqkTxxK_2ZY`, or the name in a
  /// picture's address
  func native(at url: URL) -> String? {
    if let name = Self.path(of: url, at: ["images.unsplash.com"])?.last {
      return Self.isPicture(name) ? name : nil
    }
    // Other languages use their own word for photos: `/de/fotos/…`.
    var path = Self.path(of: url, at: ["unsplash.com"])?[...] ?? []
    if path.count == 3, [2, 5].contains(path[0].utf8.count) { path = path.dropFirst() }
    guard path.count == 2, let first = path.first, let slug = path.last,
      ["photos", "foto", "写真", "사진"].contains(where: first.begins)
    else { return nil }
    let id = String(slug.suffix(11))
    guard id.utf8.count == 11, Self.isName(id), slug == id || slug.ends(with: "-" + id) else {
      return nil
    }
    return id
  }

  /// The username in `https://unsplash.com/@jane`, with its at sign
  func author(at page: URL) -> String? {
    let path = Self.path(of: page, at: ["unsplash.com"])
    return path?.count == 1 ? path?.first { $0.begins(with: "@") } : nil
  }

  /// Whether a name is a picture's, which all its sizes share: `photo-1448375240586-882707db888b`
  static func isPicture(_ name: String) -> Bool {
    let parts = name.components(at: "-")
    return parts.count == 3 && parts[0] == "photo" && isNumber(String(parts[1]))
      && parts[2].utf8.count == 12 && parts[2].utf8.allSatisfy(\.isHexDigit)
  }

  // MARK: Rows

  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    if row["sponsorship"]?.isObject == true || row["sponsored"]?.bool == true {
      return .advertisement
    }
    let isPremium =
      row["premium"]?.bool == true || row["plus"]?.bool == true
      || Self.link(row["urls"]?["raw"])?.host == "plus.unsplash.com"
    return isPremium ? .premium : nil
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    // Recordings of servers other than Unsplash's have no usable link to the photo's page; every
    // photo has the other address.
    guard let id = row["id"]?.string, Self.isName(id),
      let page = referred(Self.link(row["links"]?["html"]))
        ?? referred(WebAddress("https://unsplash.com/photos/\(id)"))
    else { throw row.problem("no photo id") }
    let urls = try row.object("urls")
    var photo = photo(id, page: page)
    photo.size = PixelSize(in: row)
    photo.renditions = renditions(in: urls, original: photo.size)
    // Other services link to the picture without its id, so the picture's name is an alias.
    let picture = photo.renditions.last?.address.place.components(at: "/", keepsEmpty: false).last
    if let picture, Self.isPicture(String(picture)) {
      photo.aliases = [profile.photoID(String(picture))]
    }
    photo.license = .unsplash
    let description = row["description"]?.plainText
    photo.setTexts(
      title: row["alt_description"]?.plainText ?? description, description: description)
    let author = row["user"].flatMap(Self.author)
    photo.author = Author(name: author?.name, address: referred(author?.address))
    photo.likes = row["likes"]?.count
    photo.published = row["created_at"]?.date
    photo.color = row["color"]?.color
    photo.blurHash = row["blur_hash"]?.string.flatMap(blurHash)
    photo.tags = row["tags"]?.elements?.compactMap { $0["title"]?.folded } ?? []
    photo.download = Self.link(row["links"]?["download_location"])
    return photo
  }

  /// Addresses are used as sent, because their `ixid` must stay. The scaled ones have a known width
  /// and keep the aspect ratio; none is larger than the original.
  private func renditions(in urls: JSONValue, original: PixelSize?) -> [Rendition] {
    func scaled(to width: Int) -> PixelSize? {
      guard let original, original.width > width else { return original }
      let height = Double(original.height) * Double(width) / Double(original.width)
      return PixelSize(width: width, height: Int(exactly: max(1, height.rounded()))) ?? original
    }
    return [
      Rendition(.thumb, Self.link(urls["thumb"]), scaled(to: 200)),
      Rendition(.small, Self.link(urls["small"]), scaled(to: 400)),
      Rendition(.regular, Self.link(urls["regular"]), scaled(to: 1_080)),
      Rendition(.full, Self.link(urls["full"]), original),
      Rendition(.original, Self.link(urls["raw"]), original),
    ].compactMap(\.self)
  }

  static func author(in user: JSONValue) -> Author? {
    let username = user["username"]?.folded
    let parts = [user["first_name"], user["last_name"]].compactMap { $0?.string }
    let name = user["name"]?.folded ?? PlainText.folded(parts.joined(separator: " ")) ?? username
    let profile =
      link(user["links"]?["html"])
      ?? username.flatMap { WebAddress("https://unsplash.com/@\($0.percentEncoded)") }
    return Author(name: name, address: profile)
  }

  /// The address with the parameters by which Unsplash's guidelines ask links to name their
  /// application
  private func referred(_ address: WebAddress?) -> WebAddress? {
    guard let address else { return nil }
    let (place, fragment) = address.text.cut(at: "#")
    let mark = place.firstIndex(ofASCII: "?") == nil ? "?" : "&"
    let source = access.application.map(UserAgent.name).map(\.percentEncoded) ?? "imgsearch"
    return WebAddress("\(place)\(mark)utm_source=\(source)&utm_medium=referral\(fragment)")
  }

  private func blurHash(_ text: String) -> String? {
    let isHash = text.utf8.allSatisfy { (0x23...0x7E).contains($0) }
    return isHash && (6...200).contains(text.utf8.count) ? text : nil
  }

  /// The details in GET /photos/:id; any part may be null
  func details(in photo: JSONValue) -> PhotoDetails {
    PhotoDetails(
      place: photo["location"].flatMap(place), camera: photo["exif"].flatMap(camera),
      views: photo["views"]?.count, downloads: photo["downloads"]?.count)
  }

  private func place(in location: JSONValue) -> PhotoPlace? {
    let (city, country) = (location["city"]?.folded, location["country"]?.folded)
    let names = [city, country].compactMap(\.self).joined(separator: ", ")
    let position = location["position"]
    return PhotoPlace(
      name: location["name"]?.folded ?? PlainText.folded(names), city: city, country: country,
      latitude: position?["latitude"]?.double, longitude: position?["longitude"]?.double)
  }

  private func camera(in exif: JSONValue) -> PhotoCamera? {
    PhotoCamera(
      make: exif["make"]?.folded, model: exif["model"]?.folded,
      exposureTime: PlainText.folded(exif["exposure_time"]?.text),
      aperture: PlainText.folded(exif["aperture"]?.text),
      focalLength: PlainText.folded(exif["focal_length"]?.text), iso: exif["iso"]?.integer)
  }

  // MARK: Refusals

  /// A used-up quota comes as 403 with bare text labelled JSON. The quota is hourly, so without a
  /// stated wait another try at once is useless
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    switch response.status {
    case 403 where isQuotaSpent(response): .spent(until: response.retryAfter)
    case 429 where response.retryAfter == nil: .spent(until: nil)
    default: nil
    }
  }

  private func isQuotaSpent(_ response: WebReply) -> Bool {
    response.headers["X-Ratelimit-Remaining"]?.trimmed == "0"
      || response.excerpt().lowercased().contains(bytes: "rate limit exceeded")
  }

  /// The call that Unsplash's guidelines ask for when a photo is saved
  ///
  /// The address comes with the photo, which may be from a file that anybody wrote. So it is only
  /// called at the API's own address and at this path. A proxy of the API passes on addresses of
  /// the API itself, so those are called at the proxy.
  ///
  /// Source: help.unsplash.com, "Guideline: Triggering a Download".
  func request(onSaving photo: Photo) -> WebRequest? {
    let path = "photos/\(photo.id.native)/download"
    let own = api.base.appending(path: path)
    guard let key = access.key, !key.isEmpty, let location = photo.downloadLocation,
      photo.id.service == profile.service, Self.isName(photo.id.native),
      location.user == nil, location.password == nil,
      [own, api.defaultBase.appending(path: path)].contains(where: {
        Origin($0) == Origin(location) && $0.path == location.path
      })
    else { return nil }
    let query = location.query.map { "?\($0)" } ?? ""
    guard let url = URL(string: own.absoluteString + query) else { return nil }
    return WebRequest(
      url: url, headers: ["Authorization": "Client-ID \(key)", "Accept-Version": "v1"])
  }
}
