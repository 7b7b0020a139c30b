import Foundation

/// Links in the markup that Commons sends
enum HTMLLink {
  /// The first link that leads to a page that exists; relative ones are Commons' own
  ///
  /// A link to a page yet to be written (`redlink=1`) leads nowhere.
  static func first(in markup: String) -> URL? {
    guard markup.utf8.contains(UInt8(ascii: "<")) else { return nil }
    var rest = markup[...]
    while let start = rest.firstRange(of: "<a ") {
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: ">") else { return nil }
      if let url = address(in: rest[..<end]) { return url }
      rest = rest[end...]
    }
    return nil
  }

  private static func address(in tag: Substring) -> URL? {
    guard let start = tag.firstRange(of: "href=\"") else { return nil }
    let value = tag[start.upperBound...].prefix { $0 != "\"" }
    let text = HTMLEntities.resolved(in: String(value))
    guard !text.contains("redlink=1") else { return nil }
    let isRelative = text.hasPrefix("/") && !text.hasPrefix("//")
    return WebAddress.url(isRelative ? "https://commons.wikimedia.org" + text : text)
  }
}
