import Foundation

/// Whether somebody still reads standard output, when that is a pipe
///
/// Who has nothing to write would not learn of it: a run that waits for a page would go on for
/// nobody.
enum OutputWatch {
  /// Calls once when the reader has left, from a thread of its own
  static func start(_ leave: @escaping @Sendable () -> Void) {
    guard isPipe else { return }
    Thread.detachNewThread {
      if hasReaderLeft(within: -1) { leave() }
    }
  }

  /// Whether the reader has left by now
  static var hasReaderLeft: Bool { isPipe && hasReaderLeft(within: 0) }

  private static var isPipe: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// - Parameter milliseconds: -1 for as long as it takes
  private static func hasReaderLeft(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&polled, 1, milliseconds) < 0 {
      guard errno == EINTR else { return false }
    }
    return Int32(polled.revents) & Int32(POLLERR | POLLHUP) != 0
  }
}
