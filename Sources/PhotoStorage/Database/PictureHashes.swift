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
  private let waiting = Mutex<[(looks: PictureFingerprint, address: URL)]>([])

  package init(for file: URL) {
    self.file = file
  }

  /// Hashes a JPEG file, given at an eighth of its size
  ///
  /// - Parameter address: the file's address
  /// - Returns: nil if the picture has too little detail, see ``PerceptualHash/init(eighth:of:)``
  @discardableResult
  package func take(
    _ picture: SmallPicture, of photo: Photo, from address: URL
  ) -> PictureFingerprint? {
    guard let size = photo.size, let hash = PerceptualHash(eighth: picture, of: size) else {
      return nil
    }
    let looks = PictureFingerprint(id: photo.id, size: size, hash: hash)
    waiting.withLock { $0.append((looks, address)) }
    return looks
  }

  /// Hashes a picture file; only JPEG files can be read
  @discardableResult
  package func take(file bytes: Data, of photo: Photo, from address: URL) -> PictureFingerprint? {
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

/// Look-alikes of the latest searches, by the cursors that continue them
package final class ContinuedLookAlikes: Sendable {
  private let lists = Mutex(LRUCache<String, (alikes: LookAlikes, count: Int)>(limit: 30))

  package init() {}

  /// The look-alikes of a search, to add to, and how many photos it has shown
  package func marks(_ cursor: String?) -> (LookAlikes, count: Int) {
    let list = lists.withLock { lists in cursor.flatMap { lists.value($0) } }
    return (LookAlikes(list?.alikes), list?.count ?? 0)
  }

  /// Keeps the look-alikes of a search for its continuation
  ///
  /// - Parameters:
  ///   - count: how many photos the search has shown
  ///   - cursor: where it continues
  package func keep(_ marks: LookAlikes, count: Int, as cursor: String) {
    lists.withLock { $0.keep((LookAlikes(marks), count), as: cursor) }
  }
}
