import CSQLite
import Foundation

/// A connection to one database file, for one task at a time
final class Connection {
  /// The way a connection may use its file
  enum Access {
    /// Reads and writes, and creates the file if it doesn't exist
    case writing
    /// Reads without changing anything
    case reading
    /// Reads a file in a folder where SQLite can't write its helper files
    case readingAlone

    fileprivate var flags: Int32 {
      switch self {
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reading: SQLITE_OPEN_READONLY
      case .readingAlone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    }
  }

  let path: String
  private let handle: OpaquePointer
  private var statements: [UnsafeRawPointer: Statement] = [:]

  /// - Parameter patience: how long to wait while another program writes
  init(
    _ path: String, for access: Access, patience: Duration = .seconds(10)
  ) throws(StorageError) {
    guard SQLiteLibrary.isThere else { throw StorageError(.noSQLite, path: path) }
    var connection: OpaquePointer?
    let name =
      access == .readingAlone ? URL(filePath: path).absoluteString + "?immutable=1" : path
    let code = sqlite3_open_v2(name, &connection, access.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection else {
      sqlite3_close_v2(connection)
      throw StorageError(code: code, path: path)
    }
    self.path = path
    handle = connection
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, Int32(patience / .milliseconds(1)))
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// How many rows the last statement changed, added or removed
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// A statement with its values, ready for its first step; each SQL text is prepared once
  func query(_ sql: StaticString, _ values: SQLValue...) throws(StorageError) -> Statement {
    try statement(sql, values)
  }

  /// Prepares a statement and runs it to its end
  func run(_ sql: StaticString, _ values: SQLValue...) throws(StorageError) {
    try statement(sql, values).run()
  }

  private func statement(
    _ sql: StaticString, _ values: [SQLValue]
  ) throws(StorageError) -> Statement {
    let key = UnsafeRawPointer(sql.utf8Start)
    let statement: Statement
    if let known = statements[key] {
      statement = known
    } else {
      statement = try Statement(sql, on: handle, path: path)
      statements[key] = statement
    }
    try statement.bind(values)
    return statement
  }

  /// Runs a body as one transaction: all of it takes effect, or nothing
  ///
  /// It takes the write lock at once, because two transactions that began by reading could not both
  /// write afterwards.
  func transaction<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After a full disk this fails, because SQLite has already rolled back by itself.
      do { try run("ROLLBACK") } catch {}
      throw error
    }
  }

  /// Runs a body as one transaction that survives the end of the program, but may be lost in a
  /// power cut. That takes fewer writes to the disk, for data that can be made again
  func quickTransaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try run("PRAGMA synchronous = NORMAL")
    defer { do { try run("PRAGMA synchronous = FULL") } catch {} }
    try transaction(body)
  }
}
/// The machine's SQLite; on Linux it is loaded when the first database is opened
package enum SQLiteLibrary {
  static let isThere = csqlite_load() != 0

  /// e.g. `3.40.1`; nil if SQLite can't be used
  package static var version: String? {
    isThere ? String(cString: sqlite3_libversion()) : nil
  }
}
