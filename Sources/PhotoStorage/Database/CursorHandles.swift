package import PhotoSearch

// A cursor takes up to 8 bytes for each photo that was shown. An assistant has to copy it letter by
// letter, so it is given a short name instead.

extension PhotoDatabase {
  /// How many cursors are kept: the most recently used ones
  static let maxCursors = 500

  /// Stores a cursor
  ///
  /// - Returns: its name, 13 small letters and digits, the same for the same cursor
  package func keep(_ cursor: SearchCursor) throws(StorageError) -> String {
    let handle = cursor.handle
    try connection.withNormalSync { () throws(StorageError) in
      try connection.transaction { () throws(StorageError) in
        // A cursor that is stored already gets a new row number, as the latest used.
        try connection.run(
          "INSERT OR REPLACE INTO cursors (handle, words, token) VALUES (?, ?, ?)",
          .text(handle), .text(cursor.query.words ?? ""), .text(cursor.description))
        try connection.run(
          """
          DELETE FROM cursors WHERE number <=
            (SELECT number FROM cursors ORDER BY number DESC LIMIT 1 OFFSET ?)
          """, .integer(Self.maxCursors))
      }
    }
    return handle
  }

  /// The token of a stored cursor, which then counts as used; nil for an unknown name
  package func cursor(named handle: String) throws(StorageError) -> String? {
    try connection.withNormalSync { () throws(StorageError) in
      try connection.run(
        """
        UPDATE cursors SET number = (SELECT max(number) + 1 FROM cursors) WHERE handle = ?
        """, .text(handle))
    }
    return try connection.query("SELECT token FROM cursors WHERE handle = ?", .text(handle))
      .first { $0.text(0) }
  }
}

extension SearchCursor {
  /// A short name for the cursor, the same in every process
  package var handle: String {
    var hash = StableHash()
    hash.add(description)
    // Digits and letters, without letters that look like digits
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String(
      stride(from: 60, through: 0, by: -5).map { digits[Int(hash.value >> UInt64($0) & 31)] })
  }
}
