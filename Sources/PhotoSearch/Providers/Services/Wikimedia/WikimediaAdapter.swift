import Foundation
import Platform

/// The parts that Commons' search and its lists share: pages, each with its file
protocol WikimediaAdapter: JSONPhotoProvider {}

extension WikimediaAdapter {
  static var headers: HTTPHeaders { ["User-Agent": UserAgent.text] }

  func items(at cursor: PageCursor?) throws(ProviderError) -> [(String, String?)] {
    guard let cursor else { return Self.feed.pages.sizeItems }
    guard let place = CommonsCursor(cursor) else { throw ProviderError(id, .unknownPage(cursor)) }
    return Self.feed.pages.sizeItems + place.items
  }

  /// - Parameters:
  ///   - items: choose the files
  ///   - metadata: the facts to request in addition to those of every row
  static func call(_ items: [(String, String?)], metadata: String = "extmetadata") -> APICall {
    APICall(
      "",
      [("action", "query"), ("format", "json"), ("formatversion", "2")] + items + [
        ("prop", "imageinfo"), ("iiprop", "url|size|mime|timestamp|\(metadata)"),
        ("iiurlwidth", "960"),
        ("iiextmetadatafilter", CommonsMetadata.names.joined(separator: "|")),
      ])
  }

  /// - Parameter native: a page id, or a file's title with its namespace
  func calls(forPhoto native: String) -> [APICall] {
    let title = CommonsTitle.normalized(native).flatMap { $0.contains(bytes: "|") ? nil : $0 }
    let file: (String, String?)? =
      CommonsTitle.pageID(native).map { ("pageids", $0) } ?? title.map { ("titles", $0) }
    return file.map { [Self.call([$0], metadata: "extmetadata|commonmetadata")] } ?? []
  }

  func native(at url: URL) -> String? { CommonsTitle.native(at: url) }

  // MARK: Rows

  /// The pages of a query, sorted by rank
  ///
  /// A reply may be one part of a batch: then some pages have their file in another part.
  ///
  /// - Parameter rank: gives the rank of a page, which is also told its place in the reply
  func rows(
    in reply: JSONReply, rank: (_ row: JSONValue, _ place: Int) -> Int
  ) throws(JSONProblem) -> PageRows {
    let place = reply.cursor.flatMap { CommonsCursor($0) }
    var rows = try pages(in: reply.root).enumerated()
      .map { place, row in (rank: rank(row, place), row: row) }
      .sorted { $0.rank < $1.rank }
      .map(\.row)
    if reply.root["batchcomplete"] == nil || place?.continuesBatch == true {
      rows.removeAll { Self.pageID($0) != nil && Self.file(of: $0) == nil }
    }
    return PageRows(rows, next: try next(in: reply.root, after: place))
  }

  /// The pages of a query in either format version
  ///
  /// Version 2 lists them in an array, version 1 in an object by page id; neither is in order of
  /// rank.
  private func pages(in root: JSONValue) throws(JSONProblem) -> [JSONValue] {
    guard root.isObject else { throw root.problem("no object") }
    if let error = root["error"] { throw error.problem("an error instead of results") }
    guard root["query"] != nil, let list = try root.object("query")["pages"] else {
      // A reply without results has no `query`, but still says whether more comes.
      guard root["batchcomplete"] != nil || root["continue"] != nil else {
        throw root.problem("neither pages nor an end of them")
      }
      return []
    }
    guard let rows = list.elements ?? list.members?.map(\.value) else {
      throw list.problem("no array and no object")
    }
    return rows
  }

  private func next(
    in root: JSONValue, after place: CommonsCursor?
  ) throws(JSONProblem) -> PageRows.Next {
    guard let value = root["continue"] else { return .page(nil) }
    guard let members = value.members, !members.isEmpty else { throw value.problem("no object") }
    var values: [String: String] = [:]
    for (name, value) in members {
      guard let text = value.text else { throw value.problem("neither text nor a number") }
      values[name] = text
    }
    guard var next = CommonsCursor(values: values) else {
      throw value.problem("values that are no place in a list")
    }
    if next.continuesBatch { next = next.holdingList(at: place) }
    guard next.leadsToFiles else { return .page(nil) }
    if next == place { return .end(.repeats) }
    if let offset = next.offset, offset >= maxResults { return .end(.depthLimit(maxResults)) }
    return .page(next.cursor)
  }

