import Foundation
import PhotoDisplay

/// Standard output for results, standard error for everything else
struct Console: Sendable {
  /// The environment variables
  let environment: [String: String]
  /// Whether results go to a terminal
  let isTerminal: Bool
  /// Whether messages go to a terminal
  let isErrorTerminal: Bool
  /// What stays below all that is written
  private let foot = TerminalFoot(columns: { Self.errorSize.columns }) { text in
    do { try Self.write(text, to: STDERR_FILENO) } catch {}
  }

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    isTerminal = isatty(STDOUT_FILENO) == 1
    isErrorTerminal = isatty(STDERR_FILENO) == 1
  }

  /// Keeps files from becoming standard output or error where those were closed
  ///
  /// A descriptor that cannot be written takes their place, so that writing fails as it should.
  static func reserveDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// - Throws: ``OutputClosed`` when nobody reads any more, a failure with code 74 when it cannot be
  ///   written.
  func print(_ text: String) throws {
    try foot.aside { try Self.write(text, to: STDOUT_FILENO) }
  }

  /// - Throws: ``OutputClosed`` when nobody reads any more.
  func checkReader() throws {
    if OutputWatch.hasReaderLeft { throw OutputClosed() }
  }

  /// Text of our own on standard error, as it is
  func show(_ text: String) {
    foot.aside {
      do { try Self.write(text, to: STDERR_FILENO) } catch {}
    }
  }

  /// Lines of our own that stay below all that is written, until there are others
  ///
  /// - Parameter lines: none wider than the terminal that messages go to
  func showFoot(_ lines: [String]) {
    foot.show(lines)
  }

  /// After a stop: what the shell has written since is not to be overwritten
  func resume() {
    foot.forget()
  }

  /// Lines on standard error, made safe to show; if that fails there is nobody to tell
  func note(_ lines: String) {
    let lines = lines.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { SafeText.line(String($0)) + "\n" }.joined()
    show(text)
  }

  private static func write(_ text: String, to descriptor: Int32) throws {
    var text = text
    try text.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start...])
        let written = systemWrite(descriptor, rest)
        if written >= 0 {
          start += written
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
}

/// write(2), out of reach of the methods of that name
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The reader of a pipe has left, as `head` does: an end, not an error
struct OutputClosed: Error {}
