package import Foundation

/// Opens plain files only: links are not followed, and pipes, which could block, are refused
package enum RegularFile {
  /// Makes it when it is not there
  ///
  /// - Parameter flags: of open(2), beside those that are needed for safety
  /// - Returns: closed, and with it unlocked, when it is let go
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)`` which says what it is, if it isn't a file.
  static func opened(_ url: URL, _ flags: Int32) throws -> FileHandle {
    // Otherwise opening a pipe would wait for its other end.
    let descriptor = open(url.path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    let code = errno
    var status = stat()
    guard descriptor >= 0 else {
      let isThere = lstat(url.path, &status) == 0
      if isThere, let reason = other(status) { throw fault(url, reason) }
      errno = code
      throw DownloadFault(writing: url)
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard fstat(descriptor, &status) == 0 else { throw DownloadFault(writing: url) }
    if let reason = other(status) { throw fault(url, reason) }
    return handle
  }

  private static func fault(_ url: URL, _ reason: String) -> DownloadFault {
    .cannotWrite(path: url.path, reason: "\(reason); choose another place")
  }

  /// nil when nothing is there, else as above
  static func existing(_ url: URL, _ flags: Int32) throws -> FileHandle? {
    isThere(url) ? try opened(url, flags) : nil
  }

  /// The whole of a file of this program's own; nil when nothing is there, or more than a limit
  ///
  /// - Parameter limit: bytes; nothing of a larger file is read
  /// - Throws: as ``opened(_:_:)``, and what keeps it from being read.
  package static func contents(of url: URL, atMost limit: Int) throws -> Data? {
    guard let file = try existing(url, O_RDONLY) else { return nil }
    let size = try file.seekToEnd()
    guard size <= limit else { return nil }
    try file.seek(toOffset: 0)
    return try file.read(upToCount: Int(size)) ?? Data()
  }

  /// Whether anything has that name, even a broken link
  static func isThere(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0 || errno != ENOENT
  }

  /// What it is if it isn't a file, in words
  private static func other(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFLNK: "it is a symbolic link, and those are not followed"
    case S_IFDIR: "it is a folder"
    case S_IFIFO: "it is a pipe"
    default: "it is no plain file"
    }
  }
}
