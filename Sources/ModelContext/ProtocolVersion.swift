import PhotoSearch
import Platform

/// The two variants of the protocol, which each request shows
///
/// Since version 2026-07-28 each request has its version, and no state is kept between requests;
/// earlier versions begin with a handshake. One process serves both. See
/// modelcontextprotocol.io/specification.
enum ProtocolVersion: Sendable {
  case stateless, handshake

  private static let statelessVersion = "2026-07-28"
  private static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// All supported versions, the newest first
  static let versions = [statelessVersion] + handshakeVersions

  /// The version that a handshake agrees on: the one asked for, or the newest with a handshake
  static func version(forHandshakeOf asked: String?) -> String {
    handshakeVersions.first { $0 == asked } ?? handshakeVersions[0]
  }

  /// - Parameter hasShakenHands: whether the client has done the handshake in this process
  /// - Throws: the problem with the request's version.
  init(of request: ClientRequest, hasShakenHands: Bool) throws(ProtocolError) {
    guard let version = request.meta?["io.modelcontextprotocol/protocolVersion"] else {
      let isFirst = ["initialize", "ping"].contains(request.method)
      guard hasShakenHands || isFirst else {
        throw .wrongParams(
          "_meta lacks io.modelcontextprotocol/protocolVersion, such as \(Self.statelessVersion); "
            + "clients of before 2026-07-28 send initialize first")
      }
      self = .handshake
      return
    }
    guard let name = version.string else {
      throw .wrongParams("io.modelcontextprotocol/protocolVersion is a text")
    }
    guard name == Self.statelessVersion else { throw .unknownVersion(name) }
    guard request.meta?["io.modelcontextprotocol/clientCapabilities"]?.isObject == true else {
      throw .wrongParams("_meta lacks io.modelcontextprotocol/clientCapabilities, an object")
    }
    self = .stateless
  }

  /// Milliseconds for which a client may cache the list of tools, which only changes with the
  /// program
  private static let lifetime = 3_600_000

  /// The line that answers a request
  ///
  /// - Parameters:
  ///   - lasts: whether the client may cache the answer
  ///   - server: writes the server's name and version
  ///   - members: writes the members of the result
  func answer(
    to id: RequestID, lasts: Bool = false, from server: (inout JSONWriter) -> Void,
    _ members: (inout JSONWriter) -> Void
  ) -> String {
    Self.message { json in
      json.member("id", written: id.json)
      json.member("result") { json in
        if self == .stateless { json.member("resultType", "complete") }
        members(&json)
        guard self == .stateless else { return }
        if lasts {
          json.member("ttlMs", Self.lifetime)
          json.member("cacheScope", "public")
        }
        json.member("_meta") { $0.member("io.modelcontextprotocol/serverInfo", server) }
      }
    }
  }

  /// Whether the version allows an error without an id, as 2025-11-25 and later do. No version
  /// allows null, which JSON-RPC 2.0 uses there
  private static func knowsErrorsWithoutID(_ handshake: String?) -> Bool {
    handshake == nil || handshake == handshakeVersions[0]
  }

  /// The line that reports a problem with a message
  ///
  /// - Parameters:
  ///   - id: nil if it could not be read
  ///   - handshake: the version that a handshake agreed on; nil without one
  /// - Returns: nil if the version has no answer to such a message.
  static func answer(
    to id: RequestID?, refusing error: ProtocolError, handshake: String?
  ) -> String? {
    guard id != nil || knowsErrorsWithoutID(handshake) else { return nil }
    return message { json in
      if let id { json.member("id", written: id.json) }
      json.member("error", error.write)
    }
  }

  /// The line that reports a request's progress
  ///
  /// - Parameter token: the client's name for the request's progress
  static func progress(_ token: RequestID, _ count: Double, of total: Double) -> String {
    message { json in
      json.member("method", "notifications/progress")
      json.member("params") { json in
        json.member("progressToken", written: token.json)
        json.member("progress", written: count.plainText)
        json.member("total", written: total.plainText)
      }
    }
  }

  private static func message(_ members: (inout JSONWriter) -> Void) -> String {
    JSONWriter.object(capacity: 8_192) { json in
      json.member("jsonrpc", "2.0")
      members(&json)
    }
  }
}
