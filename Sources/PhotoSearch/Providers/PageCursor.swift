/// Where a provider's next page is, in the provider's own words
///
/// A page number for most, `3/17` where the first page told how many there are; MediaWiki's
/// `continue` for Commons. Printable and without secrets.
public struct PageCursor: Hashable, Sendable {
  /// As the provider wrote it
  public let text: String

  /// A place that only its provider understands
  public init(_ text: String) {
    self.text = text
  }
}

/// A page by its number, for the providers that count them
package struct PageNumber: Hashable, Sendable {
  /// From 1
  package let number: Int
  /// How many there are by what the first page said; nil when it did not
  package let count: Int?

  package init(number: Int, count: Int? = nil) {
    self.number = number
    self.count = count
  }

  /// - Parameter cursor: nil is the first page
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
  /// Sets the page after a numbered one as the next, and how many can be asked for with it
  ///
  /// - Parameters:
  ///   - page: this one; its count is what the first page promised
  ///   - pages: how many there are, by that count or by another; nil when nobody says
  ///   - last: the number of the last page that the service shows, whatever it promises
  ///   - size: photos that a page holds at most
  package mutating func continues(
    after page: PageNumber, of pages: Int?, upTo last: Int, size: Int
  ) {
    next = page.next.cursor
    further = pages.map { RemainingPages(count: min($0, last) - page.number, size: size) }
  }
}
