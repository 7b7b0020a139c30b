/// One provider's part in a merged search: its position, its pages in their order, and its status
///
/// Pages may be requested side by side and arrive in any order. They are opened one after another,
/// so the result is the same as if each had been requested after the one before.
struct MergeSource: Sendable {
  let id: ProviderID
  /// Whether the provider's photos may be copies of other services' photos
  let isAggregator: Bool
  private(set) var position: SourcePosition
  private var outcome: ProviderReport
  private var rows: ArraySlice<Photo> = []
  private var openPage: PhotoPage?
  private var isAnnounced = false
  /// Pages in a row without a photo
  private var pagesWithoutPhoto = 0

  /// Pages that were requested and aren't open yet, in the order of the list
  private var pendingPages: [RequestedPage] = [] {
    didSet { pendingCounts = PendingCounts(pendingPages) }
  }
  /// Sums over `pendingPages`, which are needed for each photo
  private var pendingCounts = PendingCounts([])
  /// How many of the first `pendingPages` have arrived and were checked in order
  private var inspectedPages = 0
  /// Names of the rows that are still to come on the open page and the checked ones
  private var pendingNames: Set<PhotoID> = []
  /// The page after all requested ones; nil at the end, and until its cursor is known
  private var nextPage: NextPage?
  /// Pages requested in this run
  private var lastNumber = 0
  /// Requested pages for which nothing was sent because a quota held them back
  private var unsentRequests = 0
  /// Most pages that may be requested in this run
  private var maxRequests: Int
  /// Bytes of the largest reply so far, taken as the size of the next
  private(set) var replySize = 0
  /// Photos that the provider says it has and that weren't read yet: an estimate
  private var remainingEstimate: Int?
  /// Rows read so far, including those on pages before this run
  private var read = 0
  /// Whether the list is waiting for a page to arrive
  private var isListWaiting = false
  private var abandonedRequests: [Int] = []

  /// Most pages in a row without a photo: enough for a filter that hardly any photo passes, but
  /// finite for a service that never ends
  private static let maxPagesWithoutPhoto = 250
  /// Most notices of a provider to keep, as people won't read more
  private static let maxNotices = 20
  /// Most requests under way: as many as may go to one host. More would only wait there, and would
  /// be wasted if the provider ends early
  private static let maxUnderWay = 6

  init(id: ProviderID, isAggregator: Bool, position: SourcePosition, maxRequests: Int) {
    self.id = id
    self.isAggregator = isAggregator
    self.position = position
    self.maxRequests = maxRequests
    outcome = ProviderReport(id: id)
    if let end = position.end {
      outcome.status = .ended(end)
      isAnnounced = true
    } else {
      nextPage = NextPage(cursor: position.page)
    }
  }

  /// Whether more photos may come from the provider in this run
  var isActive: Bool { outcome.status == .ok }

  /// Whether the provider may still send copies of other providers' photos. A failure in this run
  /// doesn't change that, because a later run asks again
  var maySendCopies: Bool { isAggregator && !position.isEnded }

  /// The provider's report so far
  ///
  /// Its requests are the pages that the list reached, including the one it waits for. Other
  /// requests, after what turned out to be the last page or in an interrupted run, are counted
  /// apart: their number depends on timing, and a replay must print the same as the live run.
  var report: ProviderReport {
    var report = outcome
    if isListWaiting, !pendingPages.isEmpty { report.requests += 1 }
    report.requestsBeside = lastNumber - unsentRequests - report.requests
    return report
  }

  /// Allows more pages
  ///
  /// - Parameter asksFailed: whether it takes part again if it failed
  mutating func extend(maxRequests count: Int, asksFailed: Bool) {
    maxRequests = lastNumber + min(count, .max - lastNumber)
    outcome.reachedRequestLimit = false
    guard asksFailed else { return }
    // A failed page ahead of the list is requested again, too.
    if let index = pendingPages.firstIndex(where: \.hasFailed) {
      let page = pendingPages[index].page
      dropPages(from: index)
      nextPage = page
    }
    guard case .failed = outcome.status else { return }
    outcome.status = .ok
    pagesWithoutPhoto = 0
    isAnnounced = false
    nextPage = NextPage(cursor: position.page)
  }

