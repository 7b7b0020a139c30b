package import Foundation

/// Why a file or a folder can't be used
package enum FileFault: Error, Hashable, Sendable {
  /// A folder can't be made: a file or a link has its name
  case noFolder(path: String)
  /// A folder or file can't be written: what is wrong, and what to do
  case cannotWrite(path: String, reason: String)
  /// What goes to standard output, or to a file in its place, can't be written: what is wrong
  case cannotWriteResults(reason: String)
}

extension FileFault: CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  package var description: String {
    switch self {
    case .noFolder(let path): "\(path) isn't a folder, or is a link to one"
    case .cannotWrite(let path, let reason): "couldn't write \(path): \(reason)"
    case .cannotWriteResults(let reason):
      "couldn't write the results: \(reason); make room or choose another place"
    }
  }
}

extension FileFault {
  /// Why the system call that has just failed did so, by `errno`, and what to do about it
  package init(writing url: URL) {
    let reason =
      switch errno {
      case ENOSPC, EDQUOT, EFBIG: "\(String(cString: strerror(errno))); make room"
      case ELOOP: "it is a symbolic link; choose another place"
      default: "\(String(cString: strerror(errno))); choose another place"
      }
    self = .cannotWrite(path: url.path, reason: reason)
  }

  /// Why Foundation failed, in the system's words where the error has them
  package init(writing url: URL, after error: any Error) {
    if let number = SystemReason.number(behind: error) {
      errno = number
      self.init(writing: url)
    } else {
      self = .cannotWrite(path: url.path, reason: "the system refused it; choose another place")
    }
  }
}

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
