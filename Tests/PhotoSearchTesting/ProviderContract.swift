public import Foundation
public import PhotoSearch

/// An adapter beside a recording of its service: what every provider promises is checked with it
///
/// The recording has the pages of one query from the first to the end, the first with at least four
/// photos, and the replies about one of the photos:
///
///     let contract = try ProviderContract(
///       MyService.self, recording: file, query: PhotoQuery("boats"),
///       photo: "4711")
///     for promise in ProviderContract.promises { try promise.check(contract) }
///
/// Where nothing says which page is the last, the recording has two empty ones at its end.
///
/// With Swift Testing, `ProviderContract.promises` are the arguments of one test.
public struct ProviderContract: Sendable, CustomStringConvertible {
  /// What a service may leave untold of a photo
  public enum Detail: Sendable {
    /// When it was published
    case published
    /// The address of its author's page
    case authorPage
    /// Where it was taken
    case place
    /// The camera, or the exposure
    case camera
    /// How often it was seen
    case views
    /// The terms under which it may be used
    case license
    /// The address of the picture as it was uploaded
    case original
    /// Its pixels in a list, though a single photo's are told
    case listedSize
  }

  /// One thing that every provider promises
  public struct Promise: Sendable, CustomStringConvertible {
    /// In plain words
    public let description: String
    private let keep: @Sendable (ProviderContract) throws -> Void

    init(_ description: String, _ keep: @escaping @Sendable (ProviderContract) throws -> Void) {
      self.description = description
      self.keep = keep
    }

    /// - Throws: a ``Breach`` when an adapter does not keep it.
    public func check(_ contract: ProviderContract) throws {
      do {
        try keep(contract)
      } catch let error as Breach {
        throw error
      } catch { throw Breach("\(contract): \(error)") }
    }
  }

  /// What an adapter does that it should not
  public struct Breach: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// All promises
  public static let promises: [Promise] =
    pagePromises + photoPromises + requestPromises + verdictPromises

  /// One page of the recording
  struct Page {
    let cursor: PageCursor?
    let reply: WebReply
    let page: PhotoPage
  }

  package static let key = "k3y-of-n0body"

  let adapter: any JSONPhotoProvider.Type
  package let query: PhotoQuery
  /// The recorded pages of the query, to the end
  let pages: [Page]
  /// Rows of the first page that are photos, as they were sent
  package let rows: [String]
  /// The first page's reply without its rows
  private let frame: (start: Data, end: Data)
  /// The native id of a photo, and the replies about it; nil for a service that can't be asked for
  /// one photo
  package let native: String?
  package let answers: [WebReply]
  let nothing: (query: PhotoQuery, reply: WebReply)?
  let untold: Set<Detail>

  /// - Parameters:
  ///   - recording: a session with the service, in which keys are redacted: a HAR file, or a folder
  ///     of them
  ///   - query: one that the recording has all pages of
  ///   - photo: the native id of a photo that it has the replies about; nil for a service that
  ///     can't be asked for one
  ///   - nothing: a query for which nothing was found, if the recording has one
  ///   - untold: what the service says of no photo
  /// - Throws: when the recording lacks some of that.
  public init(
    _ adapter: any JSONPhotoProvider.Type, recording: URL, query: PhotoQuery,
    photo: String?, nothing: PhotoQuery? = nil, untold: Set<Detail> = []
  ) throws {
    try self.init(
      adapter, recording: HARArchive(contentsOf: recording), query: query, photo: photo,
      nothing: nothing, untold: untold)
  }

  package init(
    _ adapter: any JSONPhotoProvider.Type, recording: HARArchive, query: PhotoQuery,
    photo: String?, nothing: PhotoQuery? = nil, untold: Set<Detail> = []
  ) throws {
    self.adapter = adapter
    self.query = query
    self.untold = untold
    native = photo
    let provider = adapter.init(key: Self.key)
    let replay = ReplayTransport(archive: recording, apis: [provider.api])
    var pages: [Page] = []
    var cursor: PageCursor?
    repeat {
      let reply = try replay.response(to: provider.request(for: query, at: cursor))
      let page = try provider.page(from: reply, for: query, at: cursor)
      pages.append(Page(cursor: cursor, reply: reply, page: page))
      cursor = page.next
    } while cursor != nil && pages.count < 100 && !Self.isEnd(pages)
    self.pages = pages
    let requests = try photo.map { try provider.requests(forPhoto: $0) } ?? []
    answers = try requests.map { try replay.response(to: $0) }
    self.nothing = try nothing.map { query in
      (query, try replay.response(to: provider.request(for: query, at: nil)))
    }
    let first = pages[0].reply
    let root = try provider.root(of: first)
    let rows = try provider.rows(in: JSONReply(root: root, headers: first.headers)).rows
    let ends = rows.map(\.range)
    guard let start = ends.map(\.lowerBound).min(), let end = ends.map(\.upperBound).max() else {
      throw Breach("\(adapter.profile.id): the first page of the recording has no rows")
    }
    let body = Data(first.body)
    frame = (body.prefix(start), body.dropFirst(end))
    let good = Set(pages[0].page.photos.map(\.id))
    self.rows = rows.compactMap { row in
      guard provider.exclusionReason(for: row) == nil,
        case .success(let photo) = Result(catching: { try provider.photo(in: row) }),
        good.contains(photo.id)
      else { return nil }
      return String(decoding: body[row.range], as: UTF8.self)
    }
    guard self.rows.count >= 4 else {
      throw Breach("\(adapter.profile.id): the first page of the recording has too few photos")
    }
  }

