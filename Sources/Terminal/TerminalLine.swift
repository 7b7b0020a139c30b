/// A line for a terminal, filled from left to right
///
/// Blanks are written when text follows them, so that no line ends in one.
package struct TerminalLine {
  /// Cells from the left edge to the next text
  package var column: Int { width + blanks }

  /// Bytes of an address that terminals take in a hyperlink
  private static let maxLinkBytes = 2_000

  private let style: TerminalStyle
  private var bytes: [UInt8] = []
  private var width = 0
  private var blanks = 0

  package init(style: TerminalStyle) {
    self.style = style
    bytes.reserveCapacity(256)
  }

  /// Leaves cells empty; none for a number below 0
  package mutating func skip(_ cells: Int) {
    blanks += max(0, cells)
  }

  package mutating func add(_ text: FittedText, _ ink: Ink? = nil) {
    guard text.width > 0 else { return }
    begin(ink)
    put(text)
    end(ink)
  }

  /// Text at the right end of so many cells
  package mutating func add(_ text: FittedText, _ ink: Ink?, rightIn cells: Int) {
    skip(cells - text.width)
    add(text, ink)
  }

  /// Text that leads to a web page, where there are hyperlinks
  ///
  /// - Parameter link: an address in printable ASCII; asked for only where it is shown
  package mutating func add(
    _ text: FittedText, _ ink: Ink? = nil, link: @autoclosure () -> String?
  ) {
    guard style.hyperlinks, text.width > 0, let address = link(),
      address.utf8.count <= Self.maxLinkBytes
    else { return add(text, ink) }
    writeBlanks()
    append("\u{1B}]8;;")
    bytes.append(contentsOf: address.utf8)
    append("\u{1B}\\")
    add(text, ink)
    append("\u{1B}]8;;\u{1B}\\")
  }

  /// An address as it is, however long
  ///
  /// - Parameter address: in printable ASCII
  package mutating func add(address: String) {
    put(FittedText(safe: address, width: address.utf8.count))
  }

  /// What is put until ``end(_:)`` is in this ink
  package mutating func begin(_ ink: Ink?) {
    writeBlanks()
    guard style.color, let ink else { return }
    append("\u{1B}[")
    bytes.append(contentsOf: ink.code(style.depth).utf8)
    append("m")
  }

  package mutating func end(_ ink: Ink?) {
    if style.color, ink != nil { append("\u{1B}[0m") }
  }

  package mutating func put(_ text: FittedText) {
    writeBlanks()
    bytes.append(contentsOf: text.text.utf8)
    width += text.width
  }

  /// What was put
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Moves the line and a line break to the end of some output, and starts anew
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

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}

/// What a terminal, or what stands in its place, can show
package struct TerminalStyle: Hashable, Sendable {
  /// Bold, dim and colors, as SGR sequences
  package var color: Bool
  /// Which colors there are
  package var depth = ColorDepth.palette
  /// Links on text, as OSC 8 sequences
  package var hyperlinks: Bool
  /// Each photo's page address as text
  package var addresses: Bool

  package init(color: Bool, hyperlinks: Bool, addresses: Bool = false) {
    self.color = color
    self.hyperlinks = hyperlinks
    self.addresses = addresses
  }

  /// Nothing but text, for pipes and files
  package static let plain = TerminalStyle(color: false, hyperlinks: false)
}

extension TerminalStyle {
  /// Safe text in an ink, where there is color
  package func text(_ text: String, _ ink: Ink) -> String {
    guard color, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.code(depth))m\(text)\u{1B}[0m"
  }

  /// Safe text that is not to be in the way
  package func dim(_ text: String) -> String { self.text(text, .dim) }

  /// A heading, of safe text
  package func bold(_ text: String) -> String { self.text(text, .bold) }

  /// Safe text that leads to a web page, where there are hyperlinks
  ///
  /// - Parameter address: in printable ASCII
  package func link(_ text: String, to address: String?) -> String {
    guard hyperlinks, let address, !text.isEmpty else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
