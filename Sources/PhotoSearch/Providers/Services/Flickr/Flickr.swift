import Foundation
import Platform

extension ProviderID {
  /// Flickr's search
  public static let flickr = ProviderID(rawValue: "flickr")
}

/// Flickr's search: flickr.photos.search
///
/// Source: flickr.com/services/api/flickr.photos.search.html. It gives the first 4,000 photos of a
/// query, whatever its totals say; later pages repeat earlier ones, or answer another query.
struct Flickr: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .flickr, name: "Flickr", service: "flickr", kind: .search,
    key: KeyRequirement(
      variable: "FLICKR_API_KEY",
      address: address("https://www.flickr.com/services/apps/create/")),
    terms: address("https://www.flickr.com/help/terms/api"),
    secureHosts: ["flickr.com", "staticflickr.com", "flic.kr"],
    display: DisplayTerms(
      notice: "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.",
      maxPictures: 30),
    collecting: .forbidden(
      "its terms let photos be kept only while a service for its members needs them"),
    wantsAllWords: true, hasSizesByPhoto: true)

  static let api = APIDescription(
    defaultBase: address("https://api.flickr.com/services/rest/"),
    key: .parameter("api_key"),
    immaterial: ["format", "nojsoncallback", "jsoncallback", "extras"])

  static let feed = ProviderFeed(
    query: { search("text", $0 ?? "").items },
    // Flickr wants stop words too, and its documentation names no operator but the minus.
    in: WordForm(
      clearing: .all, hasQuotes: true, matchesStopWords: true, minus: .behindWordsUnsure,
      secondTry: .firstTwo),
    constants: [("media", "photos")], pages: .numbered(100, upTo: 40),
    filters: [
      .byService(
        \.sort, "sort",
        [
          .relevant: "relevance", .latest: "date-posted-desc", .popular: "interestingness-desc",
        ]),
      .byService(
        \.safety, "safe_search", [nil: "1", .strict: "1", .moderate: "2", .off: "3"]),
      .byRow(\.orientation),
      .byService(\.since, andByRow: true) { [("min_upload_date", $0.map(seconds))] },
      .byService(\.until, andByRow: true) { [("max_upload_date", $0.map(seconds))] },
      .byService(\.author, andByRow: true) { [("user_id", $0.flatMap(userID))] },
      .licenses(among: licenses) { codes in
        let numbers = licenses.indices.filter { codes.admit(licenses[$0]) }.map(String.init)
        return [("license", codes.isEmpty ? nil : numbers.joined(separator: ","))]
      },
      .byService(\.tag) { [("tags", $0.map(tag))] },
    ],
    lists: [
      .author(by: ListLookup(lookup) { reply, _ in reply["user"]?["id"]?.string.flatMap(userID) }) {
        userID($0).map { search("user_id", $0) }
      },
      .tag { tag($0).isEmpty ? nil : search("tags", tag($0)) },
    ])

  let access: APIAccess

  // MARK: Requests

  private static func seconds(_ date: Date) -> String { "\(Int(date.timeIntervalSince1970))" }

  /// The author as an id such as `12345678@N00`; nil for a name, as Flickr can't search by one
  private static func userID(_ author: String) -> String? {
    author.wholeMatch(of: /[0-9]{1,20}@N[0-9]{1,20}/) == nil ? nil : author
  }

  /// The call for a user's id: by the name that Flickr shows, or by the address of their photos
  private static func lookup(_ author: String) -> APICall? {
    if userID(author) != nil { return nil }
    return author.isWebAddress
      ? call("urls.lookupUser", [("url", author)])
      : call("people.findByUsername", [("username", author)])
  }

  /// The user in `https://www.flickr.com/photos/USER/`, by id, else by that address
  func author(at page: URL) -> String? {
    let user = Self.part(
      of: page, at: ["flickr.com", "m.flickr.com"], behind: ["photos", "people"])
    guard let user, user != "tags" else { return nil }
    return Self.userID(user) ?? "https://www.flickr.com/photos/\(WebRequest.encoded(user))/"
  }

  /// A tag as Flickr stores it, without blanks and marks
  private static func tag(_ text: String) -> String {
    String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter(\.isPartOfWord)))
  }

  private static func search(_ name: String, _ value: String) -> APICall {
    call("photos.search", [(name, value), ("extras", extras)])
  }

  private static func call(_ method: String, _ items: [(String, String?)]) -> APICall {
    let format: [(String, String?)] = [("format", "json"), ("nojsoncallback", "1")]
    return APICall("", [("method", "flickr.\(method)")] + items + format)
  }

  private static let extras = [
    "description", "license", "date_upload", "date_taken", "owner_name", "o_dims", "tags", "views",
    "media", "url_q", "url_t", "url_s", "url_n", "url_m", "url_z", "url_c", "url_l", "url_h",
    "url_k",
    "url_o",
  ].joined(separator: ",")

  /// Three calls: the photo's facts, its sizes, its exposure; owners may withhold the last two
  func calls(forPhoto native: String) -> [APICall] {
    guard Self.isNumber(native) else { return [] }
    return ["getInfo", "getSizes", "getExif"].map {
      Self.call("photos.\($0)", [("photo_id", native)])
    }
  }

  func native(at url: URL) -> String? {
    Self.photo(at: url) ?? FlickrImageURL.photoID(at: url) ?? Self.photo(atShort: url)
  }

  /// The photo id in `https://www.flickr.com/photos/OWNER/ID`, whatever follows
  ///
  /// - Returns: nil for other pages and other sites
  static func photo(at page: URL) -> String? {
    guard let path = path(of: page, at: ["flickr.com", "m.flickr.com"]), path.count >= 3,
      path[0] == "photos", path[1] != "tags", isNumber(path[2])
    else { return nil }
    return path[2]
  }

  /// The photo id in `https://flic.kr/p/CODE`, where it is written in base 58
  private static func photo(atShort url: URL) -> String? {
    guard let code = part(of: url, at: ["flic.kr"], behind: ["p"]),
      (1...11).contains(code.utf8.count)
    else { return nil }
    let digits = Array("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    var number: UInt64 = 0
    for letter in code.utf8 {
      guard let digit = digits.firstIndex(of: letter) else { return nil }
      let (high, low) = number.multipliedFullWidth(by: 58)
      let (sum, overflows) = low.addingReportingOverflow(UInt64(digit))
      guard high == 0, !overflows else { return nil }
      number = sum
    }
    return number > 0 ? String(number) : nil
  }
}

