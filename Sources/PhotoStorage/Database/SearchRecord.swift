import Foundation
package import PhotoSearch
import Platform

/// Query, providers and order of a search, so that it can be repeated
package struct SearchRecord: Codable, Hashable, Sendable {
  /// Query, order and the providers that the user named; no providers means all
  package var plan: SearchPlan
  /// The absolute path of the recording that answered; nil if the services did
  package var replay: String?

  package init(plan: SearchPlan, replay: String? = nil) {
    self.plan = plan
    self.replay = replay
  }
}

/// Settings of a search, which `more` uses again unless it is given other options
package struct SearchSettings: Codable, Hashable, Sendable {
  /// Whether only the cache answered
  package var isOffline: Bool
  /// How long to wait for a slow provider; nil for no limit
  package var patience: Duration?
  /// Most time for a request
  package var timeout: Duration
  /// Most pages to request from one provider
  package var maxRequests: Int
  /// Whether the search fails if one provider fails
  package var isStrict: Bool
  /// Whether the history may show the search
  package var isInHistory: Bool
  /// How many photos the user asked for, which `again` repeats; nil if it wasn't stored, or if as
  /// many were shown as fit the terminal
  package var count: Int?

  package init(
    isOffline: Bool, patience: Duration?, timeout: Duration, maxRequests: Int,
    isStrict: Bool, isInHistory: Bool, count: Int? = nil
  ) {
    (self.isOffline, self.patience, self.timeout) = (isOffline, patience, timeout)
    (self.maxRequests, self.isStrict) = (maxRequests, isStrict)
    (self.isInHistory, self.count) = (isInHistory, count)
  }
}

/// The search that `more` continues; its position isn't part of its JSON
package struct LastSearch: Codable, Hashable, Sendable {
  package var search: SearchRecord
  package var settings: SearchSettings
  /// The cursor to continue from; nil if all providers are at their end
  package var cursor: String?
  /// How many photos have been shown; the next one has the number after it
  package var shown = 0

  /// The settings have their first name in the database, so that every version can read them
  private enum CodingKeys: String, CodingKey { case search, settings = "manner" }

  package init(search: SearchRecord, settings: SearchSettings, cursor: String?, shown: Int) {
    (self.search, self.settings, self.cursor, self.shown) = (search, settings, cursor, shown)
  }
}

extension PhotoDatabase {
  /// Stores the search that `more` continues in this terminal
  package func keep(_ search: LastSearch, token: String) throws(StorageError) {
    let words = search.search.plan.query.words ?? ""
    let text = try text(of: search)
    try connection.quickTransaction { () throws(StorageError) in
      try connection.run(
        """
        INSERT OR REPLACE INTO searches (terminal, token, cursor, words, plan, shown)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        terminal ?? "", token, search.cursor, words, text, search.shown)
      try connection.run(
        """
        DELETE FROM searches WHERE number <=
          (SELECT number FROM searches ORDER BY number DESC LIMIT 1 OFFSET ?)
        """, Self.maxTerminals)
    }
  }

  /// The last search and the token of its listing; nil before the first search
  ///
  /// The search alone is nil if it can't be continued: another version wrote it, or it is damaged.
  package func lastSearch() throws(StorageError) -> (search: LastSearch?, token: String)? {
    try connection.query(
      """
      SELECT token, cursor, plan, shown FROM searches
      ORDER BY terminal IS ? DESC, number DESC LIMIT 1
      """, terminal
    ).first { row in
      var search = value(LastSearch.self, in: row.text(2))
      search?.cursor = row.text(1)
      // Bounded, so that a damaged value can't overflow numbers that are computed from it.
      search?.shown = min(max(row.integer(3), 0), 1_000_000_000)
      return (search, row.text(0) ?? "")
    }
  }

  /// A value as a line of JSON for the database; equal values have equal texts
  func text(of value: some Encodable) throws(StorageError) -> String {
    do {
      return String(decoding: try JSONEncoder.stable.encode(value), as: UTF8.self)
    } catch { throw StorageError(.unexpected("\(error)"), path: connection.path) }
  }

  /// Reads what ``text(of:)`` wrote; nil if another version wrote it, or it is damaged
  func value<Value: Decodable>(_ type: Value.Type, in text: String?) -> Value? {
    ifReadable { try text.map { try JSONDecoder().decode(type, from: Data($0.utf8)) } }
  }
}

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
    (self.database, self.warn) = (database, warn)
  }

  package func name(for cursor: SearchCursor) async throws -> String {
    if let database {
      do {
        return try await database.writing { try $0.keep(cursor) }
      } catch let error as StorageError {
        if !hasWarned { warn(error) }
        hasWarned = true
      }
    }
    let name = cursor.handle
    cursors.keep(cursor.description, as: name)
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