  /// Leaves out files that aren't pictures, by the type in the reply, else by the file extension
  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    guard Self.pageID(row) != nil else {
      return row["missing"] == nil && row["invalid"] == nil ? nil : .withoutImage
    }
    guard let file = Self.file(of: row) else { return nil }
    guard let type = file["mime"]?.string?.lowercased() else {
      let ending = row["title"]?.string?.components(at: ".").last?.lowercased() ?? ""
      return pictureEndings.contains(ending) ? nil : .withoutImage
    }
    if type.begins(with: "video/") || type == "application/ogg" { return .video }
    return pictureTypes.contains(type) ? nil : .withoutImage
  }

  /// Empty for a page without a file
  func photos(in row: JSONValue, for query: PhotoQuery?) throws(JSONProblem) -> [Photo?] {
    Self.pageID(row) != nil && Self.file(of: row) == nil ? [] : [try photo(in: row)]
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = Self.pageID(row), let file = Self.file(of: row),
      let page = Self.link(file["descriptionurl"])
        ?? WebAddress("https://commons.wikimedia.org/w/index.php?curid=\(id)")
    else { throw row.problem("no page with a file") }
    let metadata = CommonsMetadata(value: file["extmetadata"])
    let title = row["title"]?.string
    let name = title.flatMap(CommonsTitle.normalized)
    var photo = photo("\(id)", page: page)
    photo.aliases = name.map { [profile.photoID($0)] } ?? []
    photo.title = metadata.title ?? (name.map(CommonsTitle.name) ?? PlainText.folded(title))
    photo.description = metadata.description
    photo.author = metadata.author
    photo.attribution = metadata.attribution
    photo.size = PixelSize(in: file)
    photo.renditions = renditions(of: file, size: photo.size)
    photo.license = metadata.license
    photo.published = (file["timestamp"]?.string ?? metadata.uploaded).flatMap { Date(iso8601: $0) }
    photo.taken = metadata.taken
    return photo
  }

  /// The page's id; nil for a page that doesn't exist
  static func pageID(_ row: JSONValue) -> Int? {
    row["pageid"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The page's file; nil if it is in another reply of the same batch, or the page has none
  private static func file(of row: JSONValue) -> JSONValue? {
    row["imageinfo"]?.elements?.first.flatMap { $0.isObject ? $0 : nil }
  }

  // MARK: A single file

  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    let root = try root(of: answers.first)
    guard let row = try reading({ () throws(JSONProblem) in try pages(in: root) }).first else {
      throw ProviderError(id, .unreadable(path: "query.pages", problem: "nothing"))
    }
    try refuseVideo(row, named: native)
    guard exclusionReason(for: row) == nil, let file = Self.file(of: row),
      var photo = ifReadable({ try self.photo(in: row) })
    else { throw ProviderError(id, .noSuchPhoto("\(profile.photoID(native))")) }
    photo.details = PhotoDetails(
      place: CommonsMetadata(value: file["extmetadata"]).place,
      camera: CommonsExposure.camera(in: file["commonmetadata"]))
    return photo
  }

  // MARK: Refusals

  /// Errors come with status 200; see
  /// [API:Errors](https://www.mediawiki.org/wiki/API:Errors_and_warnings)
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    switch response.status {
    case 200..<300:
      guard let error = error(in: response) else { return nil }
      let words = shown(words(of: error))
      return Self.isPassing(error["code"]?.text ?? "")
        ? .again(after: response.retryAfter, reason: words)
        : .failed(status: response.status, message: words)
    case 403, 429:
      // Either there were too many requests, or the User-Agent doesn't name the program.
      let words = shown(
        "Wikimedia asks for a User-Agent with a name and a contact: \(serviceMessage(in: response))"
      )
      return response.status == 429
        ? response.again(words) : .failed(status: response.status, message: words)
    default: return nil
    }
  }

  func words(in response: WebReply) -> String? { error(in: response).map(words(of:)) }

  /// An error's code and text, e.g. `maxlag: Waiting for db1234: 7 seconds lagged`
  private func words(of error: JSONValue) -> String {
    let words = [error["code"]?.text, error["info"]?.plainText].compactMap(\.self)
    return words.isEmpty ? "an error without a name" : words.joined(separator: ": ")
  }

  /// The error object of a reply. Only short replies and those whose header names an error are
  /// searched, as a reply with photos is longer
  private func error(in response: WebReply) -> JSONValue? {
    let isNamed = response.headers["MediaWiki-API-Error"] != nil
    return isNamed || response.body.count <= 16_384 ? response.json?["error"] : nil
  }

  /// Temporary errors: a database that lags behind, a busy search, too many requests
  private static func isPassing(_ code: String) -> Bool {
    ["maxlag", "ratelimited", "readonly"].contains(code)
      || ["internal_api_error", "cirrussearch-too-busy"].contains { code.begins(with: $0) }
      || code.ends(with: "backend-error")
  }
}

/// Most results that the search goes through; beyond them it answers with an error
private let maxResults = 10_000

/// Types of files that are pictures made of pixels
private let pictureTypes: Set<String> = [
  "image/jpeg", "image/png", "image/gif", "image/webp", "image/tiff",
]
private let pictureEndings: Set<String> = [
  "jpg", "jpeg", "jpe", "png", "gif", "webp", "tif", "tiff",
]
