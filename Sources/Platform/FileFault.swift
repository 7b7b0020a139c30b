package import Foundation

/// Why a file or a folder can't be used
package enum FileFault: Error, Hashable, Sendable {
  /// A folder can't be created, because a file or link has its name
  case noFolder(path: String)
  /// A folder or file can't be written: the problem, and what to do
  case cannotWrite(path: String, reason: String)
  /// Results can't be written to standard output, or to a file in its place: the problem
  case cannotWriteResults(reason: String)
}

extension FileFault: CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
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
  /// The error of the system call that has just failed, by `errno`
  package init(writing url: URL) {
    let reason =
      switch errno {
      case ENOSPC, EDQUOT, EFBIG: "\(String(cString: strerror(errno))); make room"
      case ELOOP: "it is a symbolic link; choose another place"
      default: "\(String(cString: strerror(errno))); choose another place"
      }
    self = .cannotWrite(path: url.path, reason: reason)
  }

  /// The error of a failed Foundation call, in the system's words if it has an error number
  package init(writing url: URL, after error: any Error) {
    if let number = SystemReason.number(behind: error) {
      errno = number
      self.init(writing: url)
    } else {
      self = .cannotWrite(path: url.path, reason: "the system refused it; choose another place")
    }
  }
}

/// Uses a file
///
/// - Throws: ``FileFault/cannotWrite(path:reason:)`` in place of the system's error.
package func using<Value>(_ file: URL, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw error as? FileFault ?? FileFault(writing: file, after: error)
  }
}

/// A value that counts as missing where it can't be read, whatever the reason
package func ifReadable<Value>(_ read: () throws -> Value?) -> Value? {
  do { return try read() } catch { return nil }
}

/// The system's words for an error that came through Foundation, whose own words may be
/// `NSCocoaErrorDomain error 512`
package enum SystemReason {
  /// The words of `strerror`: `No space left on device`
  package static func words(for error: any Error) -> String {
    number(behind: error).map { String(cString: strerror($0)) } ?? "the system refused it"
  }

  /// The `errno` behind an error; nil if it didn't come from the system
  package static func number(behind error: any Error) -> Int32? {
    (((error as? CocoaError)?.underlying ?? error) as? POSIXError)?.code.rawValue
  }

  /// The file that an error is about; nil if unknown
  package static func path(of error: any Error) -> String? { (error as? CocoaError)?.filePath }
}
