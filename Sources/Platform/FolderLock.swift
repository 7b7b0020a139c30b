package import Foundation

/// Lets one program at a time change a file of a folder that it replaces
///
/// The lock is on the folder: the file itself is replaced by another, and a lock file would stay
/// behind. The system removes it when the program ends, however that comes.
package enum FolderLock {
  /// Runs a body while no other program does so in the same folder
  ///
  /// - Parameters:
  ///   - folder: one that is there
  ///   - patience: how long others are waited for
  ///   - body: given whether this program has the lock, which it hasn't where others took longer.
  ///     Where folders can't be locked, as on some network file systems, it counts as having it
  package static func holding<T>(
    _ folder: URL, patience: Duration, _ body: (_ isAlone: Bool) throws -> T
  ) rethrows -> T {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    let deadline = ContinuousClock.now + patience
    var isAlone = false
    while descriptor >= 0, !isAlone {
      isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      guard !isAlone else { break }
      guard errno == EWOULDBLOCK || errno == EINTR else { return try body(true) }
      guard .now < deadline else { break }
      usleep(5_000)
    }
    return try body(isAlone || descriptor < 0)
  }

  /// A folder, for this program alone until what is returned is let go
  ///
  /// Where folders can't be locked, as on some network file systems, nobody is kept away.
  ///
  /// - Returns: nil while another program has it
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package static func taken(_ folder: URL) throws -> OpenFile? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(writing: folder) }
    let file = OpenFile(descriptor)
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? nil : file
  }
}
