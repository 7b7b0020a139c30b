package import Foundation

/// Addresses as providers send them, made safe to show and to follow
package enum WebAddress {
  /// The hosts of images and pages that are known to answer https; their subdomains count too
  private static let secureHosts = [
    "flickr.com", "staticflickr.com", "unsplash.com", "openverse.org", "openverse.engineering",
    "wikimedia.org", "wikipedia.org", "creativecommons.org",
  ]

  /// An http or https address with a host, of a known host always https; nil for anything else
  ///
  /// An address without its scheme (`//host/path`) is taken for https.
  package static func url(_ text: String?) -> URL? {
    guard let text, !text.isEmpty else { return nil }
    var address = trimmed(text)
    if address.hasPrefix("//") { address = "https:" + address }
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
      address[colon...].hasPrefix("://")
    else { return nil }
    let host = host(at: address[colon...].dropFirst(3))
    guard !host.isEmpty else { return nil }
    switch address[..<colon].lowercased() {
    case "http" where isSecure(host.lowercased()):
      return URL(string: "https" + address[colon...])
    case "http", "https": return URL(string: String(address))
    default: return nil
    }
  }

  /// What stands between a user's name and a port, if there are any
  private static func host(at rest: Substring) -> Substring {
    let end = rest.utf8.firstIndex { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
    var host = rest[..<(end ?? rest.endIndex)]
    if let at = host.utf8.lastIndex(of: UInt8(ascii: "@")) { host = host[at...].dropFirst() }
    guard host.utf8.first != UInt8(ascii: "["),
      let colon = host.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return host }
    return host[..<colon]
  }

  private static func isSecure(_ host: String) -> Bool {
    secureHosts.contains { name in
      host.hasSuffix(name)
        && (host.utf8.count == name.utf8.count
          || host.utf8.dropLast(name.utf8.count).last == UInt8(ascii: "."))
    }
  }

  /// Without white space and control characters at its ends
  private static func trimmed(_ text: String) -> Substring {
    let isInk: (UInt8) -> Bool = { $0 > 0x20 }
    guard let first = text.utf8.firstIndex(where: isInk),
      let last = text.utf8.lastIndex(where: isInk)
    else { return "" }
    return text[first..<text.utf8.index(after: last)]
  }
}
