package import Foundation

/// What stays on this machine in one SQLite file: favorites, history, the last listing
///
/// Any number of programs may have it open at once. What a method that returns has written is
/// there after a crash.
package final class PhotoDatabase {
  let connection: Connection

  private init(_ connection: Connection) {
    self.connection = connection
  }

  /// Opens a file to write to, and makes it and its folder where they are not there
  ///
  /// - Parameter patience: how long another program's writing is waited for
  /// - Throws: ``StorageError`` when it is damaged, of a later version, or cannot be written; the
  ///   file is left as it was.
  package static func writing(
    at url: URL, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StorageError(.cannotWrite("its folder cannot be made"), path: url.path)
    }
    let connection = try Connection(url.path, for: .writing, patience: patience)
    // Before anything is changed, and first of all whether it is a database.
    try connection.refuseLater()
    try connection.setJournal()
    try connection.run("PRAGMA foreign_keys = ON")
    // An empty database need not survive a power cut; what is put into it does.
    try connection.run("PRAGMA synchronous = NORMAL")
    try connection.migrate()
    try connection.run("PRAGMA synchronous = FULL")
    return PhotoDatabase(connection)
  }

  /// Opens a file to read from; nil when there is none
  ///
  /// - Throws: ``StorageError`` when it is damaged or of a later version.
  package static func reading(at url: URL) throws(StorageError) -> PhotoDatabase? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let connection: Connection
    do {
      connection = try Connection(url.path, for: .reading)
      try connection.refuseLater()
    } catch {
      // Where nothing can be written, there is no room for what readers tell each other.
      guard case .cannotWrite = error.reason, !hasJournal(url) else { throw error }
      return try readingAlone(at: url)
    }
    switch try connection.version {
    case Migration.all.count: return PhotoDatabase(connection)
    // A file that another program is just about to fill
    case 0: return nil
    default: return try writing(at: url)
    }
  }

  private static func readingAlone(at url: URL) throws(StorageError) -> PhotoDatabase? {
    let connection = try Connection(url.path, for: .readingAlone)
    try connection.refuseLater()
    return try connection.version == Migration.all.count ? PhotoDatabase(connection) : nil
  }

  private static func hasJournal(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path + "-wal")
  }
}

extension Connection {
  /// Readers and one writer at once: write-ahead logging
  ///
  /// Only the first program has something to change, which SQLite does not wait for by itself.
  fileprivate func setJournal() throws(StorageError) {
    for attempt in 0... {
      do {
        return try run("PRAGMA journal_mode = WAL")
      } catch {
        guard error.reason == .busy, attempt < 500 else { throw error }
        Connection.pause(milliseconds: 20)
      }
    }
  }
}
