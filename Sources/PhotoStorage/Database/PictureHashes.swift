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

  private let folders: Folders
  private let turns = AsyncSemaphore(1, waiting: 16)
  private let waiting = Mutex<[(fingerprint: PictureFingerprint, address: URL)]>([])

  package init(in folders: Folders) { self.folders = folders }

  /// Hashes a JPEG file, given at an eighth of its size
  ///
  /// - Parameter address: the file's address
  /// - Returns: nil if the picture has too little detail, see ``PerceptualHash/init(eighth:of:)``
  @discardableResult
  package func add(
    _ picture: SmallPicture, of photo: Photo, from address: URL
  ) -> PictureFingerprint? {
    guard let size = photo.size, let hash = PerceptualHash(eighth: picture, of: size) else {
      return nil
    }
    let fingerprint = PictureFingerprint(id: photo.id, size: size, hash: hash)
    waiting.withLock { $0.append((fingerprint, address)) }
    return fingerprint
  }

  /// Hashes a picture file; only JPEG files can be read
  @discardableResult
  package func add(file bytes: Data, of photo: Photo, from address: URL) -> PictureFingerprint? {
    ifReadable { add(try SmallPicture(eighthOfJPEG: bytes), of: photo, from: address) }
  }

  /// The stored hashes of some photos' pictures, as far as there are any
  func stored(of ids: [PhotoID]) -> [PictureFingerprint] {
    ids.compactMap(PhotoLookup(at: folders.database, for: nil).hash)
  }

  /// Hashes a picture file of a photo, and saves the hash; one picture at a time
  ///
  /// If too many wait already, the picture is hashed the next time that it is seen.
  ///
  /// - Parameter address: the file's address in the photo
  package func save(_ bytes: Data, of photo: Photo, at address: String) async {
    let rendition = photo.renditions.first { $0.url.absoluteString == address }
    guard let rendition else { return }
    do {
      try await turns.withTurn {
        add(file: bytes, of: photo, from: rendition.url)
        save()
      }
    } catch {}
  }

  /// Saves the hashes, or keeps them for the next call
  package func save() {
    let hashes = waiting.withLock { exchange(&$0, with: []) }
    guard !hashes.isEmpty else { return }
    do {
      try PhotoDatabase.writing(at: folders.database, patience: Self.patience).save(hashes)
    } catch { waiting.withLock { $0 = hashes + $0 } }
  }
}

/// Look-alikes of the latest searches, by the cursors that continue them
package final class ContinuedLookAlikes: Sendable {
  private let lists = Mutex(LRUCache<String, (alikes: LookAlikes?, count: Int)>(limit: 30))

  package init() {}

  /// The look-alikes of a search, to add to, and how many photos it has shown
  package func marks(_ cursor: String?) -> (LookAlikes?, count: Int) {
    let list = lists.withLock { lists in cursor.flatMap { lists.value($0) } }
    return (list?.alikes.map { LookAlikes($0) }, list?.count ?? 0)
  }

  /// Stores the look-alikes of a search for its continuation
  ///
  /// - Parameters:
  ///   - count: how many photos the search has shown
  ///   - cursor: where it continues
  package func store(_ marks: LookAlikes?, count: Int, as cursor: String) {
    lists.withLock { $0.store((marks.map { LookAlikes($0) }, count), as: cursor) }
  }
}

extension PhotoDatabase {
  /// How many hashes are kept: the latest ones
  static let maxHashes = 100_000

  /// Saves hashes, each with its picture's address; a new hash of a photo replaces the old one
  package func save(_ hashes: [(fingerprint: PictureFingerprint, address: URL)])
    throws(StorageError)
  {
    try connection.quickTransaction { () throws(StorageError) in
      for (fingerprint, address) in hashes {
        try connection.run(
          "INSERT OR REPLACE INTO hashes (id, address, width, height, hash) VALUES (?, ?, ?, ?, ?)",
          fingerprint.id.description, address.absoluteString, fingerprint.size.width,
          fingerprint.size.height, fingerprint.hash.bytes)
      }
      try connection.run(
        "DELETE FROM hashes WHERE number <= (SELECT max(number) FROM hashes) - ?", Self.maxHashes)
    }
  }

  /// Whether any hash is stored
  package func hasHashes() throws(StorageError) -> Bool {
    // A database of an earlier version lacks the table until something is written to it.
    let table = try connection.query("SELECT 1 FROM sqlite_master WHERE name = 'hashes'")
      .first { $0.integer(0) }
    guard table != nil else { return false }
    return try connection.query("SELECT 1 FROM hashes LIMIT 1").first { $0.integer(0) } != nil
  }

  /// The hash of a photo; to be called only if ``hasHashes()``
  package func hash(of id: PhotoID) throws(StorageError) -> PictureFingerprint? {
    try connection.query("SELECT id, width, height, hash FROM hashes WHERE id = ?", id.description)
      .first(Self.fingerprint)
  }

  /// The hashes of these photos of the last listing, in its order; to be called only if
  /// ``hasHashes()``
  package func listedHashes(
    _ numbers: Range<Int>
  ) throws(StorageError) -> [(number: Int, fingerprint: PictureFingerprint)] {
    guard let listing = try lastListing()?.number else { return [] }
    return try connection.query(
      """
      SELECT hashes.id, width, height, hash, listed_photos.number
      FROM listed_photos JOIN hashes ON hashes.id = listed_photos.id
      WHERE listing = ? AND listed_photos.number >= ? AND listed_photos.number < ?
      ORDER BY listed_photos.number
      """, listing, numbers.lowerBound, numbers.upperBound
    ).all { row in Self.fingerprint(row).map { (row.integer(4), $0) } }.compactMap(\.self)
  }

  /// The number of a photo in the last listing
  package func listedNumber(of id: PhotoID) throws(StorageError) -> Int? {
    guard let listing = try lastListing()?.number else { return nil }
    return try connection.query(
      "SELECT number FROM listed_photos WHERE listing = ? AND id = ? ORDER BY number LIMIT 1",
      listing, id.description
    ).first { $0.integer(0) }
  }

  /// The hash in a row; nil if another program wrote the row
  private static func fingerprint(_ row: Statement) -> PictureFingerprint? {
    guard let id = row.text(0).flatMap({ PhotoID($0) }),
      let size = PixelSize(width: row.integer(1), height: row.integer(2)),
      let hash = PerceptualHash(bytes: row.bytes(3))
    else { return nil }
    return PictureFingerprint(id: id, size: size, hash: hash)
  }
}
