import Foundation

/// What is in the database's place before it is opened
enum DatabaseFile {
  /// Whether there is a file
  ///
  /// - Throws: for a folder, for a file that has lost its content, which SQLite would take for a new
  ///   database and throw its log away, and for what may not be looked at.
  static func isThere(at url: URL) throws(StorageError) -> Bool {
    // The log first: once there is something in it, the file has had its first page for long.
    let hadLog = hasLog(url)
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      let problem = errno
      guard problem != ENOENT, problem != ENOTDIR else { return false }
      throw StorageError(
        .cannotRead("\(words(problem)); check the permissions of its folder"), path: url.path)
    }
    if status.st_mode & S_IFMT == S_IFDIR || (status.st_size == 0 && hadLog) {
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
