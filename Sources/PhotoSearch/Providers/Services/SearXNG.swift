import Foundation
import Platform

extension ProviderID {
  /// An instance of SearXNG
  public static let searxng = ProviderID(rawValue: "searxng")
}

/// The whole web, through an instance of SearXNG that the user runs: GET /search
///
/// Source: docs.searxng.org/dev/search_api.html, and its `searx/webadapter.py`. It asks other
/// search engines and merges their results, in an order that varies from run to run. It knows no
/// licences and no totals, and can't be asked for a single photo.
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

  /// The engines are a setting like the address, so they are immaterial: a recording answers with
  /// any engines
  static let api = APIDescription(
    defaultBase: address("http://127.0.0.1:8888"), immaterial: ["format", "engines"],
    defaults: ["categories": "images"])

  static let feed = ProviderFeed(
    "/search", words: "q",
    // `!images`, `?images` and `:de` at a word's start are SearXNG's own, other marks its engines'.
    in: WordForm(clearing: .leading("!:?"), hasQuotes: true, minus: .behindWordsUnsure),
    constants: [("format", "json")], pages: .unsized(by: "pageno"),
    filters: [
      .byService(\.safety, "safesearch", [nil: "2", .strict: "2", .moderate: "1", .off: "0"]),
      .byRow(\.orientation), .language("language", code: \.rawValue),
    ])

  /// Engines that search the whole web, and those for photos
  private static let engines = [
    "bing images", "duckduckgo images", "google cse images", "brave.images", "startpage images",
  ]

  let access: APIAccess

  // MARK: Requests

  func ownObjection(to query: PhotoQuery) -> String? {
    Self.feed.form.words(of: query)?.isEmpty == true
      ? "the words are only marks that it would obey" : nil
  }

  private var engines: [String] { access.sources.isEmpty ? Self.engines : access.sources }

  /// The parameters without `categories`, which would add all engines of a category to the named
  /// ones, such as icon searches and services that this library asks directly
  func call(for query: PhotoQuery) -> APICall {
    var call = Self.feed.call(for: query)
    call.items.append(("engines", engines.joined(separator: ",")))
    return call
  }

  /// None, because SearXNG can't be asked for one of its results
  func calls(forPhoto native: String) -> [APICall] { [] }

  func native(at url: URL) -> String? { nil }

  // MARK: Rows

  /// SearXNG never says that there are no more results. The end is only certain if the first page
  /// has no pictures although every engine answered
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let rows = try reply.root.array("results")
    let silent = silentEngines(reply.root["unresponsive_engines"]?.elements ?? [])
    let hasPictures = rows.prefix(1_000).contains { $0["img_src"]?.string?.isEmpty == false }
    guard reply.number == 1, silent.isEmpty, !hasPictures else {
      return PageRows(rows, next: .number(of: nil), notices: silent)
    }
    // SearXNG doesn't report engines that the instance lacks, so the notice names those that were
    // asked.
    let names = shown(engines.joined(separator: ", "))
    return PageRows(
      rows, next: .end(.exhausted),
      notices: ["no pictures by \(names); engines that it doesn't have find none either"])
  }

  /// Reads `[["bing images", "timeout"], …]`: engines that failed, grouped by reason
  private func silentEngines(_ pairs: [JSONValue]) -> [String] {
    let failures = pairs.prefix(30).compactMap(\.elements).compactMap { pair in
      let reason = shown(pair.dropFirst().first?.string ?? "")
      return pair.first?.string.map { (name: shown($0), reason: reason) }
    }
    return failures.map(\.reason).distinct(by: \.self).map { reason in
      let names = failures.filter { $0.reason == reason }.map(\.name)
      return "\(names.joined(separator: ", ")) didn't answer (\(reason))"
    }
  }

  /// A row without a picture is an ordinary web page, unless its template says that it shows a
  /// picture
  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    guard let picture = row["img_src"]?.string, !picture.isEmpty else {
      let showsPicture = row["template"]?.string == "images.html"
      return row["url"] == nil || showsPicture ? nil : .withoutImage
    }
    let format = row["img_format"]?.string?.lowercased() ?? ""
    let path = picture.components(at: "?", maxSplits: 1)[0].lowercased()
    let isIcon = format.begins(with: "svg") || format.begins(with: "image/svg")
    return isIcon || path.ends(with: ".svg") ? .drawing : nil
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let picture = Self.link(row["img_src"]), let page = Self.link(row["url"]) else {
      throw row.problem("no picture or no page")
    }
    var photo = photo(Self.hash(of: page, picture), page: page)
    let pageID = ProviderCatalog.photoID(at: page)
    photo.setOriginals(ProviderCatalog.originals(pageID: pageID, picture: picture))
    // Other pages may show the same picture, so its address is hashed into an id of its own.
    if photo.aliases.isEmpty { photo.aliases = [profile.photoID(Self.hash(of: picture))] }
    photo.site = Self.site(of: pageID, at: page)
    photo.setTexts(title: Self.text(row["title"]), description: Self.text(row["content"]))
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

  /// An id made of addresses, as SearXNG has none
  private static func hash(of addresses: WebAddress...) -> String {
    var hash = StableHash()
    for address in addresses {
      hash.add(address.text)
      hash.add(0)
    }
    return hash.digits
  }

  /// The site for the credit line: the service of the page's address, else the host
  ///
  /// The row's own name of its source isn't used: the page's author wrote it and could claim
  /// `Unsplash`.
  private static func site(of pageID: PhotoID?, at page: WebAddress) -> String {
    if let service = pageID?.service, let own = ProviderCatalog.profile(ofService: service) {
      return own.site
    }
    let host = page.host ?? profile.site
    // A host that is only `www.` keeps its name.
    return host.begins(with: "www.") && host.utf8.count > 4 ? String(host.dropFirst(4)) : host
  }

  /// Reads `1882×1264`, `680x470`, `8153 x 6438`
  private static func size(_ text: String) -> PixelSize? {
    let numbers = text.utf8.split { !$0.isDigit }.map { Int(Substring($0)) }
    return numbers.count == 2 ? PixelSize(width: numbers[0], height: numbers[1]) : nil
  }

  /// The text without the private-use characters with which Bing marks the words it found
  private static func text(_ value: JSONValue?) -> String? {
    guard let text = value?.plainText else { return nil }
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    let scalars = text.unicodeScalars.filter { !(0xE000...0xF8FF).contains($0.value) }
    return PlainText.folded(String(String.UnicodeScalarView(scalars)))
  }

  // MARK: Refusals

  /// A refusal comes from the instance's settings: JSON is off until its owner allows it
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
