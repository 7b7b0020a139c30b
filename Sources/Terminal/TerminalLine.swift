/// A line for a terminal, filled from left to right
///
/// Blanks are only written when text follows them, so no line ends in blanks.
package struct TerminalLine {
  /// Terminal cells from the left edge to the next text
  package var column: Int { width + blanks }

  /// Most bytes of an address that terminals accept in a hyperlink
  private static let maxLinkBytes = 2_000

  private let style: TerminalStyle
  private var bytes: [UInt8] = []
  private var width = 0
  private var blanks = 0

  package init(style: TerminalStyle) {
    self.style = style
    bytes.reserveCapacity(256)
  }

  /// Leaves cells blank; a negative number leaves none
  package mutating func skip(_ cells: Int) { blanks += max(0, cells) }

  /// Adds text at the right end of a number of cells
  package mutating func add(_ text: FittedText, _ ink: Ink?, rightIn cells: Int) {
    skip(cells - text.width)
    add(text, ink)
  }

  /// Adds text, linked to a web page if the terminal shows hyperlinks
  ///
  /// - Parameter link: an address in printable ASCII; only evaluated if links are shown
  package mutating func add(
    _ text: FittedText, _ ink: Ink? = nil, link: @autoclosure () -> String? = nil
  ) {
    guard text.width > 0 else { return }
    let inked = ink.map { style.text(text.text, $0) } ?? text.text
    let address = style.hyperlinks ? link() : nil
    let accepted = address.flatMap { $0.utf8.count <= Self.maxLinkBytes ? $0 : nil }
    put(FittedText(safe: style.link(inked, to: accepted), width: text.width))
  }

  package mutating func put(_ text: FittedText) {
    bytes += repeatElement(UInt8(ascii: " "), count: blanks)
    bytes += text.text.utf8
    width += blanks + text.width
    blanks = 0
  }

  /// The line so far, without a line break
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the line and a line break to some output
  package func write(to output: inout [UInt8]) {
    output += bytes
    output.append(UInt8(ascii: "\n"))
  }
}

/// The abilities of a terminal, or of a file or pipe in its place
package struct TerminalStyle: Hashable, Sendable {
  /// Bold, dim and colored text, as SGR sequences
  package var color: Bool
  /// The number of colors
  package var depth = ColorDepth.palette
  /// Hyperlinks on text, as OSC 8 sequences
  package var hyperlinks: Bool
  /// Signs such as `♥` and `×`; without them, words say the same
  package var hasSigns = true
  /// Whether to print each photo's page address as text
  package var addresses: Bool

  package init(color: Bool, hyperlinks: Bool, addresses: Bool = false) {
    self.color = color
    self.hyperlinks = hyperlinks
    self.addresses = addresses
  }

  /// Text only, for pipes and files
  package static let plain = TerminalStyle(color: false, hyperlinks: false)

  /// Safe text in an ink, if there are colors
  package func text(_ text: String, _ ink: Ink) -> String {
    guard color, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.code(depth))m\(text)\u{1B}[0m"
  }

  /// This program's own text, with words in place of its signs if there are none
  package func worded(_ text: String) -> String {
    guard !hasSigns else { return text }
    let words = [(" · ", ", "), ("×", " by "), ("≈", "looks like"), ("♥", "yes")]
    return words.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// Safe text, linked to a web page if there are hyperlinks
  ///
  /// - Parameter address: in printable ASCII
  package func link(_ text: String, to address: String?) -> String {
    guard hyperlinks, let address, !text.isEmpty else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}

/// A color or weight for a piece of text
///
/// A program doesn't know whether a terminal is light or dark, so every color whose look is known
/// has a contrast of 4.5, as WCAG 2 asks, with both black and white.
package enum Ink: String, CaseIterable, Sendable {
  case bold, dim
  case red, green, yellow, olive
  case cyan, magenta, blue, brown, steel, purple, rose, teal, copper

  /// The parameters of the SGR sequence, between `ESC [` and `m`
  package func code(_ depth: ColorDepth) -> String {
    let look = look
    return switch depth {
    case .full: look.full
    case .palette: look.palette
    case .sixteen: look.sixteen
    }
  }

  /// The parameters for each ``ColorDepth``
  ///
  /// Hardly ten of the 256 colors are neither too dark nor too light, so some inks only differ in
  /// weight. The look of the sixteen depends on the terminal's settings.
  private var look: (full: String, palette: String, sixteen: String) {
    switch self {
    case .bold: ("1", "1", "1")
    case .dim: ("2", "2", "2")
    case .red: ("38;2;225;37;63", "38;5;131", "31")
    case .green: ("38;2;33;135;0", "38;5;28", "32")
    case .yellow: ("38;2;156;108;0", "38;5;130", "33")
    case .olive: ("38;2;108;126;42", "1;38;5;28", "1;32")
    case .cyan: ("38;2;6;129;147", "38;5;29", "36")
    case .magenta: ("38;2;219;17;150", "38;5;163", "35")
    case .blue: ("38;2;72;106;237", "38;5;63", "34")
    case .brown: ("38;2;135;113;99", "1;38;5;243", "1;36")
    case .steel: ("38;2;99;116;165", "38;5;243", "1;34")
    case .purple: ("38;2;147;84;219", "38;5;98", "1;35")
    case .rose: ("38;2;177;90;105", "1;38;5;163", "4;35")
    case .teal: ("38;2;6;133;96", "1;38;5;29", "4;36")
    case .copper: ("38;2;195;82;9", "1;38;5;98", "4;34")
    }
  }
}

/// How many colors a terminal has
package enum ColorDepth: CaseIterable, Sendable {
  /// Sixteen colors, which the terminal's settings define
  case sixteen
  /// 256 colors, most of which look the same on all terminals
  case palette
  /// Any color, by its red, green and blue
  case full
}
