package import Foundation
import PhotoSearch
import Platform

/// A small file of JSON that several programs read and change: rows by name
struct SharedTable<Row: Codable & Sendable>: Sendable {
  let url: URL
  var permissions: mode_t = 0o644

  /// The rows; empty if the file is missing or can't be read
  var rows: [String: Row] {
    ifReadable {
      try RegularFile.contents(url, limit: 1_000_000).map {
        try JSONDecoder().decode([String: Row].self, from: $0)
      }
    } ?? [:]
  }

  /// Changes the file under a lock, so that two programs don't undo each other's changes
  func change(_ body: (inout [String: Row]) -> Void) {
    let folder = url.deletingLastPathComponent()
    do {
      try RegularFile.makeFolder(folder)
      try FolderLock.holding(folder, patience: .milliseconds(200)) { _ in
        var rows = rows
        body(&rows)
        try RegularFile.replace(url, with: JSONEncoder().encode(rows), permissions: permissions)
      }
    } catch {
      // Errors are ignored: the next run only lacks the rows.
    }
  }
}

/// `tokens.json`: tokens of accounts until they end, which only the user can read
package struct TokenFile: TokenStore {
  /// A token, and until when it lasts
  private struct Token: Codable {
    let value: String
    let end: Date
  }

  private let table: SharedTable<Token>

  /// - Parameter folder: the cache folder, as a lost token costs one request
  package init(in folder: URL) {
    table = SharedTable(url: folder.appending(path: "tokens.json"), permissions: 0o600)
  }

  package func token(named name: String, at now: Date) -> String? {
    table.rows[name].flatMap { $0.end > now ? $0.value : nil }
  }

  package func store(_ token: String?, until end: Date, named name: String) {
    guard token != nil || table.rows[name] != nil else { return }
    table.change { tokens in
      tokens = tokens.filter { $0.value.end > Date() }
      tokens[name] = token.map { Token(value: $0, end: end) }
    }
  }

  /// Removes all tokens
  package func removeAll() { if RegularFile.exists(table.url) { table.change { $0 = [:] } } }
}
