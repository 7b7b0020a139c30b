public import Foundation

/// A service that answers with pages of JSON; this has the parts that such services share
///
/// An adapter only has what is special about its service, in this order: its profile, its requests,
/// its rows, its refusals. It may replace any default. The guide <doc:AddAProvider> builds an
/// adapter step by step.
public protocol JSONPhotoProvider: PhotoProvider {
  // MARK: Profile

  /// Name, kind, key, terms and hosts
  static var profile: ProviderProfile { get }
  /// The API's public address, and which parameters matter in addition to the feed's
  static var api: APIDescription { get }
  /// How pages are requested, and which filters the service supports
  static var feed: ProviderFeed { get }
  /// The header fields with the remaining quota; nil, the default, if there are none
  static var quota: QuotaFields? { get }
  /// Whether the reply about one photo is a page of rows too, because it is a search for an id;
  /// false by default
  static var showsInPage: Bool { get }
  /// Header fields of every request in addition to the key's; none by default
  static var headers: HTTPHeaders { get }
  /// The key in use, and the API's address
  var access: APIAccess { get }

  /// The adapter with a key and an address
  init(access: APIAccess)

  // MARK: Requests

  /// Path and parameters for a query, by default from the feed; page, size and key are added later
  ///
  /// - Parameter query: a query to which ``PhotoProvider/objection(to:)`` doesn't object
  func call(for query: PhotoQuery) -> APICall

  /// Why this adapter can't answer a query, beyond the feed's reasons; nil, the default, if it can
  func ownObjection(to query: PhotoQuery) -> String?

  /// The parameters of one page: by default its number or cursor, and the page size
  ///
  /// - Throws: `unknownPage` for a cursor of another provider.
  func items(at cursor: PageCursor?) throws(ProviderError) -> [(String, String?)]

  /// The calls for everything about one photo; the first must succeed, the others only add facts
  ///
  /// - Returns: an empty list for a text that can't be an id, as ids may come from anywhere
  func calls(forPhoto native: String) -> [APICall]

  /// The author whose page at this service has an address, as the feed's list of an author takes
  /// it: a name or an id; nil, the default, for other addresses
  func author(at page: URL) -> String?

  // MARK: Rows

  /// The JSON in a reply: by default the whole body
  func root(of response: WebReply) throws(JSONProblem) -> JSONValue

  /// The rows of a page, and what the reply tells about later pages
  ///
  /// - Throws: what is missing in the reply as a whole.
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows

  /// Why a row is left out unread, e.g. because it is an ad; nil, the default, to read it
  func exclusionReason(for row: JSONValue) -> ExclusionReason?

  /// The photo of a row, or of the first reply about a single photo
  ///
  /// A photo without renditions is left out.
  ///
  /// - Throws: which necessary member is missing.
  func photo(in row: JSONValue) throws(JSONProblem) -> Photo

  /// The photos of a row that may have several (``Paging`` must say so); by default the one of
  /// ``JSONPhotoProvider/photo(in:)``
  ///
  /// - Parameters:
  ///   - row: one element of the list at the feed's `rows`
  ///   - query: its language or another of its wishes may count; nil for a single photo
  /// - Returns: in the service's order, with nil for a photo that can't be read
  func photos(in row: JSONValue, for query: PhotoQuery?) throws(JSONProblem) -> [Photo?]

  /// The facts that only the reply about a single photo has; none by default
  func details(in photo: JSONValue) -> PhotoDetails

  // MARK: Refusals

  /// The meaning of a reply to this service alone; nil, the default, to go by the status
  func ownVerdict(on response: WebReply) -> ReplyVerdict?

  /// Why there are no more photos, if a reply refuses a page past the last one; nil, the default,
  /// for any other reply
  ///
  /// - Parameters:
  ///   - response: the service's reply
  ///   - photos: how many photos the pages before it have
  func end(in response: WebReply, after photos: Int) -> EndReason?

  /// The service's words in a refusal; nil if there are none
  ///
  /// By default the text of `errors`, `detail`, `message`, `error`, `reason` or `statusMessage` in
  /// its JSON.
  func words(in response: WebReply) -> String?
}

extension JSONPhotoProvider {
  public static var quota: QuotaFields? { nil }
  public static var showsInPage: Bool { false }
  public static var headers: HTTPHeaders { [:] }

  /// - Parameters:
  ///   - key: without it, a service that needs a key isn't asked
  ///   - base: the API's address, if not the service's own
  public init(key: String? = nil, base: URL? = nil) {
    self.init(access: APIAccess(key: key, base: base))
  }

  public var profile: ProviderProfile { Self.profile }

  public var wordForm: WordForm { Self.feed.form }

  public var api: APIDescription {
    var api = Self.api
    api.base = access.base ?? api.base
    api.changePages { pages in
      pages.path = Self.feed.path
      pages.immaterial.formUnion(Self.feed.pages.sizeItems.map(\.0))
      pages.defaults.merge(Self.feed.defaults) { $1 }
      pages.paging.merge(Self.feed.pages.firstItems) { $1 }
    }
    return api
  }

  public func ownObjection(to query: PhotoQuery) -> String? { nil }

  public func author(at page: URL) -> String? { nil }

  public func objection(to query: PhotoQuery) -> String? {
    if let reason = objection(toKindOf: query) { return reason }
    // Without filters no feed objects, so those of services that are never asked needn't be made.
    guard query.filters != PhotoFilters() else { return ownObjection(to: query) }
    return Self.feed.asked(for: query).objection(to: query) ?? ownObjection(to: query)
  }

