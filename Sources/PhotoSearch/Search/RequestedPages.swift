/// The pages that were requested of one provider and aren't open yet, and the page to request next
///
/// Pages may be requested side by side and arrive in any order; they are opened in the list's
/// order.
struct RequestedPages: Sendable {
  /// Pages that were requested and aren't open yet, in the order of the list
  private var pages: [RequestedPage] = [] { didSet { counts = PendingCounts(pages) } }
  /// Sums over `pages`, which are needed for each photo
  private(set) var counts = PendingCounts([])
  /// How many of the first `pages` have arrived and were checked in order
  private var inspected = 0
  /// Names of the rows that are still to come on the open page and the checked ones
  private var names: Set<PhotoID> = []
  /// The page after all requested ones; nil at the end, and until its cursor is known
  private var next: NextPage?
  /// Pages requested in this run
  private(set) var lastNumber = 0
  /// Requested pages for which nothing was sent because a quota held them back
  private(set) var unsent = 0
  /// Most pages that may be requested in a run
  private let maxRequests: Int
  /// The number of the last page that may be requested in this run
  private var maxNumber: Int
  /// Whether the query has a second try at this provider
  private let hasSecondTry: Bool
  /// Bytes of the largest reply so far, taken as the size of the next
  private(set) var replySize = 0
  /// Photos that the provider says it has and that weren't read yet: an estimate
  private var remaining: Int?
  /// Rows read so far, including those on pages before this run
  private var read = 0

  /// Most requests under way: as many as may go to one host. More would only wait there, and would
  /// be wasted if the provider ends early
  private static let maxUnderWay = 6

  /// - Parameters:
  ///   - next: the first page to request; nil if the provider has ended
  ///   - maxRequests: most pages that may be requested in a run
  ///   - hasSecondTry: whether the query has a second try at this provider
  init(from next: NextPage?, maxRequests: Int, hasSecondTry: Bool) {
    self.next = next
    self.maxRequests = maxRequests
    self.hasSecondTry = hasSecondTry
    maxNumber = maxRequests
  }

  /// Allows as many pages again, after those requested so far
  mutating func extend() { maxNumber = lastNumber + min(maxRequests, .max - lastNumber) }

  var isEmpty: Bool { pages.isEmpty }

  /// Whether the first page has arrived
  var isFirstThere: Bool { !pages.isEmpty && pages[0].bytes != nil }

  /// When the first page was requested, if it is under way
  var waitsSince: Duration? { pages.isEmpty || isFirstThere ? nil : pages[0].asked }

  /// Most photos that can come from the pages under way, by their size and the provider's own total
  var photosUnderWay: Int { min(counts.photosUnderWay, remaining.map { max(1, $0) } ?? .max) }

  /// Photos of the arrived pages that the search hasn't met
  ///
  /// - Parameter done: rows of the first page that were shown before this run
  func newPhotos(done: Int, seen: SeenPhotos) -> Int {
    pages.reduce(0) { count, page in
      count
        + page.photos.dropFirst(page.number == pages[0].number ? done : 0)
        .count { !seen.contains($0) }
    }
  }

  /// Whether photos may still come from pages that haven't arrived
  var mayBringMore: Bool { next != nil || isBusy }

  /// Most photos that can come from it before it would need more pages than it may request; nil if
  /// unknown
  ///
  /// - Parameter photos: photos in hand and under way
  func photosUntilStop(after photos: Int) -> Int? {
    guard mayBringMore else { return nil }
    let pages = max(0, maxNumber - lastNumber)
    guard pages > 0 else { return photos }
    guard let size = next?.size, size > 0, pages <= 1_000 else { return nil }
    return photos + pages * size
  }

  /// Bytes of the replies under way (estimated) and of pages that wait for their turn
  var bytesAhead: Int { counts.bytesThere + counts.underWay * replySize }

  /// Whether pages are under way
  var isBusy: Bool { counts.underWay > 0 }

