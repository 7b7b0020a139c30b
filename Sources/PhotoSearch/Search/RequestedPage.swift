/// A page that can be requested
struct NextPage: Sendable {
  /// The page's cursor; nil for the first page
  let cursor: PageCursor?
  /// Most photos that can come from the page; 0 if unknown
  var size = 0
  /// The number of pages after this one, as an earlier page told
  var further: RemainingPages?

  init(cursor: PageCursor?) {
    self.cursor = cursor
  }

  /// The page after another; nil after the last
  init?(after page: PhotoPage) {
    guard let next = page.next else { return nil }
    self.init(cursor: next, of: page.further)
  }

  /// The page after this one, if it is known without reading this one
  var following: NextPage? {
    guard let further, further.count > 0, let page = PageNumber(cursor) else { return nil }
    return NextPage(cursor: page.next.cursor, of: further)
  }

  private init(cursor: PageCursor, of pages: RemainingPages?) {
    self.cursor = cursor
    size = pages?.size ?? 0
    further = pages?.afterFirst
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

  /// The page's photos; empty while it is under way, and if it failed
  var photos: [Photo] {
    if case .success(let page) = result { page.photos } else { [] }
  }

  /// Bytes of the page's reply; nil while it is under way
  var bytes: Int? {
    guard let result else { return nil }
    if case .success(let page) = result { return page.bytes }
    return 0
  }

  var hasFailed: Bool {
    if case .failure = result { true } else { false }
  }

  /// Whether the page has arrived and has no rows at all
  var isEmpty: Bool {
    if case .success(let page) = result { page.isEmpty } else { false }
  }
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
  /// Whether the first page has arrived
  let isNextThere: Bool
  /// When the first page was requested, if it is under way
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

extension PhotoPage {
  /// Whether all photos of this page were sent before by its provider
  ///
  /// A page with rows that a filter dropped is never a repeat: those rows aren't remembered, so
  /// they may be new.
  func isRepeat(where wasSent: (Photo) -> Bool) -> Bool {
    !photos.isEmpty && !excluded.keys.contains(where: \.isFiltered) && photos.allSatisfy(wasSent)
  }
}
