import Foundation
import PhotoSearch
import Terminal

/// A message from a client of the Model Context Protocol: a line of JSON-RPC 2.0
enum ClientMessage: Sendable {
  case request(ClientRequest)
  case notification(method: String, params: JSONValue?)
  /// A line that needs no answer: a blank line, or an answer to a request that was never made
  case nothing

  /// Most JSON values of a message
  private static let maxValues = 100_000

  /// - Throws: the problem with the line.
  init(_ line: Data) throws(RPCFailure) {
    guard line.contains(where: { !" \t\r".utf8.contains($0) }) else {
      self = .nothing
      return
    }
    let message: JSONValue
    do throws(JSONProblem) {
      message = try JSONDocument(line, maxValues: Self.maxValues).root
    } catch {
      throw RPCFailure(nil, .unreadable("\(error.problem) at \(error.path)"))
    }
    // A null id counts as absent, because no request may have it.
    let id = message["id"].flatMap(RequestID.init)
    guard message["jsonrpc"]?.string == "2.0" else {
      throw RPCFailure(id, .noRequest("a message is an object of JSON-RPC 2.0, one on a line"))
    }
    guard let method = message["method"]?.string else {
      guard message["result"] == nil, message["error"] == nil else {
        self = .nothing
        return
      }
      throw RPCFailure(id, .noRequest("a message has a method"))
    }
    let hasID = message.members?.contains { $0.name == "id" } ?? false
    guard hasID else {
      self = .notification(method: method, params: message["params"])
      return
    }
    guard let id else {
      throw RPCFailure(nil, .noRequest("the id of a request is a text or a number"))
    }
    if let params = message["params"], !params.isObject {
      throw RPCFailure(id, .wrongParams("params are an object"))
    }
    self = .request(
      ClientRequest(id: id, method: method, params: message["params"], bytes: line.count))
  }
}

/// A client's request
struct ClientRequest: Sendable {
  let id: RequestID
  let method: String
  let params: JSONValue?
  /// Bytes of the whole message
  let bytes: Int

  /// Facts about the request itself: the protocol version, and whether to report progress
  var meta: JSONValue? { params?["_meta"] }
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

/// A message that can't be handled, with the id of its request if that could be read
struct RPCFailure: Error {
  let id: RequestID?
  let reason: ProtocolError

  init(_ id: RequestID?, _ reason: ProtocolError) { (self.id, self.reason) = (id, reason) }
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

  /// The error code of JSON-RPC 2.0, and for the version that of the Model Context Protocol
  private var code: Int {
    switch self {
    case .unreadable: -32_700
    case .noRequest: -32_600
    case .unknownMethod: -32_601
    case .wrongParams: -32_602
    case .unknownVersion: -32_022
    }
  }

  private var message: String {
    switch self {
    case .unreadable(let problem): "This isn't JSON that can be read: \(problem)"
    case .noRequest(let problem): "This isn't a request: \(problem)"
    case .unknownMethod(let name): "There is no method \(ToolArguments.quoted(name))"
    case .wrongParams(let problem): problem
    case .unknownVersion: "Unsupported protocol version"
    }
  }

  func write(to json: inout JSONWriter) {
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
