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
  package mutating func skip(_ cells: Int) {
    blanks += max(0, cells)
  }

  package mutating func add(_ text: FittedText, _ ink: Ink? = nil) {
    guard text.width > 0 else { return }
    guard style.color, let ink else { return put(text) }
    writeBlanks()
    bytes += "\u{1B}[".utf8
    bytes += ink.code(style.depth).utf8
    bytes += "m".utf8
    put(text)
    bytes += "\u{1B}[0m".utf8
  }

  /// Adds text at the right end of a number of cells
  package mutating func add(_ text: FittedText, _ ink: Ink?, rightIn cells: Int) {
    skip(cells - text.width)
    add(text, ink)
  }

  /// Adds text, linked to a web page if the terminal shows hyperlinks
  ///
  /// - Parameter link: an address in printable ASCII; only evaluated if links are shown
  package mutating func add(
    _ text: FittedText, _ ink: Ink? = nil, link: @autoclosure () -> String?
  ) {
    guard style.hyperlinks, text.width > 0, let address = link(),
      address.utf8.count <= Self.maxLinkBytes
    else { return add(text, ink) }
    writeBlanks()
    bytes += "\u{1B}]8;;".utf8
    bytes += address.utf8
    bytes += "\u{1B}\\".utf8
    add(text, ink)
    bytes += "\u{1B}]8;;\u{1B}\\".utf8
  }

  /// Adds an address, however long it is
  ///
  /// - Parameter address: in printable ASCII
  package mutating func add(address: String) {
    put(FittedText(safe: address, width: address.utf8.count))
  }

  package mutating func put(_ text: FittedText) {
    writeBlanks()
    bytes += text.text.utf8
    width += text.width
  }

  /// The line so far
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the line and a line break to some output, and empties the line
  package mutating func finish(into output: inout [UInt8]) {
    output += bytes
    output.append(UInt8(ascii: "\n"))
    bytes.removeAll(keepingCapacity: true)
    width = 0
    blanks = 0
  }

  private mutating func writeBlanks() {
    for _ in 0..<blanks { bytes.append(UInt8(ascii: " ")) }
    width += blanks
    blanks = 0
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
    (self.color, self.hyperlinks, self.addresses) = (color, hyperlinks, addresses)
  }

  /// Text only, for pipes and files
  package static let plain = TerminalStyle(color: false, hyperlinks: false)
}

extension TerminalStyle {
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
