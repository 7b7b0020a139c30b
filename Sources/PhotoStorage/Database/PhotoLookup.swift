package import Foundation
package import PhotoSearch
package import Pictures

/// Why a number names no photo of the last listing
package enum ListingFault: Error {
  /// There is no last listing; the number that was asked for, nil for all
  case noListing(number: Int?)
  /// Its numbers, and what it is of
  case noNumber(Int, in: ClosedRange<Int>, of: ListingSubject)
  /// The photo of that number can't be read any more
  case unreadable(number: Int)
}

/// Finds photos that were seen before: numbers in the last listing of this terminal, ids and
/// addresses in any, or as favorites; no service is asked
package struct PhotoLookup {
  private let database: PhotoDatabase?
  private let problem: StorageError?
  private let hasHashes: Bool

  /// Never fails: what is wrong is thrown when the last listing is needed
  ///
  /// - Parameter patience: how long another program that locks readers out is waited for
  package init(at file: URL, for terminal: String?, patience: Duration = .seconds(10)) {
    do {
      let database = try PhotoDatabase.reading(at: file, for: terminal, patience: patience)
      hasHashes = try database?.hasHashes ?? false
      (self.database, problem) = (database, nil)
    } catch {
      (database, problem, hasHashes) = (nil, error, false)
    }
  }

  /// The photos of these numbers in the last listing
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
      throw try ListingFault.noNumber(missing, in: listed, of: ListingSubject(of: database))
    }
    let photos = try database.listedPhotos(first...last)
    return try (first...last).map { number in
      guard let photo = photos[number] else { throw ListingFault.unreadable(number: number) }
      return photo
    }
  }

  /// The photo of that id as it was last seen; nil when it is not kept, or nothing can be read
  package func storedPhoto(_ id: PhotoID) -> Photo? {
    stored { try $0.listedPhoto(id) ?? $0.favoritePhoto(id) }
  }

  package func storedPhoto(at address: URL) -> Photo? {
    stored { try $0.photo(ofPage: address) ?? $0.photo(ofPicture: address) }
  }

  /// What a picture of a photo looks like, where one was fetched
  package func hash(of id: PhotoID) -> PictureHash? {
    hasHashes ? stored { try $0.hash(of: id) } : nil
  }

  /// The earlier photo of the last listing that one of it looks like
  package func original(of photo: Photo) -> ListedPhoto? {
    stored { database in
      guard hasHashes, let number = try database.listedNumber(of: photo.id),
        number <= LookAlikes.maxNumber
      else { return nil }
      let marks = ListLookAlikes()
      for (number, hash) in try database.listedHashes(1..<number + 1) { marks.take(number, hash) }
      return marks.original(of: number)
    }
  }

  /// Whether it is known to be a favorite
  package func isFavorite(_ photo: Photo) -> Bool { stored { try $0.isFavorite(photo) } ?? false }

  /// The collection that the last listing is of; nil when it is of anything else
  package var listedCollection: String? {
    stored { database in
      guard case .favorites(let name) = try ListingSubject(of: database) else { return nil }
      return name
    }
  }

  /// The recording that the last listing was answered from
  package var replay: String? {
    stored { database in
      guard let last = try database.lastSearch(), try database.listingToken() == last.token
      else { return nil }
      return last.search?.search.replay
    }
  }

  /// What the database has; nil also when it can't be read
  private func stored<Value>(_ read: (PhotoDatabase) throws -> Value?) -> Value? {
    do { return try database.flatMap(read) } catch { return nil }
  }
}

/// Numbers of the last listing, or of a list's lines, that follow each other: `3`, `1-5`, `5-` to
/// its end, `all`
package struct ListedNumbers: Hashable, Sendable {
  /// nil for the listing's first
  package var first: Int?
  /// nil for the listing's last
  package var last: Int?

  package init(first: Int?, last: Int?) { (self.first, self.last) = (first, last) }

  /// nil where it depends on the listing
  package var count: Int? { first.flatMap { first in last.map { $0 - first + 1 } } }

  package func holds(_ number: Int) -> Bool { number >= first ?? 1 && number <= last ?? .max }

  /// Numbers that go up
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
  /// As it is typed
  package var description: String {
    let first = first ?? 1
    return first == last ? "\(first)" : "\(first)-\(last.map(String.init) ?? "")"
  }
}
