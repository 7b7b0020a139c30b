package import Foundation
package import PhotoSearch
package import Pictures

extension PhotoDatabase {
  /// How many hashes are kept: the latest ones
  static let maxHashes = 100_000

  /// Stores hashes, each with its picture's address; a new hash of a photo replaces the old one
  package func keep(
    _ hashes: [(looks: PictureFingerprint, address: URL)]
  ) throws(StorageError) {
    try connection.quickTransaction { () throws(StorageError) in
      for (looks, address) in hashes {
        try connection.run(
          "INSERT OR REPLACE INTO hashes (id, address, width, height, hash) VALUES (?, ?, ?, ?, ?)",
          .text(looks.id.description), .text(address.absoluteString),
          .integer(looks.size.width), .integer(looks.size.height), .bytes(looks.hash.bytes))
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
  package func hash(of id: PhotoID) throws(StorageError) -> PictureFingerprint? {
    try connection.query(
      "SELECT id, width, height, hash FROM hashes WHERE id = ?", .text(id.description)
    ).first(Self.looks)
  }

  /// The hashes of these photos of the last listing, in its order; to be called only if
  /// ``hasHashes``
  package func listedHashes(
    _ numbers: Range<Int>
  ) throws(StorageError) -> [(number: Int, looks: PictureFingerprint)] {
    guard let listing = try lastListing()?.number else { return [] }
    return try connection.query(
      """
      SELECT hashes.id, width, height, hash, listed_photos.number
      FROM listed_photos JOIN hashes ON hashes.id = listed_photos.id
      WHERE listing = ? AND listed_photos.number >= ? AND listed_photos.number < ?
      ORDER BY listed_photos.number
      """, .integer(listing), .integer(numbers.lowerBound), .integer(numbers.upperBound)
    ).all { row in Self.looks(row).map { (row.integer(4), $0) } }.compactMap(\.self)
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
  private static func looks(_ row: Statement) -> PictureFingerprint? {
    guard let id = row.text(0).flatMap({ PhotoID($0) }),
      let size = PixelSize(width: row.integer(1), height: row.integer(2)),
      let hash = PerceptualHash(bytes: row.bytes(3))
    else { return nil }
    return PictureFingerprint(id: id, size: size, hash: hash)
  }
}
