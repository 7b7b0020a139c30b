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
    (self.environment, self.output, self.errors) = (environment, output, errors)
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
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
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
    guard !isQuiet else { return }
    statusLines.show(lines)
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
    let lines = errorStyle.worded(lines).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { SafeText.line(String($0)) }
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

extension Console {
  /// Whether to draw pictures on standard output
  package func showsPictures(_ use: PictureUse) -> Bool {
    switch use {
    case .never: false
    case .always: environment["TERM"] != "dumb"
    case .auto: isTerminal && style.color && colorDepth != .sixteen
    }
  }

  /// Whether output on the terminal can be drawn over. Not if lines are wider than the terminal,
  /// nor in the background, where a shell writes too
  package var canDraw: Bool {
    guard isTerminal, !isReadAloud, let size = Self.size(of: STDOUT_FILENO),
      tcgetpgrp(STDOUT_FILENO) == getpgrp()
    else { return false }
    return width <= size.columns
  }

  /// Terminal cells of a line: COLUMNS, else the terminal's width, else 80
  package var width: Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return min(max(columns, 10), 1_000)
    }
    guard isTerminal, let size = Self.size(of: STDOUT_FILENO) else { return 80 }
    return min(max(size.columns, 10), 1_000)
  }

  /// The size of the terminal of standard error, else 80 by 24
  package static var errorSize: (columns: Int, rows: Int) { size(of: STDERR_FILENO) ?? (80, 24) }

  /// A terminal's size; nil if it isn't a terminal, or doesn't tell
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Terminal cells to wrap text at; unlimited if a program reads the output, which has whole lines
  package var textWidth: Int { isTerminal || environment["COLUMNS"] != nil ? width : 1_000_000 }

  /// The abilities of standard output: the colors chosen, and hyperlinks on a terminal only
  package var style: TerminalStyle { style(isTerminal) }

  /// Whether progress lines, which come and go, can be shown
  package var showsProgress: Bool { isErrorTerminal && !isQuiet && !isReadAloud }

  /// The abilities of standard error
  package var errorStyle: TerminalStyle { style(isErrorTerminal) }

  /// Whether the terminal is read line by line: by a screen reader, as `ACCESSIBLE=1` says, or
  /// because it can do nothing else, as `TERM=dumb` says
  private var isReadAloud: Bool { environment["TERM"] == "dumb" || isOn("ACCESSIBLE") }

  private func style(_ isTerminal: Bool) -> TerminalStyle {
    let terminal = environment["TERM"] ?? ""
    // The Linux console prints the addresses of hyperlinks as text.
    let hasLinks = isTerminal && !["dumb", "linux"].contains(terminal)
    var style = TerminalStyle(color: hasColor(isTerminal && !isReadAloud), hyperlinks: hasLinks)
    style.depth = colorDepth
    style.hasSigns = !isTerminal || !isReadAloud
    return style
  }

  /// The number of colors, as far as the environment tells; a terminal may blink at an unknown
  /// sequence
  private var colorDepth: ColorDepth {
    let terminal = environment["TERM"] ?? ""
    // tmux converts colors to those of its own terminal.
    if environment["TMUX"] != nil { return .full }
    if ["linux", "ansi", "cygwin", "vt100", "vt220"].contains(terminal) { return .sixteen }
    // GNU screen passes on COLORTERM from the terminal around it, but has 256 colors itself.
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    return isDirect && !terminal.hasPrefix("screen") ? .full : .palette
  }

  private func isOn(_ variable: String) -> Bool {
    !["", "0", "false"].contains(environment[variable] ?? "")
  }

  /// Whether to use color: decided by `--color`, then NO_COLOR, then FORCE_COLOR and
  /// CLICOLOR_FORCE, then by whether the output is a terminal
  private func hasColor(_ isTerminal: Bool) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
    return isTerminal || isOn("FORCE_COLOR") || isOn("CLICOLOR_FORCE")
  }
}

/// When to color output on a terminal
package enum TerminalColor: String, CaseIterable, Sendable { case always, never, auto }

/// When to draw pictures in text output
package enum PictureUse: String, CaseIterable, Sendable { case auto, never, always }
