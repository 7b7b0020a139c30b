import CSQLite

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
  func bind(_ values: [SQLValue]) throws(StorageError) {
    sqlite3_reset(handle)
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

  /// SQLite's `SQLITE_TRANSIENT`: it makes a copy of what is bound
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .text(let text):
      sqlite3_bind_text64(
        handle, index, text, UInt64(text.utf8.count), Self.transient, UInt8(SQLITE_UTF8))
    case .bytes(let bytes):
      sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), Self.transient)
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
