import Foundation

/// What a terminal, or what stands in its place, can show
package struct TerminalStyle: Hashable, Sendable {
  /// Bold, dim and colors, as SGR sequences
  package var color: Bool
  /// Links on text, as OSC 8 sequences
  package var hyperlinks: Bool
  /// Each photo's page address as text
  package var addresses: Bool

  package init(color: Bool, hyperlinks: Bool, addresses: Bool) {
    self.color = color
    self.hyperlinks = hyperlinks
    self.addresses = addresses
  }

  /// Nothing but text, for pipes and files
  package static let plain = TerminalStyle(color: false, hyperlinks: false, addresses: true)
}

/// How a piece of text is set off from the rest
enum Ink: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

extension TerminalStyle {
  /// Safe text in an ink, where there is color
  func text(_ text: String, _ ink: Ink) -> String {
    guard color, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }

  /// Safe text that leads to a web page, where there are hyperlinks
  func link(_ text: String, to url: URL?) -> String {
    guard hyperlinks, let url, !text.isEmpty, SafeText.isWebLink(url) else { return text }
    return "\u{1B}]8;;\(SafeText.address(url))\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
