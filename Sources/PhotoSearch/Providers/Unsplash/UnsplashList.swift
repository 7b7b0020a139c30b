public import Foundation

extension ProviderID {
  /// What Unsplash features today
  public static let unsplashList = ProviderID(rawValue: "unsplash-list")
}

/// Unsplash's editorial feed: GET /photos
///
/// Source: unsplash.com/documentation#list-photos, and its OpenAPI of 2026, by which it takes a
/// page and a page size and nothing else. The reply is a bare array: how many there are, and
/// whether more come, is in its header fields.
public struct UnsplashList: PhotoProvider, UnsplashAdapter {
  public static let profile = ProviderProfile(
    id: .unsplashList, name: "Unsplash editorial", service: UnsplashService.service, kind: .list,
    key: UnsplashService.keyRequirement, terms: UnsplashService.terms)

  let service: UnsplashService

  public var profile: ProviderProfile { Self.profile }

  /// - Parameters:
  ///   - key: an Unsplash access key; without one no request is made
  ///   - base: where requests go instead of https://api.unsplash.com
  public init(key: String?, base: URL? = nil) {
    service = UnsplashService(provider: .unsplashList, key: key, base: base, defaults: [:])
  }

  public func objection(to query: PhotoQuery) -> String? {
    if query.kind != .list { return "cannot search by words" }
    if query.filters.safety != nil { return "cannot filter by safety" }
    if query.filters.color != nil { return "cannot filter by color" }
    if query.filters.sort != .relevant { return "cannot sort" }
    return service.licenseObjection(query.filters)
  }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> HTTPRequest {
    let page = try service.page(cursor, last: .max)
    return try service.request(
      "/photos",
      [("page", String(page.number)), ("per_page", String(UnsplashService.pageSize))])
  }

  public func page(
    from response: HTTPResponse, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    let page = try service.page(cursor, last: .max)
    let root = try service.root(of: response)
    guard let rows = root.elements else { throw service.unreadable(root.problem("no array")) }
    let reader = UnsplashPhoto(provider: .unsplashList)
    var result = PhotoPage(
      rows: rows, filter: RowFilter(orientation: query.filters.orientation),
      reading: reader.row)
    result.total = number("X-Total", in: response)
    if isFollowed(page, in: response) {
      result.next = page.next.cursor
      result.further = further(after: page, of: result.total, in: response)
    }
    return result
  }

  private func further(
    after page: NumberedPage, of total: Int?, in response: HTTPResponse
  ) -> FurtherPages? {
    let size = max(1, number("X-Per-Page", in: response) ?? UnsplashService.pageSize)
    return total.map { total in
      FurtherPages(
        count: total / size + min(1, total % size) - page.number,
        size: max(size, UnsplashService.pageSize))
    }
  }

  /// By Link where there is one, else by the number of photos there are
  private func isFollowed(_ page: NumberedPage, in response: HTTPResponse) -> Bool {
    if let links = LinkHeader(response.headers) { return links.relations.contains("next") }
    guard let total = number("X-Total", in: response) else { return false }
    let size = number("X-Per-Page", in: response) ?? UnsplashService.pageSize
    let (shown, overflow) = page.number.multipliedReportingOverflow(by: size)
    return !overflow && shown < total
  }

  private func number(_ field: String, in response: HTTPResponse) -> Int? {
    response.headers[field]
      .flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
      .flatMap { $0 >= 0 ? $0 : nil }
  }
}
