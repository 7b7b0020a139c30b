import Foundation
package import PhotoSearch
package import Pictures
import Terminal

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

/// One address per line: that of the rendition for a role, or of the nearest role
///
/// A line can be used as it is as an argument by xargs, and as an entry by `aria2c -i` and `wget
/// -i`. A photo without renditions has no line.
package struct URLsRenderer: ListingRenderer {
  private let role: Rendition.Role

  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    guard let rendition = entry.photo.lastingRendition(role) else { return "" }
    return rendition.address.printable.percentEncoding(Self.quotes.contains) + "\n"
  }

  /// xargs' quoting characters: a single apostrophe would stop it
  private static let quotes = Array("'\"\\".utf8)
}

/// Counts pictures printed in a smaller size than asked for because the larger addresses expire,
/// for each service
package struct SmallerPictures {
  private let role: Rendition.Role
  /// Per service: the number, and the pixels of the longer side of the largest picture
  private var counts: [(service: String, count: Int, pixels: Int?)] = []

  /// - Parameter role: the rendition asked for
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

/// One line per photo: the picture, linked to its page, and the credit line
package struct MarkdownRenderer: ListingRenderer {
  private let role: Rendition.Role

  /// - Parameter role: the rendition to show
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    "- " + CreditText.line(of: entry.photo, as: .markdown, picture: role) + "\n"
  }
}

/// Removes pictures in private networks from output that leads to pictures, because a stranger's
/// row may name such addresses, and counts them
///
/// The gallery applies the same rule, and downloads refuse such addresses.
package struct PrivateAddressFilter {
  private let apiOrigins: () throws -> [String: Set<Origin>]
  private var count = 0

  /// - Parameter apiOrigins: gives the addresses of services, by name; only called if needed
  package init(apiOrigins: @escaping () throws -> [String: Set<Origin>]) {
    self.apiOrigins = apiOrigins
  }

  /// A photo with the pictures that may be shown
  ///
  /// - Throws: a failure if the settings can't be used.
  package mutating func shown(_ photo: Photo) throws -> Photo {
    guard photo.renditions.contains(where: { !Origin($0.url).isPublic }) else { return photo }
    let shown = photo.reachable(from: try apiOrigins())
    count += photo.renditions.count - shown.renditions.count
    return shown
  }

  /// A notice about removed pictures; nil if there are none
  package var notice: String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "imgsearch: the address of 1 picture leads into a private network, and is left out"
      : "imgsearch: the addresses of \(count) pictures lead into private networks, and are left out"
  }
}
