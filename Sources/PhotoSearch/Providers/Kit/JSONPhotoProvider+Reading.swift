public import Foundation
import Platform

extension JSONPhotoProvider {
  public func root(of response: WebReply) throws(JSONProblem) -> JSONValue {
    try JSONValue(parsing: response.body)
  }

  public func exclusionReason(for row: JSONValue) -> ExclusionReason? { nil }

  public func photos(
    in row: JSONValue, for query: PhotoQuery?
  ) throws(JSONProblem) -> [Photo?] { [try photo(in: row)] }

  /// The photo of a row that may have several: the first that can be read
  public func firstPhoto(in row: JSONValue) throws(JSONProblem) -> Photo {
    for case let photo? in try photos(in: row, for: nil) { return photo }
    throw row.problem("no photo")
  }

  public func details(in photo: JSONValue) -> PhotoDetails { PhotoDetails() }

  public func page(
    from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    // An invalid cursor is refused here too.
    switch try step(of: query, at: cursor) {
    case .lookup(_, let id):
      return PhotoPage(listing: id(try root(of: .success(response))), of: query)
    case .page(let asked, let list, let place, _):
      var page = try page(from: response, for: query, at: place, by: Self.feed.asked(for: asked))
      if let list { page.next = page.next.map { PageCursor(ofList: list, $0) } }
      return page
    }
  }

  /// - Parameter place: the page without the id of its list
  private func page(
    from response: WebReply, for query: PhotoQuery, at place: PageCursor?, by feed: ProviderFeed
  ) throws(ProviderError) -> PhotoPage {
    let before = (PageNumber(place)?.number ?? 1) - 1
    if let end = end(in: response, after: before * feed.pages.size) {
      if before > 0 { return PhotoPage(photos: [], end: end, notices: response.notices) }
      let message = serviceMessage(in: response)
      throw ProviderError(id, .rejected(status: response.status, message: message))
    }
    let content = try reading { () throws(JSONProblem) in
      let root = try root(of: response)
      return try rows(in: JSONReply(root: root, headers: response.headers, cursor: place))
    }
    let (filters, judged) = feed.judging(query)
    var reading = RowReading(
      page: PhotoPage(photos: [], notices: response.notices + content.notices), query: query,
      filters: filters, judged: judged, words: Self.feed.form.judgedWords(of: query))
    reading.page.photos.reserveCapacity(min(content.rows.count, Self.maxRows))
    for row in content.rows.prefix(Self.maxRows) {
      guard reading.page.photos.count < Self.maxPhotos else {
        reading.leaveOut(.excess)
        continue
      }
      add(row, to: &reading)
    }
    reading.leaveOut(.excess, count: content.rows.count - Self.maxRows)
    if let change = reading.change { throw ProviderError(id, change) }
    content.setEnd(of: &reading.page, at: place, by: feed.pages)
    return reading.page
  }

  /// Most rows to read from a reply: no service sends more, and each photo takes memory
  static var maxRows: Int { 1_000 }

  /// Most photos to read from a reply, where a row may have several
  static var maxPhotos: Int { 4_000 }

  /// Adds a row's photos to the page, or counts why they aren't shown
  private func add(_ row: JSONValue, to reading: inout RowReading) {
    if let reason = exclusionReason(for: row) { return reading.leaveOut(reason) }
    do throws(JSONProblem) {
      let photos = try photos(in: row, for: reading.query)
      if photos.isEmpty { reading.leaveOut(.withoutImage) }
      var hasPicture = false
      for photo in photos {
        guard let photo, !photo.renditions.isEmpty else {
          reading.leaveOut(photo == nil ? .unreadable : .withoutImage)
          continue
        }
        hasPicture = true
        reading.add(photo)
      }
      if !hasPicture { reading.countUnread(row.problem("no picture")) }
    } catch {
      reading.leaveOut(.unreadable)
      reading.countUnread(error)
    }
  }

  /// Reads a part of a reply; a problem in it is thrown as `unreadable`
  func reading<Value>(_ read: () throws(JSONProblem) -> Value) throws(ProviderError) -> Value {
    do throws(JSONProblem) {
      return try read()
    } catch { throw ProviderError(id, .unreadable(path: error.path, problem: error.problem)) }
  }

  // MARK: A single photo

