import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal

/// A message of a client of the Model Context Protocol: JSON-RPC 2.0, one on a line
enum ClientMessage: Sendable {
  case request(ClientRequest)
  case notification(method: String, params: JSONValue?)
  /// What nobody waits for an answer to: a blank line, or an answer to a request that was never made
  case nothing

  /// More values than any call has
  private static let maxValues = 100_000

  /// - Throws: what is wrong with it.
  init(_ line: Data) throws(RefusedMessage) {
    guard line.contains(where: { !" \t\r".utf8.contains($0) }) else {
      self = .nothing
      return
    }
    let message: JSONValue
    do throws(JSONProblem) {
      message = try JSONDocument(line, maxValues: Self.maxValues).root
    } catch {
      throw RefusedMessage(nil, .unreadable("\(error.problem) at \(error.path)"))
    }
    // null counts as absent here, and no request has it as its id.
    let id = message["id"].flatMap(RequestID.init)
    guard message["jsonrpc"]?.string == "2.0" else {
      throw RefusedMessage(id, .noRequest("a message is an object of JSON-RPC 2.0, one on a line"))
    }
    guard let method = message["method"]?.string else {
      guard message["result"] == nil, message["error"] == nil else {
        self = .nothing
        return
      }
      throw RefusedMessage(id, .noRequest("a message has a method"))
    }
    let hasID = message.members?.contains { $0.name == "id" } ?? false
    guard hasID else {
      self = .notification(method: method, params: message["params"])
      return
    }
    guard let id else {
      throw RefusedMessage(nil, .noRequest("the id of a request is a text or a number"))
    }
    if let params = message["params"], !params.isObject {
      throw RefusedMessage(id, .wrongParams("params are an object"))
    }
    self = .request(
      ClientRequest(id: id, method: method, params: message["params"], bytes: line.count))
  }
}

/// What a client asks
struct ClientRequest: Sendable {
  let id: RequestID
  let method: String
  let params: JSONValue?
  /// Of the whole message
  let bytes: Int

  /// What is said about the request itself: its version, whether progress is to be told
  var meta: JSONValue? { params?["_meta"] }
}

/// What names a request, or its progress: a text or a number, as it was written
struct RequestID: Hashable, Sendable {
  /// As it stands in answers
  let json: String

  /// nil for anything else
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

/// A message that can't be taken, with the id of its request where that could be read
struct RefusedMessage: Error {
  let id: RequestID?
  let reason: ProtocolError

  init(_ id: RequestID?, _ reason: ProtocolError) { (self.id, self.reason) = (id, reason) }
}

/// What is wrong with a message; what is wrong with the arguments of a tool is told as its result
enum ProtocolError: Error, Hashable {
  /// Not JSON, or too much of it
  case unreadable(String)
  /// JSON, but no request
  case noRequest(String)
  case unknownMethod(String)
  case wrongParams(String)
  /// Of a version of the protocol that isn't spoken here
  case unknownVersion(String)

  /// As JSON-RPC 2.0 has it, and the last as the Model Context Protocol does
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
    json.object { json in
      json.member("code", code)
      json.member("message", SafeText.line(message, jsonBytes: 500))
      if case .unknownVersion(let version) = self {
        json.member("data")
        json.object { json in
          json.member("supported", ProtocolEra.versions)
          json.member("requested", SafeText.line(version, jsonBytes: 100))
        }
      }
    }
  }
}

extension SafeText {
  /// One line that takes no more than that many bytes as JSON, cut between clusters with `…` at the end
  ///
  /// Bytes are never fewer than characters, however those are counted: a cluster may have a hundred.
  static func line(_ text: String, jsonBytes limit: Int) -> String {
    // A cell takes a byte at least.
    let line = line(text, cells: limit)
    guard JSONWriter.length(of: line) > limit else { return line }
    var (end, used) = (line.startIndex, "…".utf8.count)
    for index in line.indices {
      used += JSONWriter.length(of: String(line[index]))
      guard used <= limit else { break }
      if line[index] != " " { end = line.index(after: index) }
    }
    return limit < "…".utf8.count ? "" : line[..<end] + "…"
  }
}
