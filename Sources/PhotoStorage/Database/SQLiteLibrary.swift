private import CSQLite

/// The machine's SQLite, on Linux loaded when the first database is opened
package enum SQLiteLibrary {
  static let isThere = csqlite_load() != 0

  /// `3.40.1`; nil where none can be used
  package static var version: String? {
    isThere ? String(cString: sqlite3_libversion()) : nil
  }
}
