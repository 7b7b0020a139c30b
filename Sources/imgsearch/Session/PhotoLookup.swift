import Foundation
import PhotoSearch
import PhotoStorage
import Pictures

/// Finds photos in the database: numbers in the last listing of this terminal, ids and addresses in
/// any listing or the favorites; it sends no requests
struct PhotoLookup {
  private let database: PhotoDatabase?
  private let problem: StorageError?
  private let hasHashes: Bool

  /// Opens the database. It never fails: a problem is thrown when the last listing is needed
  ///
  /// - Parameter patience: how long to wait for another program that locks readers out
  init(_ console: Console, patience: Duration = .seconds(10)) {
    do {
      let database = try PhotoDatabase.reading(
        at: console.folders.database, for: console.terminal, patience: patience)
      hasHashes = try database?.hasHashes ?? false
      (self.database, problem) = (database, nil)
    } catch {
      (database, problem, hasHashes) = (nil, error, false)
    }
  }

  /// The photos that an operand names
  ///
  /// - Throws: a failure with code 66 for a number that the last listing lacks, a usage failure for
  ///   a text that names no photo.
  func photos(_ operand: PhotoOperand) throws -> [PhotoReference] {
    if case .numbers(let ranges) = operand {
      return try ranges.flatMap(listed).map { .photo($0) }
    }
    if case .page(let url, _) = operand, let photo = storedPhoto(at: url) { return [.photo(photo)] }
    guard let id = try operand.id() else { return [] }
    return [storedPhoto(id).map { .photo($0) } ?? .id(id)]
  }

  /// The photos that an operand names; only its id if the photo is to be requested again
  func photos(_ operand: PhotoOperand, asksAnew: Bool) throws -> [PhotoReference] {
    guard asksAnew, let id = try operand.id(), ProviderCatalog.canBeAsked(id) else {
      return try photos(operand)
    }
    return [.id(id)]
  }

  private func listed(_ range: ListedNumbers) throws -> [Photo] {
    if let problem { throw problem }
    guard let database, let listed = try database.listedNumbers() else {
      throw CommandFailure(
        "there is no last listing to take " + (range.first.map { "number \($0)" } ?? "photos")
          + " from; search first: imgsearch <words...>", code: .noInput)
    }
    let first = range.first ?? listed.lowerBound
    let last = range.last ?? max(first, listed.upperBound)
    guard listed.contains(first), listed.contains(last) else {
      let missing = listed.contains(first) ? last : first
      throw try Self.failure(missing, in: listed, of: ListingSubject(of: database))
    }
    let photos = try database.listedPhotos(first...last)
    return try (first...last).map { number in
      guard let photo = photos[number] else {
        throw CommandFailure("the last listing has no number \(number)", code: .noInput)
      }
      return photo
    }
  }

  /// The failure names the subject of the last listing, in case the user thinks of another one
  private static func failure(
    _ missing: Int, in listed: ClosedRange<Int>, of subject: ListingSubject
  ) -> CommandFailure {
    let numbers =
      listed.lowerBound == 1
      ? listed.count == 1 ? "1 photo" : "\(listed.count) photos"
      : "numbers \(listed.lowerBound) to \(listed.upperBound)"
    let limit = PhotoDatabase.maxListedPhotos
    return CommandFailure(
      "there is no number \(missing): the last list\(subject.words): \(numbers)"
        + (listed.upperBound == limit ? "; those past \(limit) aren't kept" : "")
        + (subject.isSearch
          ? "" : "\nTo have the numbers of the last search again: imgsearch again"),
      code: .noInput)
  }

  /// The photo with this id as it was stored; nil if it isn't, or nothing can be read
  func storedPhoto(_ id: PhotoID) -> Photo? {
    stored { try $0.listedPhoto(id) ?? $0.favoritePhoto(id) }
  }

  private func storedPhoto(at address: URL) -> Photo? {
    stored { try $0.photo(ofPage: address) ?? $0.photo(ofPicture: address) }
  }

  /// The hash of a photo's picture, if one was fetched
  func hash(of id: PhotoID) -> PictureHash? {
    hasHashes ? stored { try $0.hash(of: id) } : nil
  }

  /// The earlier photo of the last listing that a photo of it looks like
  func original(of photo: Photo) -> ListedPhoto? {
    stored { database in
      guard hasHashes, let number = try database.listedNumber(of: photo.id),
        number <= LookAlikes.maxNumber
      else { return nil }
      let marks = ListLookAlikes()
      for (number, hash) in try database.listedHashes(1..<number + 1) { marks.take(number, hash) }
      return marks.original(of: number)
    }
  }

  /// Whether the photo is a favorite; false if the database can't be read
  func isFavorite(_ photo: Photo) -> Bool { stored { try $0.isFavorite(photo) } ?? false }

  /// The collection that the last listing shows; nil if it shows anything else
  var listedCollection: String? {
    stored { database in
      guard case .favorites(let name) = try ListingSubject(of: database) else { return nil }
      return name
    }
  }

  /// The recording that answered the last listing; nil if services did
  var replay: String? {
    stored { database in
      guard let last = try database.lastSearch(), try database.listingToken() == last.token
      else { return nil }
      return last.search?.search.replay
    }
  }

  /// A value from the database; nil also if it can't be read
  private func stored<Value>(_ read: (PhotoDatabase) throws -> Value?) -> Value? {
    do { return try database.flatMap(read) } catch { return nil }
  }
}

extension RequestOptions {
  /// These options; if only numbers are named, with the recording that their listing came from
  func answered(by lookup: PhotoLookup, for operands: [PhotoOperand]) -> RequestOptions {
    let areNumbers = operands.allSatisfy { if case .numbers = $0 { true } else { false } }
    guard areNumbers, replay == nil, !isOffline, !isRefreshing else { return self }
    var run = self
    run.replay = lookup.replay
    return run
  }
}
