import Dispatch
import Foundation
import Synchronization

/// Ctrl-C: the first ends the work, so that what is to stay is still written; the second ends the
/// program
struct Interrupts {
  private final class Counter: Sendable {
    let value = Mutex(0)

    /// The count with this one
    func add() -> Int {
      value.withLock { value in
        value += 1
        return value
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
        if counter.add() > 1 { exit(ExitCode.interrupted.rawValue) }
        end()
      }
    }
    let resumption = DispatchSource.makeSignalSource(signal: SIGCONT)
    resumption.setEventHandler(handler: resume)
    sources = interrupts + [resumption]
    for source in sources { source.resume() }
  }

  /// How many there were
  var count: Int { counter.value.withLock { $0 } }
}
