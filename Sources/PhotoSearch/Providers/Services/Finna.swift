import Foundation
import Platform

extension ProviderID {
  /// Finna, the photographs of Finnish museums and archives
  public static let finna = ProviderID(rawValue: "finna")
}

/// Finna, where Finnish museums, archives and libraries show what they have: GET /v1/search
///
/// Source: api.finna.fi/v1?swagger and the code of VuFind, on which it runs. It needs no key and
/// gives 1,000 pages of at most 100 records, each of which may have several pictures. Titles are
/// Finnish or Swedish.
struct Finna: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .finna, name: "Finna", service: "finna", kind: .search, isInAll: false, key: nil,
    terms: address("https://www.finna.fi/Content/terms"), secureHosts: ["finna.fi"],
    collecting: .forbidden(
      "its terms leave each picture to the museum or archive that it comes from"),
    wantsAllWords: true)
  /// The pictures come from another host, so that they don't wait for searches
  static let api = APIDescription(
    defaultBase: address("https://api.finna.fi/v1"), requestsAtOnce: ["api.finna.fi": 1],
    immaterial: ["field[]", "lng"], defaults: ["type": "AllFields"])
  static let feed = ProviderFeed(
    "/search", query: { [("lookfor", $0 ?? ""), ("type", "AllFields")] },
    in: WordForm(
      clearing: .all, hasQuotes: true, operators: ["AND", "OR", "NOT"], minus: .behindWords,
      secondTry: .any(joinedBy: " OR ")),
    constants: [
      ("lng", "en-gb"), ("filter[]", #"format:"1/Image/Photo/""#),
      ("filter[]", #"free_online_boolean:"1""#),
    ] + fields,
    pages: .numbered(100, as: "limit", upTo: 1_000, rowsHoldSeveral: true),
    filters: [
      .byService(
        \.sort, "sort",
        [.relevant: "relevance,id asc", .latest: "last_indexed desc,id asc"]),
      .byRow(\.orientation),
      .licenses(among: rights.map(\.license)) { wanted in
        guard !wanted.isEmpty else { return [] }
        return rights.filter { wanted.admit($0.license) }
          .map { ("filter[]", "~usage_rights_ext_str_mv:\"\($0.name)\"") }
      },
    ],
    // An author's family name stands first, so the words are looked for in any order.
    lists: [
      .author { list("Author", SearchText.withoutMarks($0).joined(separator: " ")) },
      .tag(andByRow: true) { list("Subject", WordForm.phrase($0) ?? "") },
    ])
  static let showsInPage = true

  let access: APIAccess

  // MARK: Requests

  private static let fields: [(String, String?)] = [
    "id", "title", "summary", "year", "nonPresenterAuthors", "images", "imagesExtended",
    "imageRights", "buildings", "subjects",
  ].map { ("field[]", $0) }

  /// The records with words in one kind of field; nil without a word
  private static func list(_ type: String, _ words: String) -> APICall? {
    words.isEmpty ? nil : APICall("/search", [("lookfor", words), ("type", type)])
  }

  /// The licences that Finna filters by, with its names for them
  private static let rights: [(license: License, name: String)] =
    [(.cc0, "1/A Free/A CC0/"), (.publicDomainMark, "1/A Free/B PD/")]
    + [
      ("by", "1/B BY/A CC BY/"), ("by-sa", "1/B BY/B CC BY-SA/"), ("by-nc", "1/C NC/A CC BY-NC/"),
      ("by-nc-sa", "1/C NC/B CC BY-NC-SA/"), ("by-nd", "0/D ND/"), ("by-nc-nd", "0/E NC-ND/"),
    ].map { (license: .creativeCommons($0, version: "4.0"), name: $1) }

  /// - Parameter native: a record's id, followed by a hyphen and the picture's place unless it is
  ///   the first. Some records' ids end like that, so both are asked for.
  func calls(forPhoto native: String) -> [APICall] {
    guard Self.isID(native) else { return [] }
    let parts = native.components(at: "-")
    let record = parts.dropLast().joined(separator: "-")
    let isOther = parts.last.map { Self.isNumber(String($0)) } ?? false && Self.isID(record)
    let ids: [(String, String?)] = ([native] + (isOther ? [record] : [])).map { ("id[]", $0) }
    return [APICall("/record", ids + Self.fields)]
  }

  /// Whether a text can be a record's id: its archive, a point, and the archive's own id
  private static func isID(_ text: String) -> Bool {
    let (archive, rest) = text.cut(at: ".")
    return isName(String(archive)) && (2...300).contains(rest.utf8.count)
      && rest.utf8.allSatisfy { $0.isPartOfName || ".:+/,;=()@!~*'".utf8.contains($0) }
  }

  /// The id in `/Record/museovirasto.1A2B`, or in a picture's
  /// `/Cover/Show?id=museovirasto.1A2B&index=2`
  func native(at url: URL) -> String? {
    guard let path = Self.path(of: url, at: ["finna.fi", "api.finna.fi"]) else { return nil }
    var id = path.dropFirst().joined(separator: "/")
    if path.first == "Cover" {
      let items = (url.query(percentEncoded: true) ?? "").queryItems
      id = items.first { $0.name == "id" }?.value ?? ""
      let place = items.first { $0.name == "index" }?.value ?? "0"
      if place != "0" { id += "-\(place)" }
    }
    return ["Record", "Cover"].contains(path.first) && Self.isID(id) ? id : nil
  }

  // MARK: Rows

  /// A reply without rows has no `records`
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    guard let total = reply.root["resultCount"]?.count else { throw reply.root.problem("no count") }
    let rows = reply.root["records"] == nil ? [] : try reply.root.array("records")
    return PageRows(rows, total: total, next: .number(total: total, perPage: Self.feed.pages.size))
  }

  func photos(in row: JSONValue, for query: PhotoQuery?) throws(JSONProblem) -> [Photo?] {
    guard let id = row["id"]?.string, Self.isID(id),
      let page = WebAddress("https://www.finna.fi/Record/\(id.percentEncoded)")
    else { throw row.problem("no record id") }
    let title = row["title"]?.plainText
    let text = (row["summary"]?.elements?.first ?? row["summary"])?.plainText
    let author = Author(name: Self.author(of: row), url: nil)
    let institution = row["buildings"]?.elements?.first?["translated"]?.plainText
    let site = institution.map { "\($0) via Finna" } ?? profile.site
    let details = row["imagesExtended"]?.elements ?? []
    return try row.array("images").prefix(Self.maxPhotos).enumerated().map {
      place, picture -> Photo? in
      guard let path = picture.string, path.begins(with: "/Cover/Show?") else { return nil }
      let detail = details.indices.contains(place) ? details[place] : nil
      var photo = photo(place == 0 ? id : "\(id)-\(place)", page: page)
      photo.site = site
      photo.setTexts(title: title, description: text)
      photo.author = author
      photo.renditions = Self.renditions(at: path, detail)
      photo.size = photo.renditions.last { $0.role == .original }?.size
      photo.license = Self.license(detail?["rights"] ?? row["imageRights"])
      photo.taken = Photo.takenDate(row["year"]?.text)
      photo.tags = Self.tags(of: row)
      return photo
    }
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo { try firstPhoto(in: row) }

  /// The photographer, else whoever made the picture. A name such as `Nyblin, Daniel` is turned
  /// round
  private static func author(of row: JSONValue) -> String? {
    let people = row["nonPresenterAuthors"]?.elements ?? []
    let photographer = people.first { person in
      ["kuvaaja", "valokuvaaja", "pht", "fotograf"].contains(person["role"]?.string?.lowercased())
    }
    guard let name = (photographer ?? people.first)?["name"]?.plainText, name != "-" else {
      return nil
    }
    let parts = name.components(at: ",").map(\.trimmed)
    return parts.count == 2 && !parts.contains("") ? "\(parts[1]) \(parts[0])" : name
  }

  /// The subjects without those that are a place, `Suomi, Turku; Turku`, or the time of its making
  private static func tags(of row: JSONValue) -> [String] {
    let subjects = row["subjects"]?.elements?.flatMap { $0.elements ?? [$0] } ?? []
    return subjects.compactMap(\.plainText)
      .filter { !$0.contains(bytes: ";") && !$0.begins(with: "valmistusaika") }
  }

  /// The sizes that Finna makes of a picture, and the original if the row tells of it
  private static func renditions(at path: String, _ detail: JSONValue?) -> [Rendition] {
    let end = "&size=large"
    let whole = path.ends(with: end) ? String(path.unicodeScalars.dropLast(end.utf8.count)) : path
    let place = "https://www.finna.fi" + whole
    let made = [(Rendition.Role.thumb, "small"), (.small, "medium"), (.regular, "large")]
      .compactMap { Rendition($0, link("\(place)&size=\($1)")) }
    let files = detail?["highResolution"]
    let file = (files?["original"] ?? files?["master"])?.elements?.first { $0["url"] != nil }
    let (width, height) = (file?["data"]?["width"], file?["data"]?["height"])
    let size = PixelSize(width: width?["value"]?.integer, height: height?["value"]?.integer)
    guard size != nil || detail?["urls"]?["master"] != nil else { return made }
    return made + [Rendition(.original, link("\(place)&size=master"), size)].compactMap(\.self)
  }

  /// The licence by its address, else by its name: `CC BY 4.0`
  private static func license(_ rights: JSONValue?) -> License? {
    if let license = License.rights(at: rights?["link"]?.string) { return license }
    let name = rights?["copyright"]?.string?.lowercased() ?? ""
    return name == "inc"
      ? .allRightsReserved : License.creativeCommons(named: name.replacing(each: " ", by: "-"))
  }

  // MARK: Refusals

  /// A record that isn't there is refused with status 400
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    response.status == 400 && words(in: response) == "Error loading record"
      ? .absent(serviceMessage(in: response)) : nil
  }
}