  /// Notes that the run ends here, because the source would need more pages than it may request
  mutating func stopRun() {
    outcome.reachedRequestLimit = true
  }

  mutating func skip(_ reason: String) {
    outcome.status = .skipped(reason)
    leave(at: SourcePosition(end: .exhausted))
    isAnnounced = true
  }

  /// The event that the provider has ended or failed, returned once
  mutating func announceDeparture() -> SearchEvent? {
    guard !isAnnounced else { return nil }
    switch outcome.status {
    case .ok, .skipped: return nil
    case .ended(let reason):
      isAnnounced = true
      return .ended(id, reason)
    case .failed(let error):
      isAnnounced = true
      return .failed(error)
    }
  }
}

// MARK: - Rows

extension MergeSource {
  /// The next row; set after ``findHead(seen:)`` has found one
  var head: Photo? { rows.first }

  /// Skips rows that were seen before, and opens the next page if it has arrived
  ///
  /// - Parameter maxPages: most pages of its turn; nil if there are no turns
  /// - Returns: whether there is a new row; if not, the source needs a page, its turn has taken the
  ///   most pages, or it has ended
  mutating func findHead(
    seen: inout SeenPhotos, keeping names: SeenPhotos.Names, maxPages: Int?
  ) -> Bool {
    while true {
      while let row = rows.first {
        guard seen.contains(row) else { return true }
        finishRow(row, seen: &seen, keeping: names)
      }
      if let maxPages, position.turnPages >= maxPages { return false }
      guard openNext(seen: seen, isInTurn: maxPages != nil) else { break }
    }
    isListWaiting = isActive
    return false
  }

  /// Ends its turn if that has taken this many pages without a photo
  ///
  /// - Returns: whether the turn ended
  mutating func endTurn(after maxPages: Int) -> Bool {
    guard isActive, position.turnPages >= maxPages else { return false }
    position.turnPages = 0
    return true
  }

  /// Takes the next row off the page
  mutating func takeHead(seen: inout SeenPhotos, keeping names: SeenPhotos.Names) -> Photo? {
    guard let row = rows.first else { return nil }
    outcome.shown += 1
    pagesWithoutPhoto = 0
    position.turnPages = 0
    finishRow(row, seen: &seen, keeping: names)
    return row
  }

  private mutating func finishRow(
    _ row: Photo, seen: inout SeenPhotos, keeping names: SeenPhotos.Names
  ) {
    seen.insert(row, keeping: names)
    pendingNames.remove(row.commonName)
    rows = rows.dropFirst()
    position.offset += 1
    turnPageIfDone()
  }
}

// MARK: - Opening pages, one after another

extension MergeSource {
  private mutating func openNext(seen: SeenPhotos, isInTurn: Bool) -> Bool {
    guard let result = pendingPages.first?.result else { return false }
    pendingPages.removeFirst()
    isListWaiting = false
    inspectedPages = max(0, inspectedPages - 1)
    switch result {
    case .success(let page):
      outcome.requests += 1
      // The rest of a page that was begun earlier doesn't count as a new one.
      if isInTurn, position.offset == 0 { position.turnPages += 1 }
      open(page, seen: seen)
    case .failure(let error):
      if error.wasAsked { outcome.requests += 1 }
      fail(error)
    }
    return true
  }

  /// Opens the page at `position`, without the rows that were shown before
  private mutating func open(_ page: PhotoPage, seen: SeenPhotos) {
    outcome.total = page.total ?? outcome.total
    outcome.quota = page.quota ?? outcome.quota
    outcome.excluded.merge(page.excluded, uniquingKeysWith: +)
    for notice in page.notices where outcome.notices.count < Self.maxNotices {
      if !outcome.notices.contains(notice) { outcome.notices.append(notice) }
    }
    let end = earlyEnd(
      page, done: position.offset, isAfterEmpty: position.emptyPages > 0, wasSent: seen.hasSent)
    if let end { return self.end(end) }
    position.emptyPages = page.isEmpty ? 1 : 0
    pagesWithoutPhoto += 1
    if pagesWithoutPhoto > Self.maxPagesWithoutPhoto { return giveUp() }
    if pendingPages.isEmpty { nextPage = NextPage(after: page) }
    openPage = page
    rows = page.photos.dropFirst(position.offset)
    turnPageIfDone()
  }

