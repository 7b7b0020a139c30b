import Foundation

/// Links in the markup that Commons sends
enum HTMLLink {
  /// The first link that leads to a page that exists; relative ones are Commons' own
  ///
  /// A link to a page yet to be written (`redlink=1`) leads nowhere.
  static func first(in markup: String) -> URL? {
    let tags = markup.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    for tag in tags.dropFirst() where tag.starts(with: "a ".utf8) {
      guard let end = tag.firstIndex(of: UInt8(ascii: ">")) else { continue }
      if let url = address(in: Substring(tag[..<end])) { return url }
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