  /// Whether pages end in two that are empty, behind which nothing is asked for
  static func isEnd(_ pages: [Page]) -> Bool {
    pages.count > 2 && pages.suffix(2).allSatisfy(\.page.isEmpty)
  }

  public var description: String { adapter.profile.id.rawValue }

  /// The adapter with a key
  package var provider: any JSONPhotoProvider { adapter.init(key: Self.key) }

  /// The first page's reply with other rows, one of several pages as it was
  package func reply(_ rows: [String]) -> WebReply {
    var reply = pages[0].reply
    reply.body = frame.start + Data(rows.joined(separator: ",").utf8) + frame.end
    return reply
  }

  /// The first page with other rows, read
  package func page(_ rows: [String]) throws(ProviderError) -> PhotoPage {
    try provider.page(from: reply(rows), for: query, at: nil)
  }

  /// The id that a row's photo has
  func id(of row: String) throws -> PhotoID {
    guard let photo = try page([row]).photos.first else { throw breach("\(row) is no photo") }
    return photo.id
  }

  func breach(_ words: String) -> Breach { Breach("\(self): \(words)") }

  func expect(_ holds: Bool, _ words: @autoclosure () -> String) throws {
    if !holds { throw breach(words()) }
  }

  /// Expects an error that satisfies a condition
  func expectError(
    _ words: String, _ body: () throws -> Void,
    where isRight: (ProviderError) -> Bool = { _ in true }
  ) throws {
    do {
      try body()
    } catch let error as ProviderError { return try expect(isRight(error), "\(words): \(error)") }
    throw breach("\(words): no error")
  }

  /// Expects just this error
  func expect(_ expected: ProviderError, _ words: String, _ body: () throws -> Void) throws {
    try expectError(words, body) { $0 == expected }
  }

  func expectUnreadable(_ words: String, _ body: () throws -> Void) throws {
    try expectError(words, body) { error in
      guard case .unreadable(let path, let problem) = error.reason else { return false }
      return !path.isEmpty && !problem.isEmpty && error.provider == provider.id
    }
  }

  package func expectSound(_ photo: Photo) throws {
    if let fault = Self.fault(in: photo) { throw breach("\(photo.id): \(fault)") }
  }

  /// Why a photo isn't what holds for every one, whoever sent it: nothing is `""` or 0 that is
  /// unknown, text is on one line, addresses are web addresses; nil when it is
  package static func fault(in photo: Photo) -> String? {
    let texts =
      [photo.title, photo.description, photo.author?.name, photo.color, photo.blurHash]
      + photo.tags.map { $0 }
    for text in texts.compactMap(\.self) {
      if text.isEmpty { return "an empty text" }
      if text.contains(where: \.isNewline) { return "lines in '\(text)'" }
      if text.first?.isWhitespace != false || text.last?.isWhitespace != false {
        return "blanks around '\(text)'"
      }
    }
    let addresses =
      [photo.pageURL, photo.author?.url, photo.downloadLocation] + photo.renditions.map(\.url)
    for address in addresses.compactMap(\.self) {
      guard ["http", "https"].contains(address.scheme), address.host?.isEmpty == false else {
        return "\(address) is no web address"
      }
    }
    for size in ([photo.size] + photo.renditions.map(\.size)).compactMap(\.self)
    where size.width <= 0 || size.height <= 0 { return "a size of \(size)" }
    let roles = photo.renditions.map(\.role)
    if roles != roles.sorted() { return "renditions out of order: \(roles)" }
    if !photo.identities.contains(photo.origin) { return "it is not its own origin" }
    return photo.id.native.isEmpty || photo.likes ?? 0 < 0 ? "no sound id or likes" : nil
  }
}
