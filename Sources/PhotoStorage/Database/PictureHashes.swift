package import Foundation
package import PhotoSearch
package import Pictures
import Platform
import Synchronization

/// Collects the hashes of fetched pictures until they are written to the database
///
/// No command depends on it: a hash that can't be stored is made again from the next picture.
package final class PictureHashes: Sendable {
  /// How long to wait for another program that is using the database
  private static let patience = Duration.milliseconds(100)

  private let file: URL
  private let waiting = Mutex<[PictureHash]>([])

  package init(for file: URL) {
    self.file = file
  }

  /// Hashes a JPEG file, given at an eighth of its size
  ///
  /// - Parameter address: the file's address
  /// - Returns: nil if the picture has too little detail, see ``PerceptualHash/init(eighth:of:)``
  @discardableResult
  package func take(_ picture: SmallPicture, of photo: Photo, from address: URL) -> PictureHash? {
    guard let size = photo.size, let hash = PerceptualHash(eighth: picture, of: size) else {
      return nil
    }
    let kept = PictureHash(id: photo.id, address: address, size: size, bytes: hash.bytes)
    waiting.withLock { $0.append(kept) }
    return kept
  }

  /// Hashes a picture file; only JPEG files can be read
  @discardableResult
  package func take(file bytes: Data, of photo: Photo, from address: URL) -> PictureHash? {
    guard PictureType(start: bytes) == .jpeg else { return nil }
    return ifReadable { take(try SmallPicture(eighthOfJPEG: bytes), of: photo, from: address) }
  }

  /// Writes the hashes, or keeps them for the next call
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
  /// A stored hash, to be compared; nil unless it has the right number of bytes
  package init?(_ kept: PictureHash) {
    guard let hash = PerceptualHash(bytes: kept.bytes) else { return nil }
    self.init(id: kept.id, size: kept.size, hash: hash)
  }
}

/// The look-alikes of a list, as far as its pictures are known
package final class ListLookAlikes: Sendable {
  private let alikes: Mutex<LookAlikes>

  package init(_ known: LookAlikes = LookAlikes()) { alikes = Mutex(known) }

  /// The current state
  package var known: LookAlikes { alikes.withLock { $0 } }

  /// - Returns: the numbers of the photos whose look-alike has changed or gone.
  @discardableResult
  package func take(_ number: Int, _ hash: PictureHash) -> [Int] {
    guard let looks = PictureFingerprint(hash) else { return [] }
    return alikes.withLock { $0.take(number, looks) }
  }

  /// The earliest photo that the one with this number looks like
  package func original(of number: Int) -> ListedPhoto? {
    alikes.withLock { $0.original(of: number) }
  }
}

/// Look-alikes of the latest searches, by the cursors that continue them
package final class ContinuedLookAlikes: Sendable {
  private let lists = Mutex(LRUCache<String, (alikes: LookAlikes, count: Int)>(limit: 30))

  package init() {}

  /// The look-alikes of a search, to add to, and how many photos it has shown
  package func marks(_ cursor: String?) -> (ListLookAlikes, count: Int) {
    let list = lists.withLock { lists in cursor.flatMap { lists.value($0) } }
    return (ListLookAlikes(list?.alikes ?? LookAlikes()), list?.count ?? 0)
  }

  package func keep(_ marks: ListLookAlikes, count: Int, as cursor: String) {
    lists.withLock { $0.keep((marks.known, count), as: cursor) }
  }
}
