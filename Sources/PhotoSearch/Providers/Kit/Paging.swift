import Foundation
import Platform

/// How a service's pages are requested, and how many it gives
public struct Paging: Sendable {
  /// The query parameter for a page's number, from 1; nil if pages aren't numbered
  private var number: String?
  /// How many photos come before the page after the first, if `number` is sent as a count of
  /// photos; nil if it is the page's number
  private var offset: Int?
  /// The query parameter for the cursor that a reply gives; nil if pages aren't named by one
  private var cursorName: String?
  /// The cursor of the first page; nil if its request has none
  private var firstCursor: String?
  /// The query parameter for the page size; nil if the service sets the size
  private var sizeName: String?
  /// Photos per page: the most that the service allows, as requests are scarce; 0 if unknown
  let size: Int
  /// The last page that the service gives; nil if it gives all
  package private(set) var last: Int?
  /// Whether the service's totals stop at the last page it gives, so that there may be more photos
  private(set) var countsEndAtWall = false
  /// Whether a row may have several photos, so that the page size isn't the number of photos
  private(set) var rowsHoldSeveral = false

  /// Pages numbered from 1
  ///
  /// - Parameters:
  ///   - size: photos per page
  ///   - sizeName: the query parameter for the size
  ///   - number: the query parameter for the page's number
  ///   - last: the last page that the service gives
  ///   - countsEndAtWall: whether totals stop at that page, though there may be more photos
  ///   - rowsHoldSeveral: whether a row may have several photos
  public static func numbered(
    _ size: Int, as sizeName: String = "per_page", by number: String = "page",
    upTo last: Int? = nil, countsEndAtWall: Bool = false, rowsHoldSeveral: Bool = false
  ) -> Paging {
    Paging(
      number: number, sizeName: sizeName, size: size, last: last,
      countsEndAtWall: countsEndAtWall, rowsHoldSeveral: rowsHoldSeveral)
  }

  /// Pages that are asked for by how many photos come before them: 0, 50, 100
  ///
  /// - Parameters:
  ///   - size: photos per page
  ///   - sizeName: the query parameter for the size
  ///   - offset: the query parameter for the photos before the page
  ///   - last: the last page that the service gives
  public static func offset(
    _ size: Int, as sizeName: String, by offset: String, upTo last: Int? = nil
  ) -> Paging {
    Paging(number: offset, offset: size, sizeName: sizeName, size: size, last: last)
  }

  /// Pages of which each reply names the next by a cursor, a text that only the service understands
  ///
  /// - Parameters:
  ///   - size: photos per page
  ///   - sizeName: the query parameter for the size
  ///   - cursor: the query parameter for the cursor
  ///   - first: the first page's cursor; nil if its request has none
  public static func cursors(
    _ size: Int, as sizeName: String, by cursor: String, from first: String? = nil
  ) -> Paging {
    Paging(cursorName: cursor, firstCursor: first, sizeName: sizeName, size: size)
  }

  /// Pages numbered from 1, with a size that the service sets, and no known end
  ///
  /// - Parameter number: the query parameter for the page's number
  public static func unsized(by number: String) -> Paging { Paging(number: number, size: 0) }

  /// One page alone, of a size that the service sets
  public static let single = Paging(size: 0, last: 1)

  /// Pages that each name the next one
  public static func linked(_ size: Int, as sizeName: String) -> Paging {
    Paging(sizeName: sizeName, size: size)
  }

  /// How many pages a number of photos takes; nil if a value is unknown
  static func pages(holding total: Int?, of size: Int?) -> Int? {
    guard let total, let size, size > 0 else { return nil }
    return total / size + (total % size == 0 ? 0 : 1)
  }

  var sizeItems: [(String, String?)] { sizeName.map { [($0, String(size))] } ?? [] }

  /// The parameters that only pages after the first have, with the value that stands for the first
  /// page
  var firstItems: [String: String?] {
    if let number { return [number: value(of: 1)] }
    return cursorName.map { [$0: firstCursor] } ?? [:]
  }

  private func value(of page: Int) -> String { String(offset.map { (page - 1) * $0 } ?? page) }

  /// The parameters of a page; nil for a cursor that isn't one of these pages
  func items(at cursor: PageCursor?) -> [(String, String?)]? {
    guard let cursorName else {
      guard let page = PageNumber(cursor), page.number <= last ?? .max else { return nil }
      return (number.map { [($0, value(of: page.number))] } ?? []) + sizeItems
    }
    guard let cursor else { return [(cursorName, firstCursor)] + sizeItems }
    guard cursor.text.begins(with: Self.mark),
      let text = String(cursor.text.dropFirst(Self.mark.utf8.count)).percentDecoded, !text.isEmpty
    else { return nil }
    return [(cursorName, text)] + sizeItems
  }

