import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Turns a stream of photos into text, piece by piece
///
/// The results of the three methods, joined in order, are the whole output.
package protocol ListingRenderer: Sendable {
  /// The text before the first photo; empty by default
  mutating func header() -> String
  /// The text of one photo; may be empty until a row of a grid is full
  mutating func entry(_ entry: ListingEntry) -> String
  /// The text after the last photo; empty by default
  mutating func footer(_ summary: ListingSummary) -> String
}

extension ListingRenderer {
  package mutating func header() -> String { "" }
  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}

/// A photo with its number in a listing
package struct ListingEntry: Hashable, Sendable {
  /// The photo's number, from 1, as in `imgsearch show 3`
  package var number: Int
  package var photo: Photo
  package var isFavorite: Bool
  /// The earlier photo of the listing, from another service, that it looks like
  package var original: ListedPhoto?

  package init(
    number: Int, photo: Photo, isFavorite: Bool = false, looksLike original: ListedPhoto? = nil
  ) {
    (self.number, self.photo) = (number, photo)
    (self.isFavorite, self.original) = (isFavorite, original)
  }
}

/// Facts known at the end of a listing
package struct ListingSummary: Hashable, Sendable {
  package var plan: SearchPlan
  /// The cursor to continue with; nil if all providers are at their true end
  package var next: String?
  /// A report for each provider, in the order of the plan
  package var reports: [ProviderReport]

  package init(plan: SearchPlan, next: String?, reports: [ProviderReport]) {
    (self.plan, self.next, self.reports) = (plan, next, reports)
  }
}

/// A listing in which a photo's text, mostly one line, doesn't depend on the other photos
package struct LineRenderer: ListingRenderer {
  private let head: String
  private let text: @Sendable (ListingEntry) -> String

  /// - Parameters:
  ///   - head: the text before the first photo
  ///   - text: gives a photo's text, with its line break
  init(head: String = "", text: @escaping @Sendable (ListingEntry) -> String) {
    (self.head, self.text) = (head, text)
  }

  package func header() -> String { head }
  package func entry(_ entry: ListingEntry) -> String { text(entry) }
}

extension LineRenderer {
  /// One address per line: that of the rendition for a role, or of the nearest role
  ///
  /// A line can be used as it is as an argument by xargs, and as an entry by `aria2c -i` and `wget
  /// -i`. A photo without renditions has no line.
  package static func urls(role: Rendition.Role) -> LineRenderer {
    // xargs' quoting characters: a single apostrophe would stop it.
    let quotes = Array("'\"\\".utf8)
    return LineRenderer { entry in
      guard let rendition = entry.photo.lastingRendition(role) else { return "" }
      return rendition.address.printable.percentEncoding(quotes.contains) + "\n"
    }
  }

  /// One line per photo: the picture, linked to its page, and the credit line
  ///
  /// - Parameter role: the rendition to show
  package static func markdown(role: Rendition.Role) -> LineRenderer {
    LineRenderer { entry in
      "- " + CreditText.line(of: entry.photo, as: .markdown, picture: role) + "\n"
    }
  }
}
