internal import Foundation

/// How a service's pages are asked for, and how far they go
public struct Paging: Sendable {
  /// The query parameter for a page's number, from 1; nil where pages are told by something else
  let number: String?
  /// The query parameter for the page size; nil where the service alone decides on it
  let sizeName: String?
  /// Photos in a page: as many as there may be, as requests are scarce; 0 where nobody knows
  let size: Int
  /// The last page that the service gives; nil when it gives all
  package let last: Int?
  /// Whether the service's counts end at the wall too, and so don't tell what is behind it
  let countsEndAtWall: Bool
  /// Whether a row may have several photos, so that a page's size doesn't say how many it has
  let rowsHoldSeveral: Bool

  /// Pages that are counted from 1
  ///
  /// - Parameters:
  ///   - size: photos in a page
  ///   - sizeName: the query parameter for it
  ///   - number: the query parameter for the page's number
  ///   - last: the last page that can be had
  ///   - countsEndAtWall: whether the counts in replies don't tell what is behind that page
  ///   - rowsHoldSeveral: whether a row may have several photos
  public static func numbered(
    _ size: Int, as sizeName: String = "per_page", by number: String = "page",
    upTo last: Int? = nil, countsEndAtWall: Bool = false, rowsHoldSeveral: Bool = false
  ) -> Paging {
    Paging(
      number: number, sizeName: sizeName, size: size, last: last,
      countsEndAtWall: countsEndAtWall, rowsHoldSeveral: rowsHoldSeveral)
  }

  /// Pages that are counted from 1, of a size that the service decides on, and without an end that
  /// it tells
  ///
  /// - Parameter number: the query parameter for the page's number
  public static func unsized(by number: String) -> Paging {
    Paging(
      number: number, sizeName: nil, size: 0, last: nil, countsEndAtWall: false,
      rowsHoldSeveral: false)
  }

  /// Pages of which each names the next
  public static func linked(_ size: Int, as sizeName: String) -> Paging {
    Paging(
      number: nil, sizeName: sizeName, size: size, last: nil, countsEndAtWall: false,
      rowsHoldSeveral: false)
  }

  /// How many pages so many photos take; nil when either isn't known
  static func pages(holding total: Int?, of size: Int?) -> Int? {
    guard let total, let size, size > 0 else { return nil }
    return total / size + (total % size == 0 ? 0 : 1)
  }

  var sizeItems: [(String, String?)] { sizeName.map { [($0, String(size))] } ?? [] }
}

/// A reply with a page of rows, parsed
public struct JSONReply: Sendable {
  /// Its JSON
  public let root: JSONValue
  /// Its header fields
  public let headers: HTTPHeaders
  /// The page that was asked for; nil for the first
  package let cursor: PageCursor?

  package init(root: JSONValue, headers: HTTPHeaders, cursor: PageCursor? = nil) {
    self.root = root
    self.headers = headers
    self.cursor = cursor
  }

  /// The number of the page that was asked for, from 1; 1 where pages aren't counted
  public var number: Int { PageNumber(cursor)?.number ?? 1 }

  /// The number in a header field; nil without one, or for one below 0
  public func count(inHeader name: String) -> Int? {
    headers[name].flatMap { Int($0.trimmed) }
      .flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether its Link header names a next page; nil without such a header
  package var linksNext: Bool? { LinkHeader(headers)?.relations.contains("next") }
}

/// The rows of a reply, and what it says of the pages that follow
public struct PageRows: Sendable {
  /// What comes after a page
  public enum Next: Sendable {
    /// The page of the next number
    ///
    /// - Parameters:
    ///   - pages: how many there are in all; nil when the reply doesn't say
    ///   - isLast: whether the reply says that this page is the last
    case number(of: Int?, isLast: Bool = false)
    /// The page of that cursor; nil at the end
    case page(PageCursor?)
    /// None, for that reason
    case end(EndReason)

    /// The page of the next number, where the reply counts photos rather than pages
    ///
    /// - Parameters:
    ///   - total: photos in all; nil when the reply doesn't say
    ///   - size: photos in a page; nil when the reply doesn't say
    ///   - isLast: whether the reply says that this page is the last
    public static func number(total: Int?, perPage size: Int?, isLast: Bool = false) -> Next {
      .number(of: Paging.pages(holding: total, of: size), isLast: isLast)
    }
  }

  package let rows: [JSONValue]
  let total: Int?
  let next: Next
  let notices: [String]

  /// - Parameters:
  ///   - rows: in the service's order
  ///   - total: how many photos there are; nil when the reply doesn't say
  ///   - next: what comes after this page
  ///   - notices: what else is to be said of it, for people, each on one line
  public init(_ rows: [JSONValue], total: Int? = nil, next: Next, notices: [String] = []) {
    self.rows = rows
    self.total = total
    self.next = next
    self.notices = notices
  }

  /// Sets a page's total and what comes next
  ///
  /// The number of pages is what the first page promised, as later pages forget it; 0 beside rows
  /// is a known mistake and no promise. Without one there is a next page: an empty one isn't the
  /// end. No page is behind the wall.
  func setEnd(of result: inout PhotoPage, at page: PageNumber, by paging: Paging) {
    // Pages past the end come with totals of 0.
    if page.number == 1 || !rows.isEmpty || total != 0 { result.total = total }
    switch next {
    case .page(let page): result.next = page
    case .end(let reason): result.end = reason
    case .number(of: _, isLast: true): return
    case .number(let pages, isLast: false):
      let count = page.count ?? pages.flatMap { $0 > 0 || rows.isEmpty ? $0 : nil }
      if let last = paging.last, page.number >= last {
        let isCut = paging.countsEndAtWall && total == last * paging.size
        if isCut || count ?? .max > last { result.end = .depthLimit(last * paging.size) }
      } else if page.number < count ?? .max {
        result.continues(
          after: PageNumber(number: page.number, count: count),
          of: count ?? Paging.pages(holding: total, of: paging.size), upTo: paging.last ?? .max,
          size: paging.size)
        // A count of rows doesn't tell which pages a run is sure to need.
        if paging.rowsHoldSeveral { result.further = nil }
      }
    }
  }
}
