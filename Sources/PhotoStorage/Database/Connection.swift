import CSQLite

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
    let code = sqlite3_open_v2(
      Self.address(path, for: access), &connection, access.flags | SQLITE_OPEN_NOMUTEX, nil)
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
      // After a full disk, SQLite has already rolled back by itself.
      if sqlite3_get_autocommit(handle) == 0 { do { try run("ROLLBACK") } catch {} }
      throw error
    }
  }

  /// Runs a body whose changes survive the end of the program, but may be lost in a power cut. That
  /// takes fewer writes to the disk, for data that can be made again
  func withNormalSync<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try run("PRAGMA synchronous = NORMAL")
    do {
      let result = try body()
      try run("PRAGMA synchronous = FULL")
      return result
    } catch {
      do { try run("PRAGMA synchronous = FULL") } catch {}
      throw error
    }
  }

  /// Runs a body as one transaction ``withNormalSync(_:)``
  func quickTransaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try withNormalSync { () throws(StorageError) in try transaction(body) }
  }

  /// Copies the write-ahead log into the database file, unless a reader prevents it
  ///
  /// SQLite does this when the last connection closes, but not if that one only reads.
  func checkpoint() {
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  private static func address(_ path: String, for access: Access) -> String {
    guard access == .readingAlone else { return path }
    let reserved: [Unicode.Scalar: String] = ["%": "%25", "?": "%3F", "#": "%23"]
    return "file:" + path.unicodeScalars.map { reserved[$0] ?? String($0) }.joined()
      + "?immutable=1"
  }
}

extension Connection.Access {
  fileprivate var flags: Int32 {
    switch self {
    case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .reading: SQLITE_OPEN_READONLY
    case .readingAlone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }
}

extension Connection {
  /// Sleeps in the way of SQLite's own busy handler
  static func pause(milliseconds: Int32) {
    sqlite3_sleep(milliseconds)
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

/// A prepared SQL statement, to bind values to and step through rows
final class Statement {
  private let handle: OpaquePointer
  private let path: String

  init(_ sql: StaticString, on connection: OpaquePointer, path: String) throws(StorageError) {
    var statement: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { text in
        sqlite3_prepare_v2(connection, text.baseAddress, Int32(text.count), &statement, nil)
      }
    }
    guard code == SQLITE_OK, let statement else { throw StorageError(code: code, path: path) }
    handle = statement
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Resets the statement and binds values to it
  func bind(_ values: [SQLValue]) throws(StorageError) {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw StorageError(code: code, path: path) }
    }
  }

  /// Goes to the next row; false after the last
  func step() throws(StorageError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case let code:
      sqlite3_reset(handle)
      throw StorageError(code: code, path: path)
    }
  }

  /// Stops reading before the last row
  func reset() { sqlite3_reset(handle) }

  /// Runs the statement to its end
  func run() throws(StorageError) { while try step() {} }

  /// A value of the first row; nil if there is no row
  func first<Value>(_ value: (Statement) -> Value?) throws(StorageError) -> Value? {
    defer { reset() }
    return try step() ? value(self) : nil
  }

  /// A value of each row, in order
  func all<Value>(_ value: (Statement) -> Value) throws(StorageError) -> [Value] {
    defer { reset() }
    var values: [Value] = []
    while try step() { values.append(value(self)) }
    return values
  }

  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes of a column; empty for NULL
  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          csqlite_bind_copy(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
      }
    case .bytes(let bytes):
      csqlite_bind_bytes(handle, index, bytes, UInt64(bytes.count))
    }
  }
}

/// A value bound to a statement, never part of the SQL text
enum SQLValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case real(Double)
  case bytes([UInt8])
  case null

  init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }
}
