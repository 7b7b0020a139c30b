package import Foundation
package import PhotoSearch
import Platform

/// A range of numbers of the last listing, or of a list's lines: `3`, `1-5`, `5-` (to the end),
/// `all`
package struct ListedNumbers: Hashable, Sendable {
  /// The first number; nil for the listing's first
  package var first: Int?
  /// The last number; nil for the listing's last
  package var last: Int?

  package init(first: Int?, last: Int?) { (self.first, self.last) = (first, last) }

  /// A range that ends before it begins
  package struct Descending: Error {}

  /// Reads a number or a range: `3`, `1-5`, `5-`; nil for other text
  ///
  /// - Throws: ``Descending``
  package init?(_ text: Substring) throws {
    let parts = text.parts(at: "-")
    guard let first = Self.number(parts[0]) else { return nil }
    if parts.count == 2, parts[1].isEmpty {
      self.init(first: first, last: nil)
      return
    }
    guard parts.count <= 2, let last = Self.number(parts[parts.count - 1]) else { return nil }
    guard first <= last else { throw Descending() }
    self.init(first: first, last: last)
  }

  /// A whole number with no more digits than a listing can have
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }

  /// How many numbers there are; nil if that depends on the listing
  package var count: Int? { first.flatMap { first in last.map { $0 - first + 1 } } }

  package func holds(_ number: Int) -> Bool { number >= first ?? 1 && number <= last ?? .max }

  /// Ranges of ascending numbers
  package static func ranges(of numbers: [Int]) -> [ListedNumbers] {
    numbers.reduce(into: []) { ranges, number in
      if let last = ranges.last?.last, last + 1 == number {
        ranges[ranges.count - 1].last = number
      } else {
        ranges.append(ListedNumbers(first: number, last: number))
      }
    }
  }
}
extension ListedNumbers: CustomStringConvertible {
  /// The range as a user types it
  package var description: String {
    let first = first ?? 1
    return first == last ? "\(first)" : "\(first)-\(last.map(String.init) ?? "")"
  }
}

/// A photo that was named: either complete, or only its id, to be requested
package enum PhotoReference {
  /// A photo as stored or read; a favorite in a line of an export also has the time when it was
  /// added, and its collections
  case photo(Photo, added: Date? = nil, collections: [CollectionName] = [])
  case id(PhotoID)

  /// The complete photo; nil if it has to be requested
  package var photo: Photo? { if case .photo(let photo, _, _) = self { photo } else { nil } }

  package var id: PhotoID {
    switch self {
    case .photo(let photo, _, _): photo.id
    case .id(let id): id
    }
  }

  /// All ids under which the photo may be a favorite, its own first
  package var identities: [PhotoID] {
    switch self {
    case .photo(let photo, _, _): photo.identities
    case .id(let id): [id]
    }
  }
}
extension PhotoCache {
  /// The photo with an id, as clients were given it or as it is stored; if neither, the id alone
  package nonisolated func reference(to id: PhotoID, else lookup: PhotoLookup) async
    -> PhotoReference
  {
    (await photo(id) ?? lookup.storedPhoto(id)).map { .photo($0) } ?? .id(id)
  }
}

extension PhotoReference {
  /// A photo as a listing or an export has written it
  ///
  /// - Parameter name: the name of a collection; nil for a text that can't be one
  package init(
    _ value: JSONValue, collectionNamed name: (String) -> CollectionName?
  ) throws(PhotoJSON.Problem) {
    var photo = try PhotoJSON.photo(value)
    photo.useHTTPS(where: ProviderCatalog.isSecure)
    // Aliases are ignored: the line's author might claim ids of other photos.
    photo.aliases = []
    // A photo without a site or a credit line gets its service's site.
    if photo.site == photo.id.service,
      let profile = ProviderCatalog.profile(ofService: photo.id.service)
    {
      photo.site = profile.name
    }
    let collections = value["collections"]?.elements?.prefix(100) ?? []
    self = .photo(
      photo, added: value["added"]?.string.flatMap { Date(iso8601: $0) },
      collections: collections.compactMap { $0.string.flatMap(name) })
  }
}
