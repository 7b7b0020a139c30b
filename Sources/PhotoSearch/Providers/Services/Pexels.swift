import Foundation

extension ProviderID {
  /// Pexels' search
  public static let pexels = ProviderID(rawValue: "pexels")
  /// Pexels' curated photos, chosen by its editors
  package static let pexelsCurated = ProviderID(rawValue: "pexels-curated")
}

/// Pexels' search: GET /v1/search
///
/// Source: pexels.com/api/documentation. It gives at most 8,000 photos, and finds something for any
/// words.
struct PexelsSearch: PexelsAdapter {
  static let profile = ProviderProfile(
    id: .pexels, name: "Pexels", service: "pexels", kind: .search,
    key: KeyRequirement(
      variable: "PEXELS_API_KEY", address: address("https://www.pexels.com/api/")),
    terms: address("https://www.pexels.com/terms-of-service/"), secureHosts: ["pexels.com"],
    collecting: .forbidden(
      "its terms forbid copying what it does, as a collection of its photos would"))
  static let api = APIDescription(
    defaultBase: address("https://api.pexels.com/v1"), key: .header("Authorization"))
  static let feed = ProviderFeed(
    "/search", words: "query", pages: .numbered(80, upTo: 100, countsEndAtWall: true),
    filters: [
      .always(\.safety), .license(.pexels), .byService(\.orientation, "orientation"),
      // Pexels ignores words that it doesn't know, so no color or language outside its lists is
      // sent.
      .byService(
        \.color, "color",
        [
          .black: "black", .white: "white", .yellow: "yellow", .orange: "orange", .red: "red",
          .purple: "violet", .magenta: "pink", .green: "green", .teal: "turquoise", .blue: "blue",
        ],
        otherwise: { color in if case .rgb? = color { color?.rawValue } else { nil } }),
      // The three words for sizes mean at least that many megapixels.
      .byService(\.minMegapixels, andByRow: true) { least in
        let size = sizeWords.last(where: { $0.megapixels <= least ?? 0 })
        return [("size", size?.word)]
      },
      .language("locale") { $0.nearest(among: locales) },
    ])

  let access: APIAccess

  private static let sizeWords: [(megapixels: Double, word: String)] = [
    (4, "small"), (12, "medium"), (24, "large"),
  ]

  private static let locales = [
    "en-US", "pt-BR", "es-ES", "ca-ES", "de-DE", "it-IT", "fr-FR", "sv-SE", "id-ID", "pl-PL",
    "ja-JP", "zh-CN", "zh-TW", "ko-KR", "th-TH", "nl-NL", "hu-HU", "vi-VN", "cs-CZ", "da-DK",
    "fi-FI", "uk-UA", "el-GR", "ro-RO", "nb-NO", "sk-SK", "tr-TR", "ru-RU",
  ]
}

/// Pexels' curated photos, the newest first: GET /v1/curated
struct PexelsCurated: PexelsAdapter {
  static let profile = PexelsSearch.profile.list(.pexelsCurated, name: "Pexels curated")
  static let api = PexelsSearch.api
  static let feed = ProviderFeed(
    "/curated", pages: .numbered(80),
    filters: [.always(\.safety), .license(.pexels), .byRow(\.orientation)])

  let access: APIAccess
}

/// The parts that Pexels' search and its curated photos share
protocol PexelsAdapter: JSONPhotoProvider {}

extension PexelsAdapter {
  /// The monthly quota; no header field tells the hourly one
  static var quota: QuotaFields? { QuotaFields(period: "month") }

  func calls(forPhoto native: String) -> [APICall] {
    Self.isNumber(native) ? [APICall("/photos/\(native)")] : []
  }

  /// The id in `/photo/a-cat-43007/`, which may have a language before it, or in `/photos/43007/`
  func native(at url: URL) -> String? {
    var path = Self.path(of: url, at: ["pexels.com", "images.pexels.com"])?[...] ?? []
    if path.first?.utf8.contains(UInt8(ascii: "-")) == true { path = path.dropFirst() }
    guard ["photo", "foto", "photos"].contains(path.first),
      let last = path.dropFirst().first?.utf8.split(separator: UInt8(ascii: "-")).last,
      let id = String(last), Self.isNumber(id)
    else { return nil }
    return id
  }

  /// A `next_page` means that more photos come; its address hasn't worked since 2026
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let total = reply.root["total_results"]?.count
    return PageRows(
      try reply.root.array("photos"), total: total,
      next: .number(
        total: total, perPage: reply.root["per_page"]?.count,
        isLast: reply.root["next_page"] == nil))
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.text, Self.isNumber(id), var photo = photo(id, page: row["url"])
    else { throw row.problem("no photo id or page") }
    photo.title = row["alt"]?.plainText
    photo.author = Self.author(row["photographer"]?.plainText, page: row["photographer_url"])
    photo.size = PixelSize(in: row)
    let pictures = try row.object("src")
    // `tiny` is left out because it is cropped; only the original's size is known.
    photo.renditions = [
      Self.rendition(.thumb, at: pictures["small"]),
      Self.rendition(.small, at: pictures["medium"]),
      Self.rendition(.regular, at: pictures["large2x"]),
      Self.rendition(.original, at: pictures["original"], size: photo.size),
    ].compactMap(\.self)
    photo.license = .pexels
    photo.color = row["avg_color"]?.color
    return photo
  }

  /// Older servers refuse a key with 403; a used-up quota has no time, so the hour is assumed
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    if response.status == 403, response.json != nil {
      return .refused(serviceMessage(in: response))
    }
    return response.status == 429 && response.retryAfter == nil ? .spent(until: nil) : nil
  }
}
