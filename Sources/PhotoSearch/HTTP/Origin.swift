package import Foundation
import Platform

/// Scheme, host and port of an address, without user, path and query
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The scheme in lower case
  package let scheme: String
  /// The host in lower case, without brackets
  package let host: String
  /// The port; the scheme's own if the address has none
  package let port: Int

  package init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host?.lowercased() ?? ""
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Whether the host is this machine: 127.0.0.0/8, ::1, localhost
  package var isLoopback: Bool {
    if host == "localhost" || host.ends(with: ".localhost") || host == "::1" { return true }
    let parts = host.components(at: ".")
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy({ (0x30...0x39).contains($0) }) && UInt8($0) != nil }
  }

  package var description: String {
    let name = host.contains(bytes: ":") ? "[\(host)]" : host
    let isUsual = port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(name)\(isUsual ? "" : ":\(port)")"
  }

  /// - Parameter plain: origins that the user allows over http
  /// - Throws: ``TransportError/forbidden(address:reason:)`` unless the scheme is https, or http to
  ///   this machine.
  package static func check(_ url: URL, plain: Set<Origin> = []) throws(TransportError) {
    let origin = Origin(url)
    guard !origin.host.isEmpty else {
      throw .forbidden(address: "the address", reason: "it names no host")
    }
    switch origin.scheme {
    case "https": return
    case "http" where origin.isLoopback || plain.contains(origin): return
    case "http":
      throw .forbidden(address: "\(origin)", reason: "plain http is for this machine alone")
    default: throw .forbidden(address: "\(origin)", reason: "only https is used")
    }
  }

  /// The kind of network that the host's name alone suggests; a lookup may lead elsewhere
  private var scope: HostAddress.NetworkScope {
    let name = host.ends(with: ".") ? String(host.dropLast()) : host
    if name == "localhost" || name.ends(with: ".localhost") { return .machine }
    return HostAddress(host)?.scope ?? .internet
  }

  /// Whether the host is on the internet, judged by its name alone
  package var isPublic: Bool { scope == .internet }

  /// - Throws: ``TransportError/forbidden(address:reason:)`` for a host whose name says that it
  ///   isn't on the internet.
  package func checkPublic() throws(TransportError) {
    if let objection = scope.objection { throw .forbidden(address: description, reason: objection) }
  }
}

/// A numeric address, IPv4 or IPv6, in any notation
///
/// Addresses that come from outside (of pictures, of redirects) must not lead to this machine or
/// its local network; this type recognizes those that do.
struct HostAddress: Hashable, Sendable {
  /// The kind of network that an address belongs to
  enum NetworkScope: Hashable, Sendable {
    /// This machine: 127.0.0.0/8 and ::1; also 0.0.0.0/8 and ::, which systems take for themselves
    case machine
    /// A network outside the internet: RFC 1918, 6598, 4193 and the like, and the local link of
    /// this machine (RFC 3927 and 4291)
    case privateNetwork
    /// Multicast and reserved addresses
    case reserved
    case internet

    /// Why no request is sent there; nil for the internet
    var objection: String? {
      switch self {
      case .machine: "it is this machine, where only an API's own pictures are"
      case .privateNetwork: "it is an address of a private network"
      case .reserved: "it is an address of no host"
      case .internet: nil
      }
    }
  }

  /// The address's 4 or 16 bytes
  private let bytes: [UInt8]

  /// - Parameter bytes: 4 or 16, else nil
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Parses a numeric address; nil for a name
  ///
  /// inet_aton(3) reads IPv4 as name lookups do: `127.1`, `2130706433`, `0x7f.1` and `0177.0.0.1`
  /// are all 127.0.0.1.
  ///
  /// - Parameter host: without brackets; a point at its end is ignored
  init?(_ host: String) {
    if host.contains(bytes: ":") {
      // A network interface may follow a percent sign.
      let number = host.prefix { $0 != "%" }
      var address = in6_addr()
      guard inet_pton(AF_INET6, String(number), &address) == 1 else { return nil }
      bytes = withUnsafeBytes(of: address) { Array($0) }
    } else {
      var address = in_addr()
      let number = host.ends(with: ".") ? String(host.dropLast()) : host
      guard inet_aton(number, &address) != 0 else { return nil }
      bytes = withUnsafeBytes(of: address) { Array($0) }
    }
  }

  /// The kind of network of the address
  var scope: NetworkScope { bytes.count == 4 ? Self.scope(of: bytes[...]) : scopeOfSixteen }

  private static func scope(of four: ArraySlice<UInt8>) -> NetworkScope {
    let (first, second) = (four[four.startIndex], four[four.startIndex + 1])
    return switch (first, second) {
    case (0, _), (127, _): .machine
    case (10, _), (172, 16...31), (192, 168), (100, 64...127), (169, 254): .privateNetwork
    case (224..., _): .reserved
    default: .internet
    }
  }

  private var scopeOfSixteen: NetworkScope {
    // IPv4 addresses inside IPv6 ones: mapped, compatible (:: and ::1 are 0.0.0.0 and 0.0.0.1),
    // translated (RFC 6052), 6to4 (RFC 3056)
    for (prefix, start) in Self.wrappings where bytes.starts(with: prefix) {
      return Self.scope(of: bytes[start..<start + 4])
    }
    switch (bytes[0], bytes[1]) {
    case (0xFC...0xFD, _), (0xFE, 0x80...): return .privateNetwork
    case (0xFF, _): return .reserved
    // Translation inside a private network: RFC 8215
    case (0, 0x64) where bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1]): return .privateNetwork
    default: return .internet
    }
  }

  /// Prefixes of IPv6 addresses that contain an IPv4 address, and where in them it begins
  private static let wrappings: [(prefix: [UInt8], start: Int)] = [
    ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 12), ([UInt8](repeating: 0, count: 12), 12),
    ([0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), 12), ([0x20, 0x02], 2),
  ]
}

/// Which requests may reach hosts outside the internet
///
/// Addresses that the user has set or typed may. Addresses from a reply may only reach the APIs.
struct NetworkBoundary: Sendable {
  /// Addresses of the APIs; nil if every request is the user's own choice
  var own: Set<Origin>?

  /// Whether a request must be refused unless its host is on the internet
  ///
  /// - Parameters:
  ///   - origin: the address of this request
  ///   - first: the address before all redirects; the same if there were none
  func isLimited(_ origin: Origin, first: Origin) -> Bool {
    if let own { return !own.contains(origin) }
    return origin != first && first.isPublic
  }
}
