import Foundation

/// What a piece of work takes of a processor, whatever else the machine does meanwhile
package enum ProcessorTime {
  /// Seconds that this thread spends on it
  package static func of(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
