import Foundation
import Platform

extension ProviderID {
  /// Europeana, the photographs of Europe's museums, archives and libraries
  public static let europeana = ProviderID(rawValue: "europeana")
}

/// Europeana, what Europe's museums, archives and libraries show: GET /record/v2/search.json
///
/// Source: Europeana's Search API documentation and the code of its server. At most 100 records a
/// page, each of which names the next. Only what is in its collection of photography is asked for.
struct Europeana: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .europeana, name: "Europeana", service: "europeana", kind: .search,
    key: KeyRequirement(
      variable: "EUROPEANA_API_KEY", address: address("https://pro.europeana.eu/page/get-api")),
    terms: address("https://www.europeana.eu/en/rights"), secureHosts: ["europeana.eu"],
    collecting: .forbidden(
      "its terms leave each picture to the museum or archive that it comes from"),
    wantsAllWords: true)
  static let api = APIDescription(
    defaultBase: address("https://api.europeana.eu/record/v2"), key: .header("X-Api-Key"),
    immaterial: ["profile"])
  static let feed = ProviderFeed(
    "/search.json", words: "query",
    in: WordForm(
      clearing: .all, hasQuotes: true, operators: ["AND", "OR", "NOT"], matchesStopWords: true,
      minus: .behindWords, secondTry: .any(joinedBy: " OR ", inParentheses: true)),
    constants: constants + [("theme", "photography")],
    pages: .cursors(100, as: "rows", by: "cursor", from: "*"),
    filters: [
      .byService(\.sort, "sort", [.latest: "timestamp_created desc"]),
      .byService(\.orientation) { shape in
        [("qf", shape.map { "IMAGE_ASPECTRATIO:\($0.rawValue)" })]
      },
      .byService(\.licenses, andByRow: true) { [("reusability", reuse(for: $0))] },
      .byRow(\.since), .byRow(\.until),
      // The pixels of a picture are only in the reply about a single one.
      .untold(\.minWidth), .untold(\.minHeight), .untold(\.minMegapixels), .untold(\.ratio),
    ],
    lists: [.author { list("proxy_dc_creator", $0) }, .tag { list("what", $0) }])

  let access: APIAccess

  func ownObjection(to query: PhotoQuery) -> String? {
    query.filters.orientation == .square ? "can't find squares" : nil
  }

  // MARK: Requests

  private static let constants: [(String, String?)] = [
    ("qf", "TYPE:IMAGE"), ("media", "true"), ("thumbnail", "true"), ("profile", "rich"),
  ]

  /// All records with a phrase in one of their fields; nil for a text without words
  private static func list(_ field: String, _ text: String) -> APICall? {
    let words = SearchText.withoutMarks(text).joined(separator: " ")
    let items = [("query", "*:*"), ("qf", "\(field):\"\(words)\"")]
    return words.isEmpty ? nil : APICall("/search.json", items)
  }

  /// Europeana's three kinds of licences, of those that a query asks for; nil for all
  private static func reuse(for wanted: [PhotoFilters.LicenseCode]) -> String? {
    let kinds = [
      "open": ["cc0", "pdm", "by", "by-sa"],
      "restricted": ["by-nd", "by-nc", "by-nc-sa", "by-nc-nd"],
    ]
    .mapValues { $0.compactMap { PhotoFilters.LicenseCode(rawValue: $0)?.example } }
    .filter { $0.value.contains { wanted.admit($0) } }
    return wanted.isEmpty || kinds.isEmpty ? nil : kinds.keys.sorted().joined(separator: ",")
  }

  /// A search for the record, which tells what the other rows tell, and the record with the pixels
  func calls(forPhoto native: String) -> [APICall] {
    guard Self.isID(native) else { return [] }
    let search = [("query", "europeana_id:\"/\(native)\"")] + Self.constants
    return [APICall("/search.json", search), APICall("/\(native).json")]
  }

  /// Whether a text is the number of a collection and a name in it: `2021650/memorix_0000ee69`
  private static func isID(_ text: String) -> Bool {
    let parts = text.components(at: "/").map(String.init)
    return parts.count == 2 && parts.allSatisfy { isName($0) }
      && parts[0].utf8.first?.isDigit == true
  }

  /// The id in `/item/2021650/memorix_0000ee69`, which may have a language before it
  func native(at url: URL) -> String? {
    let path = Self.path(of: url, at: ["europeana.eu"]) ?? []
    let native = path.suffix(2).joined(separator: "/")
    return path.dropLast(2).last == "item" && Self.isID(native) ? native : nil
  }

  // MARK: Rows

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    PageRows(
      try reply.root.array("items"), total: reply.root["totalResults"]?.count,
      next: .cursor(reply.root["nextCursor"]?.string))
  }

  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    row["type"]?.string == "VIDEO" ? .video : nil
  }

  func photos(in row: JSONValue, for query: PhotoQuery?) throws(JSONProblem) -> [Photo?] {
    [try photo(in: row, language: query?.filters.language?.language)]
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo { try photo(in: row, language: nil) }

  private func photo(in row: JSONValue, language: String?) throws(JSONProblem) -> Photo {
    guard let id = row["id"]?.string, id.begins(with: "/"), Self.isID(String(id.dropFirst())),
      var photo = photo(String(id.dropFirst()), at: "https://www.europeana.eu/item\(id)")
    else { throw row.problem("no photo id") }
    photo.site = Self.text(row["dataProvider"]).map { "\($0) via Europeana" } ?? profile.site
    photo.setTexts(
      title: Self.text(row["dcTitleLangAware"], in: language) ?? Self.text(row["title"]),
      description: Self.text(row["dcDescriptionLangAware"], in: language)
        ?? Self.text(row["dcDescription"]))
    photo.author = Author(name: Self.creator(of: row), url: nil)
    photo.renditions = Self.renditions(of: row)
    photo.license = License.rights(at: row["rights"]?.elements?.first?.string)
    photo.published = row["timestamp_created"]?.string.flatMap { Date(iso8601: $0) }
    let years = row["year"]?.elements ?? []
    photo.taken = years.count == 1 ? Photo.takenDate(years[0].text) : nil
    photo.tags = Self.texts(row["edmConceptPrefLabelLangAware"]?["en"])
    return photo
  }

  /// The texts of a list that aren't addresses
  private static func texts(_ list: JSONValue?) -> [String] {
    (list?.elements ?? []).compactMap(\.plainText).filter { !$0.contains(bytes: "://") }
  }

  private static func text(_ list: JSONValue?) -> String? { texts(list).first }

  /// The first text in a language, else in English
  private static func text(_ byLanguage: JSONValue?, in language: String?) -> String? {
    let members = byLanguage?.members ?? []
    func firstText(in code: String?) -> String? {
      members.first { $0.name == code }.flatMap { text($0.value) }
    }
    return firstText(in: language) ?? firstText(in: "en")
  }

  /// The first name; in its place there may be an address, or a word for nobody
  private static func creator(of row: JSONValue) -> String? {
    let names = row["dcCreatorLangAware"]
    let labels = row["edmAgentLabel"]?.elements?.compactMap { $0["def"]?.plainText } ?? []
    let creators = texts(row["dcCreator"]) + texts(names?["def"]) + texts(names?["en"])
    // Labels are those of the addresses, so they aren't looked at where there is a name.
    return (creators.isEmpty ? labels : creators).first {
      !["anonymous", "unknown"].contains($0.lowercased())
    }
  }

  /// Two sizes of the preview, and the museum's own picture, unless that is on a host without https
  private static func renditions(of row: JSONValue) -> [Rendition] {
    let preview = row["edmPreview"]?.elements?.first?.string
    let picture = link(row["edmIsShownBy"]?.elements?.first)
    return [
      Rendition(.thumb, link(preview.map { $0 + "&size=w200" })),
      Rendition(.small, link(preview.map { $0 + "&size=w400" })),
      Rendition(.original, picture.flatMap { $0.text.begins(with: "https:") ? $0 : nil }),
    ].compactMap(\.self)
  }

  // MARK: A single photo

  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    var photo = try photo(native, inPage: root(of: answers.first))
    guard answers.count > 1, case .success(let reply) = answers[1],
      let record = reply.json?["object"]
    else { return photo }
    let pictures = record["aggregations"]?.elements?.first?["webResources"]?.elements ?? []
    let shown = photo.renditions.last { $0.role == .original }?.address.text
    let picture = pictures.first { Self.link($0["about"])?.text == shown }
    photo.size = PixelSize(in: picture, width: "ebucoreWidth", height: "ebucoreHeight")
    if let last = photo.renditions.indices.last, photo.renditions[last].role == .original {
      photo.renditions[last].size = photo.size
    }
    return photo
  }

  func details(in row: JSONValue) -> PhotoDetails {
    let (north, east) = (row["edmPlaceLatitude"], row["edmPlaceLongitude"])
    return PhotoDetails(
      place: PhotoPlace(
        latitude: north?.elements?.first?.double, longitude: east?.elements?.first?.double))
  }
}
