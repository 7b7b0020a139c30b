/// The pages that one provider was asked for and that aren't open yet, and which can be asked for next
///
/// They may be asked for side by side and arrive in any order; they are opened in the order of the list.
struct RequestedPages: Sendable {
  /// In the order of the list
  private var pages: [RequestedPage] = [] {
    didSet { counts = PendingCounts(pages) }
  }
  /// What is asked of `pages` for each photo
  private(set) var counts = PendingCounts([])
  /// Pages, from the first, that are there and were looked at in their order
  private var inspected = 0
  /// Names on the open page and on those that were looked at, of rows that are not done with
  private var names: Set<PhotoID> = []
  /// The page after all that were asked for; nil at the end, and until its cursor is known
  private var next: NextPage?
  /// Pages that were asked for in this run
  private(set) var lastNumber = 0
  /// Those of them that no request went out for, as it was held back
  private(set) var unsent = 0
  /// Pages that may be asked for in this run
  private var maxRequests: Int
  /// Whether the provider has something else to be asked for where its first page has no row
  private let hasSecondTry: Bool
  /// Bytes of the largest reply so far: as many as the next is taken to have
  private(set) var replySize = 0
  /// Photos that the provider says it has, as far as they are not read: an estimate
  private var remaining: Int?
  /// Rows that were read, and those of the pages before this run
  private var read = 0
  private var abandoned: [Int] = []

  /// Requests under way at a time: as many as go to one host, so that a page that was asked for is
  /// on its way, and no more are lost where a provider ends before its count
  private static let maxUnderWay = 6

  /// - Parameters:
  ///   - next: where it begins; nil where it has ended
  ///   - hasSecondTry: whether there is something else to ask for where the first page has no row
  init(from next: NextPage?, maxRequests: Int, hasSecondTry: Bool) {
    (self.next, self.maxRequests, self.hasSecondTry) = (next, maxRequests, hasSecondTry)
  }

  /// Lets so many pages more be asked for
  mutating func extend(maxRequests count: Int) {
    maxRequests = lastNumber + min(count, .max - lastNumber)
  }

  var isEmpty: Bool { pages.isEmpty }

  /// At most so many photos come of the pages under way, by their size and by what the provider
  /// says it has
  var photosUnderWay: Int {
    min(counts.photosUnderWay, remaining.map { max(1, $0) } ?? .max)
  }

  /// Photos of the pages that are there and haven't been met
  ///
  /// - Parameter done: rows of the first that were done with before this run
  func newPhotos(done: Int, seen: SeenPhotos) -> Int {
    pages.reduce(0) { count, page in
      count
        + page.photos.dropFirst(page.number == pages[0].number ? done : 0)
        .count { !seen.contains($0) }
    }
  }

  /// Whether pages beyond those that are there may still bring photos
  var mayBringMore: Bool { next != nil || isBusy }

  /// At most so many photos come of it before one more page is needed than may be asked for; nil when
  /// that isn't known
  ///
  /// - Parameter photos: in hand and under way
  func photosUntilStop(after photos: Int) -> Int? {
    guard mayBringMore else { return nil }
    let pages = max(0, maxRequests - lastNumber)
    guard pages > 0 else { return photos }
    guard let size = next?.size, size > 0, pages <= 1_000 else { return nil }
    return photos + pages * size
  }

  /// Bytes of the replies under way, and of those whose pages wait for their turn
  var bytesAhead: Int { counts.bytesThere + counts.underWay * replySize }

  /// Whether pages are under way
  var isBusy: Bool { counts.underWay > 0 }

  /// Whether a page can be asked for now
  ///
  /// - Parameter limit: pages that may wait for their turn
  func canAsk(ahead limit: Int) -> Bool {
    next != nil && !hasAskedMost && pages.count < limit && counts.underWay < Self.maxUnderWay
  }

  /// Whether the next page has not been asked for
  var isIdle: Bool { pages.isEmpty && next != nil }

  /// Whether no further page may be asked for in this run
  var hasAskedMost: Bool { lastNumber >= maxRequests }

  /// Whether there are pages under way that nobody needs any more, and it wasn't told yet
  var hasAbandoned: Bool { !abandoned.isEmpty }

  /// Numbers of pages under way that nobody needs any more, each told once
  mutating func takeAbandoned() -> [Int] {
    defer { abandoned = [] }
    return abandoned
  }

  // MARK: Asking, and taking what arrives

