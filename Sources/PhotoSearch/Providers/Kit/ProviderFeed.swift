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
  ///   - words: the parameter for the words; nil for a list, which has none
  ///   - query: gives the parameters for the words, if they are more than that one
  ///   - form: the form in which the service gets the words
  ///   - constants: parameters of every request
  ///   - pages: how pages are requested
  ///   - filters: filters that the service supports, in the order in which they are sent
  ///   - lists: lists of one author's photos and the like that the service has besides
  public init(
    _ path: String = "", words: String? = nil,
    query: (@Sendable (_ words: String?) -> [(String, String?)])? = nil,
    in form: WordForm = WordForm(), constants: [(String, String?)] = [], pages: Paging,
    filters: [FeedFilter] = [], lists: [FeedList] = []
  ) {
    self.query = query ?? { text in words.map { [($0, text ?? "")] } ?? [] }
    (self.path, self.form, self.constants) = (path, form, constants)
    (self.pages, self.filters, self.lists) = (pages, filters, lists)
  }

  /// Path and parameters for a query, with the words in the service's form; page, page size and key
  /// are added later
  public func call(for query: PhotoQuery) -> APICall {
    let feed = asked(for: query)
    let words = feed.query(feed.form.text(for: query))
    return APICall(
      feed.path, words + constants + feed.filters.flatMap { $0.items(query.filters) })
  }

  /// The feed's own way with a filter; nil if it doesn't list the filter. Words to leave out may be
  /// sent among the words
  private func own(_ filter: FilterRow) -> FeedFilter? {
    (filters + [form.minus.map(FeedFilter.among)].compactMap(\.self))
      .first { $0.filter == filter }
  }

  /// The parameters of a query without filters: a recorded request may lack them
  var defaults: [String: String] {
    let items = constants + filters.flatMap { $0.items(PhotoFilters()) }
    return Dictionary(
      items.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { $1 })
  }

  /// Why the provider can't answer a query, as the service would ignore a filter; nil if it can
  func objection(to query: PhotoQuery) -> String? {
    for filter in FilterRow.all where filter.asksSomething(in: query.filters) {
      if support(of: filter) == .skipped { return filter.objection() }
      if let reason = own(filter)?.objection(query.filters) { return reason }
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
    return FilterRow.all.filter { $0.asksSomething(in: asked) && support(of: $0).isJudged }
  }

  package func support(of filter: FilterRow) -> FilterSupport {
    own(filter)?.support ?? filter.fallback
  }
}
