import Foundation

// Abilities of the terminals that results and messages go to
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
    let set = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let columns = set ?? (isTerminal ? Self.size(of: STDOUT_FILENO)?.columns : nil)
    return columns.map { min(max($0, 10), 1_000) } ?? 80
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

  /// Text for standard error, with words in place of signs where a terminal has none
  func worded(_ text: String) -> String { isErrorTerminal ? errorStyle.worded(text) : text }

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
    case .always: true
    case .never: false
    case .auto where !(environment["NO_COLOR"] ?? "").isEmpty: false
    case .auto: isTerminal || isOn("FORCE_COLOR") || isOn("CLICOLOR_FORCE")
    }
  }

  // MARK: The abilities in words, for a report of what a program finds on a machine

  /// The terminal of standard output, else of standard error, as the output to paste often goes
  /// through a pipe: its names, its size and colors, and how pictures are drawn
  ///
  /// - Parameter chafa: the path of chafa, which draws pictures on some terminals; nil if it isn't
  ///   there
  package func report(chafa: String?) -> [String] {
    let names = [
      environment["TERM"], environment["TERM_PROGRAM"], environment["TMUX"].map { _ in "tmux" },
    ]
    let name = names.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    guard isTerminal || isErrorTerminal else {
      return ["neither output nor messages go to one" + (name.isEmpty ? "" : " (\(name))")]
    }
    let style = isTerminal ? style : errorStyle
    let columns = isTerminal ? width : Self.errorSize.columns
    let colors =
      switch style.depth {
      case _ where !style.color: "no colors"
      case .sixteen: "16 colors"
      case .palette: "256 colors"
      case .full: "all colors"
      }
    return [
      name.isEmpty ? "TERM isn't set" : name,
      "\(columns) columns, \(colors), \(style.hyperlinks ? "links" : "no links")",
      pictures(chafa: chafa),
    ]
  }

  /// The picture protocol by the environment alone; asking the terminal would disturb the output
  private func pictures(chafa: String?) -> String {
    guard showsPictures(.auto) else { return "no pictures" }
    func through(_ name: String) -> String {
      chafa.map { "pictures by \(name), through \($0)" }
        ?? "pictures in half blocks; with chafa by \(name)"
    }
    return switch PictureProtocol(environment: environment) {
    case .blocks: "pictures in half blocks"
    case .file: "pictures by iTerm2's protocol"
    case .kitty: through("kitty's protocol")
    case .sixels: through("sixels")
    case nil: "pictures as the terminal answers when one is shown"
    }
  }
}

/// When to color output on a terminal
package enum TerminalColor: String, CaseIterable, Sendable { case always, never, auto }

/// When to draw pictures in text output
package enum PictureUse: String, CaseIterable, Sendable { case auto, never, always }
