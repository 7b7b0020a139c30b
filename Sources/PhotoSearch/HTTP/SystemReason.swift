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
    // Foundation has two kinds on Linux, of which neither can be cast to the other.
    for error in [(error as NSError).userInfo[NSUnderlyingErrorKey], error] {
      if let error = error as? POSIXError { return error.code.rawValue }
      if let error = error as? NSError, error.domain == NSPOSIXErrorDomain {
        return Int32(error.code)
      }
    }
    return nil
  }

  /// The file that it is about, where that is known
  package static func path(of error: any Error) -> String? {
    (error as NSError).userInfo[NSFilePathErrorKey] as? String
  }
}
