private import CSQLite

/// The machine's SQLite; on Linux it is loaded when the first database is opened
package enum SQLiteLibrary {
  static let isThere = csqlite_load() != 0

  /// e.g. `3.40.1`; nil if SQLite can't be used
  package static var version: String? {
    isThere ? String(cString: sqlite3_libversion()) : nil
  }
}
