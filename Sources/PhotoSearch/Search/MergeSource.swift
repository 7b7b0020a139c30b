/// One provider's part in a merged search: its place, its pages in their order, and what became of
/// it
///
/// Pages may be asked for side by side and arrive in any order. They are opened one after another,
/// so that what comes of them is the same as if each had been asked for after the one before.
struct MergeSource: Sendable {
  let id: ProviderID
  /// Whether its photos may be those of other services
  let isAggregator: Bool
  private(set) var position: SourcePosition
  private var outcome: ProviderReport
  private var rows: ArraySlice<Photo> = []
  private var openPage: PhotoPage?
  private var isAnnounced = false
  /// Pages in a row that brought no photo
  private var pagesWithoutPhoto = 0

  /// Pages that were asked for and are not open yet, in the order of the list
  private var pendingPages: [RequestedPage] = [] {
    didSet { pendingCounts = PendingCounts(pendingPages) }
  }
  /// What is asked of `pendingPages` for each photo
  private var pendingCounts = PendingCounts([])
  /// Pages of `pendingPages`, from its start, that are there and were looked at in their order
  private var inspectedPages = 0
  /// Names on the open page and the settled ones, of rows that are not done with
  private var pendingNames: Set<PhotoID> = []
  /// The page after all that were asked for; nil at the end, and until its cursor is known
  private var nextPage: NextPage?
  /// Pages that were asked for in this run
  private var lastNumber = 0
  /// Those of them that no request went out for, as it was held back
  private var unsentRequests = 0
  /// Pages that may be asked for in this run
  private var maxRequests: Int
  /// Bytes of the largest reply so far: as many as the next is taken to have
  private(set) var replySize = 0
  /// Photos that the provider says it has, as far as they are not read: an estimate
  private var remainingEstimate: Int?
  /// Rows that were read, and those of the pages before this run
  private var read = 0
  /// Whether the list has come to the end of what is in hand
  private var isListWaiting = false
  private var abandonedRequests: [Int] = []

  /// Enough for a filter that hardly any photo passes, and a limit for a service that never ends
  private static let maxPagesWithoutPhoto = 250
  /// What a provider says besides: more is not for people
  private static let maxNotices = 20
  /// Requests under way at a time: as many as go to one host, so that a page that was asked for is
  /// on its way, and no more are lost where a provider ends before its count
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

  /// Whether more may come of it in this run
  var isActive: Bool { outcome.status == .ok }

  /// Whether it may yet name other providers' photos: a matter of the place, not of this run, in which
  /// it may have failed
  var maySendCopies: Bool { isAggregator && !position.isEnded }

  /// What became of it so far
  ///
  /// Its requests are the pages that the list came to, the one that is waited for with them. Pages
  /// that were asked for in vain, beside one that turned out to be the last, or in a run that was
  /// interrupted, are counted apart: how many those are is a matter of time, and a replay prints what
  /// the live run printed.
  var report: ProviderReport {
    var report = outcome
    if isListWaiting, !pendingPages.isEmpty { report.requests += 1 }
    report.requestsBeside = lastNumber - unsentRequests - report.requests
    return report
  }

