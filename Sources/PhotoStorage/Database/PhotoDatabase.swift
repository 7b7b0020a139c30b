package import Foundation
import Platform

/// One SQLite file with everything kept on this machine: favorites, history, each terminal's last
/// listing
///
/// Several programs may have it open at once. When a method returns, its changes survive the end of
/// the program; changes to favorites also survive a power cut.
package final class PhotoDatabase {
  let connection: Connection
  /// The terminal whose listing and search are used; nil outside a terminal
  let terminal: String?
  let isWriting: Bool

  private init(_ connection: Connection, terminal: String?, isWriting: Bool = false) {
    self.connection = connection
    self.terminal = terminal
    self.isWriting = isWriting
  }

  deinit {
    guard isWriting else { return }
    // Copies the write-ahead log into the file, unless a reader prevents it. SQLite does this when
    // the last connection closes, but not if that one only reads.
    do { try connection.run("PRAGMA wal_checkpoint(PASSIVE)") } catch {}
  }

  /// Opens a file for writing; creates it and its folder if they don't exist
  ///
  /// - Parameters:
  ///   - terminal: any text that identifies the terminal whose listing and search are used; nil
  ///     outside a terminal
  ///   - patience: how long to wait while another program writes
  /// - Throws: ``StorageError`` if it is damaged, of a later version, or can't be written; the file
  ///   then stays as it was.
  package static func writing(
    at url: URL, for terminal: String? = nil, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase {
    _ = try DatabaseFile.exists(at: url)
    do { try RegularFile.makeFolder(url.deletingLastPathComponent()) } catch {
      throw StorageError(
        .cannotWrite("its folder can't be made; check what is in its place"), path: url.path)
    }
    let connection = try Connection(url.path, for: .writing, patience: patience)
    // Checked before anything is changed; it also shows whether the file is a database at all.
    try connection.refuseOtherVersions()
    try connection.setJournal(patience: patience)
    try connection.run("PRAGMA foreign_keys = ON")
    try connection.run("PRAGMA synchronous = FULL")
    // SQLite overwrites removed rows, so that nobody can find them in the file.
    try connection.run("PRAGMA secure_delete = ON")
    try connection.migrate()
    return PhotoDatabase(connection, terminal: terminal, isWriting: true)
  }

  /// Opens a file for reading; nil if it doesn't exist
  ///
  /// - Parameters:
  ///   - terminal: the terminal whose listing and search are preferred; nil outside a terminal
  ///   - patience: how long to wait for another program that locks readers out
  /// - Throws: ``StorageError`` if it is damaged, of a later version, or can't be read, and always
  ///   without SQLite.
  package static func reading(
    at url: URL, for terminal: String? = nil, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase? {
    guard try DatabaseFile.exists(at: url) else {
      // An error, because an empty result would hide that SQLite is missing.
      guard SQLiteLibrary.isAvailable else { throw StorageError(.noSQLite, path: url.path) }
      return nil
    }
    var connection: Connection
    do {
      connection = try Connection(url.path, for: .reading, patience: patience)
      try connection.refuseOtherVersions()
    } catch {
      // Readers share the -shm file, which can't be created in a read-only folder.
      guard case .cannotWrite = error.reason else { throw error }
      guard !DatabaseFile.hasLog(url) else {
        throw StorageError(.cannotReadLog("\(url.lastPathComponent)-wal"), path: url.path)
      }
      connection = try Connection(url.path, for: .readingAlone)
      try connection.refuseOtherVersions()
    }
    guard try connection.version > 0 else {
      // Another program has created the file and is about to fill it.
      try connection.refuseForeign()
      return nil
    }
    return PhotoDatabase(connection, terminal: terminal)
  }
}

extension Connection {
  /// Turns on write-ahead logging, so that other programs can read while one writes
  ///
  /// The database file keeps this setting. SQLite doesn't wait for other programs to change it, but
  /// does to begin an exclusive transaction. After that wait another program may be first again, but
  /// once one has set it, there is nothing to change any more.
  fileprivate func setJournal(patience: Duration) throws(StorageError) {
    let end = ContinuousClock.now + patience
    while true {
      do { return try run("PRAGMA journal_mode = WAL") } catch {
        guard error.reason == .busy, ContinuousClock.now < end else { throw error }
        try run("BEGIN EXCLUSIVE")
        try run("ROLLBACK")
      }
    }
  }
}
