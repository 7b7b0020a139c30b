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
  private var openPage: (page: PhotoPage, next: NextPage?)?
  private var isAnnounced = false
  /// Pages in a row that brought no photo
  private var pagesWithoutPhoto = 0

  /// The pages that it was asked for and that aren't open yet
  private(set) var pages: RequestedPages
  /// Whether the list has come to the end of what is in hand
  private var isListWaiting = false

  /// Enough for a filter that hardly any photo passes, and a limit for a service that never ends
  private static let maxPagesWithoutPhoto = 250
  /// What a provider says besides: more is not for people
  private static let maxNotices = 20

  /// - Parameter hasSecondTry: see ``RequestedPages/init(from:maxRequests:hasSecondTry:)``
  init(
    id: ProviderID, isAggregator: Bool, position: SourcePosition, maxRequests: Int,
    hasSecondTry: Bool
  ) {
    self.id = id
    self.isAggregator = isAggregator
    self.position = position
    outcome = ProviderReport(id: id)
    pages = RequestedPages(
      from: position.isEnded ? nil : position.place, maxRequests: maxRequests,
      hasSecondTry: hasSecondTry && position.offset == 0)
    if let end = position.end {
      outcome.status = .ended(end)
      isAnnounced = true
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
    if isListWaiting, !pages.isEmpty { report.requests += 1 }
    report.requestsBeside = pages.lastNumber - pages.unsent - report.requests
    return report
  }

  /// Lets so many pages more be asked for
  ///
  /// - Parameter asksFailed: whether it takes part again where it failed
  mutating func extend(maxRequests count: Int, asksFailed: Bool) {
    pages.extend(maxRequests: count)
    outcome.stoppedRun = false
    guard asksFailed else { return }
    // What failed ahead of the list is asked for anew, too.
    pages.dropFailed()
    guard case .failed = outcome.status else { return }
    outcome.status = .ok
    pagesWithoutPhoto = 0
    isAnnounced = false
    pages.reset(to: position.place)
  }

  /// Notes that the run ends here, as one more page would have to be asked for than may be
  mutating func stopRun() {
    outcome.stoppedRun = true
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
    pages.finish(row)
    rows = rows.dropFirst()
    position.offset += 1
    turnPageIfDone()
  }
}

// MARK: - Opening pages, one after another

extension MergeSource {
  private mutating func openNext(seen: SeenPhotos, isInTurn: Bool) -> Bool {
    guard let result = pages.takeFirst() else { return false }
    isListWaiting = false
    if result.wasAsked { outcome.requests += 1 }
    switch result {
    case .success(let page):
      // The rest of a page is no new one.
      if isInTurn, position.offset == 0 { position.turnPages += 1 }
      open(page, seen: seen)
    case .failure(let error): fail(error)
    }
    return true
  }

  /// Opens the page at `position`, rows that are done with dropped
  private mutating func open(_ page: PhotoPage, seen: SeenPhotos) {
    outcome.total = page.total ?? outcome.total
    outcome.quota = page.quota ?? outcome.quota
    if page.wasAsked {
      (outcome.asked, outcome.bySomeWords) = (page.asked, position.isSecondTry)
    }
    outcome.leftOut.merge(page.leftOut, uniquingKeysWith: +)
    for notice in page.notices where outcome.notices.count < Self.maxNotices {
      if !outcome.notices.contains(notice) { outcome.notices.append(notice) }
    }
    let end = page.earlyEnd(
      done: position.offset, isAfterEmpty: position.emptyPages > 0, wasSent: seen.hasSent)
    if let end { return self.end(end) }
    position.emptyPages = page.isEmpty ? 1 : 0
    pagesWithoutPhoto += 1
    if pagesWithoutPhoto > Self.maxPagesWithoutPhoto { return giveUp() }
    let next = pages.next(after: page, at: position.place)
    pages.goOn(to: next)
    openPage = (page, next)
    rows = page.photos.dropFirst(position.offset)
    turnPageIfDone()
  }

  /// With its last row a page is left behind at once, so that the place never depends on whether
  /// somebody looked further
  private mutating func turnPageIfDone() {
    guard rows.isEmpty, let (page, next) = openPage else { return }
    openPage = nil
    guard let next else { return end(page.end) }
    (position.page, position.isSecondTry) = (next.cursor, next.isSecondTry)
    position.offset = 0
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
    pages.reset(to: nil)
  }
}

// MARK: - Asking for pages, and taking them as they arrive

extension MergeSource {
  /// Rows in hand, those of pages that are not open with them: at most so many photos come of them
  var rowsInHand: Int { rows.count - rowsDone + pages.counts.photosThere }

  /// The same without those that have been met, which takes a look at each
  func newRowsInHand(seen: SeenPhotos) -> Int {
    pages.newPhotos(done: rowsDone, seen: seen) + rows.count { !seen.contains($0) }
  }

  /// Rows of the first page ahead that were done with before this run
  private var rowsDone: Int {
    openPage == nil && pages.counts.isNextThere ? position.offset : 0
  }

  /// See ``RequestedPages/ask(at:)``
  mutating func ask(at time: Duration) -> (page: NextPage, number: Int) {
    pages.ask(at: time)
  }

  /// Takes a page that has arrived
  mutating func receive(
    _ result: Result<PhotoPage, ProviderError>, number: Int, seen: SeenPhotos
  ) {
    pages.receive(result, number: number)
    pages.inspect(done: rowsDone, isAfterEmpty: position.emptyPages > 0, seen: seen)
  }

  /// Numbers of pages under way that nobody needs any more, each told once
  mutating func takeAbandoned() -> [Int] { pages.takeAbandoned() }

  /// Takes back what was asked for and has not arrived
  mutating func dropUnderWay() { pages.dropUnderWay() }
}

extension SourcePosition {
  /// The page that the next row is on
  fileprivate var place: NextPage { NextPage(cursor: page, isSecondTry: isSecondTry) }
}
