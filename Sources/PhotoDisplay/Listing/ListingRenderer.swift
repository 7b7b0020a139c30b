import Foundation
package import PhotoSearch
package import Pictures
import Terminal

/// Turns a stream of photos into text, piece by piece
///
/// What the three methods return, joined in order, is the whole output.
package protocol ListingRenderer: Sendable {
  /// What stands before the first photo; nothing by default
  mutating func header() -> String
  /// One photo; may be empty until a row of a grid is full
  mutating func entry(_ entry: ListingEntry) -> String
  /// What is left to print after the last photo; nothing by default
  mutating func footer(_ summary: ListingSummary) -> String
}

extension ListingRenderer {
  package mutating func header() -> String { "" }
  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}

/// A photo and its place in a listing
package struct ListingEntry: Hashable, Sendable {
  /// From 1: what `imgsearch show 3` means
  package var number: Int
  package var photo: Photo
  package var isFavorite: Bool
  /// The earlier photo of the listing, at another service, that it looks like
  package var original: ListedPhoto?

  package init(
    number: Int, photo: Photo, isFavorite: Bool = false, looksLike original: ListedPhoto? = nil
  ) {
    self.number = number
    self.photo = photo
    self.isFavorite = isFavorite
    self.original = original
  }
}

/// What is known when a listing ends
package struct ListingSummary: Hashable, Sendable {
  package var plan: SearchPlan
  /// The cursor that continues it; nil at the true end of all
  package var next: String?
  /// In the order of the plan
  package var reports: [ProviderReport]

  package init(plan: SearchPlan, next: String?, reports: [ProviderReport]) {
    self.plan = plan
    self.next = next
    self.reports = reports
  }
}

/// One address a line: that of the rendition for a role, else of the next best
///
/// A line is an argument for xargs, and an entry for `aria2c -i` and `wget -i`, as it is. A photo
/// without any rendition has no line.
package struct URLsRenderer: ListingRenderer {
  private let role: Rendition.Role

  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    guard let rendition = entry.photo.lastingRendition(role) else { return "" }
    return rendition.address.printable.percentEncoding(Self.quotes.contains) + "\n"
  }

  /// The characters by which xargs quotes: it stops at an apostrophe without a second one
  private static let quotes = Array("'\"\\".utf8)
}

/// Counts, for each service, the pictures that are named in a smaller size than was asked for, as the
/// addresses of larger ones expire
package struct SmallerPictures {
  private let role: Rendition.Role
  /// By the service; pixels are those of the longer side of the largest
  private var counts: [(service: String, count: Int, pixels: Int?)] = []

  /// - Parameter role: which rendition was asked for
  package init(asked role: Rendition.Role) {
    self.role = role
  }

  package mutating func take(_ photo: Photo) {
    guard Self.lifetime(of: photo.id.service) != nil, let rendition = photo.lastingRendition(role),
      rendition.role < role
    else { return }
    let service = photo.id.service
    let pixels = rendition.size.map { max($0.width, $0.height) }
    guard let index = counts.firstIndex(where: { $0.service == service }) else {
      return counts.append((service, 1, pixels))
    }
    counts[index].count += 1
    counts[index].pixels = [counts[index].pixels, pixels].compactMap(\.self).max()
  }

  /// `imgsearch: pixabay: 3 pictures are named in a small size (150 pixels): …`; nil for none
  package var line: String? {
    guard !counts.isEmpty else { return nil }
    return counts.map { service, count, pixels in
      let hours = Int((Self.lifetime(of: service) ?? .zero) / .seconds(3_600))
      let verb = count == 1 ? "picture is" : "pictures are"
      return "imgsearch: \(service): \(Counts.grouped(count)) \(verb) named in a small size"
        + (pixels.map { " (\($0) pixels)" } ?? "") + ", as addresses of larger ones are good for "
        + "\(Counts.phrase(hours, "hour")) only; imgsearch download saves these"
    }.joined(separator: "\n")
  }

  private static func lifetime(of service: String) -> Duration? {
    ProviderCatalog.profile(ofService: service)?.display.addressLifetime
  }
}

/// One line a photo: the picture, as a link to its page, and its credit line
package struct MarkdownRenderer: ListingRenderer {
  private let role: Rendition.Role

  /// - Parameter role: which rendition is shown
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    "- " + CreditText.line(of: entry.photo, as: .markdown, picture: role) + "\n"
  }
}
