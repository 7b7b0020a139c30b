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
    for filter in SearchFilter.all where filter.asksSomething(in: query.filters) {
      let own = allFilters.first { $0.filter == filter }
      if let own, let reason = own.objection(query.filters) { return reason }
      if own == nil, filter.fallback == .skip { return filter.objection() }
    }
    guard judged(of: query.filters).contains(.license) else { return nil }
    // A licence that one site made for its own photos can't be found at another service.
    let wanted = query.filters.licenses
    return wanted.isPossible && !wanted.areOfSites ? nil : Self.noLicense
  }

  fileprivate static let noLicense = "none of its licences is asked for"

  /// The filters by which each photo is judged after the reply, with their values: words to leave out that
  /// weren't sent, too
  func judging(_ query: PhotoQuery) -> (filters: PhotoFilters, judged: [SearchFilter]) {
    var (filters, judged) = (query.filters, judged(of: query.filters))
    let unasked = form.unasked(of: query)
    if !unasked.isEmpty, !judged.contains(.without) {
      filters.without = unasked
      judged.append(.without)
    }
    return (filters, judged)
  }

  /// The filters of a query by which each photo is judged after the reply
  func judged(of asked: PhotoFilters) -> [SearchFilter] {
    guard asked != PhotoFilters() else { return [] }
    return SearchFilter.all.filter { filter in
      guard filter.asksSomething(in: asked) else { return false }
      return allFilters.first { $0.filter == filter }.map(\.isJudged) ?? (filter.fallback == .judge)
    }
  }
}

/// How a provider handles a filter
package enum FilterSupport: CaseIterable, Sendable {
  /// The service filters, and its answer is trusted
  case asked
  /// The service filters, and each photo is judged by its row as well
  case askedAndJudged
  /// Each photo is judged by its row
  case judged
  /// All of its photos fit the filter, or none does
  case same
  /// The filter is ignored, as it is only a wish
  case ignored
  /// The provider is skipped
  case skipped
}

extension ProviderFeed {
  package func support(of filter: SearchFilter) -> FilterSupport {
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

/// How a feed handles a filter. A filter that the feed doesn't list is ignored, judged by each
/// photo, or makes the provider be skipped: the filter's row decides
public struct FeedFilter: Sendable {
  let filter: SearchFilter
  /// The parameters for a filter's value, also for the value of a filter that isn't set
  let items: @Sendable (PhotoFilters) -> [(String, String?)]
  /// Whether the service is asked to filter
  let isAsked: Bool
  /// Whether each photo is judged by its row
  let isJudged: Bool
  /// Whether no photo tells what the filter would judge
  private(set) var isUntold = false
  /// Why the service can't filter by a value; nil if it can
  let objection: @Sendable (PhotoFilters) -> String?

  private init(
    _ property: PartialKeyPath<PhotoFilters>, isJudged: Bool = false,
    items: (@Sendable (PhotoFilters) -> [(String, String?)])? = nil,
    objection: @escaping @Sendable (PhotoFilters) -> String? = { _ in nil }
  ) {
    filter = SearchFilter.of(property)
    isAsked = items != nil
    self.items = items ?? { _ in [] }
    self.isJudged = isJudged
    self.objection = objection
  }

  /// The filter is always met, because all photos of the service fit
  public static func always(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property)
  }

  /// No photo of the service tells what the filter judges, so that a search with it is left to others
  public static func untold(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    let filter = SearchFilter.of(property)
    var untold = FeedFilter(property, objection: { _ in filter.objection() })
    untold.isUntold = true
    return untold
  }

  /// Each photo is judged by its row
  public static func byRow(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, isJudged: true)
  }

  /// Asks for words to leave out in the text of the search, see ``WordForm/Minus``
  fileprivate static func among(_ minus: WordForm.Minus) -> FeedFilter {
    FeedFilter(\PhotoFilters.without, isJudged: minus == .behindWordsUnsure, items: { _ in [] })
  }

  /// The service filters, with its own words for the values
  ///
  /// - Parameters:
  ///   - property: the filter's property
  ///   - parameter: the query parameter
  ///   - words: the service's words for the values; the word for nil is sent if the filter isn't
  ///     set
  ///   - otherwise: the service's word for any other value; nil if it has none
  ///   - andByRow: whether the service filters too loosely, so that each photo is judged too
  public static func byService<Value: Hashable & Sendable>(
    _ property: any KeyPath<PhotoFilters, Value> & Sendable, _ parameter: String,
    _ words: [Value: String], otherwise: @escaping @Sendable (Value) -> String? = { _ in nil },
    andByRow: Bool = false
  ) -> FeedFilter {
    let filter = SearchFilter.of(property)
    let word = { @Sendable (value: Value) in words[value] ?? otherwise(value) }
    return FeedFilter(
      property, isJudged: andByRow, items: { [(parameter, word($0[keyPath: property]))] },
      objection: { filters in
        word(filters[keyPath: property]) != nil || andByRow
          ? nil : filter.objection(lacking: filter.text(in: filters))
      })
  }

  /// The service filters, with the same words as this library
  public static func byService<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ property: any KeyPath<PhotoFilters, Word?> & Sendable, _ parameter: String
  ) -> FeedFilter {
    byService(
      property, parameter,
      Dictionary(uniqueKeysWithValues: Word.allCases.map { ($0, $0.rawValue) }))
  }

  /// The service filters
  ///
  /// - Parameters:
  ///   - property: the filter's property
  ///   - andByRow: whether the service filters too loosely, so that each photo is judged too
  ///   - items: gives the parameters for a value
  public static func byService<Value>(
    _ property: any KeyPath<PhotoFilters, Value> & Sendable, andByRow: Bool = false,
    items: @escaping @Sendable (Value) -> [(String, String?)]
  ) -> FeedFilter {
    FeedFilter(property, isJudged: andByRow, items: { items($0[keyPath: property]) })
  }

  /// The service is told the language of the words
  ///
  /// - Parameters:
  ///   - parameter: the query parameter
  ///   - code: gives the service's code of a language; nil for a language that it lacks
  public static func language(
    _ parameter: String, code: @escaping @Sendable (QueryLanguage) -> String?
  ) -> FeedFilter {
    byService(\.language) { [(parameter, $0.flatMap(code))] }
  }

  /// The service filters by licence, and each photo is judged too, because showing a wrong licence
  /// is worse than finding nothing
  ///
  /// - Parameters:
  ///   - licenses: all licences of the service
  ///   - items: gives the parameters for the wanted licences
  public static func licenses(
    among licenses: [License],
    items: @escaping @Sendable ([PhotoFilters.LicenseCode]) -> [(String, String?)]
  ) -> FeedFilter {
    FeedFilter(
      \PhotoFilters.licenses, isJudged: true, items: { items($0.licenses) },
      objection: { filters in
        licenses.contains { filters.licenses.admit($0) } ? nil : ProviderFeed.noLicense
      })
  }

  /// The service has one licence for all its photos
  public static func license(_ license: License) -> FeedFilter {
    FeedFilter(
      \PhotoFilters.licenses,
      objection: {
        $0.licenses.admit(license) ? nil : "all its photos have one licence: \(license.name)"
      })
  }
}

extension PhotoFilters {
  /// The first filter that a photo fails, as the reason to leave it out; the reason tells a wrong
  /// value from an unknown one
  package func exclusionReason(for photo: Photo, judging filters: [SearchFilter])
    -> ExclusionReason?
  {
    for filter in filters {
      if let reason = filter.exclusionReason(for: photo, by: self) { return reason }
    }
    return nil
  }
}
