package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Why a number stands for no photo of the last listing
package enum ListingFault: Error {
  /// There is no last listing; with the number that was asked for, nil for all
  case noListing(number: Int?)
  /// The last listing doesn't have this number, but a range; and its kind
  case noNumber(Int, in: ClosedRange<Int>, of: ListingKind)
  /// The photo with this number can't be read any more
  case unreadable(number: Int)
}

/// Finds photos in the database: numbers in the last listing of this terminal, ids and addresses in
/// any listing or the favorites; it sends no requests
package struct PhotoLookup {
  private let database: PhotoDatabase?
  private let problem: StorageError?
  private let hasHashes: Bool

  /// Opens the database. It never fails: a problem is thrown when the last listing is needed
  ///
  /// - Parameter patience: how long to wait for another program that locks readers out
  package init(at file: URL, for terminal: String?, patience: Duration = .seconds(10)) {
    do {
      let database = try PhotoDatabase.reading(at: file, for: terminal, patience: patience)
      hasHashes = try database?.hasHashes() ?? false
      self.database = database
      problem = nil
    } catch { (database, problem, hasHashes) = (nil, error, false) }
  }

  /// The photos of the last listing with these numbers
  ///
  /// - Throws: ``ListingFault``, `StorageError`.
  package func listed(_ range: ListedNumbers) throws -> [Photo] {
    if let problem { throw problem }
    guard let database, let listed = try database.listedNumbers() else {
      throw ListingFault.noListing(number: range.first)
    }
    let first = range.first ?? listed.lowerBound
    let last = range.last ?? max(first, listed.upperBound)
    guard listed.contains(first), listed.contains(last) else {
      let missing = listed.contains(first) ? last : first
      throw try ListingFault.noNumber(missing, in: listed, of: ListingKind(of: database))
    }
    let photos = try database.listedPhotos(first...last)
    return try (first...last).map { number in
      guard let photo = photos[number] else { throw ListingFault.unreadable(number: number) }
      return photo
    }
  }

  /// The photo with this id as it was stored; nil if it isn't, or nothing can be read
  package func storedPhoto(_ id: PhotoID) -> Photo? {
    stored { try $0.listedPhoto(id) ?? $0.favorites(under: [id]).first?.photo }
  }

  package func storedPhoto(at address: URL) -> Photo? {
    stored { try $0.photo(ofPage: address) ?? $0.photo(ofPicture: address) }
  }

  /// The hash of a photo's picture, if one was fetched
  package func hash(of id: PhotoID) -> PictureFingerprint? {
    hasHashes ? stored { try $0.hash(of: id) } : nil
  }

  /// The earlier photo of the last listing that a photo of it looks like
  package func lookAlike(of photo: Photo) -> ListedPhoto? {
    stored { database in
      guard hasHashes, let number = try database.listedNumber(of: photo.id),
        number <= LookAlikes.maxNumber
      else { return nil }
      let marks = LookAlikes()
      for (number, fingerprint) in try database.listedHashes(1..<number + 1) {
        marks.add(number, fingerprint)
      }
      return marks.lookAlike(of: number)
    }
  }

  /// Whether the photo is a favorite; false if the database can't be read
  package func isFavorite(_ photo: Photo) -> Bool { stored { try $0.isFavorite(photo) } ?? false }

  /// The collection that the last listing shows; nil if it shows anything else
  package var listedCollection: String? {
    stored { database in
      guard case .favorites(let name) = try ListingKind(of: database) else { return nil }
      return name
    }
  }

  /// The recording that answered the last listing; nil if services did
  package var replay: String? { listedSearch?.replay }

  /// The search that the last listing shows; nil if it shows anything else
  package var listedSearch: SearchRecord? {
    stored { database in
      guard case .search(let search) = try ListingKind(of: database) else { return nil }
      return search
    }
  }

  /// A value from the database; nil also if it can't be read
  private func stored<Value>(_ read: (PhotoDatabase) throws -> Value?) -> Value? {
    ifReadable { try database.flatMap(read) }
  }
}

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
    let parts = text.components(at: "-")
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
  /// A photo as stored or read
  case photo(Photo)
  /// A photo in a line of an export of favorites
  case favorite(Favorite)
  case id(PhotoID)

  /// The complete photo; nil if it has to be requested
  package var photo: Photo? {
    switch self {
    case .photo(let photo): photo
    case .favorite(let favorite): favorite.photo
    case .id: nil
    }
  }

  package var id: PhotoID {
    switch self {
    case .photo(let photo): photo.id
    case .favorite(let favorite): favorite.photo.id
    case .id(let id): id
    }
  }

  /// All ids under which the photo may be a favorite, its own first
  package var identities: [PhotoID] { photo?.identities ?? [id] }
}

extension PhotoCache {
  /// The photo with an id, as clients were given it or as it is stored; if neither, the id alone
  ///
  /// - Parameter lookup: opened only for a photo that clients weren't given
  package nonisolated func reference(
    to id: PhotoID, else lookup: @autoclosure () -> PhotoLookup
  ) async -> PhotoReference {
    (await photo(id) ?? lookup().storedPhoto(id)).map { .photo($0) } ?? .id(id)
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
    let collections = (value["collections"]?.elements?.prefix(100) ?? [])
      .compactMap { $0.string.flatMap(name) }
    let added = value["added"]?.string.flatMap { Date(iso8601: $0) }
    let favorite = Favorite(photo: photo, added: added ?? Date(), collections: collections)
    self = added == nil && collections.isEmpty ? .photo(photo) : .favorite(favorite)
  }
}

/// The kind of the last listing, which its token tells: a search, or favorites
package enum ListingKind {
  /// A search, or a list of today's photos
  case search(SearchRecord)
  case favorites(collection: String?)
  /// A search that is no longer in the history
  case unknown

  private static let favorites = "favorites"

  /// - Throws: what reading throws.
  package init(of database: PhotoDatabase) throws(StorageError) {
    let token = try database.listingToken() ?? ""
    let parts = token.components(at: "/", maxSplits: 2)
    if parts.count == 3, parts[0] == Self.favorites {
      self = .favorites(collection: parts[2].isEmpty ? nil : String(parts[2]))
    } else if let last = try database.lastSearch(), last.token == token, let search = last.search {
      self = .search(search.search)
    } else {
      self = .unknown
    }
  }

  /// The token of a new list of favorites
  package static func token(ofFavorites collection: CollectionName?) -> String {
    "\(favorites)/\(UUID().uuidString)/\(collection?.text ?? "")"
  }

  /// The words after `the last list`: ` is of favorites`
  package var words: String {
    switch self {
    case .search(let search):
      search.plan.query.words.map { " is of the search for “\($0)”" } ?? " is of today's photos"
    case .favorites(let collection?): " is of favorites, those in “\(collection)”"
    case .favorites(nil): " is of favorites"
    case .unknown: ""
    }
  }

  package var isSearch: Bool { if case .favorites = self { false } else { true } }
}
