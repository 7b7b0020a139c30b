public import Foundation

extension ProviderID {
  /// Openverse
  public static let openverse = ProviderID(rawValue: "openverse")
}

/// Openverse, the search of openly licensed works: GET /v1/images/
///
/// Source: [api.openverse.org](https://api.openverse.org/v1/). No key; without one a page has at
/// most 20 photos and a search 240. Most of them are copies of Flickr's and Commons' own, and say
/// so in their identities.
public struct Openverse: PhotoProvider {
  /// What is to be known of it before it is asked
  public static let profile = ProviderProfile(
    id: .openverse, name: "Openverse", service: "openverse", kind: .search, key: nil,
    terms: URL(constant: "https://docs.openverse.org/terms_of_service.html"))

  public let api: APIDescription

  /// - Parameter base: where requests go instead of to https://api.openverse.org/v1
  public init(base: URL? = nil) {
    api = APIDescription(
      defaultBase: URL(constant: "https://api.openverse.org/v1"), base: base,
      immaterial: ["page_size", "format"], defaults: ["mature": "false"], paging: ["page": "1"])
  }

  public var profile: ProviderProfile { Self.profile }

  /// More is refused without a key
  private static let pageSize = 20
  /// Photos that a search shows, however many it has found
  private static let deepest = 240
  private static let lastPage = deepest / pageSize
  /// Characters of a query that are read
  private static let longestQuery = 200

  public func objection(to query: PhotoQuery) -> String? {
    if query.kind != .search { return "cannot list without words" }
    if query.filters.color != nil { return "cannot filter by color" }
    return switch query.filters.sort {
    case .relevant: nil
    case .latest: "cannot sort by date"
    case .popular: "cannot sort by popularity"
    }
  }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> HTTPRequest {
    let filters = query.filters
    let licenses = OpenverseLicenseFilter(filters.licenses)
    let words = String((query.words ?? "").unicodeScalars.prefix(Self.longestQuery))
    return HTTPRequest(
      base: api.base, path: "/images/",
      items: [
        ("q", words),
        ("page", String(try page(cursor).number)),
        ("page_size", String(Self.pageSize)),
        ("mature", filters.safety == .off ? "true" : "false"),
        ("license_type", licenses.type),
        ("license", licenses.list),
        ("aspect_ratio", filters.orientation.map(Self.aspectRatio)),
      ])
  }

  public func page(
    from response: HTTPResponse, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    let page = try page(cursor)
    let root = try root(of: response)
    let rows: [JSONValue]
    do throws(JSONProblem) {
      rows = try root.array("results")
    } catch {
      throw unreadable(error)
    }
    var result = PhotoPage(rows: rows) { OpenversePhoto(value: $0).row }
    result.total = root["result_count"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
    let count = page.count ?? pageCount(in: root, hasRows: !rows.isEmpty)
    end(&result, page: page, count: count, hasRows: !rows.isEmpty)
    return result
  }

  /// What page 1 promises: 0 beside photos is a known mistake of older servers, and no promise
  private func pageCount(in root: JSONValue, hasRows: Bool) -> Int? {
    guard let count = root["page_count"]?.integer, count > 0 || !hasRows else { return nil }
    return max(count, 0)
  }

  /// Sets what comes next: without a promise, as long as photos come, and never past the wall
  ///
  /// The counts end at the wall too: they do not tell whether there is more behind it.
  private func end(_ result: inout PhotoPage, page: NumberedPage, count: Int?, hasRows: Bool) {
    if page.number >= Self.lastPage, count ?? .max > Self.lastPage || result.total == Self.deepest {
      result.end = .depthLimit(Self.deepest)
    } else if page.number < count ?? (hasRows ? .max : 0) {
      result.continues(
        after: NumberedPage(number: page.number, count: count), upTo: Self.lastPage,
        size: Self.pageSize)
    }
  }

  /// - Parameter native: a uuid
  public func requests(forPhoto native: String) throws(ProviderError) -> [HTTPRequest] {
    guard OpenversePhoto.isID(native) else {
      throw ProviderError(id, .noSuchPhoto("\(profile.service):\(native)"))
    }
    return [HTTPRequest(base: api.base, path: "/images/\(native)/", items: [])]
  }

  public func photo(
    from answers: [Result<HTTPResponse, ProviderError>]
  ) throws(ProviderError) -> Photo {
    guard let first = answers.first else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    let root = try root(of: try first.get())
    guard case .photo(var photo) = OpenversePhoto(value: root).row else {
      throw unreadable(root.problem("no photo"))
    }
    photo.details = PhotoDetails()
    return photo
  }

  /// The uuid in `https://openverse.org/image/UUID`
  public func native(ofPage url: URL) -> String? {
    let hosts = ["openverse.org", "www.openverse.org", "wordpress.org"]
    let path = url.pathComponents.drop { $0 == "/" || $0 == "openverse" }
    guard let host = url.host?.lowercased(), hosts.contains(host), path.first == "image",
      let native = path.dropFirst().first, OpenversePhoto.isID(native)
    else { return nil }
    return native
  }

  private func page(_ cursor: PageCursor?) throws(ProviderError) -> NumberedPage {
    guard let page = NumberedPage(cursor), page.number <= Self.lastPage else {
      throw ProviderError(id, .unknownPage(cursor ?? PageCursor("")))
    }
    return page
  }

  private func root(of response: HTTPResponse) throws(ProviderError) -> JSONValue {
    do throws(JSONProblem) {
      return try JSONDocument(response.body).root
    } catch {
      throw unreadable(error)
    }
  }

  private func unreadable(_ problem: JSONProblem) -> ProviderError {
    ProviderError(id, .unreadable(path: problem.path, problem: problem.problem))
  }

  private static func aspectRatio(_ orientation: PhotoFilters.Orientation) -> String {
    switch orientation {
    case .landscape: "wide"
    case .portrait: "tall"
    case .square: "square"
    }
  }
}
