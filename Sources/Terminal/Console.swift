import Foundation
package import Platform

/// Standard output for results, standard error for everything else
package struct Console: Sendable {
  /// The environment variables
  package let environment: [String: String]
  /// Whether results go to a terminal
  package private(set) var isTerminal: Bool
  /// The descriptor for results
  private var output: Int32
  /// The descriptor for messages
  private let errors: Int32
  /// Whether messages go to a terminal
  package let isErrorTerminal: Bool
  /// A name for the terminal, to find its last listing for a number such as `3`; nil outside a
  /// terminal
  package let terminal: String?
  /// The choice of `--color`
  package var color = TerminalColor.auto
  /// The beginning of lines that a quiet console still writes to standard error, such as failures;
  /// nil if all lines are written
  package var spoken: String?
  /// Lines that stay below all other output, such as the services still awaited
  private let statusLines = StatusLines(columns: { Self.errorSize.columns }) { text in
    do { try Self.write(text, to: STDERR_FILENO) } catch {}
  }

  /// The rows on the terminal that results go to
  package let screen = ScreenRows { Self.size(of: STDOUT_FILENO) }

  /// Keyboard input from the terminal
  package let input = TerminalInput()

  /// The file for results, until it is complete
  package let unfinished = UnfinishedFile()

  /// - Parameters:
  ///   - output: the descriptor for results
  ///   - errors: the descriptor for messages
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO
  ) {
    self.environment = environment
    self.output = output
    self.errors = errors
    isTerminal = isatty(output) == 1
    isErrorTerminal = isatty(errors) == 1
    terminal = ControllingTerminal.name
  }

  /// A console whose results go to a file
  ///
  /// - Parameter descriptor: see ``OutputFile``
  package func writing(to descriptor: Int32) -> Console {
    var console = self
    console.isTerminal = false
    console.output = descriptor
    return console
  }

  /// Whether standard error gets only failures
  package var isQuiet: Bool { spoken != nil }

  /// Keeps files from becoming standard output or error if those descriptors were closed
  ///
  /// The closed descriptors are opened on a file that can't be written to, so writing fails as it
  /// should.
  package static func reserveDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 { _ = open("/dev/null", O_RDONLY) }
  }

  /// - Throws: ``OutputClosed`` if the reader has left, ``FileFault`` if writing fails.
  package func print(_ text: String) throws { _ = try printPlaced(text) }

  /// Prints text and returns its place on the terminal, so that it can be drawn over later
  package func printPlaced(_ text: String) throws -> ScreenPlace {
    try statusLines.withoutLines {
      let place = screen.place
      try Self.write(text, to: output)
      if isTerminal { screen.countRows(of: text) }
      return place
    }
  }

  /// Draws over earlier output, if it is still on the screen
  ///
  /// - Parameters:
  ///   - lines: each as wide as the text it replaces, and ending without a color
  ///   - place: the start of the first line
  package func draw(_ lines: [String], at place: ScreenPlace) {
    statusLines.withoutLines {
      guard let text = screen.text(drawing: lines, at: place) else { return }
      do { try Self.write(text, to: output) } catch {}
    }
  }

  /// - Throws: ``OutputClosed`` if results go to standard output and its reader has left.
  package func checkReader() throws {
    if output == STDOUT_FILENO, OutputReader.hasLeft { throw OutputClosed() }
  }

  /// Prints this program's own text on standard error, unchanged
  package func show(_ text: String) {
    if let spoken, !text.hasPrefix(spoken) { return }
    statusLines.withoutLines {
      do { try Self.write(text, to: errors) } catch {}
      if isErrorTerminal { screen.countRows(of: text) }
    }
  }

  /// Sets the status lines below all other output
  ///
  /// - Parameter lines: none wider than the terminal of standard error
  package func showStatus(_ lines: [String]) {
    if !isQuiet { statusLines.show(lines) }
  }

  /// Continues after a stop, without erasing what the shell has written since
  package func resume() {
    statusLines.forget()
    screen.forget()
  }

  /// Handles a change of the terminal's size
  package func resize() { if screen.hasOtherWidth { screen.forget() } }

  /// Prints lines of this program's own on standard error, made safe, and on a terminal wrapped
  /// between words; errors are ignored
  package func note(_ lines: String) {
    let lines = worded(lines).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line(String($0)) }
    let columns = isErrorTerminal ? Self.errorSize.columns : .max
    let shown = lines.flatMap { DisplayWidth.of($0) > columns ? $0.wrapped(to: columns) : [$0] }
    show(shown.map { $0 + "\n" }.joined())
  }

  private static func write(_ text: String, to descriptor: Int32) throws {
    var text = text
    do {
      try text.withUTF8 { try UnsafeRawBufferPointer($0).write(to: descriptor) }
    } catch let error as POSIXError where error.code == .EPIPE {
      throw OutputClosed()
    } catch { throw FileFault.cannotWriteResults(reason: SystemReason.words(for: error)) }
  }
}

/// The reader of a pipe has left, as `head` does: the program ends without an error
package struct OutputClosed: Error {}
