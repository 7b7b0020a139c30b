package import Foundation

/// What stays on this machine in one SQLite file: favorites, history, the last listing
///
/// Any number of programs may have it open at once. What a method that returns has written is
/// there when the program is killed then; favorites also when the machine loses its power.
package final class PhotoDatabase {
  let connection: Connection
  private let isWriting: Bool

  private init(_ connection: Connection, isWriting: Bool = false) {
    self.connection = connection
    self.isWriting = isWriting
  }

  deinit {
    if isWriting { connection.settle() }
  }

  /// Opens a file to write to, and makes it and its folder where they are not there
  ///
  /// - Parameter patience: how long another program's writing is waited for
  /// - Throws: ``StorageError`` when it is damaged, of a later version, or cannot be written; the
  ///   file is left as it was.
  package static func writing(
    at url: URL, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase {
    _ = try DatabaseFile.isThere(at: url)
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StorageError(
        .cannotWrite("its folder cannot be made; check what is in its place"), path: url.path)
    }
    let connection = try Connection(url.path, for: .writing, patience: patience)
    // Before anything is changed, and first of all whether it is a database.
    try connection.refuseLater()
    try connection.setJournal(patience: patience)
    try connection.run("PRAGMA foreign_keys = ON")
    // What is removed is not to be found in the file.
    try connection.run("PRAGMA secure_delete = ON")
    // An empty database need not survive a power cut; what is put into it does.
    try connection.unhurried { () throws(StorageError) in try connection.migrate() }
    return PhotoDatabase(connection, isWriting: true)
  }

  /// Opens a file to read from; nil when there is none
  ///
  /// - Parameter patience: how long another program that lets nobody read is waited for
  /// - Throws: ``StorageError`` when it is damaged, of a later version, or cannot be read.
  package static func reading(
    at url: URL, patience: Duration = .seconds(10)
  ) throws(StorageError) -> PhotoDatabase? {
    guard try DatabaseFile.isThere(at: url) else { return nil }
    let connection: Connection
    do {
      connection = try Connection(url.path, for: .reading, patience: patience)
      try connection.refuseLater()
    } catch {
      // Where nothing can be written, there is no room for what readers tell each other.
      guard case .cannotWrite = error.reason else { throw error }
      guard !DatabaseFile.hasLog(url) else {
        throw StorageError(
          .cannotRead(
            "its newest content is in \(url.lastPathComponent)-wal, which takes a folder with "
              + "room that can be written; copy both to one, and set XDG_DATA_HOME"),
          path: url.path)
      }
      return try readingAlone(at: url)
    }
    switch try connection.version {
    case Migration.all.count: return PhotoDatabase(connection)
    // A file that another program is just about to fill
    case 0:
      try connection.refuseForeign()
      return nil
    default: return try writing(at: url, patience: patience)
    }
  }

  private static func readingAlone(at url: URL) throws(StorageError) -> PhotoDatabase? {
    let connection = try Connection(url.path, for: .readingAlone)
    try connection.refuseLater()
    return try connection.version == Migration.all.count ? PhotoDatabase(connection) : nil
  }
}

extension Connection {
  /// Readers and one writer at once: write-ahead logging
  ///
  /// Only the first program has something to change, which SQLite does not wait for by itself.
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
