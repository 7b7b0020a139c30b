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
