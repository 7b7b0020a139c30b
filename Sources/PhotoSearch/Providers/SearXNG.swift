import Foundation

extension ProviderID {
  /// An instance of SearXNG
  public static let searxng = ProviderID(rawValue: "searxng")
}

/// The whole web, by an instance of SearXNG of one's own: GET /search
///
/// Source: docs.searxng.org/dev/search_api.html, and its `searx/webadapter.py`. It asks other search
/// engines and joins what they answer, in an order that differs from run to run. It knows no
/// licences, can't be asked for a single photo, and doesn't say how many there are.
struct SearXNG: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .searxng, name: "SearXNG", service: "searxng", kind: .search, isInAll: false,
    isAggregator: true,
    key: KeyRequirement(
      variable: "SEARXNG_URL",
      address: address("https://docs.searxng.org/admin/installation-docker.html"),
      isAddress: true),
    terms: address("https://docs.searxng.org/dev/search_api.html"),
    collecting: .forbidden("it searches the whole web, and knows the terms of no photo"))

  /// Which engines an instance is to ask is a setting, as its address is: a recording answers
  /// whatever they are
  static let api = APIDescription(
    defaultBase: address("http://127.0.0.1:8888"), immaterial: ["format", "engines"],
    defaults: ["categories": "images"])

  static let feed = ProviderFeed(
    "/search", words: "q", constants: [("format", "json")], pages: .unsized(by: "pageno"),
    filters: [
      .byService(\.safety, "safesearch", [nil: "2", .strict: "2", .moderate: "1", .off: "0"]),
      .byRow(\.orientation), .language("language", code: \.rawValue),
    ])

  /// Of the whole web, and of those that find photos
  private static let engines = [
    "bing images", "duckduckgo images", "google cse images", "brave.images", "startpage images",
  ]

  let access: APIAccess

  // MARK: What it is asked

  private var engines: [String] { access.sources.isEmpty ? Self.engines : access.sources }

  /// Without `categories`, which would add all engines of that category to those that are named:
  /// icons, and services that are asked directly
  func call(for query: PhotoQuery) -> APICall {
    var call = Self.feed.call(for: query)
    call.items.append(("engines", engines.joined(separator: ",")))
    return call
  }

  /// None: it can't be asked again for what it has found
  func calls(forPhoto native: String) -> [APICall] { [] }

  func native(at url: URL) -> String? { nil }

  // MARK: How its rows become photos

  /// Nothing says that there is no more; only where not even the first page has a picture, and every
  /// engine answered, there is none
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let rows = try reply.root.array("results")
    let silent = silentEngines(reply.root["unresponsive_engines"]?.elements ?? [])
    let hasPictures = rows.prefix(1_000).contains { $0["img_src"]?.string?.isEmpty == false }
    guard reply.number == 1, silent.isEmpty, !hasPictures else {
      return PageRows(rows, next: .number(of: nil), notices: silent)
    }
    // It doesn't report an engine that it doesn't have.
    let names = shown(engines.joined(separator: ", "))
    return PageRows(
      rows, next: .end(.exhausted),
      notices: ["no pictures by \(names); engines that it doesn't have find none either"])
  }

  /// `[["bing images", "timeout"], …]`: why rows are missing, those of one reason together
  private func silentEngines(_ pairs: [JSONValue]) -> [String] {
    var names: [String: [String]] = [:]
    var reasons: [String] = []
    for pair in pairs.prefix(30).compactMap(\.elements) {
      guard let name = pair.first?.string else { continue }
      let reason = shown(pair.dropFirst().first?.string ?? "no reason given")
      if names[reason] == nil { reasons.append(reason) }
      names[reason, default: []].append(shown(name))
    }
    return reasons.map { "\(names[$0, default: []].joined(separator: ", ")) didn't answer (\($0))" }
  }

  /// A row without a picture is some page of the web, unless it says that it shows one
  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    guard let picture = row["img_src"]?.string, !picture.isEmpty else {
      let showsPicture = row["template"]?.string == "images.html"
      return row["url"] == nil || showsPicture ? nil : .withoutImage
    }
    let format = row["img_format"]?.string?.lowercased() ?? ""
    let path = picture.parts(at: "?", maxSplits: 1)[0].lowercased()
    let isIcon = format.begins(with: "svg") || format.begins(with: "image/svg")
    return isIcon || path.ends(with: ".svg") ? .drawing : nil
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let picture = Self.link(row["img_src"]), let page = Self.link(row["url"]) else {
      throw row.problem("no picture or no page")
    }
    var photo = photo(Self.hash(of: page, picture), page: page)
    let told = ProviderCatalog.photoID(at: page)
    photo.setOriginals(ProviderCatalog.originals(told: told, picture: picture))
    // Other pages show it too.
    if photo.aliases.isEmpty { photo.aliases = [profile.photoID(Self.hash(of: picture))] }
    photo.site = Self.site(of: told, at: page)
    photo.title = Self.text(row["title"])
    let content = Self.text(row["content"])
    photo.description = content == photo.title ? nil : content
    photo.author = Author(name: Self.text(row["author"]), url: nil)
    photo.size = row["resolution"]?.string.flatMap(Self.size)
    let thumbnail = Self.link(row["thumbnail_src"])
    photo.renditions = [
      Rendition(.small, thumbnail == picture ? nil : thumbnail),
      Rendition(.original, picture, photo.size),
    ].compactMap(\.self)
    photo.published = row["publishedDate"]?.date
    return photo
  }

  /// What stands for an id
  private static func hash(of addresses: WebAddress...) -> String {
    var hash = StableHash()
    for address in addresses {
      hash.add(address.text)
      hash.add(0)
    }
    return hash.digits
  }

  /// The site that shows it: the service whose page it is, else the host
  ///
  /// Whoever made the page wrote what the row says of its source, and that is `Unsplash` at will.
  private static func site(of told: PhotoID?, at page: WebAddress) -> String {
    if let service = told?.service, let own = ProviderCatalog.profile(ofService: service) {
      return own.site
    }
    let host = page.host ?? profile.site
    // Of a host that is no more than that, it is its name.
    return host.begins(with: "www.") && host.utf8.count > 4 ? String(host.dropFirst(4)) : host
  }

  /// `1882×1264`, `680x470`, `8153 x 6438`
  private static func size(_ text: String) -> PixelSize? {
    let numbers = text.utf8.split { !$0.isDigit }.map { Int(Substring($0)) }
    return numbers.count == 2 ? PixelSize(width: numbers[0], height: numbers[1]) : nil
  }

  /// Without the private characters in which Bing marks the words that it found
  private static func text(_ value: JSONValue?) -> String? {
    guard let text = value?.plainText else { return nil }
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    let scalars = text.unicodeScalars.filter { !(0xE000...0xF8FF).contains($0.value) }
    return PlainText.folded(String(String.UnicodeScalarView(scalars)))
  }

  // MARK: What else it has to say

  /// Its own settings are what refuses here: JSON is off until somebody allows it
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    switch response.status {
    case 401: .refused("it asks for a password (401)")
    case 403 where !response.looksLikeJSON && response.wordsForNoJSON.begins(with: "a web page"):
      .refused(
        "it refuses JSON (403): add json to search.formats in its settings.yml, and restart it")
    case 429 where response.retryAfter == nil: .spent(until: nil)
    default: nil
    }
  }
}
