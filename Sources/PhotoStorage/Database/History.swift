package import Foundation
import PhotoSearch

/// A query that was searched for
package struct HistoryEntry: Hashable, Sendable {
  /// Names it for removal; another one once it was searched for again
  ///
  /// The row's number and the time, as SQLite gives the number of a removed row to a new one.
  package var id: String
  /// nil for a list
  package var words: String?
  /// nil when it can't be repeated: another version wrote it, or it was damaged since
  package var search: SearchRecord?
  /// When last
  package var searched: Date
  /// How many photos it gave then
  package var photos: Int
  /// How many were asked for; nil where nothing was said of that
  package var count: Int?
}

extension PhotoDatabase {
  /// Puts a query first; one that is there already moves
  ///
  /// - Parameter count: photos that were asked for; nil leaves what was asked for before
  package func remember(
    _ search: SearchRecord, photos: Int, count: Int? = nil, at date: Date
  ) throws(StorageError) {
    let (words, text) = (search.plan.query.words ?? "", try text(of: search))
    try connection.withNormalSync { () throws(StorageError) in
      try connection.run(
        """
        INSERT OR REPLACE INTO history (words, plan, searched, photos, count) VALUES (?, ?, ?, ?,
          coalesce(?, (SELECT count FROM history WHERE words = ? AND plan = ?)))
        """,
        .text(words), .text(text), .real(date.timeIntervalSince1970), .integer(photos),
        count.map(SQLValue.integer) ?? .null, .text(words), .text(text))
    }
  }

  /// Last searched first, by their order of entry rather than by the clock
  package func history() throws(StorageError) -> [HistoryEntry] {
    let rows: Statement
    if try connection.version == Schema.oldest {
      rows = try connection.query(
        """
        SELECT words, plan, searched, photos, id || ' ' || searched, 0 FROM history
        ORDER BY id DESC
        """)
    } else {
      rows = try connection.query(
        """
        SELECT words, plan, searched, photos, id || ' ' || searched, count FROM history
        ORDER BY id DESC
        """)
    }
    return try rows.all { row in
      HistoryEntry(
        id: row.text(4) ?? "", words: row.text(0).flatMap { $0.isEmpty ? nil : $0 },
        search: value(SearchRecord.self, in: row.text(1)),
        searched: Date(timeIntervalSince1970: row.real(2)), photos: row.integer(3),
        count: row.integer(5) > 0 ? row.integer(5) : nil)
    }
  }

  /// A text that changes when the history does
  package var historyMark: String {
    get throws(StorageError) {
      try connection.query("SELECT count(*) || ' ' || max(id) || ' ' || max(searched) FROM history")
        .first { $0.text(0) } ?? ""
    }
  }

  /// Removes the queries of these words, whatever their options; nil stands for lists
  ///
  /// - Returns: how many there were.
  package func forget(words: String?) throws(StorageError) -> Int {
    try forgetting { () throws(StorageError) in
      try connection.run("DELETE FROM searches WHERE words = ?", .text(words ?? ""))
      try connection.run("DELETE FROM cursors WHERE words = ?", .text(words ?? ""))
      try connection.run("DELETE FROM history WHERE words = ?", .text(words ?? ""))
    }
  }

  /// Removes the query of that number, from 1, last searched first
  ///
  /// - Returns: how many there were.
  package func forget(number: Int) throws(StorageError) -> Int {
    guard number >= 1 else { return 0 }
    return try forgetting { () throws(StorageError) in
      try connection.run(
        "DELETE FROM history WHERE id = (SELECT id FROM history ORDER BY id DESC LIMIT 1 OFFSET ?)",
        .integer(number - 1))
    }
  }

  /// Removes the query of that ``HistoryEntry/id``
  ///
  /// - Returns: how many there were.
  package func forget(id: String) throws(StorageError) -> Int {
    try forgetting { () throws(StorageError) in
      try connection.run("DELETE FROM history WHERE id || ' ' || searched = ?", .text(id))
    }
  }

  /// Puts a query back to where it was, unless it was searched for again since
  package func restore(_ entry: HistoryEntry) throws(StorageError) {
    guard let search = entry.search,
      let number = entry.id.parts(at: " ").first.flatMap({ Int($0) })
    else { return }
    let (words, text) = (search.plan.query.words ?? "", try text(of: search))
    // The number of a row that was the last is given to the next one.
    try connection.run(
      """
      INSERT INTO history (id, words, plan, searched, photos, count)
      SELECT CASE WHEN EXISTS (SELECT 1 FROM history WHERE id = ?) THEN NULL ELSE ? END,
        ?, ?, ?, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM history WHERE words = ? AND plan = ?)
      """,
      .integer(number), .integer(number), .text(words), .text(text),
      .real(entry.searched.timeIntervalSince1970), .integer(entry.photos),
      entry.count.map(SQLValue.integer) ?? .null, .text(words), .text(text))
  }

  /// Removes all queries, the last search of every terminal with its photos, and what pictures look like
  ///
  /// - Returns: how many queries there were.
  package func forgetAll() throws(StorageError) -> Int {
    try forgetting { () throws(StorageError) in
      try connection.run("DELETE FROM searches")
      try connection.run("DELETE FROM cursors")
      try connection.run("DELETE FROM hashes")
      try connection.run("DELETE FROM listed_photos")
      try connection.run("DELETE FROM listings")
      try connection.run("DELETE FROM history")
    }
  }

  /// - Parameter body: deletes from the history last
  /// - Returns: how many rows that took.
  private func forgetting(_ body: () throws(StorageError) -> Void) throws(StorageError) -> Int {
    let removed = try connection.transaction { () throws(StorageError) in
      try body()
      return connection.changes
    }
    // Nor is the log to hold what was forgotten.
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return removed
  }
}
