public import Foundation

/// A service that answers JSON, page by page: what such services have in common stands here
///
/// An adapter says only what is its own, in this order: what the service is, what it is asked, how
/// its rows become photos, what else it has to say. What has a default can be said anew. The guide
/// <doc:AddAProvider> makes an adapter from nothing.
public protocol JSONPhotoProvider: PhotoProvider {
  // MARK: What the service is

  /// Name, kind, key, terms and hosts
  static var profile: ProviderProfile { get }
  /// Where it is for everybody, and which parts of a request matter, apart from what its feed says
  static var api: APIDescription { get }
  /// What it is asked for its pages, and what it can filter
  static var feed: ProviderFeed { get }
  /// Where its replies say what is left of the quota; nil, as by default, when they don't
  static var quota: QuotaFields? { get }
  /// Whether the reply about a single photo is a page of rows too, as where a search is asked for an
  /// id; false by default
  static var showsInPage: Bool { get }
  /// Header fields of every request but for the key's; none by default
  static var headers: HTTPHeaders { get }
  /// The key in use, and where requests go
  var access: APIAccess { get }

  /// The adapter, with a key and an address
  init(access: APIAccess)

  // MARK: What it is asked

  /// Where a query goes, and with what, by default as the feed says; page, page size and key are
  /// added
  ///
  /// - Parameter query: one that ``PhotoProvider/objection(to:)`` has nothing against
  func call(for query: PhotoQuery) -> APICall

  /// Why this service alone leaves a query to the others; nil, as by default, when it doesn't
  func ownObjection(to query: PhotoQuery) -> String?

  /// What is added to ask for one page: by default its number and the page size
  ///
  /// - Throws: `unknownPage` for a cursor that isn't this provider's.
  func items(at cursor: PageCursor?) throws(ProviderError) -> [(String, String?)]

  /// The calls that together tell all of one photo: the first must succeed, the rest only add
  ///
  /// - Returns: none for what can't be an id, which may come from anywhere
  func calls(forPhoto native: String) -> [APICall]

  // MARK: How its rows become photos

  /// The JSON in a reply: by default all of it
  func root(of response: WebReply) throws(JSONProblem) -> JSONValue

  /// The rows of a page, and what the reply says of those that follow
  ///
  /// - Throws: what is missing in the reply as a whole.
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows

  /// Why a row is left out unread, e.g. as a paid placement; nil, as by default, when it isn't
  func exclusionReason(for row: JSONValue) -> ExclusionReason?

  /// The photo that a row is, or the first reply about a single photo
  ///
  /// One without renditions is left out.
  ///
  /// - Throws: what is missing of what no photo lacks.
  func photo(in row: JSONValue) throws(JSONProblem) -> Photo

  /// The photos of a row that has several (``Paging`` is to say so); by default the one of
  /// ``JSONPhotoProvider/photo(in:)``
  ///
  /// - Returns: in the service's order; nil in the place of one that can't be read
  func photos(in row: JSONValue) throws(JSONProblem) -> [Photo?]

  /// What only the reply about a single photo tells; nothing by default
  func details(in photo: JSONValue) -> PhotoDetails

  // MARK: What else it has to say

  /// What this service alone means by a reply; nil, as by default, to go by the status
  func ownVerdict(on response: WebReply) -> ReplyVerdict?

  /// The service's own words in a refusal; nil when there are none
  ///
  /// By default what its JSON has under `errors`, `detail`, `message`, `error` or `reason`.
  func words(in response: WebReply) -> String?
}

extension JSONPhotoProvider {
  public static var quota: QuotaFields? { nil }
  public static var showsInPage: Bool { false }
  public static var headers: HTTPHeaders { [:] }

  /// - Parameters:
  ///   - key: without one, a service that asks for a key isn't asked anything
  ///   - base: where requests go instead of to the service's own address
  public init(key: String? = nil, base: URL? = nil) {
    self.init(access: APIAccess(key: key, base: base))
  }

  public var profile: ProviderProfile { Self.profile }

  public var api: APIDescription {
    var paging = Self.api.paging
    if let number = Self.feed.pages.number { paging[number] = "1" }
    return APIDescription(
      defaultBase: Self.api.defaultBase, base: access.base, path: Self.feed.path,
      mark: Self.api.mark, key: Self.api.key,
      requestsAtOnce: Self.api.requestsAtOnce,
      immaterial: Self.api.immaterial.union(Self.feed.pages.sizeItems.map(\.0)),
      defaults: Self.api.defaults.merging(Self.feed.defaults) { $1 },
      paging: paging, replyLifetime: Self.api.replyLifetime)
  }

  public func ownObjection(to query: PhotoQuery) -> String? { nil }

  public func objection(to query: PhotoQuery) -> String? {
    guard query.kind == profile.kind else {
      return query.kind == .list ? "can't list without words" : "can't search by words"
    }
    return Self.feed.objection(to: query) ?? ownObjection(to: query)
  }
}

// MARK: - Asking

extension JSONPhotoProvider {
  public func call(for query: PhotoQuery) -> APICall { Self.feed.call(for: query) }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> WebRequest {
    var call = call(for: query)
    call.items += try items(at: cursor)
    return try request(call)
  }

  public func items(at cursor: PageCursor?) throws(ProviderError) -> [(String, String?)] {
    let number = String(try pageNumber(cursor).number)
    return (Self.feed.pages.number.map { [($0, number)] } ?? []) + Self.feed.pages.sizeItems
  }

  public func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest] {
    let calls = calls(forPhoto: native)
    guard !calls.isEmpty else {
      throw ProviderError(id, .noSuchPhoto("\(profile.photoID(native))"))
    }
    var requests: [WebRequest] = []
    for call in calls { requests.append(try request(call)) }
    return requests
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

  private func pageNumber(_ cursor: PageCursor?) throws(ProviderError) -> PageNumber {
    guard let page = PageNumber(cursor), page.number <= Self.feed.pages.last ?? .max else {
      throw ProviderError(id, .unknownPage(cursor ?? PageCursor("")))
    }
    return page
  }
}
