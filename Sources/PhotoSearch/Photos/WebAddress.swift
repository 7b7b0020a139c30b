package import Foundation
import Platform

/// An address sent by a provider, checked so that it is safe to show and to follow
///
/// It stays text, checked once by its bytes, until a caller asks for a URL: making a URL takes as
/// long as all other work on an address, and a photo has about seven addresses.
package struct WebAddress: Sendable {
  /// The whole address as text
  package let text: String
  /// The URL of an address whose text ``isPlain(_:)`` doesn't accept
  private let special: URL?

  /// An http or https address with a host; nil for anything else
  ///
  /// The address of a host that supports https always becomes https. An address without its scheme
  /// (`//host/path`) is taken for https.
  ///
  /// - Parameter isSecure: whether a host, in lower case, is known to support https
  package init?(_ text: String?, isSecure: (_ host: String) -> Bool = { _ in false }) {
    guard var text, !text.isEmpty else { return nil }
    var isPlain = text.withUTF8(Self.isPlain)
    if !isPlain {
      guard let address = Self.address(text, isSecure) else { return nil }
      text = address
      isPlain = text.withUTF8(Self.isPlain)
    } else if !text.begins(with: "https"), isSecure(Self.host(ofPlain: text).lowercased()) {
      text = "https" + Substring(text.utf8.dropFirst("http".utf8.count))
    }
    special = isPlain ? nil : URL(string: text)
    guard isPlain || special?.host?.isEmpty == false else { return nil }
    self.text = special?.absoluteString ?? text
  }

  /// Any URL, not only http and https
  package init(_ url: URL) { (text, special) = (url.absoluteString, url) }

  /// The address as a URL
  package var url: URL {
    guard let url = special ?? URL(string: text) else {
      preconditionFailure("a plain address is a URL")
    }
    return url
  }

  /// The host, without user and port; nil if there is none
  var host: String? { special.map(\.host) ?? String(Self.host(ofPlain: text)) }

  /// The address without query and fragment
  var place: Substring { text.cut(at: "#").before.cut(at: "?").before }

  /// The address in printable ASCII, with everything else percent-encoded
  package var printable: String { text.percentEncoding { $0 &- 0x21 >= 0x5E } }

  /// Whether the scheme is http or https
  package var isWeb: Bool { special.map(Self.isWeb) ?? true }

  /// See ``printable``
  package static func printable(_ url: URL) -> String { WebAddress(url).printable }

  /// See ``isWeb``
  package static func isWeb(_ url: URL) -> Bool {
    let start = String(decoding: url.absoluteString.utf8.prefix(8), as: UTF8.self).lowercased()
    return start.begins(with: "https://") || start.begins(with: "http://")
  }

  /// Whether a text is an ordinary address: http or https, a host of letters, digits, dots and
  /// hyphens, and only characters that may stand in a path and a query (RFC 3986, 3.3 and 3.4)
  ///
  /// Foundation makes a URL with the same text of every such address.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = webScheme(of: text) else { return false }
    let (inHost, inPath) = (signsOfHost, signsOfPath)
    var place = start
    while place < text.count, inHost.contains(text[place]) { place += 1 }
    guard place > start else { return false }
    guard place < text.count else { return true }
    guard text[place] == UInt8(ascii: "/") || text[place] == UInt8(ascii: "?") else { return false }
    while place < text.count {
      if inPath.contains(text[place]) {
        place += 1
      } else if text[place] == UInt8(ascii: "%"), place + 2 < text.count,
        text[place + 1].isHexDigit, text[place + 2].isHexDigit
      {
        place += 3
      } else {
        return false
      }
    }
    return true
  }

  /// The host of an ordinary address, and the parts of its path; nil if any of it is encoded
  ///
  /// Foundation takes some twenty times as long to give them.
  static func plainParts(of url: URL) -> ArraySlice<Substring>? {
    var text = url.absoluteString
    guard text.withUTF8({ isPlain($0) && $0.firstOffset(of: UInt8(ascii: "%")) == nil }) else {
      return nil
    }
    return text.cut(at: "?").before.components(at: "/", keepsEmpty: false).dropFirst()
  }

  private static func host(ofPlain text: String) -> Substring {
    text.cut(at: "?").before.components(at: "/", maxSplits: 3)[2]
  }

  private static let lettersAndDigits =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

  private static let signsOfHost = ASCIISet(lettersAndDigits + "-.")

  private static let signsOfPath = ASCIISet(lettersAndDigits + "-._~!$&'()*+,;=:@/?")

  /// The length of a leading `http://` or `https://`; nil if there is neither
  private static func webScheme(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count > 8, let first = text.baseAddress, memcmp(first, "http", 4) == 0 else {
      return nil
    }
    let length = text[4] == UInt8(ascii: "s") ? 8 : 7
    return memcmp(first + length - 3, "://", 3) == 0 ? length : nil
  }

  /// Reads a web address and gives it the right scheme; nil for any other text
  private static func address(_ text: String, _ isSecure: (String) -> Bool) -> String? {
    let inside = text.trimmed
    let address = inside.begins(with: "//") ? "https:" + inside : inside
    let (scheme, rest) = address.cut(at: ":")
    let host = host(behind: rest)
    guard ["http", "https"].contains(scheme.lowercased()), rest.begins(with: "://"), !host.isEmpty
    else { return nil }
    let name = String(host)
    let ascii = name.utf8.allSatisfy { $0 < 0x80 } ? name : HostName.ascii(name) ?? name
    let isSafe = scheme.utf8.count == "https".utf8.count || isSecure(ascii.lowercased())
    return (isSafe ? "https" : "http") + rest[..<host.startIndex] + ascii + rest[host.endIndex...]
  }

  /// The host behind `://`, between a user's name and a port, if there are any
  private static func host(behind rest: Substring) -> Substring {
    var host = rest.utf8.dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[at...].dropFirst() }
    let isNumber = host.first == UInt8(ascii: "[")
    return Substring(isNumber ? host : host.prefix { $0 != UInt8(ascii: ":") })
  }
}

extension WebAddress: Hashable {
  package static func == (left: WebAddress, right: WebAddress) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Photo {
  /// Gives the photo's addresses https if their host is known to support it
  ///
  /// - Parameter isSecure: see ``WebAddress/init(_:isSecure:)``
  package mutating func useHTTPS(where isSecure: (_ host: String) -> Bool) {
    func secured(_ address: WebAddress) -> WebAddress {
      WebAddress(address.text, isSecure: isSecure) ?? address
    }
    page = secured(page)
    author = Author(name: author?.name, address: author?.address.map(secured))
    download = download.map(secured)
    for index in renditions.indices {
      renditions[index].address = secured(renditions[index].address)
    }
  }
}
