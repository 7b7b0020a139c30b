import Foundation

/// How many cases a test tries that could try any number of them
package enum LongRun {
  /// Whether IMGSEARCH_LONG asks for as many as were ever found to matter
  package static let isAsked = ProcessInfo.processInfo.environment["IMGSEARCH_LONG"] != nil

  /// - Parameter otherwise: as many as every run has time for
  package static func count(_ count: Int, otherwise: Int) -> Int { isAsked ? count : otherwise }
}
