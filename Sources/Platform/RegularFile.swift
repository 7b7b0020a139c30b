package import Foundation

/// The safe way to open files where other programs may put something in their place
///
/// Only plain files are opened: links aren't followed, and pipes, which could block, are refused. A
/// file with a second name (a hard link) isn't written to, because the other name's content would
/// change. No file is emptied before these checks. See ``OpenFolder`` for subfolders and
/// ``FileReplacement`` for replacing files.
package enum RegularFile {
  /// Opens a file by its path, as an ``OpenFolder`` does by its name
  package static func opened(_ url: URL, _ flags: Int32) throws -> OpenFile {
    try OpenFolder.current.opened(url.path, flags)
  }

  /// Opens a file; nil if it doesn't exist
  package static func existing(_ url: URL, _ flags: Int32) throws -> OpenFile? {
    exists(url) ? try opened(url, flags) : nil
  }

  /// The content of the file at a path, as ``OpenFolder/contents(_:limit:)`` reads it by its name
  package static func contents(_ url: URL, limit: Int) throws -> Data? {
    try OpenFolder.current.contents(url.path, limit: limit)
  }

  /// Replaces the file at a path, as ``OpenFolder/replace(_:with:permissions:)`` does by its name
  package static func replace(_ url: URL, with data: Data, permissions: mode_t = 0o644) throws {
    try OpenFolder.current.replace(url.path, with: data, permissions: permissions)
  }

  /// A value as a line of JSON, to be written to a file; equal values give equal lines
  package static func line(of value: some Encodable, for url: URL) throws -> Data {
    try withFileFaults(of: url) { try JSONEncoder.stable.encode(value) + Data("\n".utf8) }
  }

  /// Creates a folder, and those above it, that only its owner may look into
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package static func makeFolder(_ url: URL) throws {
    try withFileFaults(of: url) {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
  }

  /// Whether the name exists, even as a broken link; also true if that can't be found out
  package static func exists(_ url: URL) -> Bool { OpenFolder.current.exists(url.path) }
}

extension JSONEncoder {
  /// Encodes equal values as equal texts of one line
  package static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// Lets one program at a time change a file in a folder
///
/// The folder is locked, because the file itself is replaced and a lock file would stay behind. The
/// system releases the lock when the program ends, even in a crash.
package enum FolderLock {
  /// Runs a body while no other program has the folder locked
  ///
  /// - Parameters:
  ///   - folder: an existing folder
  ///   - patience: how long to wait for other programs
  ///   - body: is told whether this program has the lock; false if others took longer. Where
  ///     folders can't be locked, as on some network file systems, it counts as locked
  package static func holding<T>(
    _ folder: URL, patience: Duration, _ body: (_ isAlone: Bool) throws -> T
  ) rethrows -> T {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    let deadline = ContinuousClock.now + patience
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0,
      errno == EWOULDBLOCK || errno == EINTR
    {
      guard .now < deadline else { return try body(false) }
      usleep(5_000)
    }
    return try body(true)
  }

  /// Locks a folder until the result is released
  ///
  /// Where folders can't be locked, as on some network file systems, no program is kept out.
  ///
  /// - Returns: nil while another program has it locked
  /// - Throws: ``FileFault/cannotWrite``
  package static func acquire(_ folder: URL) throws -> OpenFile? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(writing: folder) }
    let file = OpenFile(descriptor)
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? nil : file
  }
}
