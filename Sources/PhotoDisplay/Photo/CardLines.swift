import Foundation

/// Labels and values one under the other, the values wrapped and aligned
struct CardLines {
  /// Cells of the longest label and the blanks after it
  private static let margin = 13
  /// Scalars of a value that are printed at most: what comes from outside has an end
  private static let longest = 10_000

  private(set) var text = ""
  private let room: Int
  private let style: TerminalStyle

  /// - Parameter width: terminal cells of a line; fewer than 20 count as 20
  init(width: Int, style: TerminalStyle) {
    room = min(max(width, 20), 10_000) - Self.margin
    self.style = style
  }

  /// A value of several lines if need be; nothing when it is unknown or nothing of it can be seen
  mutating func add(_ label: String, _ value: String?, ink: Ink? = nil) {
    guard let value else { return }
    var line = SafeLine(limit: Self.longest)
    line.take(value)
    guard !line.text.isEmpty else { return }
    let parts = (line.text + (line.isCut ? "…" : "")).wrapped(to: room)
    for (index, part) in parts.enumerated() {
      let margin = index == 0 ? self.margin(label) : String(repeating: " ", count: Self.margin)
      text += margin + (ink.map { style.text(part, $0) } ?? part) + "\n"
    }
  }

  /// An address on one line, however long it is
  ///
  /// - Parameter note: printed after it where there is room
  mutating func add(_ label: String, address url: URL?, note: String? = nil) {
    guard let url else { return }
    let address = SafeText.address(url)
    let note = note.flatMap { address.utf8.count + DisplayWidth.of($0) <= room ? $0 : nil } ?? ""
    text += margin(label) + style.link(address, to: url) + style.text(note, .dim) + "\n"
  }

  private func margin(_ label: String) -> String {
    let blanks = String(repeating: " ", count: max(1, Self.margin - label.utf8.count))
    return style.text(label, .dim) + blanks
  }
}
