package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Why a number stands for no photo of the last listing
package enum ListingFault: Error {
  /// There is no last listing; with the number that was asked for, nil for all
  case noListing(number: Int?)
  /// The last listing doesn't have this number, but a range, and a subject
  case noNumber(Int, in: ClosedRange<Int>, of: ListingSubject)
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
      hasHashes = try database?.hasHashes ?? false
      (self.database, problem) = (database, nil)
    } catch {
      (database, problem, hasHashes) = (nil, error, false)
    }
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
      throw try ListingFault.noNumber(missing, in: listed, of: ListingSubject(of: database))
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
  package func original(of photo: Photo) -> ListedPhoto? {
    stored { database in
      guard hasHashes, let number = try database.listedNumber(of: photo.id),
        number <= LookAlikes.maxNumber
      else { return nil }
      let marks = LookAlikes()
      for (number, looks) in try database.listedHashes(1..<number + 1) {
        marks.take(number, looks)
      }
      return marks.original(of: number)
    }
  }

  /// Whether the photo is a favorite; false if the database can't be read
  package func isFavorite(_ photo: Photo) -> Bool { stored { try $0.isFavorite(photo) } ?? false }

  /// The collection that the last listing shows; nil if it shows anything else
  package var listedCollection: String? {
    stored { database in
      guard case .favorites(let name) = try ListingSubject(of: database) else { return nil }
      return name
    }
  }

  /// The recording that answered the last listing; nil if services did
  package var replay: String? { listedSearch?.replay }

  /// The search that the last listing shows; nil if it shows favorites
  package var listedSearch: SearchRecord? {
    stored { database in
      guard let last = try database.lastSearch(), try database.listingToken() == last.token
      else { return nil }
      return last.search?.search
    }
  }

  /// A value from the database; nil also if it can't be read
  private func stored<Value>(_ read: (PhotoDatabase) throws -> Value?) -> Value? {
    ifReadable { try database.flatMap(read) }
  }
}
