import CSQLite

/// A connection to one database file, for one task at a time
final class Connection {
  /// What a connection is for
  enum Access {
    /// Creates the file if it does not exist
    case writing
    /// Leaves everything as it is
    case reading
    /// Reads a file beside which nothing can be written
    case readingAlone
  }

  let path: String
  private let handle: OpaquePointer
  private var statements: [UnsafeRawPointer: Statement] = [:]

  /// - Parameter patience: how long another program's writing is waited for
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

  /// Rows that the last statement changed, added or removed
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// A statement with its values, ready for its first step; prepared once for each text
  func query(_ sql: StaticString, _ values: SQLValue...) throws(StorageError) -> Statement {
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

  /// Prepares a statement and runs it to its end
  func run(_ sql: StaticString, _ values: SQLValue...) throws(StorageError) {
    let statement = try Statement(sql, on: handle, path: path)
    try statement.bind(values)
    try statement.run()
  }

  /// All of it is done, or nothing
  ///
  /// It takes the write lock at once: two transactions that had begun by reading could not both
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
      // After a full disk SQLite has rolled back on its own.
      if sqlite3_get_autocommit(handle) == 0 { do { try run("ROLLBACK") } catch {} }
      throw error
    }
  }

  /// Runs a body whose changes a power cut may undo, though not the end of the program: for what can
  /// be made again, at the cost of fewer writes to the disk
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

  /// Copies the write-ahead log into the file, as far as no reader is in the way
  ///
  /// SQLite does so when the last connection closes, but not when that one only reads.
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
  /// Waits, as SQLite's own busy handler does
  static func pause(milliseconds: Int32) {
    sqlite3_sleep(milliseconds)
  }
}
