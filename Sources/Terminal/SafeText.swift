/// Text that came from outside, made fit for a terminal
///
/// No control, bidirectional or invisible character passes, no line break, and no tower of
/// combining marks. Emoji and scripts that need joiners keep them.
package enum SafeText {
  /// Combining marks kept on one base
  static let maxMarks = 8
  /// Emoji kept joined to one picture: a kiss between two people has four
  static let maxJoined = 4

  /// One line, without blanks at its ends
  package static func line(_ text: String) -> String {
    if isFine(text) { return text }
    var line = SafeLine()
    line.take(text)
    return line.text
  }

  /// One line of no more than that many cells, cut between clusters with `…` at the end
  ///
  /// No more is read of a long text than is needed.
  ///
  /// - Parameter cells: 0 or more
  package static func line(_ text: String, cells: Int) -> String {
    FittedText(text, cells: cells).text
  }

  /// A piece of a line, its blanks at the ends kept (as one blank)
  package static func piece(_ text: String) -> String {
    if PlainScalars.isPrintableASCII(text) { return text }
    var line = SafeLine(trimsEnds: false)
    line.take(text)
    return line.text
  }

  /// Whether a text can be printed as it is
  static func isFine(_ text: String) -> Bool {
    PlainScalars.isPrintableASCII(text) && text.utf8.first != 0x20 && text.utf8.last != 0x20
  }
}
