package import Foundation
package import PhotoSearch

/// The perceptual hash of a photo's picture
package struct PictureHash: Hashable, Sendable {
  package let id: PhotoID
  /// The address of the picture that was hashed
  package let address: URL
  /// The photo's size in pixels
  package let size: PixelSize
  package let bytes: [UInt8]
}

extension PhotoDatabase {
  /// How many hashes are kept: the latest ones
  static let maxHashes = 100_000

  /// Stores hashes; a new hash of a photo replaces the old one
  package func keep(_ hashes: [PictureHash]) throws(StorageError) {
    try connection.quickTransaction { () throws(StorageError) in
      for hash in hashes {
        try connection.run(
          "INSERT OR REPLACE INTO hashes (id, address, width, height, hash) VALUES (?, ?, ?, ?, ?)",
          .text(hash.id.description), .text(hash.address.absoluteString),
          .integer(hash.size.width), .integer(hash.size.height), .bytes(hash.bytes))
      }
      try connection.run(
        "DELETE FROM hashes WHERE number <= (SELECT max(number) FROM hashes) - ?",
        .integer(Self.maxHashes))
    }
  }

  /// Whether any hash is stored
  package var hasHashes: Bool {
    get throws(StorageError) {
      // A database of an earlier version lacks the table until something is written to it.
      let table = try connection.query("SELECT 1 FROM sqlite_master WHERE name = 'hashes'")
        .first { $0.integer(0) }
      guard table != nil else { return false }
      return try connection.query("SELECT 1 FROM hashes LIMIT 1").first { $0.integer(0) } != nil
    }
  }

  /// The hash of a photo; to be called only if ``hasHashes``
  package func hash(of id: PhotoID) throws(StorageError) -> PictureHash? {
    try connection.query(
      "SELECT id, address, width, height, hash FROM hashes WHERE id = ?", .text(id.description)
    ).first(Self.hash)
  }

  /// The hashes of these photos of the last listing, in its order; to be called only if
  /// ``hasHashes``
  package func listedHashes(
    _ numbers: Range<Int>
  ) throws(StorageError) -> [(number: Int, hash: PictureHash)] {
    guard let listing = try lastListing()?.number else { return [] }
    return try connection.query(
      """
      SELECT hashes.id, address, width, height, hash, listed_photos.number
      FROM listed_photos JOIN hashes ON hashes.id = listed_photos.id
      WHERE listing = ? AND listed_photos.number >= ? AND listed_photos.number < ?
      ORDER BY listed_photos.number
      """, .integer(listing), .integer(numbers.lowerBound), .integer(numbers.upperBound)
    ).all { row in Self.hash(row).map { (row.integer(5), $0) } }.compactMap(\.self)
  }

  /// The number of a photo in the last listing
  package func listedNumber(of id: PhotoID) throws(StorageError) -> Int? {
    guard let listing = try lastListing()?.number else { return nil }
    return try connection.query(
      "SELECT number FROM listed_photos WHERE listing = ? AND id = ? ORDER BY number LIMIT 1",
      .integer(listing), .text(id.description)
    ).first { $0.integer(0) }
  }

  /// The hash in a row; nil if another program wrote the row
  private static func hash(_ row: Statement) -> PictureHash? {
    guard let id = row.text(0).flatMap({ PhotoID($0) }),
      let address = row.text(1).flatMap({ URL(string: $0) }),
      let size = PixelSize(width: row.integer(2), height: row.integer(3))
    else { return nil }
    return PictureHash(id: id, address: address, size: size, bytes: row.bytes(4))
  }
}
