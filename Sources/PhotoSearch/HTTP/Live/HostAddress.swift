import Foundation

/// An address in numbers, IPv4 or IPv6, in whatever form it is written
///
/// What strangers name (pictures, where a reply redirects to) must not lead to this machine, or to
/// what is around it. This tells what does.
struct HostAddress: Hashable, Sendable {
  /// Where an address leads
  enum NetworkScope: Hashable, Sendable {
    /// 127.0.0.0/8, ::1, and 0.0.0.0/8 and ::, which systems take for themselves
    case machine
    /// Networks that are not part of the internet: RFC 1918, 6598 and 4193, and others of their kind
    case privateNetwork
    /// The cable or the air that this machine is on: RFC 3927 and 4291
    case link
    /// Many hosts at once, or none: multicast, and what is reserved
    case reserved
    case internet
  }

  /// 4 or 16
  private let bytes: [UInt8]

  /// - Parameter bytes: 4 or 16, else nil
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// nil for a name
  ///
  /// As inet_aton(3) reads it, and so do those who look up names: `127.1`, `2130706433`, `0x7f.1`
  /// and `0177.0.0.1` are 127.0.0.1.
  ///
  /// - Parameter host: without brackets; a point at its end does not count
  init?(_ host: String) {
    if host.holds(":") {
      // What follows a percent sign is the network's name.
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
      // The last number fills what the others leave.
      let start = numbers.dropLast().map { UInt8($0) }
      let rest = (start.count..<4).map { UInt8(truncatingIfNeeded: last >> (8 * (3 - $0))) }
      bytes = start + rest
    }
  }

  /// Decimal, octal after a 0, hexadecimal after 0x; of at most 32 bits
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
    // As inet_aton, 0x alone is 0.
    guard !digits.isEmpty || radix == 16 else { return nil }
    return UInt64(digits.isEmpty ? "0" : digits, radix: radix).flatMap { $0 >> 32 == 0 ? $0 : nil }
  }

  /// Where it leads
  var scope: NetworkScope {
    bytes.count == 4 ? Self.scope(of: bytes[...]) : scopeOfSixteen
  }

  private static func scope(of four: ArraySlice<UInt8>) -> NetworkScope {
    let (first, second) = (four[four.startIndex], four[four.startIndex + 1])
    return switch (first, second) {
    case (0, _), (127, _): .machine
    case (10, _), (172, 16...31), (192, 168), (100, 64...127): .privateNetwork
    case (169, 254): .link
    case (224..., _): .reserved
    default: .internet
    }
  }

  private var scopeOfSixteen: NetworkScope {
    // IPv4 in other clothes: mapped, compatible (:: and ::1 are 0.0.0.0 and 0.0.0.1), translated
    // (RFC 6052), 6to4 (RFC 3056)
    for (prefix, start) in Self.wrappings where bytes.starts(with: prefix) {
      return Self.scope(of: bytes[start..<start + 4])
    }
    switch (bytes[0], bytes[1]) {
    case (0xFC...0xFD, _), (0xFE, 0xC0...): return .privateNetwork
    case (0xFE, 0x80...0xBF): return .link
    case (0xFF, _): return .reserved
    // Translation within one's own network: RFC 8215
    case (0, 0x64) where bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1]): return .privateNetwork
    default: return .internet
    }
  }

  /// What an address that holds one of IPv4 begins with, and where that one begins
  private static let wrappings: [(prefix: [UInt8], start: Int)] = [
    ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 12), ([UInt8](repeating: 0, count: 12), 12),
    ([0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), 12), ([0x20, 0x02], 2),
  ]
}

extension HostAddress.NetworkScope {
  /// Why nothing is asked there; nil for the internet
  var objection: String? {
    switch self {
    case .machine: "it is this machine, where only an API's own pictures are"
    case .privateNetwork, .link: "it is an address of a private network"
    case .reserved: "it is an address of no host"
    case .internet: nil
    }
  }
}

extension Origin {
  /// Where its host is by its name alone; a name may turn out to lead elsewhere
  private var scope: HostAddress.NetworkScope {
    let name = host.ends(with: ".") ? String(host.dropLast()) : host
    if name == "localhost" || name.ends(with: ".localhost") { return .machine }
    return HostAddress(host)?.scope ?? .internet
  }

  /// Whether it is on the internet, as far as its name tells
  package var isPublic: Bool { scope == .internet }

  /// - Throws: ``TransportError/forbidden(address:reason:)`` for a host whose name says that it
  ///   isn't on the internet.
  package func checkPublic() throws(TransportError) {
    if let objection = scope.objection {
      throw .forbidden(address: description, reason: objection)
    }
  }
}

/// Which requests may lead to hosts that are not on the internet
///
/// What somebody has set or typed may. What came with a reply may only lead to the APIs themselves.
struct NetworkBoundary: Sendable {
  /// Where the APIs are; nil where what is asked is somebody's own choice
  var own: Set<Origin>?

  /// Whether a request must reach the internet, or nothing
  ///
  /// - Parameters:
  ///   - origin: what is asked
  ///   - first: what was asked before all redirects; the same without any
  func isLimited(_ origin: Origin, first: Origin) -> Bool {
    if let own { return !own.contains(origin) }
    return origin != first && first.isPublic
  }
}
