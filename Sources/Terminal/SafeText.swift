/// Makes text from outside safe for a terminal
///
/// It removes control, bidirectional and invisible characters, line breaks, and long piles of
/// combining marks. Emoji and scripts keep the joiners they need.
package enum SafeText {
  /// Most combining marks on one base
  static let maxMarks = 8
  /// Most emoji joined to one picture: a kiss between two people has four
  static let maxJoined = 4

  /// One line, without blanks at its ends
  package static func line(_ text: String) -> String {
    if isFine(text) { return text }
    var line = SafeLine()
    line.take(text)
    return line.text
  }

  /// One line of at most this many terminal cells, cut between clusters with `…` at the end
  ///
  /// Only as much of a long text is read as needed.
  ///
  /// - Parameter cells: 0 or more
  package static func line(_ text: String, cells: Int) -> String {
    FittedText(text, cells: cells).text
  }

  /// A part of a line; blanks at its ends become one blank
  package static func piece(_ text: String) -> String {
    if PlainScalars.isPrintableASCII(text) { return text }
    var line = SafeLine(trimsEnds: false)
    line.take(text)
    return line.text
  }

  /// Whether a text can be printed unchanged
  static func isFine(_ text: String) -> Bool {
    PlainScalars.isPrintableASCII(text) && text.utf8.first != 0x20 && text.utf8.last != 0x20
  }
}
