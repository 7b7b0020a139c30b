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
    self.path = path
    self.form = form
    self.constants = constants
    self.pages = pages
    self.filters = filters
    self.lists = lists
  }

  /// Path and parameters for a query, with the words in the service's form; page, page size and key
  /// are added later
  public func call(for query: PhotoQuery) -> APICall {
    let feed = asked(for: query)
    let words = feed.query(feed.form.text(for: query))
    return APICall(feed.path, words + constants + feed.filters.flatMap { $0.items(query.filters) })
  }

  /// The feed's own way with a filter; nil if it doesn't list the filter. Words to leave out may be
  /// sent among the words
  private func own(_ filter: FilterRow) -> FeedFilter? {
    (filters + [form.minus.map(FeedFilter.among)].compactMap(\.self)).first { $0.filter == filter }
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

  /// The feed's list of a query's subject; nil if there is neither
  package func list(of query: PhotoQuery) -> FeedList? {
    query.subject.flatMap { subject in lists.first { $0.kind == subject.kind } }
  }

  /// The feed of a query's list; this one for a search
  func asked(for query: PhotoQuery) -> ProviderFeed {
    guard let subject = query.subject, let list = list(of: query) else { return self }
    // An address names exactly one author, whatever the name in a row.
    let isJudged = list.isJudged && query.filters.author?.isWebAddress != true
    let call = list.call(subject.value) ?? APICall()
    var filters = list.filters ?? filters
    if let own = subject.kind.filter {
      filters.removeAll { $0.filter == own }
      filters.append(isJudged ? .byRow(own.property.path) : .always(own.property.path))
    }
    return ProviderFeed(
      call.path, query: { _ in call.items }, constants: constants, pages: list.pages ?? pages,
      filters: filters)
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
  /// The provider is asked without the filter, because the filter is a wish, such as a language
  case ignored
  /// The provider is skipped, as its service would answer without filtering
  case skipped

  /// Whether each photo is judged by its row
  var isJudged: Bool { self == .judged || self == .askedAndJudged }
}

/// How a feed handles a filter. A filter that the feed doesn't list is ignored, judged by each
/// photo, or makes the provider be skipped: the filter's row decides
public struct FeedFilter: Sendable {
  /// The filter's row; nil if the property isn't a filter's, so that nothing depends on it
  let filter: FilterRow?
  /// The parameters for a filter's value, also for the value of a filter that isn't set
  let items: @Sendable (PhotoFilters) -> [(String, String?)]
  let support: FilterSupport
  /// Why the service can't filter by a value; nil if it can
  let objection: @Sendable (PhotoFilters) -> String?

  private init(
    _ property: PartialKeyPath<PhotoFilters>, _ support: FilterSupport,
    items: @escaping @Sendable (PhotoFilters) -> [(String, String?)] = { _ in [] },
    objection: @escaping @Sendable (PhotoFilters) -> String? = { _ in nil }
  ) {
    filter = FilterRow.of(property)
    self.support = support
    self.items = items
    self.objection = objection
  }

  /// The filter is always met, because all photos of the service fit
  public static func always(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, .same)
  }

  /// No photo of the service tells what the filter judges, so that a search with it is left to
  /// others
  public static func untold(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, .skipped)
  }

  /// Each photo is judged by its row
  public static func byRow(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, .judged)
  }

  /// Asks for words to leave out in the text of the search, see ``WordForm/Minus``
  static func among(_ minus: WordForm.Minus) -> FeedFilter {
    FeedFilter(\PhotoFilters.without, minus == .behindWordsUnsure ? .askedAndJudged : .asked)
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
    let filter = FilterRow.of(property)
    let word = { @Sendable (value: Value) in words[value] ?? otherwise(value) }
    return FeedFilter(
      property, andByRow ? .askedAndJudged : .asked,
      items: { [(parameter, word($0[keyPath: property]))] },
      objection: { filters in
        word(filters[keyPath: property]) != nil || andByRow
          ? nil : filter?.objection(lacking: filter?.text(in: filters))
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
    FeedFilter(
      property, andByRow ? .askedAndJudged : .asked, items: { items($0[keyPath: property]) })
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
      \PhotoFilters.licenses, .askedAndJudged, items: { items($0.licenses) },
      objection: { filters in
        licenses.contains { filters.licenses.admit($0) } ? nil : ProviderFeed.noLicense
      })
  }

  /// The service has one licence for all its photos
  public static func license(_ license: License) -> FeedFilter {
    FeedFilter(
      \PhotoFilters.licenses, .same,
      objection: {
        $0.licenses.admit(license) ? nil : "all its photos have one licence: \(license.name)"
      })
  }
}

