import Dispatch
import Foundation
import Synchronization

/// Ctrl-C: the first ends the work, so that what is to stay is still written; the second ends the
/// program
struct Interrupts {
  private final class Counter: Sendable {
    private let first = Mutex<ContinuousClock.Instant?>(nil)

    var isZero: Bool { first.withLock { $0 == nil } }

    /// - Returns: whether this is the second, and somebody's: one that comes at the same time as the
    ///   first is the same, sent to the program and to its group
    func add() -> Bool {
      first.withLock { first in
        guard let time = first else {
          first = .now
          return false
        }
        return .now - time > .milliseconds(300)
      }
    }
  }

  private let counter = Counter()
  private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - end: called once, at the first
  ///   - resume: called when the program goes on after Ctrl-Z
  init(end: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void) {
    let interrupts = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number)
    }
    for source in interrupts {
      source.setEventHandler { [counter] in
        if counter.add() { exit(ExitCode.interrupted.rawValue) }
        end()
      }
    }
    let resumption = DispatchSource.makeSignalSource(signal: SIGCONT)
    resumption.setEventHandler(handler: resume)
    sources = interrupts + [resumption]
    for source in sources { source.resume() }
  }

  /// Whether there was one
  var hasBegun: Bool { !counter.isZero }
}
