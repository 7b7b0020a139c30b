import Foundation
import Synchronization

/// What a running program has used so far, read again and again until it ends
///
/// Linux tells it below /proc; elsewhere nothing is known.
final class ProgramCost: Sendable {
  struct Use: Sendable {
    /// The most memory it has held, in megabytes
    var memory = 0
    /// Seconds on a processor
    var processorTime = 0.0
  }

  private let use = Mutex<Use?>(nil)

  /// - Parameter process: until it is gone, or nobody holds this any more
  init(of process: Int32) {
    let thread = Thread { [weak self] in
      while let now = Self.read(process), let self {
        self.use.withLock { $0 = now }
        usleep(10_000)
      }
    }
    thread.start()
  }

  /// nil where the system does not say
  var soFar: Use? { use.withLock { $0 } }

  private static func read(_ process: Int32) -> Use? {
    // Gone between two readings is what ends this.
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let times = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let peak = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        .flatMap({ $0.split(whereSeparator: \.isWhitespace).dropFirst().first })
        .flatMap({ Int($0) }),
      let name = times.lastIndex(of: ")")
    else { return nil }
    let fields = times[name...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      return nil
    }
    return Use(
      memory: peak / 1024, processorTime: (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }
}
