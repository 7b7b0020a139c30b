public import Foundation

extension ProviderID {
  /// Unsplash's search
  public static let unsplash = ProviderID(rawValue: "unsplash")
}

/// Unsplash's search: GET /search/photos
///
/// Source: unsplash.com/documentation#search-photos. At most 30 photos a page and 200 pages, also
/// where `total_pages` promises more: pages beyond come empty with totals of 0.
public struct UnsplashSearch: PhotoProvider, UnsplashAdapter {
  public static let profile = ProviderProfile(
    id: .unsplash, name: "Unsplash", service: UnsplashService.service, kind: .search,
    key: UnsplashService.keyRequirement, terms: UnsplashService.terms)

  private static let lastPage = 200

  let service: UnsplashService

  public var profile: ProviderProfile { Self.profile }

  /// - Parameters:
  ///   - key: an Unsplash access key; without one no request is made
  ///   - base: where requests go instead of https://api.unsplash.com
  public init(key: String?, base: URL? = nil) {
    service = UnsplashService(
      provider: .unsplash, key: key, base: base,
      defaults: ["content_filter": "high", "order_by": "relevant"])
  }

  public func objection(to query: PhotoQuery) -> String? {
    if query.kind != .search { return "cannot list without words" }
    if query.filters.sort == .popular { return "cannot sort by popularity" }
    return service.licenseObjection(query.filters)
  }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> HTTPRequest {
    let page = try service.page(cursor, last: Self.lastPage)
    let filters = query.filters
    return try service.request(
      "/search/photos",
      [
        ("query", query.words ?? ""),
        ("page", String(page.number)),
        ("per_page", String(UnsplashService.pageSize)),
        ("content_filter", (filters.safety ?? .strict) == .strict ? "high" : "low"),
        ("orientation", filters.orientation.map { $0 == .square ? "squarish" : $0.rawValue }),
        ("color", filters.color?.rawValue),
        ("order_by", filters.sort == .latest ? "latest" : nil),
      ])
  }

  public func page(
    from response: HTTPResponse, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    let page = try service.page(cursor, last: Self.lastPage)
    let root = try service.root(of: response)
    let rows: [JSONValue]
    do throws(JSONProblem) {
      rows = try root.array("results")
    } catch {
      throw service.unreadable(error)
    }
    let reader = UnsplashPhoto(provider: .unsplash)
    var result = PhotoPage(rows: rows, reading: reader.row)
    if page.number == 1 || !rows.isEmpty {
      result.total = root["total"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
    }
    end(&result, page: page, count: page.count ?? pageCount(in: root, hasRows: !rows.isEmpty))
    return result
  }

  /// `total_pages` where it can be true: not negative, and not 0 beside photos
  private func pageCount(in root: JSONValue, hasRows: Bool) -> Int? {
    guard let count = root["total_pages"]?.integer, count > 0 || !hasRows else { return nil }
    return max(count, 0)
  }

  /// Sets what comes next by what page 1 promised, no further than the service goes
  private func end(_ result: inout PhotoPage, page: NumberedPage, count: Int?) {
    if let count, page.number >= count { return }
    if page.number >= Self.lastPage {
      result.end = .depthLimit(Self.lastPage * UnsplashService.pageSize)
    } else {
      result.continues(
        after: NumberedPage(number: page.number, count: count), upTo: Self.lastPage,
        size: UnsplashService.pageSize)
    }
  }
}
