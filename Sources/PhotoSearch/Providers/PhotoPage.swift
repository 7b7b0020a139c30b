import Platform

/// One page of a provider's photos
public struct PhotoPage: Hashable, Sendable {
  /// The page's photos in the provider's order; an empty page isn't necessarily the last
  public var photos: [Photo]
  /// The next page; nil after the last page, and then `end` has the reason
  public var next: PageCursor?
  /// Why there is no next page
  public var end: EndReason
  /// Pages that can be requested by number before the next one has come; nil if pages aren't
  /// numbered, or their number is unknown
  package var further: RemainingPages?
  /// How many photos the provider says there are: an estimate
  public var total: Int?
  /// Rows of the reply that didn't become photos, counted by reason
  public var excluded: [ExclusionReason: Int]
  /// The service's messages about this page for people, e.g. which of its sources didn't answer
  public var notices: [String]
  /// Bytes of the reply, which is about the memory that its photos take; 0 if unknown
  package var bytes = 0
  /// The words that were sent; nil if those are the typed ones
  var asked: String?
  /// Whether a request was sent for the page: none is if a recording or the cache lacks a second
  /// try
  var wasAsked = true
  /// The remaining quota, if the service just told it
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

  /// An empty page for which no request was sent
  static var unasked: PhotoPage {
    var page = PhotoPage(photos: [])
    page.wasAsked = false
    return page
  }

  /// The page without photos that a list begins with if its id has to be looked up
  ///
  /// - Parameter id: nil if the service knows no such author, tag or photo, which a notice says
  init(listing id: String?, of query: PhotoQuery) {
    self.init(
      photos: [], next: id.map { PageCursor(ofList: $0, nil) },
      notices: id == nil ? [query.subject?.absence].compactMap(\.self) : [])
  }

  /// Whether the reply had no rows at all, not even rows that were left out
  package var isEmpty: Bool { photos.isEmpty && excluded.isEmpty }
}

/// The pages after one that was read, for providers with numbered pages
///
/// Their cursors follow from that page's cursor: `3/17` comes after `2/17`.
package struct RemainingPages: Hashable, Sendable {
  /// How many pages there are by the provider's count, up to the last that it gives
  package var count: Int
  /// Most photos per page: the page size in the request
  package var size: Int
  /// The difference of two pages' numbers, which is 2 where each page holds two of the usual size
  package var step: Int

  /// - Parameters:
  ///   - count: a number below 0 counts as 0
  ///   - size: 1 or more
  package init(count: Int, size: Int, step: Int = 1) {
    self.count = max(0, count)
    self.size = max(1, size)
    self.step = step
  }

  /// The pages after the first of these; nil if there are none
  var afterFirst: RemainingPages? {
    count > 0 ? RemainingPages(count: count - 1, size: size, step: step) : nil
  }
}

/// Why a row of a reply isn't shown
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ExclusionReason: Hashable, Sendable, Error {
  /// The row is a paid placement
  case advertisement
  /// The row is from Unsplash+: its picture has a watermark without a subscription
  case premium
  /// The row is a video
  case video
  /// The row is an illustration or an icon
  case drawing
  /// The row has no picture
  case withoutImage
  /// The row isn't in the form that the API promises
  case unreadable
  /// The row is beyond the most that are read from one page
  case excess
  /// The photo doesn't fit a filter that the API lacks
  ///
  /// - Parameter filter: its name as users type it, e.g. `min-width`; `words` if the photo has
  ///   fewer than two of the words of a second try, or only a part of a word that was asked for
  case misfit(filter: String)
  /// The photo lacks the fact that a filter would judge
  ///
  /// - Parameter filter: its name as users type it, e.g. `min-width`
  case unknown(filter: String)

  /// The photo has fewer than two of the words of a second try, or only a part of a word, as `man`
  /// in `woman`
  package static let words = misfit(filter: "words")

  package static func misfit(_ filter: FilterRow) -> ExclusionReason {
    .misfit(filter: filter.name)
  }

  package static func unknown(_ filter: FilterRow) -> ExclusionReason {
    .unknown(filter: filter.name)
  }

  /// Whether a filter left the photo out
  package var isByFilter: Bool {
    switch self {
    case .misfit, .unknown: true
    case .advertisement, .premium, .video, .drawing, .withoutImage, .unreadable, .excess: false
    }
  }

  /// Whether the row may be a good photo, which a filter left out or which wasn't read
  var mayBeGood: Bool { isByFilter || self == .excess }
}

