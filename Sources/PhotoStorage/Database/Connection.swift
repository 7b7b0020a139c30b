import CSQLite
import Foundation

/// A connection to one database file, for one task at a time
final class Connection {
  /// The way a connection may use its file, as a parameter of SQLite's address of the file
  enum Access: String {
    /// Reads and writes, and creates the file if it doesn't exist
    case writing = "mode=rwc"
    /// Reads without changing anything
    case reading = "mode=ro"
    /// Reads a file in a folder where SQLite can't write its helper files
    case readingAlone = "mode=ro&immutable=1"
  }

  let path: String
  private let handle: OpaquePointer
  private var statements: [UnsafeRawPointer: Statement] = [:]

  /// - Parameter patience: how long to wait while another program writes
  init(_ path: String, for access: Access, patience: Duration = .seconds(10)) throws(StorageError) {
    guard SQLiteLibrary.isAvailable else { throw StorageError(.noSQLite, path: path) }
    var connection: OpaquePointer?
    let address = URL(filePath: path).absoluteString + "?" + access.rawValue
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(address, &connection, flags, nil)
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
  func query(_ sql: StaticString, _ values: (any SQLValue)?...) throws(StorageError) -> Statement {
    try statement(sql, values)
  }

  /// Prepares a statement and runs it to its end
  func run(_ sql: StaticString, _ values: (any SQLValue)?...) throws(StorageError) {
    try statement(sql, values).run()
  }

  private func statement(
    _ sql: StaticString, _ values: [(any SQLValue)?]
  ) throws(StorageError) -> Statement {
    let key = UnsafeRawPointer(sql.utf8Start)
    let statement: Statement
    if let prepared = statements[key] {
      statement = prepared
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

/// A prepared SQL statement, to bind values to and step through rows
final class Statement {
  private let handle: OpaquePointer
  private let path: String

  init(_ sql: StaticString, on connection: OpaquePointer, path: String) throws(StorageError) {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql.description, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw StorageError(code: code, path: path) }
    handle = statement
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Resets the statement and binds values to it
  func bind(_ values: [(any SQLValue)?]) throws(StorageError) {
    sqlite3_reset(handle)
    for (index, value) in zip(Int32(1)..., values) {
      let code = value?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index)
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

  /// The value of the first row that has it; nil if none has
  func first<Value>(
    _ value: (Statement) throws(StorageError) -> Value?
  ) throws(StorageError) -> Value? {
    defer { reset() }
    while try step() {
      if let value = try value(self) { return value }
    }
    return nil
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
}

/// A value bound to a statement, never part of the SQL text; nil is NULL
protocol SQLValue: Sendable {
  /// - Returns: SQLite's result code
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// SQLite's `SQLITE_TRANSIENT`: it makes a copy of what is bound
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension String: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_text64(statement, index, self, UInt64(utf8.count), transient, UInt8(SQLITE_UTF8))
  }
}

extension Int: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Double: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension [UInt8]: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_blob64(statement, index, self, UInt64(count), transient)
  }
}

/// The machine's SQLite; on Linux it is loaded when the first database is opened
package enum SQLiteLibrary {
  static let isAvailable = csqlite_load() != 0

  /// e.g. `3.40.1`; nil if SQLite can't be used
  package static var version: String? { isAvailable ? String(cString: sqlite3_libversion()) : nil }
}
