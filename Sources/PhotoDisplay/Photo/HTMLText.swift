import Foundation
import PhotoSearch

/// Text from outside as HTML that shows it as it is
enum HTMLText {
  static func line(_ credit: CreditLine) -> String {
    credit.pieces.map { piece in
      let text = escaped(SafeText.piece(piece.text))
      guard let link = piece.link, SafeText.isWebLink(link), !text.isEmpty else { return text }
      let address = escaped(SafeText.address(link))
      return "<a href=\"\(address)\" rel=\"nofollow noopener\">\(text)</a>"
    }.joined()
  }

  /// For text and for attributes in quotation marks
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
