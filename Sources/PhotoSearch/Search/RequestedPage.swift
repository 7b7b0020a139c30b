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
  var arrived: PhotoPage? {
    if case .success(let page) = result { page } else { nil }
  }

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
