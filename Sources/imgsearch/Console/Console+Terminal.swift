import Foundation
import PhotoDisplay

extension Console {
  /// Columns to write in: COLUMNS, else the terminal's, else 80
  var width: Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return min(max(columns, 10), 1_000)
    }
    var size = winsize()
    guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return min(max(Int(size.ws_col), 10), 1_000)
  }

  /// The terminal that messages go to, else 80 by 24
  var errorSize: (columns: Int, rows: Int) { Self.errorSize }

  static var errorSize: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Columns to wrap text at: as far as a reader sees, while a program reads lines as they are
  var textWidth: Int {
    isTerminal || environment["COLUMNS"] != nil ? width : 1_000_000
  }

  /// What the terminal can show; plain when there is none
  var style: TerminalStyle {
    guard isTerminal, environment["TERM"] != "dumb" else { return .plain }
    let hasLinks = showsHyperlinks
    return TerminalStyle(
      color: (environment["NO_COLOR"] ?? "").isEmpty, hyperlinks: hasLinks, addresses: !hasLinks)
  }

  /// Whether the terminal is known to make OSC 8 links of what it is told
  private var showsHyperlinks: Bool {
    let known = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "GHOSTTY_BIN_DIR"]
    if known.contains(where: { environment[$0] != nil }) { return true }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 5_000 {
      return true
    }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby"]
    if programs.contains(environment["TERM_PROGRAM"] ?? "") { return true }
    let terminal = environment["TERM"] ?? ""
    return terminal.hasPrefix("foot") || terminal.hasPrefix("alacritty")
      || terminal.hasPrefix("xterm-kitty") || terminal.hasPrefix("xterm-ghostty")
  }
}
