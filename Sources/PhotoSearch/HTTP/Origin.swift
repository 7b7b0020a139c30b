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
    let parts = host.parts(at: ".")
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy({ (0x30...0x39).contains($0) }) && UInt8($0) != nil }
  }

  package var description: String {
    let name = host.holds(":") ? "[\(host)]" : host
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
    default:
      throw .forbidden(address: "\(origin)", reason: "only https is used")
    }
  }
}