extension [ExclusionReason: Int] {
  /// How many rows were left out for any reason
  package var total: Int { values.reduce(0, +) }
}

/// Why a provider has no more photos for a query
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum EndReason: Hashable, Sendable {
  /// All photos have been shown
  case exhausted
  /// The service gives no more than this many photos
  case depthLimit(Int)
  /// The service sends photos that it has sent before
  case repeats
  /// The recording has no further page
  case recording
}

/// A provider's next page, in the provider's own form
///
/// For most it is a page number, as `3/17` if the first page told the number of pages; for Commons
/// it is MediaWiki's `continue`. Printable and without secrets.
public struct PageCursor: Hashable, Sendable {
  /// The provider's text
  public let text: String

  /// A page, in a text that only its provider understands
  public init(_ text: String) { self.text = text }

  /// A page of a list whose id was looked up: `@12037949754%40N01@2/17`
  ///
  /// - Parameter page: nil for the first page
  package init(ofList id: String, _ page: PageCursor?) {
    self.init("@\(id.percentEncoded)@\(page?.text ?? "")")
  }

  /// The id of the list, nil if none was looked up, and the page, nil for the first one
  var parts: (list: String?, page: PageCursor?) {
    let parts = text.components(at: "@", maxSplits: 2)
    guard parts.count == 3, parts[0].isEmpty, let id = parts[1].percentDecoded else {
      return (nil, self)
    }
    return (id, parts[2].isEmpty ? nil : PageCursor(String(parts[2])))
  }
}

/// A numbered page
package struct PageNumber: Hashable, Sendable {
  /// The page's number, from 1
  package private(set) var number: Int
  /// The number of pages that the first page told; nil if it didn't
  package private(set) var count: Int?
  /// The id of the list whose page it is, if that was looked up
  fileprivate(set) var list: String?
}

extension PageNumber {
  /// - Parameter cursor: nil for the first page
  /// - Returns: nil for a cursor that isn't a page number
  package init?(_ cursor: PageCursor?) {
    let (list, page) = cursor?.parts ?? (nil, nil)
    let parts = (page?.text ?? "1").components(at: "/")
    let count = parts.count == 2 ? Int(parts[1]) : nil
    guard let number = Int(parts[0]), (1...1_000_000).contains(number),
      parts.count == 1 || parts.count == 2 && count ?? -1 >= 0
    else { return nil }
    self.init(number: number, count: count, list: list)
  }

  package var cursor: PageCursor {
    let page = PageCursor(count.map { "\(number)/\($0)" } ?? "\(number)")
    return list.map { PageCursor(ofList: $0, page) } ?? page
  }

  /// A later page
  package func advanced(by step: Int) -> PageNumber {
    var next = self
    next.number += step
    return next
  }
}

extension PhotoPage {
  /// Drops photos that have fewer than two of the words
  ///
  /// - Parameter isRanked: whether to put those with the most first
  mutating func keepPhotos(with words: [String], isRanked: Bool = true) {
    let wanted = words.map { ComparedText($0) }
    let counted = photos.map { photo in
      let text = ComparedText(of: photo)
      return (photo: photo, count: wanted.count { text?.holds($0) ?? false })
    }
    let kept = counted.filter { $0.count >= 2 }
    if kept.count < photos.count { excluded[.words, default: 0] += photos.count - kept.count }
    photos = (isRanked ? kept.sorted { $0.count > $1.count } : kept).map(\.photo)
  }
}
