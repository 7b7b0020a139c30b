package import Foundation

/// Addresses as providers send them, made safe to show and to follow
package enum WebAddress {
  /// An http or https address with a host, of a secure host always https; nil for anything else
  ///
  /// An address without its scheme (`//host/path`) is taken for https.
  ///
  /// - Parameter secureHosts: those that are known to answer https; their subdomains count too
  package static func url(
    _ text: String?, secureHosts: @autoclosure () -> [String] = []
  ) -> URL? {
    guard var text, !text.isEmpty else { return nil }
    return text.withUTF8 { address($0, secureHosts) }.flatMap { URL(string: $0) }
  }

  /// An address in printable ASCII without blanks, anything else percent-encoded
  package static func printable(_ url: URL) -> String {
    url.absoluteString.percentEncoding { $0 &- 0x21 >= 0x5E }
  }

  /// Whether an address leads to a web page, and nowhere else
  package static func isWeb(_ url: URL) -> Bool {
    let start = String(decoding: url.absoluteString.utf8.prefix(8), as: UTF8.self).lowercased()
    return start.begins(with: "https://") || start.begins(with: "http://")
  }

  /// Reads an address of the web, with the scheme it should have; nil for any other text
  ///
  /// Byte by byte, as a photo has seven addresses: Character is ten times as slow.
  private static func address(
    _ text: UnsafeBufferPointer<UInt8>, _ secureHosts: () -> [String]
  ) -> String? {
    guard let first = text.firstIndex(where: { $0 > 0x20 }),
      let last = text.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    let bytes = text[first...last]
    if bytes.starts(with: "//".utf8) {
      var whole = "https:" + string(bytes)
      return whole.withUTF8 { address($0, secureHosts) }
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let rest = bytes[colon...]
    let host = host(in: rest.dropFirst(3))
    let scheme = string(bytes[..<colon])
    guard !host.isEmpty else { return nil }
    if host.contains(where: { $0 >= 0x80 }), let name = HostName.ascii(Self.string(host)) {
      var named = string(bytes[..<host.startIndex]) + name + string(bytes[host.endIndex...])
      return named.withUTF8 { address($0, secureHosts) }
    }
    if scheme == "https" { return string(bytes) }
    switch scheme.lowercased() {
    case "http" where isAny(string(host).lowercased(), of: secureHosts()):
      return "https" + string(rest)
    case "http", "https": return scheme.lowercased() + string(rest)
    default: return nil
    }
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private static func string(_ bytes: Bytes) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// What stands between a user's name and a port, if there are any
  private static func host(in rest: Bytes) -> Bytes {
    var host = rest.prefix { byte in
      byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[at...].dropFirst() }
    return host.first == UInt8(ascii: "[") ? host : host.prefix { $0 != UInt8(ascii: ":") }
  }

  /// Whether a host, in lower case, is one of these or below one
  static func isAny(_ host: String, of names: [String]) -> Bool {
    names.contains { name in
      host.ends(with: name)
        && (host.utf8.count == name.utf8.count
          || host.utf8.dropLast(name.utf8.count).last == UInt8(ascii: "."))
    }
  }
}

extension Photo {
  /// Gives its addresses of hosts that are known to answer https that scheme
  package mutating func useHTTPS(on hosts: [String]) {
    func secured(_ url: URL) -> URL {
      WebAddress.url(url.absoluteString, secureHosts: hosts) ?? url
    }
    pageURL = secured(pageURL)
    author = Author(name: author?.name, url: author?.url.map(secured))
    downloadLocation = downloadLocation.map(secured)
    for index in renditions.indices { renditions[index].url = secured(renditions[index].url) }
  }
}
