import Foundation

/// Standard output for results, standard error for everything else
struct Console: Sendable {
  /// The environment variables
  let environment: [String: String]
  /// Whether results go to a terminal
  let isTerminal: Bool
  /// Whether messages go to a terminal
  let isErrorTerminal: Bool

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    isTerminal = isatty(STDOUT_FILENO) == 1
    isErrorTerminal = isatty(STDERR_FILENO) == 1
  }

  /// - Throws: ``OutputClosed`` when nobody reads any more, a failure with code 74 when it cannot be
  ///   written.
  func print(_ text: String) throws {
    try Self.write(text, to: STDOUT_FILENO)
  }

  /// A line on standard error; if that fails there is nobody to tell
  func note(_ line: String) {
    do { try Self.write(line + "\n", to: STDERR_FILENO) } catch {}
  }

  /// Reads all of standard input
  func readInput() throws -> String {
    let data = try FileHandle.standardInput.readToEnd() ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private static func write(_ text: String, to descriptor: Int32) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if written >= 0 {
          rest = rest.dropFirst(written)
        } else if errno == EPIPE {
          throw OutputClosed()
        } else if errno != EINTR, errno != EAGAIN {
          let reason = String(cString: strerror(errno))
          throw CommandFailure(
            "could not write the results: \(reason); make room or choose another place",
            code: .cannotWrite)
        }
      }
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
  }
}

/// The reader of a pipe has left, as `head` does: an end, not an error
struct OutputClosed: Error {}
