import Foundation
import PhotoSearch

/// A provider of which only a part matters to a test
protocol PartialProvider: PhotoProvider {}

extension PartialProvider {
  func objection(to query: PhotoQuery) -> String? { nil }
  func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest] { [] }
  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo { throw ProviderError(id, .noSuchPhoto(native)) }
  func native(at url: URL) -> String? { nil }
  func verdict(on response: WebReply) -> ReplyVerdict { .page }
}

/// A provider that is another one but for a part
protocol DerivedProvider: PhotoProvider {
  var provider: any PhotoProvider { get }
}

extension DerivedProvider {
  var profile: ProviderProfile { provider.profile }
  var api: APIDescription { provider.api }
  func objection(to query: PhotoQuery) -> String? { provider.objection(to: query) }
  func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> WebRequest { try provider.request(for: query, at: cursor) }
  func page(
    from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage { try provider.page(from: response, for: query, at: cursor) }
  func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest] {
    try provider.requests(forPhoto: native)
  }
  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo { try provider.photo(native, from: answers) }
  func native(at url: URL) -> String? { provider.native(at: url) }
  func verdict(on response: WebReply) -> ReplyVerdict { provider.verdict(on: response) }
}

/// A provider whose pages are written down
struct ScriptedProvider: PartialProvider {
  /// What one page answers
  enum Page: Sendable {
    case rows([Photo])
    /// Rows that pass a filter, and how many do not
    case filtered([Photo], dropped: Int)
    case failure

    /// Photos with these numbers
    static func of(_ name: String, _ numbers: ClosedRange<Int>) -> Page {
      .rows(numbers.map { .scripted(name, "\($0)") })
    }
  }

  let profile: ProviderProfile
  let pages: [Page]
  /// Whether the last page says that there is another, which then is empty
  var promisesMore = false
  /// What its first page says of how many there are, true or not; nil where pages name each other
  var promise: RemainingPages?
  /// What every page says of how many photos there are, true or not
  var total: Int?
  var objection: String?
  /// Rows that are left out of every page
  var excluded: [ExclusionReason: Int] = [:]

  init(_ name: String, isAggregator: Bool = true, pages: [Page]) {
    profile = ProviderProfile(
      id: ProviderID(rawValue: name), name: name, service: name, kind: .search,
      isAggregator: isAggregator, key: nil, terms: URL(filePath: "/"))
    self.pages = pages
  }

  /// Pages of photos with these numbers
  init(_ name: String, _ numbers: ClosedRange<Int>...) {
    self.init(name, pages: numbers.map { .of(name, $0) })
  }

  /// So many pages of as many photos each
  init(_ name: String, pages: Int, of size: Int) {
    self.init(name, pages: (0..<pages).map { .of(name, $0 * size + 1...$0 * size + size) })
  }

  var api: APIDescription {
    APIDescription(
      defaultBase: Self.base(of: id), immaterial: [], defaults: [:], paging: ["page": "1"])
  }

  static func base(of id: ProviderID) -> URL {
    WebRequest(base: URL(filePath: "/"), path: id.rawValue, items: []).url
  }

  func objection(to query: PhotoQuery) -> String? { objection }

  func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> WebRequest {
    WebRequest(base: api.base, items: [("page", cursor?.text ?? "1")])
  }

  func page(
    from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    let number = cursor.flatMap { Int($0.text) } ?? 1
    guard pages.indices.contains(number - 1) else { return PhotoPage(photos: []) }
    switch pages[number - 1] {
    case .failure: throw ProviderError(id, .unavailable(message: "page \(number)"))
    case .rows(let photos): return page(number, photos, excluded)
    case .filtered(let photos, let dropped):
      return page(number, photos, [.misfit(.license): dropped])
    }
  }

  private func page(_ number: Int, _ photos: [Photo], _ excluded: [ExclusionReason: Int])
    -> PhotoPage
  {
    let isLast = number == pages.count && !promisesMore
    var page = PhotoPage(
      photos: photos, next: isLast ? nil : PageCursor("\(number + 1)"), excluded: excluded)
    page.total = total
    if !isLast {
      page.further = promise.map { RemainingPages(count: $0.count - number, size: $0.size) }
    }
    return page
  }
}

extension Photo {
  /// A photo of a scripted provider
  static func scripted(
    _ provider: String, _ native: String, published: Date? = nil, aliases: [PhotoID] = []
  ) -> Photo {
    var photo = Photo(
      id: PhotoID(service: provider, native: native), provider: ProviderID(rawValue: provider),
      site: provider, pageURL: URL(filePath: "/"))
    photo.published = published
    photo.aliases = aliases
    photo.origin = aliases.first ?? photo.id
    return photo
  }
}
