/// One page of a provider's answer
public struct PhotoPage: Hashable, Sendable {
  /// In the provider's order; may be empty without being the end
  public var photos: [Photo]
  /// nil: this was the last page, for the reason in `end`
  public var next: PageCursor?
  /// Why there is no next page
  public var end: EndReason
  /// What can be asked for by number before the next page is there; nil where pages name each
  /// other, or the provider does not say how many there are
  package var further: RemainingPages?
  /// How many photos the provider says there are: an estimate
  public var total: Int?
  /// Rows of the reply that are not among the photos, by reason
  public var excluded: [ExclusionReason: Int]
  /// What the service says of this page besides, for people: which of its sources didn't answer
  public var notices: [String]
  /// Bytes of the reply that it was read from, which its photos take about as much memory as; 0 where
  /// that isn't known
  package var bytes = 0
  /// What is left of the service's quota, where it said so just now
  var quota: Quota?

  /// A page of photos
  public init(
    photos: [Photo], next: PageCursor? = nil, end: EndReason = .exhausted,
    total: Int? = nil, excluded: [ExclusionReason: Int] = [:],
    notices: [String] = []
  ) {
    self.photos = photos
    self.next = next
    self.end = end
    self.total = total
    self.excluded = excluded
    self.notices = notices
  }

  /// Whether the reply had no rows at all, not even such as are left out
  package var isEmpty: Bool { photos.isEmpty && excluded.isEmpty }
}

/// The pages after one that was read, for the providers that count them
///
/// Their cursors follow from the cursor of the page that was read: `3/17` comes after `2/17`.
package struct RemainingPages: Hashable, Sendable {
  /// How many there are by the provider's count, no further than the service goes
  package var count: Int
  /// Photos on each of them at most: the page size that is sent
  package var size: Int

  /// - Parameters:
  ///   - count: nothing is counted for 0 and less
  ///   - size: 1 or more
  package init(count: Int, size: Int) {
    self.count = max(0, count)
    self.size = max(1, size)
  }

  /// What is left after the first of them; nil when there were none
  var afterFirst: RemainingPages? {
    count > 0 ? RemainingPages(count: count - 1, size: size) : nil
  }
}

/// Why a row of a reply is not shown
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ExclusionReason: Hashable, Sendable, Error {
  /// A paid placement
  case advertisement
  /// Unsplash+: watermarked without a subscription
  case premium
  /// A video
  case video
  /// An illustration, or an icon
  case drawing
  /// No picture to show
  case withoutImage
  /// Not in the form that the API promises
  case unreadable
  /// Beyond the rows and photos that are read of one page
  case excess
  /// Not what a filter asks for, where the API has no such filter
  ///
  /// - Parameter filter: as it is typed, e.g. `min-width`
  case misfit(filter: String)
  /// It doesn't say what a filter would judge it by
  ///
  /// - Parameter filter: as it is typed, e.g. `min-width`
  case unknown(filter: String)

  package static func misfit(_ filter: SearchFilter) -> ExclusionReason {
    .misfit(filter: filter.name)
  }

  package static func unknown(_ filter: SearchFilter) -> ExclusionReason {
    .unknown(filter: filter.name)
  }
}

extension ExclusionReason {
  /// In the order in which they are told
  package static let allCases: [ExclusionReason] =
    [.advertisement, .premium, .video, .drawing, .withoutImage, .unreadable, .excess]
    + SearchFilter.all.flatMap { [misfit($0), unknown($0)] }

  /// Whether the row may be a good one that was not asked for, or not read
  var isFiltered: Bool {
    switch self {
    case .misfit, .unknown, .excess: true
    case .advertisement, .premium, .video, .drawing, .withoutImage, .unreadable: false
    }
  }
}

/// Why a provider has no more photos for a query
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum EndReason: Hashable, Sendable {
  /// All have been shown
  case exhausted
  /// The service shows no more than that many of them
  case depthLimit(Int)
  /// The service sends what it has sent before
  case repeats
  /// The recording has no further page
  case recording
}
