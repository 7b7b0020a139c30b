package import Foundation

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
  package static func taken(_ folder: URL) throws -> OpenFile? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(writing: folder) }
    let file = OpenFile(descriptor)
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? nil : file
  }
}
