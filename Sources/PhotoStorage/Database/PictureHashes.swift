package import Foundation
package import PhotoSearch
package import Pictures
import Synchronization

/// What pictures that were fetched look like, until it is kept in the database
///
/// No command depends on it: what can't be kept is made again from the next picture.
package final class PictureHashes: Sendable {
  /// How long another program that has the database is waited for
  private static let patience = Duration.milliseconds(100)

  private let file: URL
  private let waiting = Mutex<[PictureHash]>([])

  package init(for file: URL) {
    self.file = file
  }

  /// Takes the eighth of a JPEG file
  ///
  /// - Parameter address: the file's
  /// - Returns: nil for a picture that says too little, as ``PerceptualHash/init(eighth:of:)`` has it
  @discardableResult
  package func take(_ picture: SmallPicture, of photo: Photo, from address: URL) -> PictureHash? {
    guard let size = photo.size, let hash = PerceptualHash(eighth: picture, of: size) else {
      return nil
    }
    let kept = PictureHash(id: photo.id, address: address, size: size, bytes: hash.bytes)
    waiting.withLock { $0.append(kept) }
    return kept
  }

  /// Takes a picture of any kind, of which JPEG files can be read
  @discardableResult
  package func take(file bytes: Data, of photo: Photo, from address: URL) -> PictureHash? {
    guard PictureType(start: bytes) == .jpeg else { return nil }
    do throws(JPEGRefusal) {
      return take(try SmallPicture(eighthOfJPEG: bytes), of: photo, from: address)
    } catch {
      return nil
    }
  }

  /// Takes a JPEG file that is about to be saved
  @Sendable package func note(_ photo: Photo, from address: URL, _ bytes: Data) {
    take(file: bytes, of: photo, from: address)
  }

  /// Writes what there is, or leaves it for the next time
  package func keep() {
    let hashes = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !hashes.isEmpty else { return }
    do {
      try PhotoDatabase.writing(at: file, patience: Self.patience).keep(hashes)
    } catch {
      waiting.withLock { $0 = hashes + $0 }
    }
  }
}

extension PictureFingerprint {
  /// nil for bytes of another number
  package init?(_ kept: PictureHash) {
    guard let hash = PerceptualHash(bytes: kept.bytes) else { return nil }
    self.init(id: kept.id, size: kept.size, hash: hash)
  }
}

/// Which photos of a list look like earlier ones, as far as their pictures are known
package final class ListLookAlikes: Sendable {
  private let alikes: Mutex<LookAlikes>

  package init(_ known: LookAlikes = LookAlikes()) { alikes = Mutex(known) }

  /// What is known by now
  package var known: LookAlikes { alikes.withLock { $0 } }

  /// - Returns: the numbers of the photos that have another mark than before, or one no longer.
  @discardableResult
  package func take(_ number: Int, _ hash: PictureHash) -> [Int] {
    guard let looks = PictureFingerprint(hash) else { return [] }
    return alikes.withLock { $0.take(number, looks) }
  }

  /// The earliest photo that the one of that number looks like
  package func original(of number: Int) -> ListedPhoto? {
    alikes.withLock { $0.original(of: number) }
  }
}

/// What looks alike in the lists of searches, by the cursors that continue them: those that were made last
package final class ContinuedLookAlikes: Sendable {
  private static let limit = 30

  private let lists = Mutex<[(cursor: String, alikes: LookAlikes, count: Int)]>([])

  package init() {}

  /// Those of a search, to be added to, and how many photos it has shown
  package func marks(_ cursor: String?) -> (ListLookAlikes, count: Int) {
    lists.withLock { lists in
      let list = lists.first { $0.cursor == cursor }
      return (ListLookAlikes(list?.alikes ?? LookAlikes()), list?.count ?? 0)
    }
  }

  package func keep(_ marks: ListLookAlikes, count: Int, as cursor: String) {
    lists.withLock { lists in
      lists.removeAll { $0.cursor == cursor }
      lists = (lists + [(cursor, marks.known, count)]).suffix(Self.limit)
    }
  }
}
