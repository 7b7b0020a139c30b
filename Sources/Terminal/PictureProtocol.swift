import Platform

/// The way a terminal can show pictures
package enum PictureProtocol: Hashable, Sendable {
  /// Half-block characters, which work everywhere
  case blocks
  /// The picture file itself, sent with iTerm2's inline image protocol
  case file
  /// Kitty's graphics protocol, and sixels: chafa draws both
  case kitty, sixels

  /// - Parameter environment: of a program whose output goes to the terminal
  /// - Returns: nil if it doesn't tell; then the terminal can be asked
  package init?(environment: [String: String]) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    let terminal = environment["TERM"] ?? ""
    // A multiplexer swallows picture sequences, or breaks what they draw.
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

  /// The protocol that a terminal's answer to ``TerminalQuery`` shows
  ///
  /// - Parameter environment: identifies VS Code, which only shows pictures if a setting is on, and
  ///   then reports sixels
  package init(answer: TerminalAnswer, environment: [String: String] = [:]) {
    let name = answer.name?.lowercased() ?? ""
    let known = Self.names.first { name.hasPrefix($0.key) }?.value
    let other: PictureProtocol = environment["TERM_PROGRAM"] == "vscode" ? .file : .sixels
    self = known ?? (answer.hasSixels ? other : .blocks)
  }

  package var needsChafa: Bool { self == .kitty || self == .sixels }

  /// Protocols by the start of TERM
  private static let terminals: KeyValuePairs<String, PictureProtocol> = [
    "xterm-kitty": .kitty, "xterm-ghostty": .kitty, "foot": .sixels, "mlterm": .sixels,
    "yaft": .sixels, "alacritty": .blocks, "linux": .blocks, "rxvt": .blocks, "dumb": .blocks,
  ]

  /// Protocols by TERM_PROGRAM, or by LC_TERMINAL, which ssh passes on
  private static let programs: [String: PictureProtocol] = [
    "iterm.app": .file, "iterm2": .file, "wezterm": .file, "tabby": .file,
    "hyper": .file, "warpterminal": .file, "mintty": .file, "bobcat": .file,
    "ghostty": .kitty, "kitty": .kitty, "rio": .kitty, "apple_terminal": .blocks,
  ]

  /// Protocols by a variable that only one terminal sets and that others don't inherit
  private static let variables: KeyValuePairs<String, PictureProtocol> = ["VTE_VERSION": .blocks]

  /// Protocols by the start of the XTVERSION answer
  private static let names: KeyValuePairs<String, PictureProtocol> = [
    "iterm2": .file, "wezterm": .file, "mintty": .file, "konsole": .file, "tabby": .file,
    "kitty": .kitty, "ghostty": .kitty, "rio": .kitty, "tmux": .blocks, "screen": .blocks,
  ]
}

extension Console {
  /// How the terminal can show pictures; it is asked itself if the environment doesn't tell
  package var pictureForm: PictureProtocol {
    let form = PictureProtocol(environment: environment) ?? askedForm
    return form.needsChafa && Desktop(environment: environment).path("chafa") == nil
      ? .blocks : form
  }

  /// How long a terminal may take to answer, also over a slow line
  private static let patience = Duration.milliseconds(250)

  private var askedForm: PictureProtocol {
    // Input typed ahead would be taken for an answer.
    guard canDraw, input.isTerminal, !input.hasTyped else { return .blocks }
    let answer = input.answer(to: TerminalQuery.text, within: Self.patience) {
      TerminalAnswer($0).isWhole
    }
    return PictureProtocol(answer: TerminalAnswer(answer), environment: environment)
  }
}

/// The question to a terminal, sent in one piece
package enum TerminalQuery {
  /// Asks for the name (XTVERSION), then the abilities (primary device attributes). Every terminal
  /// answers the second, so the wait ends with that answer
  package static let text = "\u{1B}[>q\u{1B}[c"
}

/// A terminal's answer to ``TerminalQuery``, as far as it has come
package struct TerminalAnswer: Sendable {
  /// The terminal's name and version; nil if it doesn't tell
  package private(set) var name: String?
  package private(set) var hasSixels = false
  /// Whether the answer is complete
  package private(set) var isWhole = false

  private static let escape = UInt8(ascii: "\u{1B}")

  /// - Parameter bytes: input from the terminal, which may include keys that the user typed
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

  /// Reads the terminal's name: `>|name ESC \`
  private mutating func readName(from rest: inout ArraySlice<UInt8>) {
    let text = rest.prefix { $0 != Self.escape && $0 != 0x07 }
    rest = rest[text.endIndex...]
    guard text.starts(with: ">|".utf8), !rest.isEmpty else { return }
    name = SafeText.line(String(decoding: text.dropFirst(2), as: UTF8.self), cells: 60)
  }

  /// Reads the terminal's abilities: `?62;4;22c`, where 4 means sixels
  private mutating func readAttributes(from rest: inout ArraySlice<UInt8>) {
    let text = rest.prefix { (0x20...0x3F).contains($0) }
    rest = rest[text.endIndex...]
    guard rest.popFirst() == UInt8(ascii: "c"), text.first == UInt8(ascii: "?") else { return }
    let attributes = text.dropFirst().split(separator: UInt8(ascii: ";"))
    hasSixels = attributes.dropFirst().contains { $0.elementsEqual("4".utf8) }
    isWhole = true
  }
}