  /// Whether a page can be asked for now
  ///
  /// - Parameter limit: pages that may wait for their turn
  func canAsk(ahead limit: Int) -> Bool {
    next != nil && !hasAskedMost && pages.count < limit && counts.underWay < Self.maxUnderWay
  }

  /// Whether the next page hasn't been requested
  var isIdle: Bool { pages.isEmpty && next != nil }

  /// Whether the source may request no further page in this run
  var hasAskedMost: Bool { lastNumber >= maxNumber }

  /// Whether a page that was requested is still needed
  func needs(_ number: Int) -> Bool { pages.contains { $0.number == number } }

  // MARK: Asking, and taking what arrives

  /// The page to request now, and its number in this run
  ///
  /// - Parameter time: since the run began
  mutating func ask(at time: Duration) -> (page: NextPage, number: Int) {
    guard let page = next else { preconditionFailure("only a page that is known is asked for") }
    lastNumber += 1
    pages.append(RequestedPage(number: lastNumber, page: page, asked: time))
    next = page.following
    return (page, lastNumber)
  }

  /// Takes a page that has arrived, and checks whether those after it are still needed
  mutating func receive(_ result: Result<PhotoPage, ProviderError>, number: Int) {
    if !result.wasAsked { unsent += 1 }
    guard let index = pages.firstIndex(where: { $0.number == number }) else { return }
    pages[index].result = result
    replySize = max(replySize, pages[index].bytes ?? 0)
    let page = pages[index].arrived
    if let page { count(page, of: pages[index]) }
    let following = page.flatMap { next(after: $0, at: pages[index].page) }
    if let following, index + 1 < pages.count, pages[index + 1].page.cursor == following.cursor {
      return
    }
    drop(from: index + 1)
    next = following
  }

