import CSQLite

/// Why the database could not be read or written
///
/// Its words name the file, but never the file's content.
package struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble; each has its own advice
  package enum Reason: Hashable, Sendable {
    /// The file isn't a database of this program, or is damaged
    case damaged
    /// A later version of this program wrote the database
    case laterVersion
    /// A version from before the first release wrote the database
    case earlierVersion
    /// A read-only folder or file, or a full disk: the problem and the advice
    case cannotWrite(String)
    /// The file exists but can't be read: the problem and the advice
    case cannotRead(String)
    /// The newest content is in the log file with this name, which can only be read where the
    /// folder can be written
    case cannotReadLog(String)
    /// Another program has been writing for too long
    case busy
    /// SQLite isn't installed on this machine
    case noSQLite
    /// An error that should not happen: SQLite's code and words
    case unexpected(String)
  }

  package let reason: Reason
  /// The database's file
  package let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }

  /// The message for people: what happened, why, and what to do next, on one line
  package var description: String {
    switch reason {
    case .damaged:
      "\(path) is damaged or isn't an imgsearch database; it was left as it is. "
        + "imgsearch favorites export may still read the favorites; "
        + "then move it away to start again, or put a copy back"
    case .laterVersion:
      "\(path) was written by a later imgsearch, and is left as it is; update imgsearch"
    case .earlierVersion:
      "\(path) was written by an imgsearch from before its first release, and is left as it is; "
        + "move it away to start again; files that its favorites export wrote can be imported"
    case .cannotWrite(let words):
      "couldn't write \(path): \(words), or set XDG_DATA_HOME to another folder"
    case .cannotRead(let words): "couldn't read \(path): \(words)"
    case .cannotReadLog(let name):
      "couldn't read \(path): its newest content is in \(name); to read it, put both into a "
        + "folder that can be written and has room, and set XDG_DATA_HOME"
    case .busy: "\(path) is in use by another program that doesn't let go of it; try again"
    case .noSQLite:
      "SQLite, which keeps favorites, history and the last list, isn't installed; "
        + "install libsqlite3-0 (Debian, Ubuntu), sqlite-libs (Fedora) or sqlite (Arch)"
    case .unexpected(let words):
      "\(path) couldn't be used: \(words); try again, or set XDG_DATA_HOME to another folder"
    }
  }
}

extension StorageError {
  /// The error of one of SQLite's result codes
  init(code: Int32, path: String) {
    let words = String(cString: sqlite3_errstr(code))
    let reason: Reason =
      switch code & 0xff {
      // Our SQL is valid, so an SQL error means that a table is missing.
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR: .damaged
      case SQLITE_FULL: .cannotWrite("\(words); make room")
      case SQLITE_IOERR where [SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ].contains(code):
        .cannotRead("\(words); copy it to another disk if this one is failing")
      case SQLITE_IOERR: .cannotWrite("\(words); make room")
      case SQLITE_READONLY, SQLITE_CANTOPEN:
        .cannotWrite("\(words); check its permissions and its folder's")
      case SQLITE_PERM, SQLITE_AUTH: .cannotRead("\(words); check its permissions")
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      default: .unexpected("\(words) (\(code))")
      }
    self.init(reason, path: path)
  }
}
