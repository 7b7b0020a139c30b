/// A page that can be asked for
struct NextPage: Sendable {
  /// nil is the first
  let cursor: PageCursor?
  /// At most so many photos come of it, when that is known
  var size = 0
  /// What an earlier page said of those after this one
  var further: RemainingPages?

  init(cursor: PageCursor?) {
    self.cursor = cursor
  }

  /// nil after the last
  init?(after page: PhotoPage) {
    guard let next = page.next else { return nil }
    self.init(cursor: next, of: page.further)
  }

  /// The one after this, as far as it is known before this has been read
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

extension PhotoPage {
  /// Whether this is a whole page of what its provider has sent before
  ///
  /// A page with rows that a filter dropped never counts as one: those rows aren't remembered, so
  /// they may be new.
  func isRepeat(where wasSent: (Photo) -> Bool) -> Bool {
    !photos.isEmpty && !excluded.keys.contains(where: \.isFiltered) && photos.allSatisfy(wasSent)
  }
}