  /// Leaves a page as soon as its last row is taken, so that the position doesn't depend on whether
  /// the reader asks for more
  private mutating func turnPageIfDone() {
    guard rows.isEmpty, let page = openPage else { return }
    openPage = nil
    guard let next = page.next else { return end(page.end) }
    position.page = next
    position.offset = 0
  }

  /// Why a page is the last although it promises more: it is the second without any row, or it
  /// repeats photos that this provider has sent before
  ///
  /// - Parameter done: rows of it that were shown before this run, which don't count
  private func earlyEnd(
    _ page: PhotoPage, done: Int, isAfterEmpty: Bool, wasSent: (Photo) -> Bool
  ) -> EndReason? {
    if page.isEmpty { return isAfterEmpty ? .exhausted : nil }
    return done == 0 && page.isRepeat(where: wasSent) ? .repeats : nil
  }

  private mutating func giveUp() {
    let message = "\(Self.maxPagesWithoutPhoto) pages in a row without a photo"
    fail(ProviderError(id, .unavailable(message: message)))
  }

  private mutating func fail(_ error: ProviderError) {
    if case .transport(.notRecorded(_, _, isPastFirstPage: true)) = error.reason {
      end(.recording)
    } else {
      outcome.status = .failed(error)
      leave(at: position)
    }
  }

  private mutating func end(_ reason: EndReason) {
    outcome.status = .ended(reason)
    leave(at: SourcePosition(end: reason))
  }

  private mutating func leave(at place: SourcePosition) {
    position = place
    openPage = nil
    rows = []
    pendingNames = []
    dropPages(from: 0)
  }
}

// MARK: - Asking for pages, and taking them as they arrive

extension MergeSource {
  /// Most photos that can come from the rows in hand, including those of pages that aren't open
  var rowsInHand: Int { rows.count - rowsDone + pendingCounts.photosThere }

  /// Rows in hand without those that were seen before, which takes a look at each
  func newRowsInHand(seen: SeenPhotos) -> Int {
    let pages = pendingPages.reduce(0) { count, page in
      count
        + page.photos.dropFirst(page.number == pendingPages[0].number ? rowsDone : 0)
        .count { !seen.contains($0) }
    }
    return pages + rows.count { !seen.contains($0) }
  }

  /// Most photos that can come from the pages under way, by their size and the provider's own total
  var photosUnderWay: Int {
    min(pendingCounts.photosUnderWay, remainingEstimate.map { max(1, $0) } ?? .max)
  }

  /// Rows of the next page that were shown before this run
  private var rowsDone: Int {
    openPage == nil && pendingCounts.isNextThere ? position.offset : 0
  }

  /// Whether photos may still come from pages that haven't arrived
  var mayBringMore: Bool { nextPage != nil || isBusy }

  /// Most photos that can come from it before it would need more pages than it may request; nil if
  /// unknown
  ///
  /// - Parameter photos: photos in hand and under way
  func photosUntilStop(after photos: Int) -> Int? {
    guard mayBringMore else { return nil }
    let pages = max(0, maxRequests - lastNumber)
    guard pages > 0 else { return photos }
    guard let size = nextPage?.size, size > 0, pages <= 1_000 else { return nil }
    return photos + pages * size
  }

  /// Bytes of the replies under way (estimated) and of pages that wait for their turn
  var bytesAhead: Int { pendingCounts.bytesThere + pendingCounts.underWay * replySize }

  /// Whether pages are under way
  var isBusy: Bool { pendingCounts.underWay > 0 }

  /// Whether a page can be asked for now
  ///
  /// - Parameter limit: pages that may wait for their turn
  func canAsk(ahead limit: Int) -> Bool {
    nextPage != nil && !hasAskedMost && pendingPages.count < limit
      && pendingCounts.underWay < Self.maxUnderWay
  }

