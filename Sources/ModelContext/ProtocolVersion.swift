import PhotoSearch

/// The two ways in which the protocol is spoken, told apart by each request
///
/// Since 2026-07-28 a request brings its version along, and nothing is kept between requests; before,
/// a handshake came first. One process serves both. See modelcontextprotocol.io/specification.
enum ProtocolVersion: Sendable {
  case stateless, handshake

  private static let statelessVersion = "2026-07-28"
  private static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// The newest first
  static let versions = [statelessVersion] + handshakeVersions

  /// The version that a handshake comes to: the one asked for, or the newest of those before 2026
  static func version(forHandshakeOf asked: String?) -> String {
    handshakeVersions.first { $0 == asked } ?? handshakeVersions[0]
  }

  /// - Parameter hasShakenHands: whether the client has introduced itself in this process
  /// - Throws: what is missing in what a request says of itself.
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

  /// How long a client may keep what it is told of the tools, in milliseconds: they change with the
  /// program alone
  private static let lifetime = 3_600_000

  /// A line that answers a request
  ///
  /// - Parameters:
  ///   - lasts: whether the client may keep it
  ///   - server: writes the server's name and version
  ///   - members: of the result
  func answer(
    to id: RequestID, lasts: Bool = false, from server: (inout JSONWriter) -> Void,
    _ members: (inout JSONWriter) -> Void
  ) -> String {
    Self.message { json in
      json.member("id", written: id.json)
      json.member("result")
      json.object { json in
        if self == .stateless { json.member("resultType", "complete") }
        members(&json)
        guard self == .stateless else { return }
        if lasts {
          json.member("ttlMs", Self.lifetime)
          json.member("cacheScope", "public")
        }
        json.member("_meta")
        json.object { json in
          json.member("io.modelcontextprotocol/serverInfo")
          server(&json)
        }
      }
    }
  }

  /// Whether an error may do without an id: since 2025-11-25; before, it has that of a request. null,
  /// which JSON-RPC 2.0 has there, is none in any version
  private static func knowsErrorsWithoutID(_ handshake: String?) -> Bool {
    handshake == nil || handshake == handshakeVersions[0]
  }

  /// A line that says what is wrong with a message
  ///
  /// - Parameters:
  ///   - id: nil where that could not be read
  ///   - handshake: the version that one came to; nil for none
  /// - Returns: nil where the version has no answer to such a message.
  static func answer(
    to id: RequestID?, refusing error: ProtocolError, handshake: String?
  ) -> String? {
    guard id != nil || knowsErrorsWithoutID(handshake) else { return nil }
    return message { json in
      if let id { json.member("id", written: id.json) }
      json.member("error")
      error.write(to: &json)
    }
  }

  /// A line that tells how far a request has come
  ///
  /// - Parameter token: by which the client knows which request that is
  static func progress(_ token: RequestID, _ count: Double, of total: Double) -> String {
    message { json in
      json.member("method", "notifications/progress")
      json.member("params")
      json.object { json in
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
