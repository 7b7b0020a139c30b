import Foundation
import PhotoSearch

/// Text from outside as Markdown that shows it as it is (CommonMark 0.31 and GitHub's extensions)
enum MarkdownText {
  static func line(_ credit: CreditLine) -> String {
    credit.pieces.map { piece in
      let text = escaped(SafeText.piece(piece.text))
      guard let link = piece.link, SafeText.isWebLink(link), !text.isEmpty else { return text }
      return "[\(text)](\(destination(link)))"
    }.joined()
  }

  /// Every character that can begin or end a construct has a backslash before it
  ///
  /// Colons, at signs and the dot of `www.` are among them: GitHub makes links of bare addresses.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    var before = ""
    for scalar in text.unicodeScalars {
      if special.contains(scalar) || isSpecial(scalar, after: before) { result += "\\" }
      result.unicodeScalars.append(scalar)
      before.unicodeScalars.append(scalar)
    }
    return result
  }

  /// An address that ends where it should, also inside a table
  static func destination(_ url: URL) -> String {
    var result = ""
    for character in SafeText.address(url) {
      result += encodings[character] ?? String(character)
    }
    return result
  }

  private static let special = Set("\\`*_[]()<>&|~!:@$#^{}".unicodeScalars)

  /// Marks of lists and headings at the start of a line, and the dot of a bare address
  private static func isSpecial(_ scalar: Unicode.Scalar, after before: String) -> Bool {
    switch scalar {
    case "-", "+", "=": before.isEmpty
    case ".": before.utf8.allSatisfy(\.isDigit) || before.suffix(3).lowercased() == "www"
    default: false
    }
  }

  private static let encodings: [Character: String] = [
    "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C", "`": "%60", "|": "%7C",
    "\"": "%22", "*": "%2A", "[": "%5B", "]": "%5D",
  ]
}
