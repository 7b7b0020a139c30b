/// How a service is asked for pages: the path, the parameters, the paging, and its names for
/// filters
///
/// From it follow the requests, the queries that the provider can't answer, and which parameters
/// the requests of a recording may lack.
public struct ProviderFeed: Sendable {
  let path: String
  private let query: @Sendable (_ words: String?) -> [(String, String?)]
  /// The form in which the service gets the words
  let form: WordForm
  let constants: [(String, String?)]
  /// How pages are requested, and how many there can be
  package let pages: Paging
  let filters: [FeedFilter]
  /// Lists that the service has besides
  let lists: [FeedList]

  /// - Parameters:
  ///   - path: below the API's address; see ``APICall/path``
  ///   - query: gives the parameters for the words, which are nil in a list
  ///   - form: the form in which the service gets the words
  ///   - constants: parameters of every request
  ///   - pages: how pages are requested
  ///   - filters: filters that the service supports, in the order in which they are sent
  ///   - lists: lists of one author's photos and the like that the service has besides
  public init(
    _ path: String = "", query: @escaping @Sendable (_ words: String?) -> [(String, String?)],
    in form: WordForm = WordForm(), constants: [(String, String?)] = [], pages: Paging,
    filters: [FeedFilter] = [], lists: [FeedList] = []
  ) {
    (self.path, self.query, self.form, self.constants) = (path, query, form, constants)
    (self.pages, self.filters, self.lists) = (pages, filters, lists)
  }

  /// - Parameters:
  ///   - path: below the API's address; see ``APICall/path``
  ///   - words: the parameter for the words; nil for a list, which has none
  ///   - form: the form in which the service gets the words
  ///   - constants: parameters of every request
  ///   - pages: how pages are requested
  ///   - filters: filters that the service supports, in the order in which they are sent
  ///   - lists: lists of one author's photos and the like that the service has besides
  public init(
    _ path: String = "", words: String? = nil, in form: WordForm = WordForm(),
    constants: [(String, String?)] = [], pages: Paging, filters: [FeedFilter] = [],
    lists: [FeedList] = []
  ) {
    self.init(
      path, query: { text in words.map { [($0, text ?? "")] } ?? [] }, in: form,
      constants: constants, pages: pages, filters: filters, lists: lists)
  }

  /// Path and parameters for a query, with the words in the service's form; page, page size and key
  /// are added later
  public func call(for query: PhotoQuery) -> APICall {
    let feed = asked(for: query)
    let words = feed.query(feed.form.text(for: query))
    return APICall(
      feed.path, words + constants + feed.filters.flatMap { $0.items(query.filters) })
  }

  /// The filters with that for words to leave out, if those are sent among the words
  private var allFilters: [FeedFilter] { filters + (form.minus.map { [.among($0)] } ?? []) }

  /// The parameters of a query without filters: a recorded request may lack them
  var defaults: [String: String] {
    let items = constants + filters.flatMap { $0.items(PhotoFilters()) }
    return Dictionary(
      items.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { $1 })
  }

  /// Why the provider can't answer a query, as the service would ignore a filter; nil if it can
  func objection(to query: PhotoQuery) -> String? {
    for filter in FilterRow.all where filter.asksSomething(in: query.filters) {
      let own = allFilters.first { $0.filter == filter }
      if let own, let reason = own.objection(query.filters) { return reason }
      if own == nil, filter.fallback == .skip { return filter.objection() }
    }
    guard judged(of: query.filters).contains(.license) else { return nil }
    // A licence that one site made for its own photos can't be found at another service.
    let wanted = query.filters.licenses
    return wanted.isPossible && !wanted.areOfSites ? nil : Self.noLicense
  }

  static let noLicense = "none of its licences is asked for"

  /// The filters by which each photo is judged after the reply, with their values: words to leave
  /// out that weren't sent, too
  func judging(_ query: PhotoQuery) -> (filters: PhotoFilters, judged: [FilterRow]) {
    var (filters, judged) = (query.filters, judged(of: query.filters))
    let unasked = form.unasked(of: query)
    if !unasked.isEmpty, !judged.contains(.without) {
      filters.without = unasked
      judged.append(.without)
    }
    return (filters, judged)
  }

  /// The filters of a query by which each photo is judged after the reply
  func judged(of asked: PhotoFilters) -> [FilterRow] {
    guard asked != PhotoFilters() else { return [] }
    return FilterRow.all.filter { filter in
      guard filter.asksSomething(in: asked) else { return false }
      return allFilters.first { $0.filter == filter }.map(\.isJudged) ?? (filter.fallback == .judge)
    }
  }
}
extension ProviderFeed {
  package func support(of filter: FilterRow) -> FilterSupport {
    guard let own = allFilters.first(where: { $0.filter == filter }) else {
      return switch filter.fallback {
      case .skip: .skipped
      case .ignore: .ignored
      case .judge: .judged
      }
    }
    if own.isUntold { return .skipped }
    return switch (own.isAsked, own.isJudged) {
    case (true, true): .askedAndJudged
    case (true, false): .asked
    case (false, true): .judged
    case (false, false): .same
    }
  }
}