  /// Why the adapter can't answer a query, whatever its filters; nil if it can
  private func objection(toKindOf query: PhotoQuery) -> String? {
    guard let subject = query.subject, profile.kind == .search || subject.kind == .similar else {
      guard query.kind != profile.kind else { return nil }
      return query.kind == .list ? "can't list without words" : "can't search by words"
    }
    guard let list = Self.feed.list(of: query) else { return subject.kind.inability }
    let isOwn = query.similar.map { $0.service == profile.service } ?? true
    guard isOwn, let value = own(query).subject?.value, !value.isEmpty, list.takes(value) else {
      return subject.objection
    }
    return nil
  }

  /// The query with this service's own form of an author's address; its list's subject has no value
  /// if the address is another service's
  func own(_ query: PhotoQuery) -> PhotoQuery {
    guard let subject = query.subject, subject.kind == .author, subject.value.isWebAddress else {
      return query
    }
    return query.listing(URL(string: subject.value).flatMap(author(at:)) ?? "")
  }

  // MARK: Asking

  public func call(for query: PhotoQuery) -> APICall { Self.feed.call(for: query) }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> WebRequest {
    switch try step(of: query, at: cursor) {
    case .lookup(let call, _): return try request(call)
    case .page(let query, _, _, let items):
      var call = call(for: query)
      call.items += items
      return try request(call)
    }
  }

  public func items(at cursor: PageCursor?) throws(ProviderError) -> [(String, String?)] {
    try checkedItems(at: cursor, by: Self.feed.pages)
  }

  /// The parameters of a page, as `pages` has them
  ///
  /// - Throws: `unknownPage` for a cursor that `pages` doesn't know.
  func checkedItems(
    at cursor: PageCursor?, by pages: Paging
  ) throws(ProviderError) -> [(String, String?)] {
    guard let items = pages.items(at: cursor) else {
      throw ProviderError(id, .unknownPage(cursor ?? PageCursor("")))
    }
    return items
  }

  /// The look-up or the page that a cursor of a query stands for
  ///
  /// - Throws: `unknownPage` for a cursor of another provider or list.
  func step(of query: PhotoQuery, at cursor: PageCursor?) throws(ProviderError) -> FeedStep {
    let query = own(query)
    let list = Self.feed.list(of: query)
    let name = query.subject?.value ?? ""
    if cursor == nil, let lookup = list?.lookup, let call = lookup.call(name) {
      return .lookup(call, id: { lookup.id($0, name) })
    }
    let (id, place) = cursor?.parts ?? (nil, nil)
    let isKnown = list.map { $0.call(id ?? name) != nil } ?? (id == nil)
    if let cursor, !isKnown || id == "" { throw ProviderError(self.id, .unknownPage(cursor)) }
    let items =
      if let pages = list?.pages { try checkedItems(at: place, by: pages) } else {
        try items(at: place)
      }
    return .page(of: query.listing(id), list: id, at: place, items)
  }

  public func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest] {
    let calls = calls(forPhoto: native)
    guard !calls.isEmpty else {
      throw ProviderError(id, .noSuchPhoto("\(profile.photoID(native))"))
    }
    return try calls.map { call throws(ProviderError) in try request(call) }
  }

  /// - Throws: `keyMissing` or `addressMissing`
  private func request(_ call: APICall) throws(ProviderError) -> WebRequest {
    var items = call.items
    var headers = Self.headers
    if let application = access.application {
      headers["User-Agent"] = UserAgent.text(of: application)
    }
    if let needed = Self.profile.key {
      let key = access.key ?? (needed.isAddress ? access.base?.absoluteString : nil)
      guard let key, !key.isEmpty else { throw ProviderError(id, needed.missing) }
      switch Self.api.key {
      case .header(let name, let before): headers[name] = before + key
      case .parameter(let name): items.append((name, key))
      case nil: break
      }
    }
    return WebRequest(base: api.base, path: call.path, items: items, headers: headers)
  }

  /// An address that is a constant of the program; a mistake in it stops the first run
  public static func address(_ constant: StaticString) -> URL { URL(constant: constant) }
}

/// The next question to a service about a query
enum FeedStep {
  /// The id of a list, which its reply gives
  case lookup(APICall, id: (_ reply: JSONValue) -> String?)
  /// A page at a place in its list, whose id the query has if it was looked up, and the page's
  /// parameters
  case page(of: PhotoQuery, list: String?, at: PageCursor?, [(String, String?)])
}

/// One call of an API, without the base address and the parts that all its calls share
public struct APICall: Sendable {
  /// The path, percent-encoded, with a leading slash; empty for the API's address itself
  public var path: String
  /// Names and values, sent in this order; an item without a value isn't sent
  public var items: [(String, String?)]

  /// e.g. `APICall("/search", [("query", query.words)])`
  public init(_ path: String = "", _ items: [(String, String?)] = []) {
    self.path = path
    self.items = items
  }
}

/// A user's settings for a service: key, address and sources
public struct APIAccess: Sendable {
  /// The key; nil or empty if none is set
  public var key: String?
  /// The API's address; nil for the service's own
  public var base: URL?
  /// The sources behind a service to ask; empty for the adapter's default
  public var sources: [String]
  /// The application's name, see ``PhotoClient/init(application:providers:transport:)``; nil for
  /// this library's own program
  public var application: String?

  /// A key, an address, sources, and the application's name
  public init(
    key: String? = nil, base: URL? = nil, sources: [String] = [], application: String? = nil
  ) {
    self.key = key
    self.base = base
    self.sources = sources
    self.application = application
  }
}

extension URL {
  /// An address that is a constant of the program
  package init(constant text: StaticString) {
    guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no address") }
    self = url
  }
}