/// A list that a service has besides its search: the photos of one author, those with one tag, or
/// photos like another
///
/// An adapter gives its lists to its ``ProviderFeed``, which adds constants, filters and pages to
/// each call. The adapter reads their replies as it reads those of a search. A service that asks
/// for an id in place of a name has a lookup:
///
/// ```
/// lists: [
///   .author(
///     by: ListLookup({ APICall("/people", [("name", $0)]) }) { reply, _ in reply["id"]?.text }
///   ) { APICall("/photos", [("person", $0)]) },
///   .tag { APICall("/photos", [("tag", $0)]) },
/// ]
/// ```
public struct FeedList: Sendable {
  let kind: ListSubject.Kind
  var lookup: ListLookup?
  /// Filters in place of the feed's; nil for the feed's own
  var filters: [FeedFilter]?
  /// Pages in place of the feed's; nil for the feed's own
  var pages: Paging?
  /// Whether each photo is judged by its row as well
  var isJudged = false
  /// The call for an author, a tag or a photo; nil for a text that can't be one at this service
  let call: @Sendable (String) -> APICall?

  /// The photos of one author; each is judged by its author's name, as by ``PhotoFilters/author``
  ///
  /// - Parameters:
  ///   - lookup: learns the id that the call needs; nil if it takes a name
  ///   - filters: filters that this list supports; nil for those of the search
  ///   - call: path and parameters in place of the search's. It gets the author's name, what
  ///     ``JSONPhotoProvider/author(at:)`` makes of a page's address, or the id that was looked up,
  ///     and gives nil for what can't be an author here.
  public static func author(
    by lookup: ListLookup? = nil, filters: [FeedFilter]? = nil,
    call: @escaping @Sendable (_ author: String) -> APICall?
  ) -> FeedList {
    FeedList(kind: .author, lookup: lookup, filters: filters, isJudged: true, call: call)
  }

  /// The photos with one tag, which may be several words
  ///
  /// - Parameters:
  ///   - lookup: learns the id that the call needs; nil if it takes the tag
  ///   - filters: filters that this list supports; nil for those of the search
  ///   - andByRow: whether the service is too loose, so that each photo's tags are looked at, too
  ///   - call: path and parameters in place of the search's, for the tag or its id
  public static func tag(
    by lookup: ListLookup? = nil, filters: [FeedFilter]? = nil, andByRow: Bool = false,
    call: @escaping @Sendable (_ tag: String) -> APICall?
  ) -> FeedList {
    FeedList(kind: .tag, lookup: lookup, filters: filters, isJudged: andByRow, call: call)
  }

  /// The photos that the service holds to be like one of its own
  ///
  /// - Parameters:
  ///   - lookup: learns the id that the call needs, e.g. of a species; nil if it takes a photo's id
  ///   - filters: filters that this list supports; nil for those of the search
  ///   - pages: how its pages are requested; nil as those of the search
  ///   - call: path and parameters in place of the search's. It gets the native part of a photo's
  ///     id.
  public static func similar(
    by lookup: ListLookup? = nil, filters: [FeedFilter]? = nil, pages: Paging? = nil,
    call: @escaping @Sendable (_ photo: String) -> APICall?
  ) -> FeedList {
    FeedList(kind: .similar, lookup: lookup, filters: filters, pages: pages, call: call)
  }

  func takes(_ value: String) -> Bool { (lookup?.call(value) ?? call(value)) != nil }
}

/// The request that learns the id of an author, a tag or a photo, before the first page of its list
///
/// The request counts as a page without photos, whose cursor has the id.
public struct ListLookup: Sendable {
  let call: @Sendable (String) -> APICall?
  let id: @Sendable (_ reply: JSONValue, _ name: String) -> String?

  /// - Parameters:
  ///   - call: the request for a name; nil for a text that is an id already
  ///   - id: gives the id in the reply; nil if the service knows no such name, as is a reply whose
  ///     verdict is ``ReplyVerdict/absent(_:)``
  public init(
    _ call: @escaping @Sendable (_ name: String) -> APICall?,
    id: @escaping @Sendable (_ reply: JSONValue, _ name: String) -> String?
  ) {
    self.call = call
    self.id = id
  }
}
