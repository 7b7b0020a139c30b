import Foundation
import PhotoSearch
import Platform
import Synchronization
import Terminal

/// A message from a client of the Model Context Protocol: a line of JSON-RPC 2.0. A request has an
/// id; a notification has none, and gets no answer
struct ClientMessage: Sendable {
  let method: String
  let params: JSONValue?
  /// Bytes of the whole message
  let bytes: Int

  /// Facts about the request itself: the protocol version, and whether to report progress
  var meta: JSONValue? { params?["_meta"] }

  /// Most JSON values of a message
  private static let maxValues = 100_000

  /// - Parameter id: set to the message's id, which is also known of a message with a problem
  /// - Returns: nil for a line that needs no answer: a blank line, or an answer to a request that
  ///   was never made.
  /// - Throws: the problem with the line.
  init?(_ line: Data, id: inout RequestID?) throws(ProtocolError) {
    guard line.count <= LineReader.maxBytes else {
      throw .unreadable("it has more than \(LineReader.maxBytes) bytes")
    }
    guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return nil }
    let message: JSONValue
    do throws(JSONProblem) {
      message = try JSONDocument(line, maxValues: Self.maxValues).root
    } catch { throw .unreadable("\(error.problem) at \(error.path)") }
    // A null id counts as absent, because no request may have it.
    id = message["id"].flatMap(RequestID.init)
    guard message["jsonrpc"]?.string == "2.0" else {
      throw .noRequest("a message is an object of JSON-RPC 2.0, one on a line")
    }
    guard let method = message["method"]?.string else {
      guard message["result"] == nil, message["error"] == nil else { return nil }
      throw .noRequest("a message has a method")
    }
    let hasID = message.members?.contains { $0.name == "id" } ?? false
    guard !hasID || id != nil else { throw .noRequest("the id of a request is a text or a number") }
    params = message["params"]
    guard !hasID || params?.isObject ?? true else { throw .wrongParams("params are an object") }
    self.method = method
    bytes = line.count
  }
}

/// The id of a request or of its progress: a text or a number, kept as written
struct RequestID: Hashable, Sendable {
  /// The id as JSON, for answers
  let json: String

  /// Takes a text or a number; nil for any other value
  init?(_ value: JSONValue) {
    if let text = value.string {
      var json = JSONWriter(capacity: text.utf8.count + 2)
      json.string(text)
      self.json = json.text
    } else if let number = value.text {
      json = number
    } else {
      return nil
    }
  }
}

/// A problem with a message; a problem with a tool's arguments is the tool's result instead
enum ProtocolError: Error, Hashable {
  /// The line isn't JSON, or is too long
  case unreadable(String)
  /// The JSON isn't a request
  case noRequest(String)
  case unknownMethod(String)
  case wrongParams(String)
  /// The request has a protocol version that isn't supported
  case unknownVersion(String)

  func write(to json: inout JSONWriter) {
    // The codes are those of JSON-RPC 2.0, and for the version that of the Model Context Protocol.
    let (code, message) =
      switch self {
      case .unreadable(let problem): (-32_700, "This isn't JSON that can be read: \(problem)")
      case .noRequest(let problem): (-32_600, "This isn't a request: \(problem)")
      case .unknownMethod(let name): (-32_601, "There is no method \(ToolArguments.quoted(name))")
      case .wrongParams(let problem): (-32_602, problem)
      case .unknownVersion: (-32_022, "Unsupported protocol version")
      }
    json.member("code", code)
    json.member("message", SafeText.line(message, jsonBytes: 500))
    if case .unknownVersion(let version) = self {
      json.member("data") { json in
        json.member("supported", ProtocolVersion.versions)
        json.member("requested", SafeText.line(version, jsonBytes: 100))
      }
    }
  }
}

/// Reads lines of standard input on a thread of its own, because a client may be silent for days
package final class LineReader: Sendable {
  /// Most bytes of a message; the longest have a cursor with 8 bytes for each photo shown
  static let maxBytes = 1_000_000
  /// Most bytes to read ahead
  private static let maxAhead = 4_000_000

  /// The lines read so far and later; they end with the input. A line with more bytes than a message
  /// may have is cut behind the first byte too many
  let lines: AsyncStream<Data>
  private let input: AsyncStream<Data>.Continuation
  private let ahead = Mutex(0)

  package init() {
    (lines, input) = AsyncStream.makeStream()
    SystemThread.start { [self] in
      read()
      input.finish()
    }
  }

  /// Ends the lines early, e.g. when answers can't be written any more
  func end() { input.finish() }

  /// Makes room for more input, after a line was handled
  func forget(_ line: Data) { ahead.withLock { $0 -= line.count } }

  private func read() {
    var (line, isGiven) = ([UInt8](), false)
    while let bytes = nextPart() {
      let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 {
          if !isGiven { give(line) }
          (line, isGiven) = ([], false)
        }
        guard !isGiven else { continue }
        line += part.prefix(Self.maxBytes + 1 - line.count)
        // A line that is too long is answered at once, because it may never end.
        if line.count > Self.maxBytes {
          give(line)
          (line, isGiven) = ([], true)
        }
      }
    }
    if !line.isEmpty { give(line) }
  }

  private func give(_ line: [UInt8]) {
    let line = Data(line)
    ahead.withLock { $0 += line.count }
    input.yield(line)
    // Waits, so that a client that writes faster than it is answered has to wait too.
    while ahead.withLock({ $0 }) > Self.maxAhead { usleep(1_000) }
  }

  /// The next bytes of standard input; nil at the end, and if reading fails
  private func nextPart() -> [UInt8]? {
    while !OpenFile.isReadable(STDIN_FILENO, within: -1) {
      guard errno == EINTR else { return nil }
    }
    let part = ifReadable { try OpenFile.part(of: STDIN_FILENO, upTo: 65_536) } ?? []
    return part.isEmpty ? nil : part
  }
}

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
  init(of request: ClientMessage, hasShakenHands: Bool) throws(ProtocolError) {
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

  /// The line that reports a problem with a message
  ///
  /// - Parameters:
  ///   - id: nil if it could not be read
  ///   - handshake: the version that a handshake agreed on; nil without one
  /// - Returns: nil if the version has no answer to such a message.
  static func answer(
    to id: RequestID?, refusing error: ProtocolError, handshake: String?
  ) -> String? {
    // Errors without an id are allowed since 2025-11-25. No version allows null, which JSON-RPC 2.0
    // uses there.
    guard id != nil || [nil, handshakeVersions[0]].contains(handshake) else { return nil }
    return message { json in
      if let id { json.member("id", written: id.json) }
      json.member("error", error.write)
    }
  }

  /// The line that reports a request's progress
  ///
  /// - Parameter token: the client's name for the request's progress
  static func progress(_ token: RequestID, _ count: Int, of total: Int) -> String {
    message { json in
      json.member("method", "notifications/progress")
      json.member("params") { json in
        json.member("progressToken", written: token.json)
        json.member("progress", count)
        json.member("total", total)
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
