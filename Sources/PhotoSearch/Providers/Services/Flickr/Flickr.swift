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
        [.relevant: "relevance", .latest: "date-posted-desc", .popular: "interestingness-desc"]),
      .byService(\.safety, "safe_search", [nil: "1", .strict: "1", .moderate: "2", .off: "3"]),
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
    return Self.userID(user) ?? "https://www.flickr.com/photos/\(user.percentEncoded)/"
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
    "url_k", "url_o",
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
    let digits = Array("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    guard let code = part(of: url, at: ["flic.kr"], behind: ["p"]),
      (1...10).contains(code.utf8.count), let number = code.utf8.number(in: digits)
    else { return nil }
    return number > 0 ? "\(number)" : nil
  }

  // MARK: Licences

  /// Licences in the order of Flickr's numbers; source: flickr.photos.licenses.getInfo as answered
  /// in June 2025, when 11 to 16 were new
  static let licenses: [License] =
    [.allRightsReserved]
    + ["by-nc-sa", "by-nc", "by-nc-nd", "by", "by-sa", "by-nd"]
    .map { .creativeCommons($0, version: "2.0") }
    + [.noKnownCopyright, .usGovernmentWork, .cc0, .publicDomainMark]
    + ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"]
    .map { .creativeCommons($0, version: "4.0") }

  // MARK: Refusals

  /// Flickr sends refusals, and requests to try again, with status 200
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    switch response.status {
    case 200..<300: break
    // A missing method says nothing about the photo.
    case 404: return .failed(status: 404, message: serviceMessage(in: response))
    default: return nil
    }
    if let failure = FlickrFailure(in: response.body) { return verdict(on: failure, in: response) }
    let isCall = response.body.prefix(32).starts(with: Array("jsonFlickr".utf8))
    return isCall ? .page : nil
  }

  /// Flickr's code 20: the page is beyond the last photo that a search gives
  func end(in response: WebReply, after photos: Int) -> EndReason? {
    (200..<300).contains(response.status) && FlickrFailure(in: response.body)?.code == 20
      ? .depthLimit(photos) : nil
  }

  private func verdict(on failure: FlickrFailure, in response: WebReply) -> ReplyVerdict {
    let words = shown(failure.message)
    let lowercased = words.lowercased()
    if lowercased.contains(bytes: "currently") && lowercased.contains(bytes: "available") {
      return .again(after: response.retryAfter, reason: words)
    }
    switch failure.code {
    case 0, 10, 105, 201: return .again(after: response.retryAfter, reason: words)
    case 100: return .refused(words)
    // Several methods use code 1, also for missing photosets; only the words tell them apart.
    case 1 where lowercased.contains(/\b(photo|user)\b.*\bnot found\b/): return .absent(words)
    case 2, 5:
      return ["unknown user", "user deleted"].contains { lowercased.contains(bytes: $0) }
        ? .absent(words) : .failed(status: failure.code ?? response.status, message: words)
    default: return .failed(status: failure.code ?? response.status, message: words)
    }
  }

  func words(in response: WebReply) -> String? { FlickrFailure(in: response.body)?.message }
}

/// A failure that Flickr reports with HTTP status 200: as JSON (bare or as the argument of a
/// function call), as XML, or as damaged JSON
struct FlickrFailure {
  /// The called method's own code; above 95 a code that all methods share
  let code: Int?
  let message: String

  /// Finds a failure in a reply's body; nil if there is none
  init?(in body: Data) {
    guard Self.mayBeFailure(body) else { return nil }
    if let root = ifReadable({ try JSONValue(parsing: Self.argument(in: body)) }) {
      guard root["stat"]?.string == "fail" else { return nil }
      (code, message) = (root["code"]?.integer, root["message"]?.string ?? "")
      return
    }
    let text = String(decoding: body.prefix(2_000), as: UTF8.self)
    guard text.contains(Self.status) else { return nil }
    let code = text.firstMatch(of: #/\bcode"?\s*[=:]\s*"?(\d{1,9})/#)
    let words = text.firstMatch(of: #/\b(?:message|msg)"?\s*[=:]\s*"([^"]*)"/#)
    self.code = code.flatMap { Int($0.1) }
    message = words.map { String($0.1) } ?? ""
  }

  /// Whether a failure is told near the start or the end of a body, where Flickr does. The middle of
  /// a page isn't searched, as it has thousands of words written by users
  private static func mayBeFailure(_ body: Data) -> Bool {
    [body.prefix(512), body.suffix(512)].contains { edge in
      edge.firstRange(of: "fail".utf8) != nil
        && String(decoding: edge, as: UTF8.self).contains(Self.status)
    }
  }

  /// `"stat":"fail"` in JSON, damaged or not, and `stat="fail"` in XML
  private static var status: Regex<Substring> { #/stat"?\s*[=:]\s*"fail"/# }

  /// The argument of `jsonFlickrApi(…)`; the whole body if there is no such call
  static func argument(in body: Data) -> Data {
    guard let open = body.prefix(100).firstIndex(of: UInt8(ascii: "(")),
      body[..<open].allSatisfy({ $0 <= 0x20 || $0.isPartOfName || $0 == UInt8(ascii: ".") }),
      let close = body.lastIndex(of: UInt8(ascii: ")")), close > open
    else { return body }
    return body[(open + 1)..<close]
  }
}
