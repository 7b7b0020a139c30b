/// The pages of one source that are asked for before their rows are needed
struct FetchQueue: Sendable {
  /// Pages that may wait here for their turn
  private let capacity: Int
  /// The cursor of the page to ask for next
  private var cursor: PageCursor?
  private var hasNext = true
  private var isWaiting = false
  private var arrived: [Result<PhotoPage, ProviderError>] = []
  /// Ids of the latest pages: those not yet among the photos met
  private var recent: [Set<PhotoID>] = []
  private var endsEmpty: Bool
  /// Rows of the first page that were done with before this run
  private var offset: Int

  init(from position: SourcePosition, capacity: Int) {
    self.capacity = capacity
    cursor = position.page
    endsEmpty = position.emptyPages > 0
    offset = position.offset
  }

  /// Whether nothing is there, nothing under way, and nothing more to ask for
  var isStalled: Bool { arrived.isEmpty && !isWaiting && !hasNext }

  /// Whether pages beyond those that have arrived may still bring rows
  var mayBringMore: Bool { hasNext || isWaiting }

  /// Whether there is a page to ask for, and room to keep it
  var canFetch: Bool { hasNext && !isWaiting && arrived.count < capacity }

  /// Rows of pages that have arrived: at most so many photos come of them
  var rows: Int {
    arrived.reduce(-offset) { count, page in
      if case .success(let page) = page { count + page.photos.count } else { count }
    }
  }

  /// The cursor of the page to ask for now
  mutating func start() -> PageCursor? {
    precondition(canFetch, "only a queue that can fetch is started")
    hasNext = false
    isWaiting = true
    return cursor
  }

  /// Takes a page that arrived, and sees whether the one after it can be of use
  mutating func receive(_ result: Result<PhotoPage, ProviderError>, seen: SeenPhotos) {
    isWaiting = false
    arrived.append(result)
    guard case .success(let page) = result, let next = page.next else { return }
    if page.isEmpty, endsEmpty { return }
    endsEmpty = page.isEmpty
    // Rows that were done with before this run are no part of it.
    let done = arrived.count == 1 ? offset : 0
    if done == 0, page.isRepeat(where: isKnown(seen)) { return }
    recent = recent.suffix(capacity) + [Set(page.photos.dropFirst(done).map(\.id))]
    cursor = next
    hasNext = true
  }

  /// The earliest page that has arrived
  mutating func takeFirst() -> Result<PhotoPage, ProviderError>? {
    guard !arrived.isEmpty else { return nil }
    offset = 0
    return arrived.removeFirst()
  }

  private func isKnown(_ seen: SeenPhotos) -> (Photo) -> Bool {
    { photo in seen.hasSent(photo) || recent.contains { $0.contains(photo.id) } }
  }
}
