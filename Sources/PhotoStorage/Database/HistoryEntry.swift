package import Foundation
import PhotoSearch
import Platform

/// A query of the search history
package struct HistoryEntry: Hashable, Sendable {
  /// Identifies the entry when it is removed; it changes when the query is searched again
  ///
  /// It is made of the row's number and the time, as SQLite reuses the number of a removed row.
  package let id: String
  /// The words searched for; nil for a list, which has none
  package let words: String?
  /// The search to repeat; nil if another version wrote it, or it is damaged
  package let search: SearchRecord?
  /// When the query was last searched
  package let searched: Date
  /// How many photos that search showed
  package let photos: Int
  /// How many photos the user asked for; nil if no number was given
  package let count: Int?

  /// Whether the entry's words, or a list's author, tag or photo, include all of these; capitals
  /// are ignored
  package func has(_ words: String) -> Bool {
    let own = Self.folded(self.words ?? "list\(search?.plan.query.phrase ?? "")")
    return Self.folded(words).split(whereSeparator: \.isWhitespace)
      .allSatisfy { own.contains(bytes: String($0)) }
  }

  private static func folded(_ text: String) -> String { text.composed.lowercased() }
}

extension PhotoDatabase {
  /// Puts a query at the top of the history; an existing entry moves up
  ///
  /// - Parameter count: how many photos the user asked for; nil keeps the earlier number
  package func remember(
    _ search: SearchRecord, photos: Int, count: Int? = nil, at date: Date
  ) throws(StorageError) {
    let (words, text) = (search.plan.query.words ?? "", try text(of: search))
    try connection.quickTransaction { () throws(StorageError) in
      try connection.run(
        """
        INSERT OR REPLACE INTO history (words, plan, searched, photos, count) VALUES (?1, ?2, ?3, ?4,
          coalesce(?5, (SELECT count FROM history WHERE words = ?1 AND plan = ?2)))
        """, words, text, date.timeIntervalSince1970, photos, count)
    }
  }

  /// The history, latest search first, by the order of entry rather than the clock
  package func history() throws(StorageError) -> [HistoryEntry] {
    let rows: StaticString =
      try connection.version == Schema.oldest
      ? """
      SELECT words, plan, searched, photos, id || ' ' || searched, 0 FROM history
      ORDER BY id DESC
      """
      : """
      SELECT words, plan, searched, photos, id || ' ' || searched, count FROM history
      ORDER BY id DESC
      """
    return try connection.query(rows).all { row in
      HistoryEntry(
        id: row.text(4) ?? "", words: row.text(0).flatMap { $0.isEmpty ? nil : $0 },
        search: value(SearchRecord.self, in: row.text(1)),
        searched: Date(timeIntervalSince1970: row.real(2)), photos: row.integer(3),
        count: row.integer(5) > 0 ? row.integer(5) : nil)
    }
  }

  /// A text that changes when the history changes
  package func historyRevision() throws(StorageError) -> String {
    try connection.query("SELECT count(*) || ' ' || max(id) || ' ' || max(searched) FROM history")
      .first { $0.text(0) } ?? ""
  }

  /// Removes all queries with these words, whatever their options; nil stands for lists
  ///
  /// - Returns: how many were removed.
  package func forget(words: String?) throws(StorageError) -> Int {
    try forgetting { () throws(StorageError) in
      try connection.run("DELETE FROM searches WHERE words = ?", words ?? "")
      try connection.run("DELETE FROM cursors WHERE words = ?", words ?? "")
      try connection.run("DELETE FROM history WHERE words = ?", words ?? "")
    }
  }

  /// Removes the query with this number, counted from 1 for the latest
  ///
  /// - Returns: how many were removed.
  package func forget(number: Int) throws(StorageError) -> Int {
    guard number >= 1 else { return 0 }
    let offset = number - 1
    let onlyWords = try connection.query(
      """
      SELECT words FROM history GROUP BY words HAVING count(*) = 1 AND max(id) =
        (SELECT id FROM history ORDER BY id DESC LIMIT 1 OFFSET ?)
      """, offset
    ).first { $0.text(0) ?? "" }
    if let onlyWords { return try forget(words: onlyWords) }
    return try forgetting { () throws(StorageError) in
      try connection.run(
        "DELETE FROM history WHERE id = (SELECT id FROM history ORDER BY id DESC LIMIT 1 OFFSET ?)",
        offset)
    }
  }

  /// Removes the query with this ``HistoryEntry/id``
  ///
  /// - Returns: how many were removed.
  package func forget(id: String) throws(StorageError) -> Int {
    try forgetting { () throws(StorageError) in
      try connection.run("DELETE FROM history WHERE id || ' ' || searched = ?", id)
    }
  }

  /// Puts a removed query back in its old place, unless it has been searched again since
  package func restore(_ entry: HistoryEntry) throws(StorageError) {
    guard let search = entry.search,
      let number = entry.id.components(at: " ").first.flatMap({ Int($0) })
    else { return }
    let (words, text) = (search.plan.query.words ?? "", try text(of: search))
    // SQLite may have given the row's number to a newer row.
    try connection.run(
      """
      INSERT INTO history (id, words, plan, searched, photos, count)
      SELECT CASE WHEN EXISTS (SELECT 1 FROM history WHERE id = ?1) THEN NULL ELSE ?1 END,
        ?2, ?3, ?4, ?5, ?6
      WHERE NOT EXISTS (SELECT 1 FROM history WHERE words = ?2 AND plan = ?3)
      """, number, words, text, entry.searched.timeIntervalSince1970, entry.photos, entry.count)
  }

  /// Removes all queries, every terminal's last search and listing, and all picture hashes
  ///
  /// - Returns: how many queries were removed.
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

  /// - Parameter body: deletes rows; its last statement deletes from the history
  /// - Returns: how many rows the last statement deleted.
  private func forgetting(_ body: () throws(StorageError) -> Void) throws(StorageError) -> Int {
    let removed = try connection.transaction { () throws(StorageError) in
      try body()
      return connection.changes
    }
    // The write-ahead log must not keep what was forgotten either.
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return removed
  }
}
