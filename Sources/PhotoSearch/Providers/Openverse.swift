import Foundation

extension ProviderID {
  /// Openverse
  public static let openverse = ProviderID(rawValue: "openverse")
}

/// Openverse, the search of openly licensed works: GET /v1/images/
///
/// Source: [api.openverse.org](https://api.openverse.org/v1/). No key; without one a page has at
/// most 20 photos and a search 240. Most of them are copies of Flickr's and Commons' own, and say
/// so in their identities.
struct Openverse: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .openverse, name: "Openverse", service: "openverse", kind: .search,
    isAggregator: true, key: nil,
    terms: address("https://docs.openverse.org/terms_of_service.html"),
    secureHosts: ["openverse.org", "openverse.engineering", "wordpress.org"],
    // In its terms' own words, as they ask for it to be said prominently
    display: DisplayTerms(
      notice: "This product was made using Openverse but is not endorsed or certified by Openverse."
    ),
    collecting: .forbidden("its terms forbid scraping its catalog"), wantsAllWords: true)

  static let api = APIDescription(
    defaultBase: address("https://api.openverse.org/v1"), immaterial: ["format"])

  static let feed = ProviderFeed(
    "/images/",
    query: { [("q", String(($0 ?? "").unicodeScalars.prefix(longestQuery)))] },
    pages: .numbered(20, as: "page_size", upTo: 12, countsEndAtWall: true),
    filters: [
      .byService(
        \.safety, "mature",
        [nil: "false", .strict: "false", .moderate: "false", .off: "true"]),
      .byService(
        \.orientation, "aspect_ratio", [.landscape: "wide", .portrait: "tall", .square: "square"]),
      // Its large ones have at least 1,600 × 1,200 pixels.
      .byService(\.minMegapixels, andByRow: true) { [("size", $0 ?? 0 >= 2 ? "large" : nil)] },
      .licenses(
        among: licenses.compactMap { PhotoFilters.LicenseCode(rawValue: $0)?.example },
        items: { licenseItems(Set($0)) }),
    ])

  /// Of the day: the other limit, by the minute, passes soon
  static let quota: QuotaFields? = QuotaFields(
    remaining: "x-ratelimit-available-anon_sustained", limit: "x-ratelimit-limit-anon_sustained")

  let access: APIAccess

  // MARK: What it is asked

  /// Characters of a query that are read
  private static let longestQuery = 200

  /// What is asked of a licence, in Openverse's two parameters
  ///
  /// A condition is a `license_type`, both of them are both to be met; codes are sent as the list of
  /// those that meet the conditions too. Source: Openverse's `api/constants/licenses.py`.
  private static func licenseItems(
    _ codes: Set<PhotoFilters.LicenseCode>
  ) -> [(String, String?)] {
    if codes.allSatisfy(\.isCondition) {
      let types = codes.map(\.rawValue).sorted()
      return [("license_type", types.isEmpty ? nil : types.joined(separator: ","))]
    }
    let wanted = licenses.filter { license in
      codes.contains { $0.rawValue == license }
        && (!codes.contains(.commercial) || !license.holds("nc"))
        && (!codes.contains(.modification) || !license.holds("nd"))
    }
    return [("license", wanted.joined(separator: ","))]
  }

  private static let licenses = [
    "by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "cc0", "pdm", "sampling+",
    "nc-sampling+",
  ]

  /// - Parameter native: a uuid
  func calls(forPhoto native: String) -> [APICall] {
    Self.isID(native) ? [APICall("/images/\(native)/")] : []
  }

  /// The uuid in `https://openverse.org/image/UUID`
  func native(at url: URL) -> String? {
    let path = Self.path(of: url, at: ["openverse.org", "wordpress.org"])?
      .drop { $0 == "openverse" }
    guard path?.first == "image", let native = path?.dropFirst().first, Self.isID(native) else {
      return nil
    }
    return native
  }

  /// A uuid, or whatever else can stand in an address
  private static func isID(_ text: String) -> Bool { isName(text, upTo: 64) }

  // MARK: How its rows become photos

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    PageRows(
      try reply.root.array("results"), total: reply.root["result_count"]?.count,
      next: .number(of: reply.root["page_count"]?.count))
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.string, Self.isID(id) else { throw row.problem("no photo id") }
    let landing = Self.link(row["foreign_landing_url"])
    var photo = photo(id, page: landing ?? Self.page(id))
    photo.site = site(of: row)
    photo.setOriginals(originals(of: row, landing: landing))
    photo.title = row["title"]?.plainText
    photo.author = Author(
      name: row["creator"]?.plainText, address: Self.link(row["creator_url"]))
    photo.size = PixelSize(in: row)
    photo.renditions = renditions(of: row, size: photo.size)
    photo.license = license(of: row, from: photo.origin.service)
    photo.tags = row["tags"]?.elements?.compactMap { $0["name"]?.plainText } ?? []
    return photo
  }

  /// Openverse's own page, for an item that doesn't say where the original is
  private static func page(_ id: String) -> WebAddress {
    WebAddress("https://openverse.org/image/\(id)")
      ?? WebAddress(URL(constant: "https://openverse.org/"))
  }

  /// Whose copy an item is, e.g. `flickr:ID`, `wikimedia:PAGEID` or `wikimedia:File:TITLE`: by the
  /// address of the original's page, which here is always that of the photo, else by the picture's
  private func originals(of row: JSONValue, landing: WebAddress?) -> [PhotoID] {
    let addresses = [landing, Self.link(row["url"])].compactMap(\.self)
    return addresses.lazy.compactMap(ProviderCatalog.photoID).first.map { [$0] } ?? []
  }

  /// e.g. `Flickr via Openverse`: the site that has the original, for the credit line
  private func site(of row: JSONValue) -> String {
    let names = [row["source"], row["provider"]].compactMap { $0?.folded }
    let site =
      names.lazy.compactMap { Self.sites[$0.lowercased()] }.first
      ?? names.first?.parts(at: "_", keepsEmpty: false).joined(separator: " ")
    return site.map { $0 + " via Openverse" } ?? "Openverse"
  }

  private static let sites = ["flickr": "Flickr", "wikimedia": "Wikimedia Commons"]

  /// The thumbnail is at most 600 pixels wide and made by Openverse; the picture itself is what
  /// Openverse links to, which isn't always the largest that the original site has
  private func renditions(of row: JSONValue, size: PixelSize?) -> [Rendition] {
    guard let picture = Self.link(row["url"]) else { return [] }
    let thumbnail = Self.link(row["thumbnail"])
    let isRegular = size.map { max($0.width, $0.height) <= 1_280 } ?? false
    return [
      Rendition(.small, thumbnail == picture ? nil : thumbnail),
      Rendition(isRegular ? .regular : .full, picture, size), Rendition(.original, picture, size),
    ].compactMap(\.self)
  }

  /// By the address of the terms, which alone tells a ported licence, else by code and version
  ///
  /// Flickr has generic licences alone, whatever the address says: `by-nc-nd` of 2.0 comes with that
  /// of Japan's.
  private func license(of row: JSONValue, from service: String) -> License? {
    let address = row["license_url"]?.string
    let isPorted = service != ProviderID.flickr.rawValue
    if let license = License.creativeCommons(at: address, ported: isPorted) { return license }
    guard let code = row["license"]?.folded?.lowercased() else { return nil }
    let version = row["license_version"]?.folded ?? ""
    if let license = License.creativeCommons(named: "cc-\(code)-\(version)") { return license }
    if code == "cc0" { return .cc0 }
    if code == "pdm" { return .publicDomainMark }
    return retiredLicense(code, version: version, address: Self.link(address))
  }

  /// e.g. `sampling+`, which SPDX has no id for, and whatever else there may be
  private func retiredLicense(_ code: String, version: String, address: WebAddress?) -> License {
    let kind = code.ends(with: "sampling+") ? "\(code.dropLast(9))Sampling+" : code
    let name = kind.begins(with: "nc-") ? "NC \(kind.dropFirst(3))" : kind
    let words = ["CC", name, version].filter { !$0.isEmpty }
    let id = words.joined(separator: "-").replacing(each: "+", by: "-Plus")
    let plain = id.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
    return License(
      id: "LicenseRef-" + plain.joined(separator: "-"), name: words.joined(separator: " "),
      address: address)
  }

  // MARK: What else it has to say

  /// Too many requests, where only the words say how long to wait
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    guard response.status == 429, response.retryAfter == nil,
      let seconds = statedWait(in: words(in: response) ?? "")
    else { return nil }
    return response.again(serviceMessage(in: response), after: seconds)
  }

  /// A month, in seconds: what says more says nothing
  private static let longestWait = 2_678_400.0

  /// The seconds of `Expected available in 3600 seconds.`
  private func statedWait(in text: String) -> Double? {
    let words = text.parts(at: " ", keepsEmpty: false)
    guard let unit = words.lastIndex(where: { $0.begins(with: "second") }), unit > words.startIndex,
      let seconds = WebReply.seconds(String(words[unit - 1])),
      (0...Self.longestWait).contains(seconds)
    else { return nil }
    return seconds
  }
}
