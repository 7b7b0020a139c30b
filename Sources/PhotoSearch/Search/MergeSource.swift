import Foundation

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
  /// The rows of the open page that are left
  private var rows: ArraySlice<Photo> = []
  private var openPage: (page: PhotoPage, next: NextPage?)?
  /// Whether the event that the provider has ended or failed was given
  private var isAnnounced = false
  /// Pages in a row without a photo
  private var pagesWithoutPhoto = 0
  /// Whether photos that machines made are to be left out
  private let excludesAIGenerated: Bool

  /// The pages that were requested and aren't open yet
  var pages: RequestedPages
  /// Whether the list is waiting for a page to arrive
  private var isListWaiting = false

  /// Most pages in a row without a photo: enough for a filter that hardly any photo passes, but
  /// finite for a service that never ends
  private static let maxPagesWithoutPhoto = 250
  /// Most notices of a provider to keep, as people won't read more
  private static let maxNotices = 20

  /// - Parameter query: as the provider is asked it
  init(
    of provider: any PhotoProvider, position: SourcePosition, asked query: PhotoQuery,
    in search: MergedSearch
  ) {
    id = provider.id
    isAggregator = provider.profile.isAggregator
    excludesAIGenerated = query.filters.excludesAIGenerated
    self.position = position
    outcome = ProviderReport(id: id)
    outcome.wantsAllWords = provider.profile.wantsAllWords || provider.wordForm.wantsAllWords
    pages = RequestedPages(
      from: position.isEnded ? nil : position.place, maxRequests: search.maxRequests ?? .max,
      hasSecondTry: search.secondTries && position.offset == 0
        && provider.wordForm.hasSecondTry(of: query))
    if let end = position.end {
      outcome.status = .ended(end)
      isAnnounced = true
    }
    if position.isLeftOut { outcome.status = .skipped("left out on the way") }
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
    if isListWaiting, !pages.isEmpty { report.requests += 1 }
    report.requestsBeside = pages.lastNumber - pages.unsent - report.requests
    return report
  }

  /// Allows as many more pages as it may request in a run
  ///
  /// - Parameter asksFailed: whether it takes part again if it failed
  mutating func extend(asksFailed: Bool) {
    pages.extend()
    outcome.reachedRequestLimit = false
    guard asksFailed else { return }
    // A failed page ahead of the list is requested again, too.
    pages.dropFailed()
    guard case .failed = outcome.status else { return }
    outcome.status = .ok
    pagesWithoutPhoto = 0
    isAnnounced = false
    pages.reset(to: position.place)
  }

  /// Notes that the run ends here, because the source would need more pages than it may request
  mutating func stopRun() { outcome.reachedRequestLimit = true }

  mutating func skip(_ reason: String) {
    outcome.status = .skipped(reason)
    leave(at: SourcePosition(end: .exhausted))
    isAnnounced = true
  }

  /// The event that the provider has ended or failed, returned once
  mutating func announceDeparture() -> SearchEvent? {
    guard !isAnnounced, !isActive else { return nil }
    isAnnounced = true
    return switch outcome.status {
    case .ok, .skipped: nil
    case .ended(let reason): .ended(id, reason)
    case .failed(let error): .failed(error)
    }
  }
}

// MARK: - Rows

extension MergeSource {
  /// The next row; set after ``findHead(seen:keeping:maxPages:)`` has found one
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
  mutating func takeHead(seen: inout SeenPhotos, keeping names: SeenPhotos.Names) -> Photo {
    let row = rows[rows.startIndex]
    outcome.shown += 1
    if excludesAIGenerated, row.isAIGenerated == nil { outcome.maybeAIGenerated += 1 }
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
      // The rest of a page that was begun earlier doesn't count as a new one.
      if isInTurn, position.offset == 0 { position.turnPages += 1 }
      open(page, seen: seen)
    case .failure(let error): fail(error)
    }
    return true
  }

  /// Opens the page at `position`, without the rows that were shown before
  private mutating func open(_ page: PhotoPage, seen: SeenPhotos) {
    outcome.total = page.total ?? outcome.total
    outcome.quota = page.quota ?? outcome.quota
    if page.wasAsked { (outcome.asked, outcome.bySomeWords) = (page.asked, position.isSecondTry) }
    outcome.excluded.merge(page.excluded, uniquingKeysWith: +)
    for notice in page.notices where outcome.notices.count < Self.maxNotices {
      if !outcome.notices.contains(notice) { outcome.notices.append(notice) }
    }
    let end = page.earlyEnd(
      done: position.offset, isAfterEmpty: position.emptyPages > 0, wasSent: seen.hasSent)
    if let end { return self.end(end) }
    position.emptyPages = page.isEmpty ? 1 : 0
    pagesWithoutPhoto += 1
    guard pagesWithoutPhoto <= Self.maxPagesWithoutPhoto else {
      let message = "\(Self.maxPagesWithoutPhoto) pages in a row without a photo"
      return fail(ProviderError(id, .unavailable(message: message)))
    }
    let next = pages.next(after: page, at: position.place)
    pages.continueList(at: next)
    openPage = (page, next)
    rows = page.photos.dropFirst(position.offset)
    turnPageIfDone()
  }

  /// Leaves a page as soon as its last row is taken, so that the position doesn't depend on whether
  /// the reader asks for more
  private mutating func turnPageIfDone() {
    guard rows.isEmpty, let (page, next) = openPage else { return }
    openPage = nil
    guard let next else { return end(page.end) }
    (position.page, position.isSecondTry) = (next.cursor, next.isSecondTry)
    position.offset = 0
  }

  private mutating func fail(_ error: ProviderError) {
    if error.isPastRecording {
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
  /// Most photos that can come from the rows in hand, including those of pages that aren't open
  var rowsInHand: Int { rows.count - rowsDone + pages.counts.photosThere }

  /// Rows in hand without those that were seen before, which takes a look at each
  func newRowsInHand(seen: SeenPhotos) -> Int {
    pages.newPhotos(done: rowsDone, seen: seen) + rows.count { !seen.contains($0) }
  }

  /// Rows of the next page that were shown before this run
  private var rowsDone: Int { openPage == nil && pages.isFirstThere ? position.offset : 0 }

  /// Takes a page that has arrived
  mutating func receive(_ result: Result<PhotoPage, ProviderError>, number: Int, seen: SeenPhotos) {
    pages.receive(result, number: number)
    pages.inspect(done: rowsDone, isAfterEmpty: position.emptyPages > 0, seen: seen)
  }
}

extension SourcePosition {
  /// The page that the next row is on
  fileprivate var place: NextPage { NextPage(cursor: page, isSecondTry: isSecondTry) }
}