  public func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    let root = try root(of: answers.first)
    if Self.showsInPage { return try photo(native, inPage: root) }
    try refuseVideo(root, named: native)
    return try reading { () throws(JSONProblem) in
      var photo = try photo(in: root)
      guard !photo.renditions.isEmpty else { throw root.problem("no picture") }
      photo.details = details(in: root)
      return photo
    }
  }

  /// Finds a photo in a reply that is a page of rows, by any of its ids at the service
  func photo(_ native: String, inPage root: JSONValue) throws(ProviderError) -> Photo {
    let wanted = profile.photoID(native)
    let found = try reading { () throws(JSONProblem) in
      let rows = try self.rows(in: JSONReply(root: root, headers: [:])).rows
      for row in rows.prefix(Self.maxRows) where !isVideo(row) {
        for photo in try photos(in: row, for: nil).compactMap(\.self)
        where !photo.renditions.isEmpty && photo.identities.contains(wanted) {
          var photo = photo
          photo.details = details(in: row)
          return photo as Photo?
        }
      }
      return nil
    }
    guard let found else { throw ProviderError(id, .noSuchPhoto("\(wanted)")) }
    return found
  }

  /// Whether a row is a video, which isn't shown even to somebody who names it. A search also leaves
  /// out drawings and paid placements, but those are pictures
  private func isVideo(_ row: JSONValue) -> Bool { exclusionReason(for: row) == .video }

  /// - Throws: that the requested photo is a video.
  func refuseVideo(_ row: JSONValue, named native: String) throws(ProviderError) {
    if isVideo(row) { throw ProviderError(id, .video("\(profile.photoID(native))")) }
  }

  /// The JSON in a reply about a photo
  ///
  /// - Throws: the error in place of a reply, and `unreadable`.
  func root(of answer: Result<WebReply, ProviderError>?) throws(ProviderError) -> JSONValue {
    guard let answer else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    let response = try answer.get()
    return try reading { () throws(JSONProblem) in try root(of: response) }
  }

  // MARK: The parts of a photo

  /// A web address, with https if the host is known to support it; nil for anything else
  public static func address(_ value: JSONValue?) -> URL? { link(value)?.url }

  /// The address as text, which is cheaper than a URL
  static func link(_ value: JSONValue?) -> WebAddress? { link(value?.string) }

  static func link(_ text: String?) -> WebAddress? {
    WebAddress(text) { host in
      ProviderCatalog.isSecure(host) || HostName.isAny(host, of: profile.secureHosts)
    }
  }

  /// The parts of an address's path, decoded; nil for other hosts
  ///
  /// - Parameters:
  ///   - url: any address
  ///   - hosts: in lower case; they match with `www.` before them too
  public static func path(of url: URL, at hosts: [String]) -> [String]? {
    let plain = WebAddress.plainParts(of: url)
    guard let host = (plain?.first.map(String.init) ?? url.host)?.lowercased() else { return nil }
    let bare = host.begins(with: "www.") ? Substring(host.utf8.dropFirst(4)) : host[...]
    guard hosts.contains(where: { $0 == host || $0[...] == bare }) else { return nil }
    return (plain?.dropFirst() ?? url.path.components(at: "/", keepsEmpty: false)[...]).map(
      String.init)
  }

  /// The second part of an address's path that has two; nil for other addresses
  ///
  /// - Parameters:
  ///   - url: any address
  ///   - hosts: see ``path(of:at:)``
  ///   - names: the first part is one of these
  static func part(of url: URL, at hosts: [String], behind names: [String]) -> String? {
    guard let path = path(of: url, at: hosts), path.count == 2, names.contains(path[0]) else {
      return nil
    }
    return path[1]
  }

  /// A photo of this provider with nothing but its id and page
  ///
  /// - Parameters:
  ///   - native: the service's own id
  ///   - page: the photo's page at the service
  public func photo(_ native: String, page: URL) -> Photo { photo(native, page: WebAddress(page)) }

  /// A photo with the address of its page as a row has it; nil if that is no address
  public func photo(_ native: String, page: JSONValue?) -> Photo? {
    Self.link(page).map { photo(native, page: $0) }
  }

  /// Who made a photo; nil when neither is told
  ///
  /// - Parameters:
  ///   - name: as a credit line is to have it
  ///   - page: the address of the profile
  public static func author(_ name: String?, page: JSONValue?) -> Author? {
    Author(name: name, address: link(page))
  }

  /// One size of a photo's picture; nil without an address
  ///
  /// - Parameters:
  ///   - role: what it is good for
  ///   - address: of the picture
  ///   - size: nil when the service doesn't say
  ///   - isPermanent: whether it can always be found there
  public static func rendition(
    _ role: Rendition.Role, at address: JSONValue?, size: PixelSize? = nil,
    isPermanent: Bool = true
  ) -> Rendition? {
    Rendition(role, link(address), size, isPermanent: isPermanent)
  }

  /// A photo with the address of its page; nil if that is no address
  func photo(_ native: String, at page: String) -> Photo? {
    WebAddress(page).map { photo(native, page: $0) }
  }

  func photo(_ native: String, page: WebAddress) -> Photo {
    // Read once, because each access copies the whole profile.
    let profile = Self.profile
    return Photo(id: profile.photoID(native), provider: profile.id, site: profile.site, page: page)
  }

  /// Whether a text can be a numeric id
  public static func isNumber(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }

  /// Whether a text can be an id of letters, digits, `-` and `_`, which can't change an address
  public static func isName(_ text: String, upTo length: Int = 300) -> Bool {
    (1...length).contains(text.utf8.count) && text.utf8.allSatisfy(\.isPartOfName)
  }
}

