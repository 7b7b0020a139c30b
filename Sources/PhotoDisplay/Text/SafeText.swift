import PhotoSearch

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

  /// One line that takes no more than that many bytes as JSON, cut between clusters with `…` at the end
  ///
  /// Bytes are never fewer than characters, however those are counted: a cluster may have a hundred.
  package static func line(_ text: String, jsonBytes limit: Int) -> String {
    // A cell takes a byte at least.
    let line = line(text, cells: limit)
    guard JSONWriter.length(of: line) > limit else { return line }
    var (end, used) = (line.startIndex, "…".utf8.count)
    for index in line.indices {
      used += JSONWriter.length(of: String(line[index]))
      guard used <= limit else { break }
      if line[index] != " " { end = line.index(after: index) }
    }
    return limit < "…".utf8.count ? "" : line[..<end] + "…"
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