  /// Looks for an early end as soon as all earlier pages have arrived, so that no page after it is
  /// requested
  ///
  /// - Parameters:
  ///   - done: rows of the first page that were shown before this run
  ///   - isAfterEmpty: whether the page before the first had no row
  mutating func inspect(done: Int, isAfterEmpty: Bool, seen: SeenPhotos) {
    while inspected < pages.count, let page = pages[inspected].arrived {
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

  /// Updates the estimate of photos that are left; pages before this run are assumed to be full
  private mutating func count(_ page: PhotoPage, of asked: RequestedPage) {
    if asked.number == 1, let further = page.further, let first = PageNumber(asked.page.cursor) {
      read = (first.number - 1) * further.size / further.step
    }
    read += page.photos.count + page.excluded.total
    remaining = page.total.map { max(0, $0 - read) }
    // A total that is far from the number of pages is wrong.
    if let remaining, let further = page.further, remaining / further.size + 2 < further.count {
      self.remaining = nil
    }
  }

  // MARK: Opening and dropping them

  /// Removes the first page and returns it, or why it failed; nil while it is under way
  mutating func takeFirst() -> Result<PhotoPage, ProviderError>? {
    guard let result = pages.first?.result else { return nil }
    pages.removeFirst()
    inspected = max(0, inspected - 1)
    return result
  }

  /// Sets the page to request after the opened one, unless a page after that was requested already
  mutating func continueList(at next: NextPage?) { if pages.isEmpty { self.next = next } }

  /// The page after an arrived one; after an empty first page that of the second try; nil after the
  /// last
  func next(after page: PhotoPage, at place: NextPage) -> NextPage? {
    if page.isEmpty, place.cursor == nil, hasSecondTry, !place.isSecondTry {
      return NextPage(cursor: nil, isSecondTry: true)
    }
    return page.next.map { next in
      NextPage(cursor: next, isSecondTry: place.isSecondTry, of: page.further)
    }
  }

  /// Removes the name of a row that was shown or skipped
  mutating func finish(_ row: Photo) { names.remove(row.commonName) }

  /// Takes back a page that failed ahead of the list, with all later pages
  mutating func dropFailed() { takeBack(from: pages.firstIndex(where: \.hasFailed)) }

  /// Forgets pages that were requested and haven't arrived, and all pages after the first of them
  mutating func dropUnderWay() { takeBack(from: pages.firstIndex { $0.result == nil }) }

  private mutating func takeBack(from index: Int?) {
    guard let index else { return }
    let page = pages[index].page
    drop(from: index)
    next = page
  }

  /// Drops all of them
  ///
  /// - Parameter next: the page to start again with; nil if the provider has ended
  mutating func reset(to next: NextPage?) {
    names = []
    drop(from: 0)
    self.next = next
  }

  private mutating func drop(from index: Int) {
    pages.removeSubrange(index...)
    inspected = min(inspected, index)
    next = nil
  }
}

/// A page that can be requested
struct NextPage: Sendable {
  /// The page's cursor; nil for the first page
  let cursor: PageCursor?
  /// Whether the page belongs to the second try, for some of the words
  let isSecondTry: Bool
  /// Most photos that can come from the page; 0 if unknown
  var size = 0
  /// The number of pages after this one, as an earlier page told
  var further: RemainingPages?
}

extension NextPage {
  /// The page after this one, if it is known without reading this one
  var following: NextPage? {
    guard let further, further.count > 0, let page = PageNumber(cursor) else { return nil }
    return NextPage(
      cursor: page.advanced(by: further.step).cursor, isSecondTry: isSecondTry, of: further)
  }

  fileprivate init(cursor: PageCursor, isSecondTry: Bool, of pages: RemainingPages?) {
    self.init(
      cursor: cursor, isSecondTry: isSecondTry, size: pages?.size ?? 0, further: pages?.afterFirst)
  }
}

extension Result<PhotoPage, ProviderError> {
  /// Whether a request was sent for the page
  var wasAsked: Bool {
    switch self {
    case .success(let page): page.wasAsked
    case .failure(let error): error.wasAsked
    }
  }
}

extension PhotoPage {
  /// Why the page is the last although it promises more: it is the second without any row, or it
  /// repeats photos that its provider has sent before
  ///
  /// A page with rows that a filter dropped is never a repeat: those rows aren't remembered, so
  /// they may be new.
  ///
  /// - Parameters:
  ///   - done: rows of it that were shown before this run, which don't count
  ///   - wasSent: whether the provider has sent a photo before
  func earlyEnd(done: Int, isAfterEmpty: Bool, wasSent: (Photo) -> Bool) -> EndReason? {
    if isEmpty { return isAfterEmpty ? .exhausted : nil }
    guard done == 0, !photos.isEmpty, !excluded.keys.contains(where: \.mayBeGood) else {
      return nil
    }
    return photos.allSatisfy(wasSent) ? .repeats : nil
  }
}

/// A page that was requested and isn't open yet
struct RequestedPage: Sendable {
  /// The page's number among those requested in this run, from 1
  let number: Int
  /// The page's cursor
  let page: NextPage
  /// The time when the page was first requested, since the run began
  let asked: Duration
  /// The page, or its failure; nil while the request is under way
  var result: Result<PhotoPage, ProviderError>?

  /// The page, unless it is under way or failed
  var arrived: PhotoPage? { if case .success(let page) = result { page } else { nil } }

  /// The page's photos; empty while it is under way, and if it failed
  var photos: [Photo] { arrived?.photos ?? [] }

  /// Bytes of the page's reply; nil while it is under way
  var bytes: Int? { result == nil ? nil : arrived?.bytes ?? 0 }

  var hasFailed: Bool { result != nil && arrived == nil }

  /// Whether the page has arrived and has no rows at all
  var isEmpty: Bool { arrived?.isEmpty ?? false }
}

/// Sums over the requested pages of a source, updated when a page is added or removed
struct PendingCounts: Sendable {
  /// Number of pages under way
  private(set) var underWay = 0
  /// Most photos that can come from the pages under way
  private(set) var photosUnderWay = 0
  /// Photos of the pages that have arrived
  private(set) var photosThere = 0
  /// Bytes of the replies of the pages that have arrived
  private(set) var bytesThere = 0

  init(_ pages: [RequestedPage]) {
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