  /// Lets so many pages more be asked for
  ///
  /// - Parameter asksFailed: whether it takes part again where it failed
  mutating func extend(maxRequests count: Int, asksFailed: Bool) {
    maxRequests = lastNumber + min(count, .max - lastNumber)
    outcome.reachedRequestLimit = false
    guard asksFailed else { return }
    // What failed ahead of the list is asked for anew, too.
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

  /// Notes that the run ends here, as one more page would have to be asked for than may be
  mutating func stopRun() {
    outcome.reachedRequestLimit = true
  }

  mutating func skip(_ reason: String) {
    outcome.status = .skipped(reason)
    leave(at: SourcePosition(end: .exhausted))
    isAnnounced = true
  }

  /// The event of having ended or failed, once
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
  /// The next row, once ``findHead(seen:)`` has said there is one
  var head: Photo? { rows.first }

  /// Passes over rows that have been met, and opens the next page when it is there
  ///
  /// - Parameter maxPages: that its turn may take; nil where there are no turns
  /// - Returns: whether there is a row to show in hand; if not, the source needs a page, its turn has
  ///   cost its most, or it has left
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

  /// Ends its turn when that has cost so many pages without a photo
  ///
  /// - Returns: whether it did
  mutating func endTurn(after maxPages: Int) -> Bool {
    guard isActive, position.turnPages >= maxPages else { return false }
    position.turnPages = 0
    return true
  }

  /// The next row, which then is done with
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
      // The rest of a page is no new one.
      if isInTurn, position.offset == 0 { position.turnPages += 1 }
      open(page, seen: seen)
    case .failure(let error):
      if error.wasAsked { outcome.requests += 1 }
      fail(error)
    }
    return true
  }

  /// Opens the page at `position`, rows that are done with dropped
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

  /// With its last row a page is left behind at once, so that the place never depends on whether
  /// somebody looked further
  private mutating func turnPageIfDone() {
    guard rows.isEmpty, let page = openPage else { return }
    openPage = nil
    guard let next = page.next else { return end(page.end) }
    position.page = next
    position.offset = 0
  }

  /// Why a page is the last, though it may promise more: the second without any row, or a whole
  /// page of what this provider has sent before
  ///
  /// - Parameter done: rows of it that were done with before this run: they don't count
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
  /// Rows in hand, those of pages that are not open with them: at most so many photos come of them
  var rowsInHand: Int { rows.count - rowsDone + pendingCounts.photosThere }

  /// The same without those that have been met, which takes a look at each
  func newRowsInHand(seen: SeenPhotos) -> Int {
    let pages = pendingPages.reduce(0) { count, page in
      count
        + page.photos.dropFirst(page.number == pendingPages[0].number ? rowsDone : 0)
        .count { !seen.contains($0) }
    }
    return pages + rows.count { !seen.contains($0) }
  }

  /// At most so many photos come of the pages under way, by their size and by what the provider
  /// says it has
  var photosUnderWay: Int {
    min(pendingCounts.photosUnderWay, remainingEstimate.map { max(1, $0) } ?? .max)
  }

  /// Rows of the first page ahead that were done with before this run
  private var rowsDone: Int {
    openPage == nil && pendingCounts.isNextThere ? position.offset : 0
  }

  /// Whether pages beyond those that are there may still bring photos
  var mayBringMore: Bool { nextPage != nil || isBusy }

  /// At most so many photos come of it before one more page is needed than may be asked for; nil when
  /// that isn't known
  ///
  /// - Parameter photos: in hand and under way
  func photosUntilStop(after photos: Int) -> Int? {
    guard mayBringMore else { return nil }
    let pages = max(0, maxRequests - lastNumber)
    guard pages > 0 else { return photos }
    guard let size = nextPage?.size, size > 0, pages <= 1_000 else { return nil }
    return photos + pages * size
  }

  /// Bytes of the replies under way, and of those whose pages wait for their turn
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

  /// Whether the next page has not been asked for
  var isIdle: Bool { pendingPages.isEmpty && nextPage != nil }

  /// Whether no further page may be asked for in this run
  var hasAskedMost: Bool { lastNumber >= maxRequests }

  /// When the next page was asked for, while it is under way
  var waitsSince: Duration? { pendingCounts.waitsSince }

  /// The page to ask for now, and its number among those of this run
  ///
  /// - Parameter time: since the run began
  mutating func ask(at time: Duration) -> (cursor: PageCursor?, number: Int) {
    guard let page = nextPage else { preconditionFailure("only a page that is known is asked for") }
    lastNumber += 1
    pendingPages.append(RequestedPage(number: lastNumber, page: page, asked: time))
    nextPage = page.following
    return (page.cursor, lastNumber)
  }

  /// Takes a page that has arrived, and sees whether those after it can be of use
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

  /// Whether there are pages under way that nobody needs any more, and it wasn't told yet
  var hasAbandoned: Bool { !abandonedRequests.isEmpty }

  /// Numbers of pages under way that nobody needs any more, each told once
  mutating func takeAbandoned() -> [Int] {
    defer { abandonedRequests = [] }
    return abandonedRequests
  }

  /// Looks for an early end as soon as all pages before are there, so that nothing is asked for
  /// behind it
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

  /// Keeps what the provider says it has up to date; pages before this run are taken to be full
  private mutating func count(
    _ result: Result<PhotoPage, ProviderError>, of asked: RequestedPage
  ) {
    guard case .success(let page) = result else { return }
    if asked.number == 1, let further = page.further, let first = PageNumber(asked.page.cursor) {
      read = (first.number - 1) * further.size
    }
    read += page.photos.count + page.excluded.values.reduce(0, +)
    remainingEstimate = page.total.map { max(0, $0 - read) }
    // A total that is far from the count of pages is a mistake.
    if let remainingEstimate, let further = page.further,
      remainingEstimate / further.size + 2 < further.count
    {
      self.remainingEstimate = nil
    }
  }

  /// Takes back what was asked for and has not arrived, with all that comes after it
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