  /// The page to ask for now, and its number among those of this run
  ///
  /// - Parameter time: since the run began
  mutating func ask(at time: Duration) -> (page: NextPage, number: Int) {
    guard let page = next else { preconditionFailure("only a page that is known is asked for") }
    lastNumber += 1
    pages.append(RequestedPage(number: lastNumber, page: page, asked: time))
    next = page.following
    return (page, lastNumber)
  }

  /// Takes a page that has arrived, and sees whether those after it can be of use
  mutating func receive(_ result: Result<PhotoPage, ProviderError>, number: Int) {
    if !result.wasAsked { unsent += 1 }
    guard let index = pages.firstIndex(where: { $0.number == number }) else { return }
    pages[index].result = result
    replySize = max(replySize, pages[index].bytes ?? 0)
    count(result, of: pages[index])
    if case .success(let page) = result, let following = next(after: page, at: pages[index].page) {
      if index + 1 == pages.count {
        next = following
      } else if pages[index + 1].page.cursor != following.cursor {
        drop(from: index + 1)
        next = following
      }
    } else {
      drop(from: index + 1)
    }
  }

  /// Looks for an early end as soon as all pages before are there, so that nothing is asked for
  /// behind it
  ///
  /// - Parameters:
  ///   - done: rows of the first page that were done with before this run
  ///   - isAfterEmpty: whether the page before the first had no row
  mutating func inspect(done: Int, isAfterEmpty: Bool, seen: SeenPhotos) {
    while inspected < pages.count, case .success(let page) = pages[inspected].result {
      let done = inspected == 0 ? done : 0
      let isAfterEmpty = inspected == 0 ? isAfterEmpty : pages[inspected - 1].isEmpty
      let end = page.earlyEnd(done: done, isAfterEmpty: isAfterEmpty) {
        seen.hasSent($0) || names.contains($0.commonName)
      }
      inspected += 1
      if end != nil { drop(from: inspected) }
      names.formUnion(page.photos.dropFirst(done).lazy.map(\.commonName))
    }
  }

  /// Keeps what the provider says it has up to date; pages before this run are taken to be full
  private mutating func count(
    _ result: Result<PhotoPage, ProviderError>, of asked: RequestedPage
  ) {
    guard case .success(let page) = result else { return }
    if asked.number == 1, let further = page.further, let first = PageNumber(asked.page.cursor) {
      read = (first.number - 1) * further.size
    }
    read += page.photos.count + page.leftOut.values.reduce(0, +)
    remaining = page.total.map { max(0, $0 - read) }
    // A total that is far from the count of pages is a mistake.
    if let remaining, let further = page.further, remaining / further.size + 2 < further.count {
      self.remaining = nil
    }
  }

  // MARK: Opening and dropping them

  /// The first page or why it failed, which then is none of these; nil while it is under way
  mutating func takeFirst() -> Result<PhotoPage, ProviderError>? {
    guard let result = pages.first?.result else { return nil }
    pages.removeFirst()
    inspected = max(0, inspected - 1)
    return result
  }

  /// Knows what comes after a page that was opened, where nothing behind it was asked for
  mutating func goOn(to next: NextPage?) {
    if pages.isEmpty { self.next = next }
  }

  /// The page after one that is there: after a first one without any row that of the second try; nil
  /// after the last
  func next(after page: PhotoPage, at place: NextPage) -> NextPage? {
    if page.isEmpty, place.cursor == nil, hasSecondTry, !place.isSecondTry {
      return NextPage(cursor: nil, isSecondTry: true)
    }
    return NextPage(after: page, isSecondTry: place.isSecondTry)
  }

  /// Forgets a row that is done with
  mutating func finish(_ row: Photo) { names.remove(row.commonName) }

  /// Takes back what failed ahead of the list, with all that comes after it
  mutating func dropFailed() { takeBack(from: pages.firstIndex(where: \.hasFailed)) }

  /// Takes back what was asked for and has not arrived, with all that comes after it
  mutating func dropUnderWay() {
    guard let index = pages.firstIndex(where: { $0.result == nil }) else { return }
    takeBack(from: index)
    _ = takeAbandoned()
  }

  private mutating func takeBack(from index: Int?) {
    guard let index else { return }
    let page = pages[index].page
    drop(from: index)
    next = page
  }

  /// Drops all of them
  ///
  /// - Parameter next: where it begins anew; nil where it has ended
  mutating func reset(to next: NextPage?) {
    names = []
    drop(from: 0)
    self.next = next
  }

