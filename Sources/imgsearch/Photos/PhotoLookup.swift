import Foundation
import PhotoSearch
import PhotoStorage

/// Finds the photos that operands name among those that were seen before: numbers in the last
/// listing of this terminal, ids and addresses in any, or as favorites; no service is asked
struct PhotoLookup {
  private let database: PhotoDatabase?
  private let problem: StorageError?

  /// Never fails: what is wrong is thrown when somebody needs what is kept
  ///
  /// - Parameter patience: how long another program that lets nobody read is waited for
  init(_ console: Console, patience: Duration = .seconds(10)) {
    do {
      database = try PhotoDatabase.reading(
        at: console.folders.database, for: console.terminal, patience: patience)
      problem = nil
    } catch {
      (database, problem) = (nil, error)
    }
  }

  /// The photos that an operand names
  ///
  /// - Throws: a failure with code 66 for a number that the last listing does not have, a usage
  ///   failure for what names no photo.
  func photos(_ operand: PhotoOperand) throws -> [NamedPhoto] {
    if case .numbers(let ranges) = operand {
      return try ranges.flatMap(listed).map { .photo($0) }
    }
    if case .page(let url, _) = operand, let photo = seen(at: url) { return [.photo(photo)] }
    guard let id = try operand.id() else { return [] }
    return [seen(id).map { .photo($0) } ?? .id(id)]
  }

  private func listed(_ asked: ListedNumbers) throws -> [Photo] {
    if let problem { throw problem }
    guard let database, let known = try database.listedNumbers() else {
      throw CommandFailure(
        "there is no last listing to take " + (asked.first.map { "number \($0)" } ?? "photos")
          + " from; search first: imgsearch <words...>", code: .noInput)
    }
    let first = asked.first ?? known.lowerBound
    let last = asked.last ?? max(first, known.upperBound)
    guard known.contains(first), known.contains(last) else {
      let missing = known.contains(first) ? last : first
      throw try Self.failure(missing, in: known, of: ListingSubject(of: database))
    }
    let photos = try database.listedPhotos(first...last)
    return try (first...last).map { number in
      guard let photo = photos[number] else {
        throw CommandFailure("the last listing has no number \(number)", code: .noInput)
      }
      return photo
    }
  }

  /// What the last list is of is said, as it may not be the one that somebody has in mind
  private static func failure(
    _ missing: Int, in known: ClosedRange<Int>, of subject: ListingSubject
  ) -> CommandFailure {
    let numbers =
      known.lowerBound == 1
      ? known.count == 1 ? "1 photo" : "\(known.count) photos"
      : "numbers \(known.lowerBound) to \(known.upperBound)"
    let limit = PhotoDatabase.maxListedPhotos
    return CommandFailure(
      "there is no number \(missing): the last list\(subject.words): \(numbers)"
        + (known.upperBound == limit ? "; those past \(limit) aren't kept" : "")
        + (subject.isSearch
          ? "" : "\nTo have the numbers of the last search again: imgsearch again"),
      code: .noInput)
  }

  /// The photo of that id as it was last seen; nil when it is not kept, or nothing can be read
  func seen(_ id: PhotoID) -> Photo? {
    do {
      return try database?.listedPhoto(id) ?? database?.favoritePhoto(id)
    } catch {
      return nil
    }
  }

  private func seen(at address: URL) -> Photo? {
    do {
      return try database?.photo(ofPage: address) ?? database?.photo(ofPicture: address)
    } catch {
      return nil
    }
  }

  /// Whether it is known to be a favorite
  func isFavorite(_ photo: Photo) -> Bool {
    do {
      return try database?.isFavorite(photo) ?? false
    } catch {
      return false
    }
  }

  /// The collection that the last listing is of; nil when it is of anything else
  var listedCollection: String? {
    do {
      guard let database, case .favorites(let name) = try ListingSubject(of: database) else {
        return nil
      }
      return name
    } catch {
      return nil
    }
  }

  /// The recording that the last listing was answered from
  var replay: String? {
    do {
      guard let last = try database?.lastSearch(), try database?.listingToken() == last.token
      else { return nil }
      return last.search?.search.replay
    } catch {
      return nil
    }
  }
}
