import Platform

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
    (self.call, self.id) = (call, id)
  }
}

/// The author, the tag or the photo that a list without words is about
package struct ListSubject: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case author, tag, similar

    /// The filter that photos of the list pass; nil if there is none
    var filter: FilterRow? {
      switch self {
      case .author: .author
      case .tag: .tag
      case .similar: nil
      }
    }

    /// Why a provider without such a list is skipped
    var inability: String {
      switch self {
      case .author: "can't list one author's photos"
      case .tag: "can't list photos by tag"
      case .similar: "can't list similar photos"
      }
    }
  }

  package let kind: Kind
  /// The name or address of an author, a tag, or the native id of a photo; the service's id of it
  /// once that is known
  package var value: String

  /// Why a provider is skipped that can't be asked for it, although it has such lists
  var objection: String {
    switch kind {
    case .author where value.isWebAddress: "it isn't the address of an author's page there"
    case .author: "its authors can't have that name"
    case .tag: "its tags can't be like that"
    case .similar: "it isn't a photo of this service"
    }
  }

  /// The notice that a service knows no such author, tag or photo
  var absence: String {
    switch kind {
    case .author: "knows no author “\(value)”"
    case .tag: "has no tag “\(value)”"
    case .similar: "knows nothing like it"
    }
  }
}

extension PhotoQuery {
  /// The subject of a list without words; nil for a search, and for what services show today
  package var subject: ListSubject? {
    guard words == nil else { return nil }
    if let similar { return ListSubject(kind: .similar, value: listID ?? similar.native) }
    if let tag = filters.tag { return ListSubject(kind: .tag, value: listID ?? tag) }
    return filters.author.map { ListSubject(kind: .author, value: listID ?? $0) }
  }

  /// The query without filters that narrow it
  package var bare: PhotoQuery {
    var query = self
    query.filters = PhotoFilters()
    guard words == nil else { return query }
    (query.filters.author, query.filters.tag) = (filters.author, filters.tag)
    return query
  }

  /// A copy whose list is asked for by a service's own id; nil leaves it as it is
  func listing(_ id: String?) -> PhotoQuery {
    var query = self
    query.listID = id ?? listID
    return query
  }
}

extension ProviderFeed {
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
    let others = (list.filters ?? filters).filter { $0.filter != subject.kind.filter }
    let own: [FeedFilter] =
      subject.kind.filter.map {
        [isJudged ? .byRow($0.property) : .always($0.property)]
      } ?? []
    return ProviderFeed(
      call.path, query: { _ in call.items }, constants: constants, pages: list.pages ?? pages,
      filters: others + own)
  }
}

extension PageCursor {
  /// A page of a list whose id was looked up: `@12037949754%40N01@2/17`
  ///
  /// - Parameter page: nil for the first page
  package init(ofList id: String, _ page: PageCursor?) {
    self.init("@\(WebRequest.encoded(id))@\(page?.text ?? "")")
  }

  /// The id of the list, nil if none was looked up, and the page, nil for the first one
  var parts: (list: String?, page: PageCursor?) {
    let parts = text.parts(at: "@", maxSplits: 2)
    guard parts.count == 3, parts[0].isEmpty, let id = parts[1].percentDecoded else {
      return (nil, self)
    }
    return (id, parts[2].isEmpty ? nil : PageCursor(String(parts[2])))
  }
}

extension WordForm {
  /// A text as a phrase, for services that look for words: without marks, in quotes if it has
  /// several words; nil if it has none
  public static func phrase(_ text: String) -> String? {
    let words = SearchText.withoutMarks(text)
    return words.count > 1 ? "\"\(words.joined(separator: " "))\"" : words.first
  }

  /// A text as it stands in addresses, `golden-gate`; nil if it has no words
  public static func slug(_ text: String) -> String? {
    let words = SearchText.withoutMarks(text.lowercased())
    return words.isEmpty ? nil : words.joined(separator: "-")
  }
}

extension String {
  /// Whether the text is the address of an author's page
  var isWebAddress: Bool { begins(with: "https://") || begins(with: "http://") }
}
