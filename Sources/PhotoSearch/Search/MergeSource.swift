/// One provider's part in a merged search: its open page, its place, and what became of it
struct MergeSource: Sendable {
  let id: ProviderID
  private(set) var position: SourcePosition
  private(set) var report: ProviderReport
  private var rows: ArraySlice<Photo> = []
  private var openPage: PhotoPage?
  private var isAnnounced = false
  /// Pages in a row that brought no photo
  private var barrenPages = 0

  /// More than a filter that hardly anything passes needs, and an end to a service that has none
  private static let mostBarrenPages = 250

  init(id: ProviderID, position: SourcePosition) {
    self.id = id
    self.position = position
    report = ProviderReport(id: id)
    if let end = position.end {
      report.status = .ended(end)
      isAnnounced = true
    }
  }

  /// Whether more may come of it in this run
  var isActive: Bool { report.status == .ok }

  /// Rows of the open page that are not done with: at most so many photos come of it
  var rowsInHand: Int { rows.count }

  /// Whether a page is open; without one the next row is on `position.page`
  var hasOpenPage: Bool { openPage != nil }

  /// The next row, once ``findHead(seen:)`` has said there is one
  var head: Photo? { rows.first }

  mutating func stepAside(_ reason: String) {
    report.status = .aside(reason)
    position = SourcePosition(end: .exhausted)
    isAnnounced = true
  }

  mutating func noteRequest() {
    report.requests += 1
  }

  mutating func fail(_ error: ProviderError) {
    if case .transport(.notRecorded(_, _, isPastFirstPage: true)) = error.reason {
      end(.recording)
    } else {
      report.status = .failed(error)
    }
  }

  /// The event of having ended or failed, once
  mutating func announceDeparture() -> SearchEvent? {
    guard !isAnnounced else { return nil }
    switch report.status {
    case .ok, .aside: return nil
    case .ended(let reason):
      isAnnounced = true
      return .ended(id, reason)
    case .failed(let error):
      isAnnounced = true
      return .failed(error)
    }
  }

  /// Opens the page at `position`, rows that are done with dropped
  mutating func open(_ page: PhotoPage, seen: SeenPhotos) {
    report.total = page.total ?? report.total
    report.leftOut.merge(page.leftOut, uniquingKeysWith: +)
    if page.isEmpty {
      position.emptyPages += 1
      if position.emptyPages >= 2 { return end(.exhausted) }
    } else {
      position.emptyPages = 0
      if position.offset == 0, page.isRepeat(where: seen.hasSent) { return end(.repeats) }
    }
    barrenPages += 1
    if barrenPages > Self.mostBarrenPages { return giveUp() }
    openPage = page
    rows = page.photos.dropFirst(position.offset)
    turnPageIfDone()
  }

  /// Passes over rows that have been met
  ///
  /// - Returns: whether there is a row to show in hand; if not, the source needs a page or has ended
  mutating func findHead(seen: inout SeenPhotos) -> Bool {
    while let row = rows.first {
      guard seen.contains(row) else { return true }
      finishRow(row, seen: &seen)
    }
    return false
  }

  /// The next row, which then is done with
  mutating func takeHead(seen: inout SeenPhotos) -> Photo? {
    guard let row = rows.first else { return nil }
    report.shown += 1
    barrenPages = 0
    finishRow(row, seen: &seen)
    return row
  }

  private mutating func finishRow(_ row: Photo, seen: inout SeenPhotos) {
    seen.insert(row)
    rows = rows.dropFirst()
    position.offset += 1
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

  private mutating func giveUp() {
    let message = "\(Self.mostBarrenPages) pages in a row without a photo"
    fail(ProviderError(id, .unavailable(message: message)))
  }

  private mutating func end(_ reason: EndReason) {
    report.status = .ended(reason)
    position = SourcePosition(end: reason)
    openPage = nil
    rows = []
  }
}
