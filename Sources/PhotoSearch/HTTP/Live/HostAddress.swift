import Foundation
import Platform

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
  /// Read as inet_aton(3) and name lookups do: `127.1`, `2130706433`, `0x7f.1` and `0177.0.0.1` are
  /// all 127.0.0.1.
  ///
  /// - Parameter host: without brackets; a point at its end is ignored
  init?(_ host: String) {
    if host.holds(":") {
      // A network interface may follow a percent sign.
      let number = host.prefix { $0 != "%" }
      var address = in6_addr()
      guard inet_pton(AF_INET6, String(number), &address) == 1 else { return nil }
      bytes = withUnsafeBytes(of: address) { Array($0) }
    } else {
      let text = host.ends(with: ".") ? host.dropLast() : host[...]
      let parts = text.parts(at: ".").map(Self.number)
      let numbers = parts.compactMap(\.self)
      guard let last = numbers.last, numbers.count == parts.count, numbers.count <= 4,
        numbers.dropLast().allSatisfy({ $0 < 256 }), last >> (8 * (5 - numbers.count)) == 0
      else { return nil }
      // The last number fills all bytes that the others leave.
      let start = numbers.dropLast().map { UInt8($0) }
      let rest = (start.count..<4).map { UInt8(truncatingIfNeeded: last >> (8 * (3 - $0))) }
      bytes = start + rest
    }
  }

  /// Decimal, octal after a 0, hexadecimal after 0x; nil above 32 bits
  private static func number(_ text: Substring) -> UInt64? {
    let (digits, radix) =
      text.lowercased().begins(with: "0x")
      ? (text.dropFirst(2), 16)
      : text.count > 1 && text.begins(with: "0")
        ? (text.dropFirst(), 8)
        : (text, 10)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    // As in inet_aton, a bare 0x is 0.
    guard !digits.isEmpty || radix == 16 else { return nil }
    return UInt64(digits.isEmpty ? "0" : digits, radix: radix).flatMap { $0 >> 32 == 0 ? $0 : nil }
  }

  /// The kind of network of the address
  var scope: NetworkScope {
    bytes.count == 4 ? Self.scope(of: bytes[...]) : scopeOfSixteen
  }

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

extension HostAddress.NetworkScope {
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

extension Origin {
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
    if let objection = scope.objection {
      throw .forbidden(address: description, reason: objection)
    }
  }
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
