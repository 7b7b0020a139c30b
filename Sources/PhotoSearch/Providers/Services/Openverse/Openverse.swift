import Foundation
import Platform

extension ProviderID {
  /// Openverse
  public static let openverse = ProviderID(rawValue: "openverse")
}

/// Openverse, the search of openly licensed works: GET /v1/images/
///
/// Source: [api.openverse.org](https://api.openverse.org/v1/). It needs no key; a search has at
/// most 240 photos, and a page 20, or 40 with an account (see ``OpenverseAccount``). Most photos
/// are copies of Flickr's and Commons' photos, and their identities say so.
struct Openverse: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .openverse, name: "Openverse", service: "openverse", kind: .search,
    isAggregator: true, key: nil,
    account: KeyRequirement(
      variable: "OPENVERSE_CLIENT_ID", and: "OPENVERSE_CLIENT_SECRET",
      address: address("https://api.openverse.org/v1/")),
    terms: address("https://docs.openverse.org/terms_of_service.html"),
    secureHosts: ["openverse.org", "openverse.engineering", "wordpress.org"],
    // The wording is Openverse's own: its terms ask to show it prominently.
    display: DisplayTerms(
      notice: "This product was made using Openverse but is not endorsed or certified by Openverse."
    ),
    collecting: .forbidden("its terms forbid scraping its catalog"), wantsAllWords: true)

  static let api = APIDescription(
    defaultBase: address("https://api.openverse.org/v1"), immaterial: ["format"],
    pageSize: (name: "page_size", smallest: 20))

  static let feed = ProviderFeed(
    "/images/", words: "q",
    // Operators act wherever they stand, and are read from the left.
    in: WordForm(
      clearing: .all, hasQuotes: true, longest: 200, minus: .behindWords,
      secondTry: .any(joinedBy: " | ")),
    pages: .numbered(20, as: "page_size", upTo: 12, countsEndAtWall: true),
    filters: [
      .byService(
        \.safety, "mature",
        [nil: "false", .strict: "false", .moderate: "false", .off: "true"]),
      .byService(
        \.orientation, "aspect_ratio", [.landscape: "wide", .portrait: "tall", .square: "square"]),
      // Pictures that Openverse calls large have at least 1,600 × 1,200 pixels.
      .byService(\.minMegapixels, andByRow: true) { [("size", $0 ?? 0 >= 2 ? "large" : nil)] },
      .licenses(among: licenses.map(\.example), items: licenseItems), .byRow(\.tag),
    ],
    // Without quotes, any of the words is enough.
    lists: [
      .author { author in
        WordForm.phrase(author).map { APICall("/images/", [("creator", $0)]) }
      },
      .tag(andByRow: true) { tag in
        WordForm.phrase(tag).map { APICall("/images/", [("tags", $0)]) }
      },
      // Ten photos, for which it takes no parameters, and none of them is sensitive.
      .similar(
        filters: [.always(\.safety), .byRow(\.orientation), .byRow(\.licenses), .byRow(\.tag)],
        pages: .single
      ) { isID($0) ? APICall("/images/\($0)/related/") : nil },
    ])

  /// The daily quota; the other limit, by the minute, passes soon
  func quota(in response: WebReply) -> Quota? {
    ["anon", "oauth2_client_credentials"].lazy.compactMap { kind in
      QuotaFields(
        remaining: "x-ratelimit-available-\(kind)_sustained",
        limit: "x-ratelimit-limit-\(kind)_sustained"
      ).quota(in: response)
    }.first
  }

  let access: APIAccess

  /// The account that is set; nil for none, and in a replay
  var account: AccountKey? { AccountKey(access.key, at: api.base) }

  // MARK: Requests

  /// The number of a page of 20, also in a cursor, so that a list goes on with or without an
  /// account; with one, a page of 40 is asked for where two begin
  func items(at cursor: PageCursor?) throws(ProviderError) -> [(String, String?)] {
    let items = try checkedItems(at: cursor, by: Self.feed.pages)
    guard account != nil, let page = PageNumber(cursor), page.number % 2 == 1 else { return items }
    return [("page", "\((page.number + 1) / 2)"), ("page_size", "40")]
  }

  /// The licences asked for, in Openverse's two parameters
  ///
  /// Each condition is a `license_type`, and several must all be met. Licence codes are sent as a
  /// list, without those that fail a condition. Source: Openverse's `api/constants/licenses.py`.
  private static func licenseItems(_ codes: [PhotoFilters.LicenseCode]) -> [(String, String?)] {
    if codes.allSatisfy(\.isCondition) {
      let types = Set(codes.map(\.rawValue)).sorted()
      return [("license_type", types.isEmpty ? nil : types.joined(separator: ","))]
    }
    let wanted = licenses.filter { codes.admit($0.example) }.map(\.rawValue)
    return [("license", wanted.joined(separator: ","))]
  }

  private static let licenses: [PhotoFilters.LicenseCode] =
    [.by, .bySA, .byND, .byNC, .byNCSA, .byNCND, .cc0, .pdm]
    + ["sampling+", "nc-sampling+"].compactMap { PhotoFilters.LicenseCode(rawValue: $0) }

  /// - Parameter native: a uuid
  func calls(forPhoto native: String) -> [APICall] {
    Self.isID(native) ? [APICall("/images/\(native)/")] : []
  }

  /// The uuid in `https://openverse.org/image/UUID`, or, as until 2023, in
  /// `https://wordpress.org/openverse/image/UUID`
  func native(at url: URL) -> String? {
    var path = (Self.path(of: url, at: ["openverse.org", "wordpress.org"]) ?? [])[...]
    if path.first == "openverse" { path.removeFirst() }
    return path.popFirst() == "image" ? path.first.flatMap { Self.isID($0) ? $0 : nil } : nil
  }

  /// Whether a text can be an id: a uuid, or other characters that can't change the address
  private static func isID(_ text: String) -> Bool { isName(text, upTo: 64) }

  // MARK: Rows

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let total = reply.root["result_count"]?.count
    let step = (reply.root["page_size"]?.count ?? 20) == 40 ? 2 : 1
    let pages = [
      reply.root["page_count"]?.count.map { $0 * step },
      step == 1 ? nil : Paging.pages(holding: total, of: 20),
    ].compactMap(\.self).min()
    var rows = PageRows(try reply.root.array("results"), total: total, next: .number(of: pages))
    rows.step = step
    return rows
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    let landing = Self.link(row["foreign_landing_url"])
    // An item without the original's address has Openverse's own page.
    guard let id = row["id"]?.string, Self.isID(id),
      let page = landing ?? WebAddress("https://openverse.org/image/\(id)")
    else { throw row.problem("no photo id") }
    var photo = photo(id, page: page)
    photo.site = site(of: row)
    // The original's page, which Openverse knows to be the photo's, else the original's picture
    let original =
      landing.flatMap(ProviderCatalog.photoID)
      ?? Self.link(row["url"]).flatMap(ProviderCatalog.photoID)
    photo.setOriginals([original].compactMap(\.self))
    photo.title = row["title"]?.plainText
    photo.author = Author(name: row["creator"]?.plainText, address: Self.link(row["creator_url"]))
    photo.size = PixelSize(in: row)
    photo.renditions = renditions(of: row, size: photo.size)
    photo.license = license(of: row, from: photo.origin.service)
    photo.tags = row["tags"]?.elements?.compactMap { $0["name"]?.plainText } ?? []
    return photo
  }

  /// The original's site for the credit line, e.g. `Flickr via Openverse`
  private func site(of row: JSONValue) -> String {
    let names = [row["source"], row["provider"]].compactMap { $0?.folded }
    let site =
      names.compactMap { Self.sites[$0.lowercased()] }.first
      ?? names.first?.components(at: "_", keepsEmpty: false).joined(separator: " ")
    return site.map { $0 + " via Openverse" } ?? "Openverse"
  }

  private static let sites = ["flickr": "Flickr", "wikimedia": "Wikimedia Commons"]

  /// Openverse makes the thumbnail, at most 600 pixels wide. The other picture is the one that
  /// Openverse links to, which isn't always the largest at the original site
  private func renditions(of row: JSONValue, size: PixelSize?) -> [Rendition] {
    guard let picture = Self.link(row["url"]) else { return [] }
    let thumbnail = Self.link(row["thumbnail"])
    let isRegular = size.map { max($0.width, $0.height) <= 1_280 } ?? false
    return [
      Rendition(.small, thumbnail == picture ? nil : thumbnail),
      Rendition(isRegular ? .regular : .full, picture, size), Rendition(.original, picture, size),
    ].compactMap(\.self)
  }

  /// The licence by its address, which alone shows a port, else by code and version
  ///
  /// Flickr only has generic licences, even if Openverse gives a ported address: `by-nc-nd` 2.0
  /// comes with the address of Japan's.
  private func license(of row: JSONValue, from service: String) -> License? {
    let address = row["license_url"]?.string
    let isPorted = service != ProviderID.flickr.rawValue
    if let license = License.creativeCommons(at: address, ported: isPorted) { return license }
    guard let code = row["license"]?.folded?.lowercased() else { return nil }
    let version = row["license_version"]?.folded ?? ""
    return License.creativeCommons(named: "cc-\(code)-\(version)")
      ?? License.creativeCommons(named: code)
      ?? retiredLicense(code, version: version, address: Self.link(address))
  }

  /// A licence without an SPDX id, e.g. `sampling+`
  private func retiredLicense(_ code: String, version: String, address: WebAddress?) -> License {
    let kind = code.ends(with: "sampling+") ? "\(code.dropLast(9))Sampling+" : code
    let name = kind.begins(with: "nc-") ? "NC \(kind.dropFirst(3))" : kind
    let words = ["CC", name, version].filter { !$0.isEmpty }.joined(separator: " ")
    return License(
      id: License.ownID(words.replacing(each: "+", by: "-Plus")), name: words, address: address)
  }

  // MARK: Refusals

  /// A reply to too many requests that tells the time to wait only in its words; a refusal in HTML
  /// is by the shield before Openverse, which knows no keys
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    if response.status == 403, response.bodyDescription == "a web page" {
      return .failed(
        status: 403,
        message: "its shield (Cloudflare) refuses this network, whatever the account: from a home "
          + "connection it mostly works, from data centres and VPNs often not")
    }
    guard response.status == 429, response.retryAfter == nil,
      let seconds = statedWait(in: words(in: response) ?? "")
    else { return nil }
    return response.again(serviceMessage(in: response), after: seconds)
  }

  /// A month, in seconds; a longer wait counts as unknown
  private static let longestWait = 2_678_400.0

  /// The number in `Expected available in 3600 seconds.`
  private func statedWait(in text: String) -> Double? {
    guard let words = text.matches(of: /(?:^| )([0-9]+) +second/).last,
      let seconds = Double(words.1), seconds <= Self.longestWait
    else { return nil }
    return seconds
  }
}
