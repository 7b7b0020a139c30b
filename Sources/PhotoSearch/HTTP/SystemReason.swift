internal import Foundation

/// What the system says of an error that came through Foundation, whose own words for it may be
/// `NSCocoaErrorDomain error 512`
package enum SystemReason {
  /// As `strerror` has it: `No space left on device`
  package static func words(for error: any Error) -> String {
    number(behind: error).map { String(cString: strerror($0)) } ?? "the system refused it"
  }

  /// What `errno` was; nil for an error that the system didn't tell
  package static func number(behind error: any Error) -> Int32? {
    (((error as? CocoaError)?.underlying ?? error) as? POSIXError)?.code.rawValue
  }

  /// The file that it is about, where that is known
  package static func path(of error: any Error) -> String? { (error as? CocoaError)?.filePath }
}
