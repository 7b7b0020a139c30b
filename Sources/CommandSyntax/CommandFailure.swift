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

/// A reader of messages; each knows options by other names
package struct Reader: Sendable {
  package enum Place: Sendable { case commandLine, page, assistant }

  package let place: Place
  /// The reader's name for an option: `--min-width` for `min-width` at the command line
  package let option: @Sendable (_ name: String) -> String

  package init(at place: Place, option: @escaping @Sendable (_ name: String) -> String) {
    self.place = place
    self.option = option
  }

  /// The person who types commands
  package static let commandLine = Reader(at: .commandLine) { "--\($0)" }

  /// Whether the reader is an assistant, which can't start the program with other options
  package var isAssistant: Bool { place == .assistant }
}

/// Why a command ends early: the message, and the exit code
///
/// It is for failures that are only told. One that callers handle is an error of its own, with cases.
package struct CommandFailure: Error {
  package typealias Words = @Sendable (Reader) -> String

  package let code: ExitCode
  /// Puts the message into words for a reader
  package let words: Words

  package init(code: ExitCode, words: @escaping Words) { (self.code, self.words) = (code, words) }

  /// A failure with the same message for all readers
  package init(_ message: String, code: ExitCode) { self.init(code: code) { _ in message } }

  /// A failure for wrong usage
  package static func usage(_ message: String) -> Self { Self(message, code: .usage) }

  /// A failure for wrong usage, whose message names options as its reader knows them
  package static func usage(_ words: @escaping Words) -> Self { Self(code: .usage, words: words) }

  /// The failure with its place before the message, and advice behind it
  package func at(_ place: String, advice: String = "") -> Self {
    Self(code: code) { [words] in "\(place): \(words($0))\(advice)" }
  }
}
