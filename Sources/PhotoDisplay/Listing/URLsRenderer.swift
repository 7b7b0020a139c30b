package import PhotoSearch

/// One address a line: that of the rendition for a role, else of the next best
///
/// A line is an argument for xargs, and an entry for `aria2c -i` and `wget -i`, as it is. A photo
/// without any rendition has no line.
package struct URLsRenderer: ListingRenderer {
  private let role: Rendition.Role

  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func header() -> String { "" }

  package mutating func entry(_ entry: ListingEntry) -> String {
    guard let rendition = entry.photo.rendition(role) else { return "" }
    return Self.unquoted(SafeText.address(rendition.url)) + "\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }

  /// An address without the characters by which xargs quotes: it stops at an apostrophe that has
  /// no fellow, which an address may have as it is
  private static func unquoted(_ address: String) -> String {
    guard address.utf8.contains(where: { quotes[$0] != nil }) else { return address }
    return address.utf8.reduce(into: "") { text, byte in
      if let escape = quotes[byte] {
        text += escape
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }

  private static let quotes = [
    UInt8(ascii: "'"): "%27", UInt8(ascii: "\""): "%22", UInt8(ascii: "\\"): "%5C",
  ]
}
