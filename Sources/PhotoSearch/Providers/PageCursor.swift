/// A provider's next page, in the provider's own form
///
/// For most it is a page number, as `3/17` if the first page told the number of pages; for Commons
/// it is MediaWiki's `continue`. Printable and without secrets.
public struct PageCursor: Hashable, Sendable {
  /// The provider's text
  public let text: String

  /// A page, in a text that only its provider understands
  public init(_ text: String) {
    self.text = text
  }
}

/// A numbered page
package struct PageNumber: Hashable, Sendable {
  /// The page's number, from 1
  package let number: Int
  /// The number of pages that the first page told; nil if it didn't
  package let count: Int?

  package init(number: Int, count: Int? = nil) {
    self.number = number
    self.count = count
  }

  /// - Parameter cursor: nil for the first page
  /// - Returns: nil for a cursor that isn't a page number
  package init?(_ cursor: PageCursor?) {
    guard let cursor else {
      self.init(number: 1)
      return
    }
    let parts = cursor.text.parts(at: "/")
    guard let number = Int(parts[0]), (1...1_000_000).contains(number), parts.count <= 2 else {
      return nil
    }
    guard parts.count == 2 else {
      self.init(number: number)
      return
    }
    guard let count = Int(parts[1]), count >= 0 else { return nil }
    self.init(number: number, count: count)
  }

  package var cursor: PageCursor {
    PageCursor(count.map { "\(number)/\($0)" } ?? "\(number)")
  }

  /// The page after this one
  package var next: PageNumber { PageNumber(number: number + 1, count: count) }
}

extension PhotoPage {
  /// Sets the page after a numbered one as the next, and how many pages may be requested by number
  ///
  /// - Parameters:
  ///   - page: this page; its count is the one that the first page told
  ///   - pages: how many pages there are, by that count or another; nil if unknown
  ///   - last: the last page that the service gives, whatever its totals promise
  ///   - size: most photos per page
  package mutating func continues(
    after page: PageNumber, of pages: Int?, upTo last: Int, size: Int
  ) {
    next = page.next.cursor
    further = pages.map { RemainingPages(count: min($0, last) - page.number, size: size) }
  }
}
