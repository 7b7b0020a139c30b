import Foundation
import Platform

/// Checks the database's path before SQLite opens it
enum DatabaseFile {
  /// Whether there is a file
  ///
  /// - Throws: for a folder or a pipe; for a file that has lost its content, because SQLite would
  ///   take it for a new database and delete its log; and if the path can't be examined.
  static func exists(at url: URL) throws(StorageError) -> Bool {
    // SQLite would wait for ever for a pipe in place of one of its helper files.
    for path in ["-journal", "-wal", "-shm"].map({ url.path + $0 }) {
      guard stat(at: path)?.isFile == false else { continue }
      throw StorageError(.damaged, path: path)
    }
    // The log is checked first, because a database has content before its log has any.
    let hadLog = hasLog(url)
    guard let status = stat(at: url.path) else {
      guard errno != ENOENT, errno != ENOTDIR else { return false }
      throw StorageError(
        .cannotRead("\(reason); check the permissions of its folder"), path: url.path)
    }
    if !status.isFile || (status.st_size == 0 && hadLog) {
      throw StorageError(.damaged, path: url.path)
    }
    guard access(url.path, R_OK) == 0 else {
      throw StorageError(.cannotRead("\(reason); check its permissions"), path: url.path)
    }
    return true
  }

  /// Whether there are changes in the log that aren't in the database file yet
  static func hasLog(_ url: URL) -> Bool {
    stat(at: url.path + "-wal").map { $0.st_size > 0 } ?? false
  }

  /// Why the last call of the system failed
  private static var reason: String { SystemReason.words(for: POSIXError.ofLastCall) }
}
