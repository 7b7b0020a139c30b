public import Foundation

extension ProviderID {
  /// Wikimedia Commons
  public static let wikimedia = ProviderID(rawValue: "wikimedia")
}

/// Wikimedia Commons, the media archive of Wikipedia: search, and single files
///
/// MediaWiki's [search](https://www.mediawiki.org/wiki/API:Search) as a generator of pages, with
/// [imageinfo](https://www.mediawiki.org/wiki/API:Imageinfo) for each. No key.
public struct WikimediaCommons: PhotoProvider {
  /// What is to be known of it before it is asked
  public static let profile = ProviderProfile(
    id: .wikimedia, name: "Wikimedia Commons", service: CommonsTitle.service, kind: .search,
    key: nil, terms: URL(constant: "https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use"))

  public let api: APIDescription

  /// - Parameter base: where requests go instead of to Commons itself
  public init(base: URL? = nil) {
    api = APIDescription(
      defaultBase: URL(constant: "https://commons.wikimedia.org/w/api.php"), base: base,
      immaterial: [
        "format", "formatversion", "gsrlimit", "prop", "iiprop", "iiurlwidth",
        "iiextmetadatafilter", "maxlag", "origin", "callback",
      ],
      defaults: ["gsrnamespace": "6", "gsrsort": "relevance"],
      paging: ["gsroffset": nil, "continue": nil, "iicontinue": nil])
  }

  public var profile: ProviderProfile { Self.profile }

  /// Pages of photos asked for at once: as many as Commons makes thumbnails for in one reply
  private static let pageSize = 50
  /// Results that the search looks through; past them it answers with an error
  private static let deepest = 10_000

  public func objection(to query: PhotoQuery) -> String? {
    if query.kind == .list { return "cannot list without words" }
    if query.filters.color != nil { return "cannot filter by color" }
    if query.filters.sort == .popular { return "cannot sort by popularity" }
    // By default it stays: a library of knowledge has no such filter, and few need one.
    return query.filters.safety == nil ? nil : "cannot filter by safety"
  }

  public func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> HTTPRequest {
    var items: [(String, String?)] = [
      ("generator", "search"),
      ("gsrsearch", "filetype:bitmap \(query.words ?? "")"),
      ("gsrnamespace", "6"),
      ("gsrlimit", "\(Self.pageSize)"),
      ("gsrsort", query.filters.sort == .latest ? "create_timestamp_desc" : nil),
    ]
    items += Self.fileItems(metadata: "extmetadata")
    items += try place(cursor)?.items ?? []
    return request(items)
  }

  public func page(
    from response: HTTPResponse, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    let place = try place(cursor)
    let reply = try read(response)
    let isPart = !reply.isBatchComplete || place?.continuesBatch == true
    let rows = reply.pages.compactMap { CommonsPhoto(page: $0).row(isInPart: isPart) }
    let filters = query.filters
    var page = PhotoPage(
      rows: rows, filter: RowFilter(orientation: filters.orientation, licenses: filters.licenses)
    ) { $0 }
    if let values = reply.continuation {
      (page.next, page.end) = try next(values, after: place)
    }
    return page
  }

  /// The place after a page, or why there is none
  private func next(
    _ values: [String: String], after place: CommonsCursor?
  ) throws(ProviderError) -> (PageCursor?, EndReason) {
    guard let next = CommonsCursor(values: values) else {
      throw ProviderError(
        id, .unreadable(path: "continue", problem: "values that are no place in a list"))
    }
    if next == place { return (nil, .repeats) }
    if let offset = next.offset, offset >= Self.deepest {
      return (nil, .depthLimit(Self.deepest))
    }
    return (next.cursor, .exhausted)
  }

  private func place(_ cursor: PageCursor?) throws(ProviderError) -> CommonsCursor? {
    guard let cursor else { return nil }
    guard let place = CommonsCursor(cursor) else { throw ProviderError(id, .unknownPage(cursor)) }
    return place
  }
}

// MARK: - One file

extension WikimediaCommons {
  /// - Parameter native: a page id, or a file's title with its namespace
  public func requests(forPhoto native: String) throws(ProviderError) -> [HTTPRequest] {
    let file: (String, String?)
    if let identity = CommonsTitle.pageIdentity(native) {
      file = ("pageids", identity.native)
    } else if let title = CommonsTitle.normalized(native), !title.contains("|") {
      file = ("titles", title)
    } else {
      throw ProviderError(id, .noSuchPhoto("\(CommonsTitle.service):\(native)"))
    }
    return [request([file] + Self.fileItems(metadata: "extmetadata|commonmetadata"))]
  }

  public func native(ofPage url: URL) -> String? { CommonsTitle.identity(at: url)?.native }

  public func photo(
    from answers: [Result<HTTPResponse, ProviderError>]
  ) throws(ProviderError) -> Photo {
    guard let first = answers.first else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    guard let page = try read(try first.get()).pages.first else {
      throw ProviderError(id, .unreadable(path: "query.pages", problem: "nothing"))
    }
    guard !page.isMissing, case .photo(var photo)? = CommonsPhoto(page: page).row(isInPart: false)
    else {
      throw ProviderError(
        id, .noSuchPhoto(page.id.map { "\(CommonsTitle.service):\($0)" } ?? page.title ?? ""))
    }
    photo.details = PhotoDetails(
      place: CommonsMetadata(value: page.file?["extmetadata"]).place,
      camera: CommonsExposure(page.file?["commonmetadata"]).camera)
    return photo
  }
}

// MARK: - What both kinds of request have

extension WikimediaCommons {

  private static func fileItems(metadata: String) -> [(String, String?)] {
    [
      ("prop", "imageinfo"),
      ("iiprop", "url|size|mime|timestamp|\(metadata)"),
      ("iiurlwidth", "960"),
      ("iiextmetadatafilter", CommonsMetadata.names.joined(separator: "|")),
    ]
  }

  private func request(_ items: [(String, String?)]) -> HTTPRequest {
    let always: [(String, String?)] = [
      ("action", "query"), ("format", "json"), ("formatversion", "2"),
    ]
    return HTTPRequest(
      base: api.base, items: always + items, headers: ["User-Agent": UserAgent.text])
  }

  private func read(_ response: HTTPResponse) throws(ProviderError) -> CommonsReply {
    do throws(JSONProblem) {
      return try CommonsReply(response.body)
    } catch {
      throw ProviderError(id, .unreadable(path: error.path, problem: error.problem))
    }
  }
}