  private mutating func drop(from index: Int) {
    abandoned += pages[index...].filter { $0.result == nil }.map(\.number)
    pages.removeSubrange(index...)
    inspected = min(inspected, index)
    next = nil
  }
}

/// A page that can be asked for
struct NextPage: Sendable {
  /// nil is the first
  let cursor: PageCursor?
  /// Whether some of the words are asked for, as a page with all of them had no row
  let isSecondTry: Bool
  /// At most so many photos come of it, when that is known
  var size = 0
  /// What an earlier page said of those after this one
  var further: RemainingPages?

  init(cursor: PageCursor?, isSecondTry: Bool) {
    (self.cursor, self.isSecondTry) = (cursor, isSecondTry)
  }

  /// nil after the last
  fileprivate init?(after page: PhotoPage, isSecondTry: Bool) {
    guard let next = page.next else { return nil }
    self.init(cursor: next, isSecondTry: isSecondTry, of: page.further)
  }

  /// The one after this, as far as it is known before this has been read
  var following: NextPage? {
    guard let further, further.count > 0, let page = PageNumber(cursor) else { return nil }
    return NextPage(cursor: page.next.cursor, isSecondTry: isSecondTry, of: further)
  }

  private init(cursor: PageCursor, isSecondTry: Bool, of pages: RemainingPages?) {
    self.init(cursor: cursor, isSecondTry: isSecondTry)
    size = pages?.size ?? 0
    further = pages?.afterFirst
  }
}

/// A page that was asked for and is not open yet
struct RequestedPage: Sendable {
  /// Pages that were asked for in this run, this one with them
  let number: Int
  /// Where it is
  let page: NextPage
  /// When it was first asked for, since the run began
  let asked: Duration
  /// nil while it is under way
  var result: Result<PhotoPage, ProviderError>?

  /// Empty while it is under way, and when it failed
  var photos: [Photo] {
    if case .success(let page) = result { page.photos } else { [] }
  }

  /// Of the reply that it was read from; nil while it is under way
  var bytes: Int? {
    guard let result else { return nil }
    if case .success(let page) = result { return page.bytes }
    return 0
  }

  var hasFailed: Bool {
    if case .failure = result { true } else { false }
  }

  /// Whether it is there and has no rows at all
  var isEmpty: Bool {
    if case .success(let page) = result { page.isEmpty } else { false }
  }
}

/// What is known of the pages that a source was asked for, counted when one comes or goes
struct PendingCounts: Sendable {
  /// Pages on their way
  private(set) var underWay = 0
  /// At most so many photos come of them
  private(set) var photosUnderWay = 0
  /// Photos of those that are there
  private(set) var photosThere = 0
  /// Bytes of the replies that those were read from
  private(set) var bytesThere = 0
  /// Whether the first is there
  let isNextThere: Bool
  /// When the first was asked for, while it is on its way
  let waitsSince: Duration?

  init(_ pages: [RequestedPage]) {
    isNextThere = pages.first?.bytes != nil
    waitsSince = isNextThere ? nil : pages.first?.asked
    for page in pages {
      if let bytes = page.bytes {
        photosThere += page.photos.count
        bytesThere += bytes
      } else {
        underWay += 1
        photosUnderWay += page.page.size
      }
    }
  }
}

extension Result<PhotoPage, ProviderError> {
  /// Whether a service was asked for it, or a recording in its place
  var wasAsked: Bool {
    switch self {
    case .success(let page): page.wasAsked
    case .failure(let error): error.wasAsked
    }
  }
}

extension PhotoPage {
  /// Why it is the last, though it may promise more: the second without any row, or a whole page of
  /// what its provider has sent before
  ///
  /// - Parameter done: rows of it that were done with before this run: they don't count
  func earlyEnd(
    done: Int, isAfterEmpty: Bool, wasSent: (Photo) -> Bool
  ) -> EndReason? {
    if isEmpty { return isAfterEmpty ? .exhausted : nil }
    return done == 0 && isRepeat(where: wasSent) ? .repeats : nil
  }

  /// Whether this is a whole page of what its provider has sent before
  ///
  /// A page with rows that a filter dropped never counts as one: those rows aren't remembered, so
  /// they may be new.
  private func isRepeat(where wasSent: (Photo) -> Bool) -> Bool {
    !photos.isEmpty && !leftOut.keys.contains(where: \.isFiltered) && photos.allSatisfy(wasSent)
  }
}
