internal import Foundation
internal import Platform

/// A parsed reply with a page of rows
public struct JSONReply: Sendable {
  /// The root of the reply's JSON
  public let root: JSONValue
  /// The reply's header fields
  public let headers: HTTPHeaders
  /// The page that was requested; nil for the first
  package let cursor: PageCursor?

  package init(root: JSONValue, headers: HTTPHeaders, cursor: PageCursor? = nil) {
    (self.root, self.headers, self.cursor) = (root, headers, cursor)
  }

  /// The number of the requested page, from 1; also 1 if pages aren't numbered
  public var number: Int { PageNumber(cursor)?.number ?? 1 }

  /// The number in a header field; nil if it is missing or below 0
  public func count(inHeader name: String) -> Int? {
    headers[name].flatMap { Int($0.trimmed) }
      .flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether the Link header has a next page; nil if there is no such header
  package var linksNext: Bool? {
    let fields = headers.fields.filter { $0.isNamed("Link") }
    guard !fields.isEmpty else { return nil }
    let links = fields.flatMap { $0.value.parts(at: "<").dropFirst() }
    return links.contains { Self.relations(of: $0).contains("next") }
  }

  /// The relations of a link, such as `next` (RFC 8288), in lower case
  ///
  /// - Parameter link: the link behind its first `<`, and what stands between it and the next one
  private static func relations(of link: Substring) -> [Substring] {
    let end = link.lastPlace(of: ">").map(link.utf8.index(after:)) ?? link.startIndex
    for parameter in link[end...].parts(at: ";", keepsEmpty: false) {
      let parts = parameter.parts(at: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].folded == "rel" else { continue }
      return parts[1].folded.parts(at: " ", keepsEmpty: false)
    }
    return []
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
    (self.rows, self.total, self.next, self.notices) = (rows, total, next, notices)
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
      let next = PageCursor(Paging.mark + WebRequest.encoded(text))
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
extension Substring {
  /// The text in lower case, without blanks, quotes and commas at its ends
  fileprivate var folded: String {
    let isBetween: (UInt8) -> Bool = { $0 > 0x20 && !"\",".utf8.contains($0) }
    guard let first = utf8.firstIndex(where: isBetween),
      let last = utf8.lastIndex(where: isBetween)
    else { return "" }
    return self[first..<utf8.index(after: last)].lowercased()
  }
}
