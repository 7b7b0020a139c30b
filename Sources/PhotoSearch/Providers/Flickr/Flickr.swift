public import Foundation

extension ProviderID {
  public static let flickr = ProviderID(rawValue: "flickr")
}

/// Flickr's search: flickr.photos.search
///
/// Source: flickr.com/services/api/flickr.photos.search.html. Gives away the first 4,000 photos of
/// a query, whatever its totals say; pages beyond repeat earlier ones, or are answered as another.
public struct Flickr: PhotoProvider {
  static let service = "flickr"

  private static let keyRequirement = KeyRequirement(
    variable: "FLICKR_API_KEY",
    address: URL(constant: "https://www.flickr.com/services/apps/create/"))

  public static let profile = ProviderProfile(
    id: .flickr, name: "Flickr", service: service, kind: .search, key: keyRequirement,
    terms: URL(constant: "https://www.flickr.com/help/terms/api"))

  private static let pageSize = 100
  private static let lastPage = 40

  private static let extras = [
    "description", "license", "date_upload", "owner_name", "o_dims", "tags", "views", "media",
    "url_q", "url_t", "url_s", "url_n", "url_m", "url_z", "url_c", "url_l", "url_h", "url_k",
    "url_o",
  ].joined(separator: ",")

  public let api: APIDescription
  private let key: String?

  public var profile: ProviderProfile { Self.profile }
  var serviceWords: ServiceWords { ServiceWords(key: key) }

  /// - Parameters:
  ///   - key: a Flickr API key; without one no request is made
  ///   - base: where requests go instead of https://api.flickr.com/services/rest/
  public init(key: String?, base: URL? = nil) {
    self.key = key
    api = APIDescription(
      defaultBase: URL(constant: "https://api.flickr.com/services/rest/"), base: base,
      immaterial: ["api_key", "format", "nojsoncallback", "jsoncallback", "per_page", "extras"],
      defaults: ["media": "photos", "safe_search": "1", "sort": "relevance"],
      paging: ["page": "1"])
  }

  public func objection(to query: PhotoQuery) -> String? {
    if query.kind != .search { return "cannot list without words" }
    return query.filters.color == nil ? nil : "cannot filter by color"
  }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> HTTPRequest {
    let page = try page(cursor)
    let filters = query.filters
    let licenses = FlickrLicense.numbers(for: filters.licenses).map(String.init)
    return try request(
      "flickr.photos.search",
      [
        ("text", query.words ?? ""),
        ("media", "photos"),
        ("sort", Self.sort(filters.sort)),
        ("safe_search", Self.safety(filters.safety ?? .strict)),
        ("license", licenses.isEmpty ? nil : licenses.joined(separator: ",")),
        ("per_page", String(Self.pageSize)),
        ("page", String(page.number)),
        ("extras", Self.extras),
      ])
  }

  /// A call of a method, the key with it
  func request(
    _ method: String, _ arguments: [(String, String?)]
  ) throws(ProviderError) -> HTTPRequest {
    guard let key, !key.isEmpty else {
      throw ProviderError(
        id,
        .keyMissing(
          variable: Self.keyRequirement.variable, address: Self.keyRequirement.address))
    }
    return HTTPRequest(
      base: api.base,
      items: [("method", method)] + arguments + [
        ("api_key", key), ("format", "json"), ("nojsoncallback", "1"),
      ])
  }

  private static func sort(_ sort: PhotoFilters.Sort) -> String {
    switch sort {
    case .relevant: "relevance"
    case .latest: "date-posted-desc"
    case .popular: "interestingness-desc"
    }
  }

  private static func safety(_ safety: PhotoFilters.Safety) -> String {
    switch safety {
    case .strict: "1"
    case .moderate: "2"
    case .off: "3"
    }
  }

  private func page(_ cursor: PageCursor?) throws(ProviderError) -> NumberedPage {
    guard let page = NumberedPage(cursor), page.number <= Self.lastPage else {
      throw ProviderError(id, .unknownPage(cursor ?? PageCursor("")))
    }
    return page
  }
}

extension Flickr {
  public func page(
    from response: HTTPResponse, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    let page = try page(cursor)
    let root = try reading(response.body)
    if root["stat"]?.string == "fail" { return try end(at: page, failing: response.body) }
    do throws(JSONProblem) {
      let photos = try root.object("photos")
      let rows = try photos.array("photo")
      if let answered = photos["page"]?.integer, answered != page.number, page.number > 1 {
        return PhotoPage(photos: [], end: .repeats)
      }
      var result = PhotoPage(
        rows: rows, filter: RowFilter(orientation: query.filters.orientation),
        reading: FlickrRow.row)
      result.total = photos["total"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
      let promised = photos["pages"]?.integer.flatMap { $0 > 0 || rows.isEmpty ? max($0, 0) : nil }
      end(&result, page: page, count: page.count ?? promised)
      return result
    } catch {
      throw unreadable(error)
    }
  }

  /// Sets what comes next by what page 1 promised, no further than the service goes
  private func end(_ result: inout PhotoPage, page: NumberedPage, count: Int?) {
    if let count, page.number >= count { return }
    if page.number >= Self.lastPage {
      result.end = .depthLimit(Self.lastPage * Self.pageSize)
    } else {
      result.continues(
        after: NumberedPage(number: page.number, count: count), upTo: Self.lastPage,
        size: Self.pageSize)
    }
  }

  /// The end, for a page past the last photo that is given away
  private func end(at page: NumberedPage, failing body: Data) throws(ProviderError) -> PhotoPage {
    guard let failure = FlickrFailure.found(in: body), failure.isBeyondReach, page.number > 1 else {
      let failure = FlickrFailure.found(in: body)
      throw ProviderError(
        id,
        .rejected(
          status: failure?.code ?? 200, message: serviceWords.shown(failure?.message ?? "")))
    }
    return PhotoPage(photos: [], end: .depthLimit((page.number - 1) * Self.pageSize))
  }

  func reading(_ body: Data) throws(ProviderError) -> JSONValue {
    do throws(JSONProblem) {
      return try FlickrReply.root(of: body)
    } catch {
      throw unreadable(error)
    }
  }

  func unreadable(_ problem: JSONProblem) -> ProviderError {
    ProviderError(id, .unreadable(path: problem.path, problem: problem.problem))
  }
}