  /// Whether the next page hasn't been requested
  var isIdle: Bool { pendingPages.isEmpty && nextPage != nil }

  /// Whether the source may request no further page in this run
  var hasAskedMost: Bool { lastNumber >= maxRequests }

  /// When the next page was requested, if it is under way
  var waitsSince: Duration? { pendingCounts.waitsSince }

  /// The page to request now, and its number in this run
  ///
  /// - Parameter time: since the run began
  mutating func ask(at time: Duration) -> (cursor: PageCursor?, number: Int) {
    guard let page = nextPage else { preconditionFailure("only a page that is known is asked for") }
    lastNumber += 1
    pendingPages.append(RequestedPage(number: lastNumber, page: page, asked: time))
    nextPage = page.following
    return (page.cursor, lastNumber)
  }

  /// Takes a page that has arrived, and checks whether those after it are still needed
  mutating func receive(
    _ result: Result<PhotoPage, ProviderError>, number: Int, seen: SeenPhotos
  ) {
    if case .failure(let error) = result, !error.wasAsked { unsentRequests += 1 }
    guard let index = pendingPages.firstIndex(where: { $0.number == number }) else { return }
    pendingPages[index].result = result
    replySize = max(replySize, pendingPages[index].bytes ?? 0)
    count(result, of: pendingPages[index])
    if case .success(let page) = result, let next = NextPage(after: page) {
      if index + 1 == pendingPages.count {
        nextPage = next
      } else if pendingPages[index + 1].page.cursor != next.cursor {
        dropPages(from: index + 1)
        nextPage = next
      }
    } else {
      dropPages(from: index + 1)
    }
    inspectPages(seen: seen)
  }

  /// Whether there are new numbers for ``takeAbandoned()``
  var hasAbandoned: Bool { !abandonedRequests.isEmpty }

  /// Numbers of pages under way that are no longer needed, each returned once
  mutating func takeAbandoned() -> [Int] {
    defer { abandonedRequests = [] }
    return abandonedRequests
  }

  /// Looks for an early end as soon as all earlier pages have arrived, so that no page after it is
  /// requested
  private mutating func inspectPages(seen: SeenPhotos) {
    while inspectedPages < pendingPages.count,
      case .success(let page) = pendingPages[inspectedPages].result
    {
      let done = inspectedPages == 0 ? rowsDone : 0
      let isAfterEmpty =
        inspectedPages == 0 ? position.emptyPages > 0 : pendingPages[inspectedPages - 1].isEmpty
      let end = earlyEnd(page, done: done, isAfterEmpty: isAfterEmpty) {
        seen.hasSent($0) || pendingNames.contains($0.commonName)
      }
      inspectedPages += 1
      if end != nil { dropPages(from: inspectedPages) }
      pendingNames.formUnion(page.photos.dropFirst(done).lazy.map(\.commonName))
    }
  }

  /// Updates the estimate of photos that are left; pages before this run are assumed to be full
  private mutating func count(
    _ result: Result<PhotoPage, ProviderError>, of asked: RequestedPage
  ) {
    guard case .success(let page) = result else { return }
    if asked.number == 1, let further = page.further, let first = PageNumber(asked.page.cursor) {
      read = (first.number - 1) * further.size
    }
    read += page.photos.count + page.excluded.values.reduce(0, +)
    remainingEstimate = page.total.map { max(0, $0 - read) }
    // A total that is far from the number of pages is wrong.
    if let remainingEstimate, let further = page.further,
      remainingEstimate / further.size + 2 < further.count
    {
      self.remainingEstimate = nil
    }
  }

  /// Forgets pages that were requested and haven't arrived, and all pages after the first of them
  mutating func dropUnderWay() {
    guard let index = pendingPages.firstIndex(where: { $0.result == nil }) else { return }
    let page = pendingPages[index].page
    dropPages(from: index)
    _ = takeAbandoned()
    nextPage = page
  }

  private mutating func dropPages(from index: Int) {
    abandonedRequests += pendingPages[index...].filter { $0.result == nil }.map(\.number)
    pendingPages.removeSubrange(index...)
    inspectedPages = min(inspectedPages, index)
    nextPage = nil
  }
}
