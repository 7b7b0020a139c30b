import Foundation
import Synchronization

/// Handles Ctrl-C and other signals that end a program, e.g. when its terminal is closed. The first
/// ends the work, so that results can still be written; the second ends the program at once
package final class SignalHandler: Sendable {
  private let first = Mutex<(number: Int32, time: ContinuousClock.Instant)?>(nil)

  /// The pipe through which a signal leaves its handler, which may do little more than write
  private static let pipe = ifReadable { try OpenFile.pipe() }

  /// - Parameters:
  ///   - end: called at the first signal, and at others that come with it
  ///   - leave: called at the second, just before the program ends
  ///   - resume: called when the program continues after Ctrl-Z
  ///   - pause: called at Ctrl-Z if that is caught; it must stop the program itself
  ///   - resize: called when the terminal's size has changed
  ///
  /// With `DispatchSource`, which needs signals to be ignored, one in a hundred was lost: the
  /// system drops a signal that has no handler.
  package init(
    end: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void, pause: @escaping @Sendable () -> Void,
    resize: @escaping @Sendable () -> Void
  ) {
    guard let reading = Self.pipe?.reading.descriptor else { return }
    SystemThread.start { [self] in
      var byte: UInt8 = 0
      while true {
        let count = read(reading, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        let number = Int32(byte)
        switch number {
        case SIGCONT: resume()
        case SIGWINCH: resize()
        case SIGTSTP: pause()
        default:
          if isSecond(number) {
            leave()
            exit(128 + number)
          }
          end()
        }
      }
    }
    // SIGQUIT (Ctrl-\) is among them: Swift's runtime would print a backtrace and continue.
    for number in [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGCONT, SIGWINCH] {
      // Under nohup, SIGHUP is ignored so that the run outlives its terminal.
      if number == SIGHUP, Self.isIgnored(number) { continue }
      signal(number, Self.writeNumber)
    }
  }

  /// Sets whether Ctrl-Z calls `pause`, or stops the program at once
  package static func catchesPause(_ catches: Bool) {
    signal(SIGTSTP, catches ? writeNumber : SIG_DFL)
  }

  /// Writes a signal's number to the pipe
  private static let writeNumber: @convention(c) (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    if let pipe = SignalHandler.pipe { _ = write(pipe.writing.descriptor, &byte, 1) }
    errno = before
  }

  /// The exit code that shells use, 128 plus the number of the first signal: 130 for Ctrl-C; nil if
  /// there was none
  package var code: Int32? { first.withLock { $0.map { 128 + $0.number } } }

  /// Notes a signal
  ///
  /// - Returns: whether it is a second signal; one that comes right after the first is the same
  ///   one, sent to the program and to its group
  private func isSecond(_ number: Int32) -> Bool {
    first.withLock { first in
      guard let time = first?.time else {
        first = (number, .now)
        return false
      }
      return .now - time > .milliseconds(300)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_IGN)
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Watches the program that reads standard output through a pipe
///
/// A program only notices that its reader has left when it writes. One that is waiting for a page
/// doesn't write, so it has to be told.
package enum OutputReader {
  /// Calls a closure once the reader has left, on a thread of its own
  package static func whenGone(_ leave: @escaping @Sendable () -> Void) {
    guard isPipe else { return }
    SystemThread.start { if hasLeft(within: -1) { leave() } }
  }

  /// Whether the reader has left
  package static var hasLeft: Bool { isPipe && hasLeft(within: 0) }

  private static var isPipe: Bool {
    stat(of: STDOUT_FILENO).map { $0.st_mode & S_IFMT == S_IFIFO } ?? false
  }

  /// - Parameter milliseconds: how long to wait; -1 for no limit
  private static func hasLeft(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&polled, 1, milliseconds) < 0 {
      guard errno == EINTR else { return false }
    }
    return Int32(polled.revents) & Int32(POLLERR | POLLHUP) != 0
  }
}
