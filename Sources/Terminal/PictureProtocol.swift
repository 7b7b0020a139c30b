/// How a terminal can show a picture
package enum PictureProtocol: Hashable, Sendable {
  /// As text: everywhere
  case blocks
  /// The picture file itself, sent with iTerm2's inline image protocol
  case file
  /// Kitty's graphics protocol, and sixels: chafa draws both
  case kitty, sixels

  /// - Parameter environment: of a program whose output goes to the terminal
  /// - Returns: nil where that doesn't tell; the terminal can be asked then
  package init?(environment: [String: String]) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    let terminal = environment["TERM"] ?? ""
    // What a picture is sent by ends at a multiplexer, or tears what it draws.
    let isShared = ["TMUX", "ZELLIJ", "STY"].contains(where: has)
    if isShared || ["screen", "tmux"].contains(where: terminal.hasPrefix) {
      self = .blocks
    } else if let form = Self.terminals.first(where: { terminal.hasPrefix($0.key) })?.value {
      self = form
    } else if let form = ["LC_TERMINAL", "TERM_PROGRAM"].lazy.compactMap({
      Self.programs[(environment[$0] ?? "").lowercased()]
    }).first {
      self = form
    } else if let form = Self.variables.first(where: { has($0.key) })?.value {
      self = form
    } else {
      return nil
    }
  }

  /// By what a terminal answers to ``TerminalQuery``
  ///
  /// - Parameter environment: names VS Code, which shows pictures only where that is switched on: then
  ///   it says that it has sixels
  package init(answer: TerminalAnswer, environment: [String: String] = [:]) {
    let name = answer.name?.lowercased() ?? ""
    let known = Self.names.first { name.hasPrefix($0.key) }?.value
    let other: PictureProtocol = environment["TERM_PROGRAM"] == "vscode" ? .file : .sixels
    self = known ?? (answer.hasSixels ? other : .blocks)
  }

  package var needsChafa: Bool { self == .kitty || self == .sixels }

  /// By the begin of TERM
  private static let terminals: KeyValuePairs<String, PictureProtocol> = [
    "xterm-kitty": .kitty, "xterm-ghostty": .kitty, "foot": .sixels, "mlterm": .sixels,
    "yaft": .sixels, "alacritty": .blocks, "linux": .blocks, "rxvt": .blocks, "dumb": .blocks,
  ]

  /// By TERM_PROGRAM, or LC_TERMINAL, which comes through ssh
  private static let programs: [String: PictureProtocol] = [
    "iterm.app": .file, "iterm2": .file, "wezterm": .file, "tabby": .file,
    "hyper": .file, "warpterminal": .file, "mintty": .file, "bobcat": .file,
    "ghostty": .kitty, "kitty": .kitty, "rio": .kitty, "apple_terminal": .blocks,
  ]

  /// By a variable that a terminal sets, and no other is started from with it
  private static let variables: KeyValuePairs<String, PictureProtocol> = ["VTE_VERSION": .blocks]

  /// By the begin of what XTVERSION answers
  private static let names: KeyValuePairs<String, PictureProtocol> = [
    "iterm2": .file, "wezterm": .file, "mintty": .file, "konsole": .file, "tabby": .file,
    "kitty": .kitty, "ghostty": .kitty, "rio": .kitty, "tmux": .blocks, "screen": .blocks,
  ]
}

/// What a terminal is asked, all at once, and how its answers are read
package enum TerminalQuery {
  /// Its name (XTVERSION), then what it can do (primary device attributes): all terminals answer the
  /// second, so that there is nothing to wait for after it
  package static let text = "\u{1B}[>q\u{1B}[c"
}

/// What a terminal answers to ``TerminalQuery``, as far as it has come
package struct TerminalAnswer: Sendable {
  /// Its name and version; nil for a terminal that doesn't tell
  package private(set) var name: String?
  package private(set) var hasSixels = false
  /// Whether all has come
  package private(set) var isWhole = false

  private static let escape = UInt8(ascii: "\u{1B}")

  /// - Parameter bytes: what came, with what somebody typed among it
  package init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == Self.escape else { continue }
      switch rest.popFirst() {
      case UInt8(ascii: "P"): readName(from: &rest)
      case UInt8(ascii: "["): readAttributes(from: &rest)
      default: continue
      }
    }
  }

  /// `>|name ESC \`
  private mutating func readName(from rest: inout ArraySlice<UInt8>) {
    let text = rest.prefix { $0 != Self.escape && $0 != 0x07 }
    rest = rest[text.endIndex...]
    guard text.starts(with: ">|".utf8), !rest.isEmpty else { return }
    name = SafeText.line(String(decoding: text.dropFirst(2), as: UTF8.self), cells: 60)
  }

  /// `?62;4;22c`: 4 stands for sixels
  private mutating func readAttributes(from rest: inout ArraySlice<UInt8>) {
    let text = rest.prefix { (0x20...0x3F).contains($0) }
    rest = rest[text.endIndex...]
    guard rest.popFirst() == UInt8(ascii: "c"), text.first == UInt8(ascii: "?") else { return }
    let attributes = text.dropFirst().split(separator: UInt8(ascii: ";"))
    hasSixels = attributes.dropFirst().contains { $0.elementsEqual("4".utf8) }
    isWhole = true
  }
}