// MARK: - Rows

extension Flickr {
  /// The JSON of a reply, which may be the argument of a call: `jsonFlickrApi(…)`
  func root(of response: WebReply) throws(JSONProblem) -> JSONValue {
    try JSONValue(parsing: FlickrFailure.argument(in: response.body))
  }

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let photos = try reply.root.object("photos")
    let rows = try photos.array("photo")
    if let answered = photos["page"]?.integer, answered != reply.number, reply.number > 1 {
      return PageRows([], next: .end(.repeats))
    }
    return PageRows(
      rows, total: photos["total"]?.count, next: .number(of: photos["pages"]?.count))
  }

  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    if row["media"]?.string == "video" { return .video }
    return row["server"]?.text == "0" ? .withoutImage : nil
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let owner = row["owner"]?.string else { throw row.problem("no owner") }
    var photo = try photo(in: row, owner: owner, name: row["ownername"]?.plainText)
    photo.title = row["title"]?.plainText
    photo.description = row["description"]?["_content"]?.plainText
    photo.published = Self.date(row["dateupload"])
    photo.taken = Self.taken(
      row["datetaken"], granularity: row["datetakengranularity"],
      isUnknown: row["datetakenunknown"])
    photo.tags =
      row["tags"]?.string.map { tags in
        tags.parts(at: " ", keepsEmpty: false).compactMap { PlainText.folded(String($0)) }
      } ?? []
    return photo
  }

  /// The parts of a photo that a search row and the single photo's reply have in common
  func photo(
    in value: JSONValue, owner: String, name: String?
  ) throws(JSONProblem) -> Photo {
    guard let id = value["id"]?.text, Self.isNumber(id) else { throw value.problem("no photo id") }
    // The owner is an NSID, e.g. `67131352@N04`, or an alias in the address.
    guard Self.isName(owner.replacing(each: "@", by: ""), upTo: 100),
      var photo = photo(id, at: "https://www.flickr.com/photos/\(owner)/\(id)")
    else { throw value.problem("no owner") }
    photo.author = Author(
      name: name, address: WebAddress("https://www.flickr.com/people/\(owner)/"))
    photo.license = value["license"]?.integer.flatMap { number in
      Self.licenses.indices.contains(number) ? Self.licenses[number] : nil
    }
    let offered = FlickrRenditions(row: value)
    photo.renditions = offered.renditions
    photo.size = Self.originalSize(in: value) ?? offered.largest
    return photo
  }

  /// The size of the original, even if nobody may download it; nil if it isn't given
  static func originalSize(in value: JSONValue) -> PixelSize? {
    PixelSize(in: value, width: "o_width", height: "o_height")
  }

  /// A time from seconds since 1970, UTC; nil if before 2004, when Flickr opened
  static func date(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.integer, (1_072_915_200...32_503_680_000).contains(seconds) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// When a photo was taken, to the second, month or year (granularity 0, 4, 6)
  ///
  /// nil for "circa" (8), and if Flickr doesn't know it: it then tells when the photo was uploaded.
  ///
  /// Source: flickr.com/services/api/misc.dates.html
  static func taken(
    _ date: JSONValue?, granularity: JSONValue?, isUnknown: JSONValue?
  ) -> String? {
    guard ["0", nil].contains(isUnknown?.text), let date = date?.string,
      let length = ["0": 19, "4": 7, "6": 4][granularity?.text]
    else { return nil }
    return Photo.takenDate(String(date.prefix(length)))
  }
}

// MARK: - Licences

extension Flickr {
  /// Licences in the order of Flickr's numbers; source: flickr.photos.licenses.getInfo as answered
  /// in June 2025, when 11 to 16 were new
  private static let licenses: [License] =
    [.allRightsReserved]
    + ["by-nc-sa", "by-nc", "by-nc-nd", "by", "by-sa", "by-nd"]
    .map { .creativeCommons($0, version: "2.0") }
    + [.noKnownCopyright, .usGovernmentWork, .cc0, .publicDomainMark]
    + ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"]
    .map { .creativeCommons($0, version: "4.0") }
}
