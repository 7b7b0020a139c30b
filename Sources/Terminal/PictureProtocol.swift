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
    } else if has("VTE_VERSION") {
      // Only GNOME's terminals set it, and other programs don't inherit it.
      self = .blocks
    } else {
      return nil
    }
  }

  /// The protocol that a terminal's answer to ``TerminalAnswer/query`` shows
  ///
  /// - Parameter environment: identifies VS Code, which only shows pictures if a setting is on, and
  ///   then reports sixels
  package init(answer: TerminalAnswer, environment: [String: String] = [:]) {
    let name = answer.name?.lowercased() ?? ""
    let ofName = Self.names.first { name.hasPrefix($0.key) }?.value
    let other: PictureProtocol = environment["TERM_PROGRAM"] == "vscode" ? .file : .sixels
    self = ofName ?? (answer.hasSixels ? other : .blocks)
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
    let answer = input.answer(to: TerminalAnswer.query, within: Self.patience) {
      TerminalAnswer($0).isWhole
    }
    return PictureProtocol(answer: TerminalAnswer(answer), environment: environment)
  }
}

/// A terminal's answer to ``query``, as far as it has come
package struct TerminalAnswer: Sendable {
  /// The question, sent in one piece: for the name (XTVERSION), then the abilities (primary device
  /// attributes). Every terminal answers the second, so the wait ends with that answer
  package static let query = "\u{1B}[>q\u{1B}[c"

  /// The terminal's name and version; nil if it doesn't tell
  package private(set) var name: String?
  package private(set) var hasSixels = false
  /// Whether the answer is complete
  package private(set) var isWhole = false

  /// - Parameter bytes: input from the terminal, which may include keys that the user typed
  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let named = /\x1BP>\|([^\x1B\x07]*)[\x1B\x07]/.matchingSemantics(.unicodeScalar)
    if let match = text.firstMatch(of: named) { name = SafeText.line(String(match.1), cells: 60) }
    // The terminal's abilities: `?62;4;22c`, where 4 means sixels
    let able = /\x1B\[\?([0-9;]*)c/.matchingSemantics(.unicodeScalar)
    if let match = text.firstMatch(of: able) {
      hasSixels = match.1.split(separator: ";").dropFirst().contains("4")
      isWhole = true
    }
  }
}
