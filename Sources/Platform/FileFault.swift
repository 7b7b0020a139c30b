package import Foundation

/// Why a file or a folder can't be used
package enum FileFault: Error, Hashable, Sendable {
  /// A folder can't be created, because a file or link has its name
  case noFolder(path: String)
  /// A file can't be read: the problem, and what to do
  case cannotRead(path: String, reason: String, advice: String)
  /// A folder or file can't be written: the problem, and what to do; nil where nothing is certain
  case cannotWrite(path: String, reason: String, advice: String? = nil)
  /// A file has other content than the program puts there, so it isn't changed: the problem
  case otherContent(path: String, reason: String)
  /// Results can't be written to standard output, or to a file in its place: the problem
  case cannotWriteResults(reason: String)

  /// The advice for a place that can't be written to
  static let otherPlace = "choose another place"

  /// The error of a failed call, in the system's words if it has an error number
  ///
  /// - Parameter error: the system call that has just failed, if nothing else is named
  package init(writing url: URL, after error: any Error = POSIXError.ofLastCall) {
    let number = SystemReason.number(behind: error)
    let reason = number == ELOOP ? "it is a symbolic link" : SystemReason.words(for: error)
    let isFull = number.map([ENOSPC, EDQUOT, EFBIG].contains) ?? false
    self = .cannotWrite(
      path: url.path, reason: reason, advice: isFull ? "make room" : Self.otherPlace)
  }

  /// The error of a failed call that read a file, in the system's words
  package init(reading url: URL, after error: any Error) {
    self = .cannotRead(
      path: url.path, reason: SystemReason.words(for: error),
      advice: "check it and its permissions")
  }
}

extension FileFault: CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
  package var description: String {
    switch self {
    case .noFolder(let path): "\(path) isn't a folder, or is a link to one"
    case .cannotRead(let path, let reason, let advice):
      "couldn't read \(path): \(reason); \(advice)"
    case .cannotWrite(let path, let reason, let advice):
      "couldn't write \(path): \(reason)\(advice.map { "; \($0)" } ?? "")"
    case .otherContent(let path, let reason): "couldn't write \(path): \(reason)"
    case .cannotWriteResults(let reason):
      "couldn't write the results: \(reason); make room or choose another place"
    }
  }
}

/// Runs a body that uses a file
///
/// - Parameter reads: whether the file is only read
/// - Throws: ``FileFault`` in place of the system's error: `cannotRead` or `cannotWrite`.
package func withFileFaults<Value>(
  of file: URL, reads: Bool = false, _ body: () throws -> Value
) throws -> Value {
  do {
    return try body()
  } catch let error where !(error is FileFault) {
    throw reads ? FileFault(reading: file, after: error) : FileFault(writing: file, after: error)
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
