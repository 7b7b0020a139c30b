import Foundation
import Platform

extension ProviderID {
  /// Pixabay's search
  public static let pixabay = ProviderID(rawValue: "pixabay")
}

/// Pixabay's search: GET /api/
///
/// Source: pixabay.com/api/docs. It gives at most 500 photos, whatever its total says. The
/// addresses of all but the smallest picture expire after a day.
struct PixabaySearch: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .pixabay, name: "Pixabay", service: "pixabay", kind: .search,
    key: KeyRequirement(
      variable: "PIXABAY_API_KEY", address: address("https://pixabay.com/api/docs/")),
    terms: address("https://pixabay.com/service/terms/"), secureHosts: ["pixabay.com"],
    display: DisplayTerms(addressLifetime: .seconds(86_400)),
    collecting: .forbidden("its terms forbid downloading its photos in masses"))
  static let api = APIDescription(
    defaultBase: address("https://pixabay.com/api/"), key: .parameter("key"),
    // A day: the terms ask for it, and the addresses live no longer.
    replyLifetime: .seconds(86_400))
  static let feed = ProviderFeed(
    words: "q", in: WordForm(secondTry: .firstTwo), constants: [("image_type", "photo")],
    pages: .numbered(200, upTo: 3),
    filters: [
      .byService(
        \.safety, "safesearch",
        [nil: "true", .strict: "true", .moderate: "true", .off: "false"]),
      // Pixabay can't sort by relevance: popular photos first is the nearest to it.
      .byService(\.sort, "order", [.relevant: "popular", .popular: "popular", .latest: "latest"]),
      // Pixabay has no word for squares.
      .byService(
        \.orientation, "orientation", [.landscape: "horizontal", .portrait: "vertical"],
        andByRow: true),
      .license(.pixabay),
      .byService(\.minWidth, andByRow: true) { [("min_width", $0.map { "\($0)" })] },
      .byService(\.minHeight, andByRow: true) { [("min_height", $0.map { "\($0)" })] },
      .byService(
        \.color, "colors",
        [
          .blackAndWhite: "grayscale", .black: "black", .white: "white", .yellow: "yellow",
          .orange: "orange", .red: "red", .purple: "lilac", .magenta: "pink", .green: "green",
          .teal: "turquoise", .blue: "blue",
        ]),
      .language("lang") { $0.nearest(among: languages) }, .byRow(\.tag),
    ])
  static let showsInPage = true
  static let quota: QuotaFields? = QuotaFields(period: "minute")

  let access: APIAccess

  // MARK: Requests

  func ownObjection(to query: PhotoQuery) -> String? {
    query.words?.unicodeScalars.count ?? 0 > 100 ? "can't search for so many words" : nil
  }

  private static let languages = [
    "cs", "da", "de", "en", "es", "fr", "id", "it", "hu", "nl", "no", "pl", "pt", "ro", "sk", "fi",
    "sv", "tr", "vi", "th", "bg", "ru", "el", "ja", "ko", "zh",
  ]

  func calls(forPhoto native: String) -> [APICall] {
    Self.isNumber(native) ? [APICall("", [("id", native)])] : []
  }

  /// The id in `/photos/apples-fruits-634572/`, which may have a language before it; in the older
  /// form `/en/blossom-195893/`; or in a picture's `/photo/2015/02/13/00/43/apples-634572_150.jpg`
  func native(at url: URL) -> String? {
    guard let path = Self.path(of: url, at: ["pixabay.com", "cdn.pixabay.com"]),
      let name = path.last?.components(at: "-").last?.components(at: "_").first
    else { return nil }
    let isPicture = url.host?.lowercased() == "cdn.pixabay.com"
    let folders = path.dropLast().drop { !isPicture && $0.utf8.count == 2 }
    let isPhoto =
      isPicture
      ? folders.first == "photo" && folders.count == 6
      : folders.isEmpty && path.count == 2
        || ["photos", "illustrations", "vectors"].contains(folders.joined())
    return isPhoto && Self.isNumber(String(name)) ? String(name) : nil
  }

  // MARK: Rows

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let rows = try reply.root.array("hits")
    guard let reach = reply.root["totalHits"]?.count else {
      if reply.number > 1 { return PageRows(rows, next: .end(.exhausted)) }
      throw reply.root.problem("no totalHits")
    }
    let total = reply.root["total"]?.count ?? reach
    let pages = Paging.pages(holding: reach, of: Self.feed.pages.size) ?? 0
    return PageRows(
      rows, total: total,
      next: total > reach && reply.number >= pages ? .end(.depthLimit(reach)) : .number(of: pages))
  }

  /// Drawings come too, although the request asks for photos only
  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    row["type"]?.string.flatMap { $0 == "photo" ? nil : .drawing }
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.text, Self.isNumber(id), var photo = photo(id, page: row["pageURL"])
    else { throw row.problem("no photo id or page") }
    photo.tags = Self.tags(of: row)
    photo.title =
      row["name"]?.plainText ?? PlainText.folded(photo.tags.prefix(3).joined(separator: ", "))
    photo.author = Self.author(of: row)
    photo.size = PixelSize(in: row, width: "imageWidth", height: "imageHeight")
    let full = Self.link(row["fullHDURL"]) ?? Self.link(row["largeImageURL"])
    photo.renditions = [
      Rendition(
        .thumb, Self.link(row["previewURL"]),
        PixelSize(in: row, width: "previewWidth", height: "previewHeight")),
      Rendition(
        .regular, Self.link(row["webformatURL"]),
        PixelSize(in: row, width: "webformatWidth", height: "webformatHeight"), isPermanent: false),
      Rendition(.full, full, isPermanent: false),
      Rendition(.original, Self.link(row["imageURL"]), photo.size, isPermanent: false),
    ].compactMap(\.self)
    photo.license = .pixabay
    photo.likes = row["likes"]?.count
    photo.isAIGenerated = row["isAiGenerated"]?.bool
    return photo
  }

  /// The tags without repeats
  private static func tags(of row: JSONValue) -> [String] {
    let tags = row["tags"]?.string?.components(at: ",") ?? []
    return tags.compactMap { PlainText.resolved(String($0)) }.distinct(by: \.self)
  }

  /// The author; rows from before 2025 have no profile address, so it is built
  private static func author(of row: JSONValue) -> Author? {
    let (name, number) = (row["user"]?.plainText, row["user_id"]?.text)
    var profile = link(row["userURL"])
    if profile == nil, let name, let number, isNumber(number) {
      profile = link("https://pixabay.com/users/\(name.percentEncoded)-\(number)/")
    }
    return Author(name: name, address: profile)
  }

  func details(in photo: JSONValue) -> PhotoDetails {
    PhotoDetails(views: photo["views"]?.count, downloads: photo["downloads"]?.count)
  }

  // MARK: Refusals

  /// Pixabay's refusals are one line of text
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    guard [400, 429].contains(response.status) else { return nil }
    let words = serviceMessage(in: response)
    switch response.status {
    case 400 where words.contains(bytes: "API key"): return .refused(words)
    case 400 where words.contains(bytes: "\"id\" is invalid"): return .absent(words)
    case 429 where response.retryAfter == nil:
      let seconds = response.headers["X-RateLimit-Reset"].flatMap(WebReply.seconds)
      guard let seconds, (0...3_600).contains(seconds) else { return .spent(until: nil) }
      return .again(after: seconds, reason: words)
    default: return nil
    }
  }

  /// The refusal's text without its leading status: `[ERROR 400] "id" is invalid.`
  func words(in response: WebReply) -> String? {
    let words = response.bodyDescription
    guard words.begins(with: "[ERROR ") else { return response.json?.reasons }
    return words.components(at: "]", maxSplits: 1).last.map(String.init)
  }

  func end(in response: WebReply, after photos: Int) -> EndReason? {
    let words = response.status == 400 ? response.bodyDescription : ""
    let isPastLast = ["\"page\"", "out", "valid range"].allSatisfy { words.contains(bytes: $0) }
    return isPastLast ? .exhausted : nil
  }
}
