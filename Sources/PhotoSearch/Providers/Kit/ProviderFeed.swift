/// What a service is asked for its pages: where, with which parameters, how many of them there are,
/// and how its filters are called there
///
/// From it follow the requests, the queries that are left to other providers, and which of its
/// parameters a recording may lack.
public struct ProviderFeed: Sendable {
  let path: String
  private let query: @Sendable (_ words: String?) -> [(String, String?)]
  private let constants: [(String, String?)]
  /// How its pages are asked for, and how far they go
  package let pages: Paging
  private let filters: [FeedFilter]

  /// - Parameters:
  ///   - path: below the API's address; see ``APICall/path``
  ///   - query: what is sent for the words, which are nil in a list
  ///   - constants: what is sent with every query besides
  ///   - pages: how its pages are asked for
  ///   - filters: those that it honours, in the order in which they are sent
  public init(
    _ path: String = "", query: @escaping @Sendable (_ words: String?) -> [(String, String?)],
    constants: [(String, String?)] = [], pages: Paging, filters: [FeedFilter] = []
  ) {
    self.path = path
    self.query = query
    self.constants = constants
    self.pages = pages
    self.filters = filters
  }

  /// - Parameters:
  ///   - path: below the API's address; see ``APICall/path``
  ///   - words: the parameter for the words; nil in a list, which has none
  ///   - constants: what is sent with every query besides
  ///   - pages: how its pages are asked for
  ///   - filters: those that it honours, in the order in which they are sent
  public init(
    _ path: String = "", words: String? = nil, constants: [(String, String?)] = [], pages: Paging,
    filters: [FeedFilter] = []
  ) {
    self.init(
      path, query: { text in words.map { [($0, text ?? "")] } ?? [] }, constants: constants,
      pages: pages, filters: filters)
  }

  /// Where a query goes, and with what; page, page size and key are added
  public func call(for query: PhotoQuery) -> APICall {
    APICall(
      path, self.query(query.words) + constants + filters.flatMap { $0.items(query.filters) })
  }

  /// What is sent unless something else is asked for: a recording's request may lack it
  var defaults: [String: String] {
    let items = constants + filters.flatMap { $0.items(PhotoFilters()) }
    return Dictionary(
      items.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { $1 })
  }

  /// Why a query is left to other providers, as the service would answer as if it had filtered; nil
  /// when it isn't
  func objection(to query: PhotoQuery) -> String? {
    for filter in SearchFilter.all where filter.asksSomething(in: query.filters) {
      let own = filters.first { $0.filter == filter }
      if let own, let reason = own.objection(query.filters) { return reason }
      if own == nil, filter.fallback == .skip { return filter.objection() }
    }
    guard judged(of: query.filters).contains(.license) else { return nil }
    // No other service has photos under the licence that a site made for its own.
    let wanted = query.filters.licenses
    return wanted.isPossible && !wanted.areOfSites ? nil : Self.noLicense
  }

  fileprivate static let noLicense = "none of its licences is asked for"

  /// The filters of a query that each photo is judged by
  func judged(of asked: PhotoFilters) -> [SearchFilter] {
    SearchFilter.all.filter { filter in
      guard filter.asksSomething(in: asked) else { return false }
      return filters.first { $0.filter == filter }.map(\.isJudged) ?? (filter.fallback == .judge)
    }
  }
}

/// What becomes of a filter at a service
package enum FilterSupport: CaseIterable, Sendable {
  /// The service is asked, and its answer believed
  case asked
  /// The service is asked, and each photo judged by what its row says, too
  case askedAndJudged
  /// Each photo is judged by what its row says
  case judged
  /// All its photos fit, or none
  case same
  /// The service is asked as if there were no such filter: it is a wish
  case ignored
  /// The service is skipped
  case skipped
}

extension ProviderFeed {
  package func support(of filter: SearchFilter) -> FilterSupport {
    guard let own = filters.first(where: { $0.filter == filter }) else {
      return switch filter.fallback {
      case .skip: .skipped
      case .ignore: .ignored
      case .judge: .judged
      }
    }
    return switch (own.isAsked, own.isJudged) {
    case (true, true): .askedAndJudged
    case (true, false): .asked
    case (false, true): .judged
    case (false, false): .same
    }
  }
}

/// How a feed honours a filter; one that it says nothing of is ignored, judged by each
/// photo or keeps the provider out, as the filter says
public struct FeedFilter: Sendable {
  let filter: SearchFilter
  /// What is sent for it, also where it isn't set
  let items: @Sendable (PhotoFilters) -> [(String, String?)]
  /// Whether the service is asked for it
  let isAsked: Bool
  /// Whether each photo is judged by what its row says
  let isJudged: Bool
  /// Why a query with its value can't be answered; nil when it can
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

  /// All its photos fit
  public static func always(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property)
  }

  /// Each photo is judged by what its row says
  public static func byRow(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, isJudged: true)
  }

  /// The service is asked, in its own words
  ///
  /// - Parameters:
  ///   - property: of the filters
  ///   - parameter: of the query
  ///   - words: those that it has for the values; one for nil is sent where nothing is asked for
  ///   - otherwise: its word for a value that isn't among them; nil where it has none
  ///   - andByRow: whether its answer holds more than was asked for, so that each photo is judged
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

  /// The service is asked, with the filter's own words
  public static func byService<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ property: any KeyPath<PhotoFilters, Word?> & Sendable, _ parameter: String
  ) -> FeedFilter {
    byService(
      property, parameter,
      Dictionary(uniqueKeysWithValues: Word.allCases.map { ($0, $0.rawValue) }))
  }

  /// The service is asked
  ///
  /// - Parameters:
  ///   - property: of the filters
  ///   - andByRow: whether its answer holds more than was asked for, so that each photo is judged
  ///   - items: what is sent for a value
  public static func byService<Value>(
    _ property: any KeyPath<PhotoFilters, Value> & Sendable, andByRow: Bool = false,
    items: @escaping @Sendable (Value) -> [(String, String?)]
  ) -> FeedFilter {
    FeedFilter(property, isJudged: andByRow, items: { items($0[keyPath: property]) })
  }

  /// The service is told the language of the words
  ///
  /// - Parameters:
  ///   - parameter: of the query
  ///   - code: what it calls a language; nil for one that it doesn't have
  public static func language(
    _ parameter: String, code: @escaping @Sendable (QueryLanguage) -> String?
  ) -> FeedFilter {
    byService(\.language) { [(parameter, $0.flatMap(code))] }
  }

  /// The service is asked for licences, and each photo is judged by its own: a wrong licence is worse
  /// than none
  ///
  /// - Parameters:
  ///   - licenses: all that it has
  ///   - items: what is sent for those that are wanted
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

  /// All its photos are under one licence
  public static func license(_ license: License) -> FeedFilter {
    FeedFilter(
      \PhotoFilters.licenses,
      objection: {
        $0.licenses.admit(license) ? nil : "all its photos are under the \(license.name)"
      })
  }
}

extension PhotoFilters {
  /// Why a photo is left out: the first of some filters that it doesn't pass, and whether it says
  /// what it is judged by
  package func exclusionReason(for photo: Photo, judging filters: [SearchFilter])
    -> ExclusionReason?
  {
    for filter in filters {
      if let reason = filter.exclusionReason(for: photo, by: self) { return reason }
    }
    return nil
  }
}
