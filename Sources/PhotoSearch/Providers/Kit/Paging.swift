internal import Foundation
internal import Platform

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

  private func value(of page: Int) -> String {
    String(offset.map { (page - 1) * $0 } ?? page)
  }

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
