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
    self.isOffline = isOffline
    self.patience = patience
    self.timeout = timeout
    self.maxRequests = maxRequests
    self.isStrict = isStrict
    self.isInHistory = isInHistory
    self.count = count
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
    self.search = search
    self.settings = settings
    self.cursor = cursor
    self.shown = shown
  }
}

extension PhotoDatabase {
  /// Saves the search that `more` continues in this terminal
  package func save(_ search: LastSearch, token: String) throws(StorageError) {
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
