package import Foundation
import Platform

/// What stays on this machine in one SQLite file: favorites, history, the last listing of each
/// terminal
///
/// Any number of programs may have it open at once. What a method that returns has written is
/// there when the program is killed then; favorites also when the machine loses its power.
package final class PhotoDatabase {
  let connection: Connection
  /// The terminal whose listing and search are read and written; nil outside one
  let terminal: String?
  private let isWriting: Bool

  private init(_ connection: Connection, terminal: String?, isWriting: Bool = false) {
    self.connection = connection
    self.terminal = terminal
    self.isWriting = isWriting
  }

  deinit {
    if isWriting { connection.checkpoint() }
  }

  /// Opens a file to write to, and creates it and its folder if they do not exist
  ///
  /// - Parameters:
  ///   - terminal: whose listing and search is written and read, whatever text it is known by; nil
  ///     outside a terminal
  ///   - patience: how long another program's writing is waited for
  /// - Throws: ``StorageError`` when it is damaged, of a later version, or cannot be written; the
  ///   file is left as it was.
  package static func writing(
    at url: URL, for terminal: String? = nil, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase {
    _ = try DatabaseFile.isThere(at: url)
    do {
      try RegularFile.makeFolder(url.deletingLastPathComponent())
    } catch {
      throw StorageError(
        .cannotWrite("its folder can't be made; check what is in its place"), path: url.path)
    }
    let connection = try Connection(url.path, for: .writing, patience: patience)
    // Before anything is changed; it also tells whether this is a database at all.
    try connection.refuseOtherVersions()
    try connection.setJournal(patience: patience)
    try connection.run("PRAGMA foreign_keys = ON")
    // Removed rows are overwritten, so that they can't be found in the file.
    try connection.run("PRAGMA secure_delete = ON")
    // Empty tables need not survive a power cut.
    try connection.withNormalSync { () throws(StorageError) in try connection.makeTables() }
    return PhotoDatabase(connection, terminal: terminal, isWriting: true)
  }

  /// Opens a file to read from; nil when it does not exist
  ///
  /// - Parameters:
  ///   - terminal: whose listing and search is read before all others; nil outside a terminal
  ///   - patience: how long another program that locks readers out is waited for
  /// - Throws: ``StorageError`` when it is damaged, of a later version, or cannot be read, and in any
  ///   case without SQLite.
  package static func reading(
    at url: URL, for terminal: String? = nil, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase? {
    guard try DatabaseFile.isThere(at: url) else {
      // That nothing was kept would hide why.
      guard SQLiteLibrary.isThere else { throw StorageError(.noSQLite, path: url.path) }
      return nil
    }
    let connection: Connection
    do {
      connection = try Connection(url.path, for: .reading, patience: patience)
      try connection.refuseOtherVersions()
    } catch {
      // Readers share the -shm file, which can't be made in a folder that can't be written.
      guard case .cannotWrite = error.reason else { throw error }
      guard !DatabaseFile.hasLog(url) else {
        throw StorageError(.cannotReadLog("\(url.lastPathComponent)-wal"), path: url.path)
      }
      return try readingAlone(at: url, for: terminal)
    }
    guard try connection.version > 0 else {
      // A file that another program is just about to fill
      try connection.refuseForeign()
      return nil
    }
    return PhotoDatabase(connection, terminal: terminal)
  }

  private static func readingAlone(
    at url: URL, for terminal: String?
  ) throws(StorageError) -> PhotoDatabase? {
    let connection = try Connection(url.path, for: .readingAlone)
    try connection.refuseOtherVersions()
    return try connection.version > 0 ? PhotoDatabase(connection, terminal: terminal) : nil
  }
}

extension Connection {
  /// Turns write-ahead logging on, which lets others read while one program writes
  ///
  /// The file remembers it. SQLite's own waiting for other programs doesn't cover this change.
  fileprivate func setJournal(patience: Duration) throws(StorageError) {
    let clock = ContinuousClock()
    let end = clock.now + patience
    while true {
      do {
        return try run("PRAGMA journal_mode = WAL")
      } catch {
        guard error.reason == .busy, clock.now < end else { throw error }
        Connection.pause(milliseconds: 20)
      }
    }
  }
}

/// What is in the database's place before it is opened
private enum DatabaseFile {
  /// Whether there is a file
  ///
  /// - Throws: for a folder or a pipe, for a file that has lost its content, which SQLite would take for
  ///   a new database and throw its log away, and for what may not be looked at.
  static func isThere(at url: URL) throws(StorageError) -> Bool {
    // SQLite would wait for a pipe among the files that it keeps beside the database.
    for path in ["-journal", "-wal", "-shm"].map({ url.path + $0 }) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw StorageError(.damaged, path: path)
    }
    // The log is looked at first: the file has had content since before the log had any.
    let hadLog = hasLog(url)
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      let problem = errno
      guard problem != ENOENT, problem != ENOTDIR else { return false }
      throw StorageError(
        .cannotRead("\(words(problem)); check the permissions of its folder"), path: url.path)
    }
    if status.st_mode & S_IFMT != S_IFREG || (status.st_size == 0 && hadLog) {
      throw StorageError(.damaged, path: url.path)
    }
    guard access(url.path, R_OK) == 0 else {
      throw StorageError(
        .cannotRead("\(words(errno)); check its permissions"), path: url.path)
    }
    return true
  }

  /// Whether something was written that is not in the file itself yet
  static func hasLog(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path + "-wal", &status) == 0 && status.st_size > 0
  }

  private static func words(_ problem: Int32) -> String { String(cString: strerror(problem)) }
}

extension PhotoDatabase {
  /// A number that changes when another program, or another part of this one, has written
  package var writtenByOthers: Int {
    get throws(StorageError) {
      try connection.query("PRAGMA data_version").first { $0.integer(0) } ?? 0
    }
  }
}