/// A page being read, with a count of bad rows, to notice when a service has changed its format
private struct RowReading {
  var page: PhotoPage
  let query: PhotoQuery
  let filters: PhotoFilters
  let judged: [FilterRow]
  /// Each photo must have a word that begins with each of these
  let words: [ComparedText]
  var hasPhoto = false
  /// Rows that look like photos, but can't be read or have no picture
  var unread = 0
  var firstProblem: JSONProblem?

  /// Fewest bad rows that aren't an accident
  private static let minUnread = 5

  mutating func leaveOut(_ reason: ExclusionReason, count: Int = 1) {
    if count > 0 { page.excluded[reason, default: 0] += count }
  }

  /// Adds a photo that has a picture, if it passes the filters
  mutating func add(_ photo: consuming Photo) {
    hasPhoto = true
    if let reason = filters.exclusionReason(for: photo, judging: judged) {
      leaveOut(reason)
    } else if !words.isEmpty, !hasWords(photo) {
      leaveOut(.words)
    } else {
      page.photos.append(photo)
    }
  }

  /// Whether a photo's text has the words; one without any text can't be judged
  private func hasWords(_ photo: borrowing Photo) -> Bool {
    guard photo.title != nil || photo.description != nil else { return true }
    let text = ComparedText(of: copy photo)
    return words.allSatisfy { text?.holdsStart(of: $0) ?? false }
  }

  /// Counts a row that can't be read
  mutating func countUnread(_ problem: JSONProblem) {
    unread += 1
    firstProblem = firstProblem ?? problem
  }

  /// The error that the service has changed, if none of its rows can be read; else nil
  ///
  /// Rows of other kinds (paid, videos, without a picture as the service itself says) don't count,
  /// unless there are more than three of them for each bad one.
  var change: ProviderError.Reason? {
    let others = page.excluded.total - unread
    guard !hasPhoto, unread >= Self.minUnread, others <= 3 * unread, let firstProblem else {
      return nil
    }
    return .changed(rows: unread, path: firstProblem.path, problem: firstProblem.problem)
  }
}

/// Values as photos need them; nil if a value is missing or invalid
extension JSONValue {
  /// Text without markup, on one line; nil if nothing is left
  public var plainText: String? { PlainText.resolved(string) }

  /// Text that has no markup, on one line; nil if nothing is left
  public var folded: String? { PlainText.folded(string) }

  /// A color as `#rrggbb` in lower case
  public var color: String? {
    guard let text = string, text.begins(with: "#"), text.utf8.count == 7,
      text.utf8.dropFirst().allSatisfy(\.isHexDigit)
    else { return nil }
    return text.lowercased()
  }
}

extension Photo {
  /// Sets the title, and the description if it says more than the title
  mutating func setTexts(title: String?, description: String?) {
    self.title = title
    self.description = description == title ? nil : description
  }
}
