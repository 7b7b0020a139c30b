import Foundation
package import Platform

/// Standard output for results, standard error for everything else
package struct Console: Sendable {
  /// The environment variables
  package let environment: [String: String]
  /// Whether results go to a terminal
  package private(set) var isTerminal: Bool
  /// Where results go
  private var output = STDOUT_FILENO
  /// Whether messages go to a terminal
  package let isErrorTerminal: Bool
  /// Names the terminal, and with it the listing that a number such as `3` is of; nil outside one
  package let terminal: String?
  /// What `--color` says of the terminal
  package private(set) var color = TerminalColor.auto
  /// Lines that stay below all that is written, such as who is waited for
  private let statusLines = StatusLines(columns: { Self.errorSize.columns }) { text in
    do { try Self.write(text, to: STDERR_FILENO) } catch {}
  }

  /// What stands on the terminal that results go to
  package let screen = ScreenRows { Self.size(of: STDOUT_FILENO) }

  /// What is typed at the terminal, and whether it is shown
  package let input = TerminalInput()

  /// Files that results go to, until they are whole
  package let unfinished = UnfinishedFiles()

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    isTerminal = isatty(STDOUT_FILENO) == 1
    isErrorTerminal = isatty(STDERR_FILENO) == 1
    terminal = ControllingTerminal.name
  }

  /// The same, its results in a file
  ///
  /// - Parameter descriptor: see ``OutputFile``
  package func writing(to descriptor: Int32) -> Console {
    var console = self
    console.isTerminal = false
    console.output = descriptor
    return console
  }

  /// The same, colored as `--color` says
  package func colored(_ color: TerminalColor) -> Console {
    var console = self
    console.color = color
    return console
  }

  /// Keeps files from becoming standard output or error where those were closed
  ///
  /// A descriptor that cannot be written takes their place, so that writing fails as it should.
  package static func reserveDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// - Throws: ``OutputClosed`` when nobody reads any more, ``FileFault`` when it cannot be written.
  package func print(_ text: String) throws {
    _ = try printPlaced(text)
  }

  /// The same, and tells where the text begins on the terminal, to be drawn over
  package func printPlaced(_ text: String) throws -> ScreenPlace {
    try statusLines.withoutLines {
      let place = screen.place
      try Self.write(text, to: output)
      if isTerminal { screen.note(text) }
      return place
    }
  }

  /// Writes over what stands on the terminal, as far as that can still be reached
  ///
  /// - Parameters:
  ///   - lines: each as wide as what it takes the place of, and leaving no color
  ///   - place: where the first begins
  package func draw(_ lines: [String], at place: ScreenPlace) {
    statusLines.withoutLines {
      guard let text = screen.text(drawing: lines, at: place) else { return }
      do { try Self.write(text, to: output) } catch {}
    }
  }

  /// - Throws: ``OutputClosed`` when nobody reads standard output any more, and results go there.
  package func checkReader() throws {
    if output == STDOUT_FILENO, OutputReader.hasLeft { throw OutputClosed() }
  }

  /// Text of our own on standard error, as it is
  package func show(_ text: String) {
    statusLines.withoutLines {
      do { try Self.write(text, to: STDERR_FILENO) } catch {}
      if isErrorTerminal { screen.note(text) }
    }
  }

  /// Lines of our own that stay below all that is written, until there are others
  ///
  /// - Parameter lines: none wider than the terminal that messages go to
  package func showStatus(_ lines: [String]) {
    statusLines.show(lines)
  }

  /// After a stop: leaves alone what the shell has written since
  package func resume() {
    statusLines.forget()
    screen.forget()
  }

  /// After the terminal got another size
  package func resize() {
    if screen.hasOtherWidth { screen.forget() }
  }

  /// Lines on standard error, made safe to show, on a terminal broken between words; a failure to
  /// write them is ignored
  package func note(_ lines: String) {
    let lines = lines.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText.line(String($0)) }
    let columns = isErrorTerminal ? Self.errorSize.columns : .max
    let shown = lines.flatMap { DisplayWidth.of($0) > columns ? $0.wrapped(to: columns) : [$0] }
    show(shown.map { $0 + "\n" }.joined())
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
          throw FileFault.cannotWriteResults(reason: reason)
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
package struct OutputClosed: Error {}

extension Console {
  /// Whether pictures are drawn on standard output
  package func showsPictures(_ use: PictureUse) -> Bool {
    switch use {
    case .never: false
    case .always: environment["TERM"] != "dumb"
    case .auto: isTerminal && style.color && colorDepth != .sixteen
    }
  }

  /// Whether what stands on the terminal can be drawn over: not where lines are wider than it is, nor
  /// in the background, where a shell writes too
  package var canDraw: Bool {
    guard isTerminal, environment["TERM"] != "dumb", let size = Self.size(of: STDOUT_FILENO),
      tcgetpgrp(STDOUT_FILENO) == getpgrp()
    else { return false }
    return width <= size.columns
  }

  /// Columns to write in: COLUMNS, else the terminal's, else 80
  package var width: Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return min(max(columns, 10), 1_000)
    }
    guard isTerminal, let size = Self.size(of: STDOUT_FILENO) else { return 80 }
    return min(max(size.columns, 10), 1_000)
  }

  /// The terminal that messages go to, else 80 by 24
  package static var errorSize: (columns: Int, rows: Int) { size(of: STDERR_FILENO) ?? (80, 24) }

  /// Of a terminal; nil where there is none, or it doesn't tell
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Columns to wrap text at: as far as a reader sees, while a program reads lines as they are
  package var textWidth: Int {
    isTerminal || environment["COLUMNS"] != nil ? width : 1_000_000
  }

  /// What standard output can show: colors as asked, hyperlinks on a terminal alone
  package var style: TerminalStyle { style(isTerminal) }

  /// Whether lines that come and go can be shown
  package var showsProgress: Bool { isErrorTerminal && environment["TERM"] != "dumb" }

  /// What standard error can show
  package var errorStyle: TerminalStyle { style(isErrorTerminal) }

  private func style(_ isTerminal: Bool) -> TerminalStyle {
    let terminal = environment["TERM"] ?? ""
    // The console of Linux prints the addresses of links as text.
    let hasLinks = isTerminal && !["dumb", "linux"].contains(terminal)
    var style = TerminalStyle(
      color: hasColor(isTerminal && terminal != "dumb"), hyperlinks: hasLinks)
    style.depth = colorDepth
    return style
  }

  /// The colors of the terminal, as far as it says so: one that misreads a sequence may blink
  private var colorDepth: ColorDepth {
    let terminal = environment["TERM"] ?? ""
    // tmux converts them to what its own terminal has.
    if environment["TMUX"] != nil { return .full }
    if ["linux", "ansi", "cygwin", "vt100", "vt220"].contains(terminal) { return .sixteen }
    // GNU screen passes on the variable of the terminal around it, but has 256 itself.
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    return isDirect && !terminal.hasPrefix("screen") ? .full : .palette
  }

  /// `--color` first, then NO_COLOR, then FORCE_COLOR and CLICOLOR_FORCE, then where it goes
  private func hasColor(_ isTerminal: Bool) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    func isOn(_ variable: String) -> Bool {
      !["", "0", "false"].contains(environment[variable] ?? "")
    }
    if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
    return isTerminal || isOn("FORCE_COLOR") || isOn("CLICOLOR_FORCE")
  }
}

/// Whether what goes to a terminal is colored
package enum TerminalColor: String, CaseIterable, Sendable {
  case always, never, auto
}

/// Whether pictures are drawn in text
package enum PictureUse: String, CaseIterable, Sendable {
  case auto, never, always
}
