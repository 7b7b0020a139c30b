import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C and other signals that end a program, such as that of a terminal that is closed: the first
/// ends the work, so that what is to stay is still written; the second ends the program
package struct SignalHandler: Sendable {
  private final class Counter: Sendable {
    private let first = Mutex<(number: Int32, time: ContinuousClock.Instant)?>(nil)

    /// 128 and the number of the first signal, as shells have it: 130 for Ctrl-C
    var code: Int32? { first.withLock { $0.map { 128 + $0.number } } }

    /// - Returns: whether it is a second signal: one that comes right after the first is the same,
    ///   sent to the program and to its group
    func add(_ number: Int32) -> Bool {
      first.withLock { first in
        guard let time = first?.time else {
          first = (number, .now)
          return false
        }
        return .now - time > .milliseconds(300)
      }
    }
  }

  private let counter = Counter()

  /// Where a signal is put and read: a handler may do little more than write
  private static let pipe: (reading: Int32, writing: Int32) = {
    do { return try OpenFile.pipe() } catch { return (-1, -1) }
  }()

  /// - Parameters:
  ///   - end: called at the first, and at each that comes with it
  ///   - leave: called at the second, just before the program ends
  ///   - resume: called when the program goes on after Ctrl-Z
  ///   - pause: called at Ctrl-Z where that is caught: it stops the program itself
  ///   - resize: called when the terminal got another size
  ///
  /// Signals that are ignored for the sake of a `DispatchSource` were lost, one in a hundred: the
  /// system drops what no handler waits for.
  package init(
    end: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void, pause: @escaping @Sendable () -> Void,
    resize: @escaping @Sendable () -> Void
  ) {
    let reading = Self.pipe.reading
    guard reading >= 0 else { return }
    SystemThread.start { [counter] in
      var number: UInt8 = 0
      while true {
        let count = read(reading, &number, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        if Int32(number) == SIGCONT {
          resume()
        } else if Int32(number) == SIGWINCH {
          resize()
        } else if Int32(number) == SIGTSTP {
          pause()
        } else {
          if counter.add(Int32(number)) {
            leave()
            exit(128 + Int32(number))
          }
          end()
        }
      }
    }
    // SIGQUIT, Ctrl-\, would print a backtrace and let the run go on: Swift's runtime has it so.
    for number in [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGCONT, SIGWINCH] {
      // Under nohup the run outlives its terminal.
      if number == SIGHUP, Self.isIgnored(number) { continue }
      signal(number, Self.note)
    }
  }

  /// Whether Ctrl-Z calls the handler, which stops the program itself, or stops it at once
  package static func catchesPause(_ catches: Bool) {
    signal(SIGTSTP, catches ? note : SIG_DFL)
  }

  /// Puts a signal into the pipe
  private static let note: @convention(c) (Int32) -> Void = { number in
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(SignalHandler.pipe.writing, &byte, 1)
    errno = before
  }

  /// What the program ends with after a signal; nil when there was none
  package var code: Int32? { counter.code }

  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_IGN)
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The program that reads standard output, when that is a pipe
///
/// A program learns that the reader has left when it writes; one that waits for a page does not
/// write, and has to be told.
package enum OutputReader {
  /// Calls once when the reader has left, from a thread of its own
  package static func whenGone(_ leave: @escaping @Sendable () -> Void) {
    guard isPipe else { return }
    SystemThread.start {
      if hasLeft(within: -1) { leave() }
    }
  }

  /// Whether the reader has left by now
  package static var hasLeft: Bool { isPipe && hasLeft(within: 0) }

  private static var isPipe: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// - Parameter milliseconds: -1 for as long as it takes
  private static func hasLeft(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&polled, 1, milliseconds) < 0 {
      guard errno == EINTR else { return false }
    }
    return Int32(polled.revents) & Int32(POLLERR | POLLHUP) != 0
  }
}
