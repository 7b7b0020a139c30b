package import Foundation
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

  /// A piece of a line, its blanks at the ends kept (as one blank)
  package static func piece(_ text: String) -> String {
    if PlainScalars.isPrintableASCII(text) { return text }
    var line = SafeLine(trimsEnds: false)
    line.take(text)
    return line.text
  }

  /// An address in printable ASCII without blanks, anything else percent-encoded
  package static func address(_ url: URL) -> String {
    url.absoluteString.percentEncoding { $0 &- 0x21 >= 0x5E }
  }

  /// Whether an address leads to a web page, and nowhere else
  package static func isWebLink(_ url: URL) -> Bool {
    let start = String(decoding: url.absoluteString.utf8.prefix(8), as: UTF8.self).lowercased()
    return start.begins(with: "https://") || start.begins(with: "http://")
  }

  /// Whether a text can be printed as it is
  static func isFine(_ text: String) -> Bool {
    PlainScalars.isPrintableASCII(text) && text.utf8.first != 0x20 && text.utf8.last != 0x20
  }
}

extension String {
  /// With some bytes, all that aren't ASCII among them, percent-encoded
  func percentEncoding(_ isEncoded: (UInt8) -> Bool) -> String {
    guard utf8.contains(where: isEncoded) else { return self }
    return utf8.reduce(into: "") { text, byte in
      if isEncoded(byte) {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }
}