  /// The beginning of a ``PageCursor`` that holds a service's own cursor
  static let mark = "at:"
}

/// A parsed reply with a page of rows
public struct JSONReply: Sendable {
  /// The root of the reply's JSON
  public let root: JSONValue
  /// The reply's header fields
  public let headers: HTTPHeaders
  /// The page that was requested; nil for the first
  package let cursor: PageCursor?

  package init(root: JSONValue, headers: HTTPHeaders, cursor: PageCursor? = nil) {
    self.root = root
    self.headers = headers
    self.cursor = cursor
  }

  /// The number of the requested page, from 1; also 1 if pages aren't numbered
  public var number: Int { PageNumber(cursor)?.number ?? 1 }

  /// The number in a header field; nil if it is missing or below 0
  public func count(inHeader name: String) -> Int? {
    headers[name].flatMap { Int($0.trimmed) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether the Link header has a next page (`rel="next"`, RFC 8288); nil if there is no such
  /// header
  package var linksNext: Bool? {
    let fields = headers.fields.filter { $0.isNamed("Link") }
    guard !fields.isEmpty else { return nil }
    let links = fields.flatMap { $0.value.lowercased().components(at: "<").dropFirst() }
    let parameters = links.flatMap { $0.components(at: ">").last?.components(at: ";") ?? [] }
    return parameters.contains { parameter in
      let words = parameter.split { !$0.isLetter }
      return words.first == "rel" && words.contains("next")
    }
  }
}

/// The rows of a reply, and what it tells about later pages
public struct PageRows: Sendable {
  /// The next page
  public enum Next: Sendable {
    /// The page with the next number
    ///
    /// - Parameters:
    ///   - pages: how many there are in all; nil if the reply doesn't say
    ///   - isLast: whether the reply says that this page is the last
    case number(of: Int?, isLast: Bool = false)
    /// The page with this cursor; nil at the end
    case page(PageCursor?)
    /// The page for which the reply gives this cursor, see
    /// ``Paging/cursors(_:as:by:from:)``; nil or empty at the end
    case cursor(String?)
    /// There is no further page, for this reason
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
  /// How many pages of the usual size the reply holds
  var step = 1

  /// - Parameters:
  ///   - rows: in the service's order
  ///   - total: how many photos there are; nil if the reply doesn't say
  ///   - next: the next page
  ///   - notices: messages about the reply for people, one line each
  public init(_ rows: [JSONValue], total: Int? = nil, next: Next, notices: [String] = []) {
    self.rows = rows
    self.total = total
    self.next = next
    self.notices = notices
  }

  /// Sets a page's total and its next page
  ///
  /// The number of pages is the one that the first page told, because later pages may lose it; 0
  /// pages with rows is a known mistake and ignored. If it is unknown there is a next page, as even
  /// an empty page isn't the end. There is never a next page after the last that the service gives.
  func setEnd(of result: inout PhotoPage, at cursor: PageCursor?, by paging: Paging) {
    let page = PageNumber(cursor) ?? PageNumber(number: 1)
    // Pages past the end have totals of 0, which are ignored.
    if page.number == 1 || !rows.isEmpty || total != 0 { result.total = total }
    switch next {
    case .page(let page): result.next = page
    case .cursor(let text):
      guard let text, !text.isEmpty else { return }
      let next = PageCursor(Paging.mark + text.percentEncoded)
      if next == cursor { result.end = .repeats } else { result.next = next }
    case .end(let reason): result.end = reason
    case .number where paging.last == 1: return
    case .number(of: _, isLast: true): return
    case .number(let pages, isLast: false):
      let count = page.count ?? pages.flatMap { $0 > 0 || rows.isEmpty ? $0 : nil }
      let held = page.number + step - 1
      if let last = paging.last, held >= last {
        let isCut = paging.countsEndAtWall && total == last * paging.size
        if isCut || count ?? .max > last { result.end = .depthLimit(last * paging.size) }
      } else if held < count ?? .max {
        result.next = PageNumber(number: page.number + step, count: count).cursor
        // Where a row may hold several photos, nothing tells which pages a run is sure to need.
        guard !paging.rowsHoldSeveral,
          let pages = count ?? Paging.pages(holding: total, of: paging.size)
        else { return }
        let left = min(pages, paging.last ?? .max) - held
        result.further = RemainingPages(
          count: (left + step - 1) / step, size: paging.size * step, step: step)
      }
    }
  }
}
