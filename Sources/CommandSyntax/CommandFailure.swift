/// The exit codes of a program: numbers of sysexits.h where they fit
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case usage = 64
  case data = 65
  case noInput = 66
  case unavailable = 69
  case cannotWrite = 74
  case tryLater = 75
  case noPermission = 77
  case interrupted = 130
}

/// Why a command ends early: the message, and the exit code
package struct CommandFailure: Error {
  package let message: String
  package let code: ExitCode

  package init(_ message: String, code: ExitCode) {
    self.message = message
    self.code = code
  }

  /// A failure for wrong usage
  package static func usage(_ message: String) -> CommandFailure {
    CommandFailure(message, code: .usage)
  }
}
