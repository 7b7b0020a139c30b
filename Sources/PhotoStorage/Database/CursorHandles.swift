package import PhotoSearch
import Platform

// A cursor takes up to 8 bytes for each photo that was shown. An assistant has to copy it letter by
// letter, so it is given a short name instead.

extension PhotoDatabase {
  /// How many cursors are kept: the most recently used ones
  static let maxCursors = 500

  /// Saves a cursor
  ///
  /// - Returns: its name, 13 small letters and digits, the same for the same cursor
  package func save(_ cursor: SearchCursor) throws(StorageError) -> String {
    let handle = cursor.handle
    try connection.quickTransaction { () throws(StorageError) in
      // A cursor that is stored already gets a new row number, as the latest used.
      try connection.run(
        "INSERT OR REPLACE INTO cursors (handle, words, token) VALUES (?, ?, ?)",
        handle, cursor.query.words ?? "", cursor.description)
      try connection.run(
        """
        DELETE FROM cursors WHERE number <=
          (SELECT number FROM cursors ORDER BY number DESC LIMIT 1 OFFSET ?)
        """, Self.maxCursors)
    }
    return handle
  }

  /// The token of a stored cursor, which then counts as used; nil for an unknown name
  package func cursor(named handle: String) throws(StorageError) -> String? {
    try connection.quickTransaction { () throws(StorageError) in
      try connection.run(
        """
        UPDATE cursors SET number = (SELECT max(number) + 1 FROM cursors) WHERE handle = ?
        """, handle)
    }
    return try connection.query("SELECT token FROM cursors WHERE handle = ?", handle)
      .first { $0.text(0) }
  }
}

extension SearchCursor {
  /// A short name for the cursor, the same in every process
  package var handle: String {
    let hash = StableHash(description)
    // Digits and letters, without letters that look like digits
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String(
      stride(from: 60, through: 0, by: -5).map { digits[Int(hash.value >> UInt64($0) & 31)] })
  }
}

/// Short names for cursors, because models make mistakes when they copy long ones
///
/// The database stores them, so that another process can continue a list. If it can't, or searches
/// aren't to be stored, they are only known to this process.
package actor CursorHandles {
  /// Most characters of a name; a longer text is a whole cursor
  private static let maxLength = 16
  private static let (maxKept, maxBytes) = (500, 10_000_000)

  private let database: SharedDatabase?
  private let warn: @Sendable (StorageError) -> Void
  private var cursors = LRUCache<String, String>(limit: maxKept, maxBytes: maxBytes)
  private var hasWarned = false

  /// - Parameters:
  ///   - database: nil if searches aren't to be stored
  ///   - warn: called once with the reason if they can't be stored
  package init(in database: SharedDatabase?, warn: @escaping @Sendable (StorageError) -> Void) {
    self.database = database
    self.warn = warn
  }

  package func name(for cursor: SearchCursor) async throws -> String {
    if let database {
      do {
        return try await database.writing { try $0.save(cursor) }
      } catch let error as StorageError {
        if !hasWarned { warn(error) }
        hasWarned = true
      }
    }
    let name = cursor.handle
    cursors.store(cursor.description, as: name)
    return name
  }

  /// The cursor's token for a name; a text that is a token already stays
  ///
  /// - Returns: nil for an unknown name.
  package func token(_ text: String) async throws -> String? {
    let name = text.trimmed.lowercased()
    guard name.utf8.count <= Self.maxLength else { return text }
    if let token = cursors.value(name) { return token }
    // Opened for writing, because an older database has no table of cursors yet.
    return try await database?.writing { try $0.cursor(named: name) }
  }
}
