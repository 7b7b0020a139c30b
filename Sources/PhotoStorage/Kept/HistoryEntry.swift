package import Foundation

/// A query that was searched for
package struct HistoryEntry: Hashable, Sendable {
  package var search: SearchRecord
  /// When last
  package var searched: Date
  /// How many photos it gave then
  package var photos: Int
}

extension PhotoDatabase {
  /// Puts a query first; one that is there already moves
  package func remember(
    _ search: SearchRecord, photos: Int, at date: Date
  ) throws(StorageError) {
    try connection.transaction { () throws(StorageError) in
      try connection.run(
        "DELETE FROM history WHERE words = ? AND options = ?",
        .text(search.wordsText), .text(search.optionsText))
      try connection.run(
        "INSERT INTO history (words, options, searched, photos) VALUES (?, ?, ?, ?)",
        .text(search.wordsText), .text(search.optionsText), .real(date.timeIntervalSince1970),
        .integer(photos))
    }
  }

  /// Last searched first
  package func history() throws(StorageError) -> [HistoryEntry] {
    let statement = try connection.query(
      "SELECT words, options, searched, photos FROM history ORDER BY searched DESC, id DESC")
    defer { statement.reset() }
    var entries: [HistoryEntry] = []
    while try statement.step() {
      entries.append(
        HistoryEntry(
          search: SearchRecord(words: statement.text(0), optionsText: statement.text(1)),
          searched: Date(timeIntervalSince1970: statement.real(2)),
          photos: statement.integer(3)))
    }
    return entries
  }

  /// Removes the queries of these words, whatever their options
  ///
  /// - Returns: how many there were.
  package func forget(words: String) throws(StorageError) -> Int {
    try connection.run("PRAGMA secure_delete = ON")
    try connection.run("DELETE FROM history WHERE words = ?", .text(words))
    let removed = connection.changes
    try connection.run("DELETE FROM last_search WHERE words = ?", .text(words))
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return removed
  }

  /// Removes all queries, and the last search with its photos
  package func forgetAll() throws(StorageError) {
    try connection.run("PRAGMA secure_delete = ON")
    try connection.transaction { () throws(StorageError) in
      try connection.run("DELETE FROM history")
      try connection.run("DELETE FROM last_search")
      try connection.run("DELETE FROM listing")
      try connection.run("DELETE FROM listing_photos")
    }
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
