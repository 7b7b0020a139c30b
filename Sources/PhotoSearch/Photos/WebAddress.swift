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
    guard var text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
      return nil
    }
    if text.hasPrefix("//") { text = "https:" + text }
    guard let url = URL(string: text), let host = url.host?.lowercased(), !host.isEmpty else {
      return nil
    }
    switch url.scheme?.lowercased() {
    case "https": return url
    case "http": return isSecure(host) ? URL(string: "https" + text.dropFirst(4)) : url
    default: return nil
    }
  }

  private static func isSecure(_ host: String) -> Bool {
    secureHosts.contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
