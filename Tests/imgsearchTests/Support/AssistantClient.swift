import Foundation
import Testing

/// `imgsearch mcp` while it runs, and a client that speaks to it line by line
final class AssistantClient {
  /// A result with `isError`
  struct Failure: Error { let words: String }

  let program: RunningProgram
  private let home: Home?
  /// A server on this machine that it asks, which lives as long as this
  private let server: AnyObject?
  private var lastID = 0
  /// Lines that came before the answer that was waited for
  private(set) var passed: [[String: Any]] = []

  /// What a request says of itself
  static var meta: [String: Any] {
    [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": [String: Any](),
    ]
  }

  /// - Parameters:
  ///   - environment: nil for that of a home
  ///   - home: nil for one of its own
  init(
    _ options: [String], environment: [String: String]? = nil, in home: Home? = nil,
    beside server: AnyObject? = nil
  ) throws {
    self.server = server
    self.home = environment == nil ? home ?? Home() : nil
    program = try RunningProgram(
      ["mcp"] + options, environment: environment ?? self.home?.environment, input: nil)
  }

  /// One that answers from recordings
  ///
  /// - Parameter words: what is searched for
  static func replaying(
    _ words: String = "harbor", _ options: String..., environment: [String: String]? = nil
  ) throws -> AssistantClient {
    try AssistantClient(
      options + ["--replay", Program.fixtures(for: [words])], environment: environment)
  }

  static func text(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
  }

  /// Asks for something
  ///
  /// - Returns: the id of the request
  @discardableResult func send(
    _ method: String, _ params: [String: Any] = [:], meta: [String: Any] = AssistantClient.meta
  ) throws -> Int {
    lastID += 1
    var params = params
    if !meta.isEmpty { params["_meta"] = meta }
    try program.type(
      Self.text(["jsonrpc": "2.0", "id": lastID, "method": method, "params": params]) + "\n")
    return lastID
  }

  @discardableResult func sendCall(
    _ tool: String, _ arguments: [String: Any], progress: String? = nil
  ) throws -> Int {
    var meta = Self.meta
    meta["progressToken"] = progress
    return try send("tools/call", ["name": tool, "arguments": arguments], meta: meta)
  }

  func notify(_ method: String, _ params: [String: Any]) throws {
    try program.type(Self.text(["jsonrpc": "2.0", "method": method, "params": params]) + "\n")
  }

  func cancel(_ id: Int) throws { try notify("notifications/cancelled", ["requestId": id]) }

  /// The next line that it writes
  func message() throws -> [String: Any] { try jsonObject(program.line()) }

  /// The answer to a request, whatever comes before it
  func answer(to id: Int) throws -> [String: Any] {
    while true {
      let message = try message()
      if message["id"] as? Int == id { return message }
      passed.append(message)
    }
  }

  func result(_ method: String, _ params: [String: Any] = [:]) throws -> [String: Any] {
    let answer = try answer(to: send(method, params))
    return try #require(answer["result"] as? [String: Any], "\(answer)")
  }

  /// What a tool answers
  ///
  /// - Throws: ``Failure`` for a result with `isError`.
  func call(
    _ tool: String, _ arguments: [String: Any] = [:], progress: String? = nil
  ) throws -> [String: Any] {
    let answer = try answer(to: sendCall(tool, arguments, progress: progress))
    return try Self.object(try #require(answer["result"] as? [String: Any], "\(answer)"))
  }

  /// The text of an answer as it is written
  func text(_ tool: String, _ arguments: [String: Any]) throws -> String {
    let result = try result("tools/call", ["name": tool, "arguments": arguments])
    let content = try result.objects("content")
    return try #require(content.first?["text"] as? String)
  }

  /// What a result says: as text, and the same as structured content
  static func object(_ result: [String: Any]) throws -> [String: Any] {
    let content = try result.objects("content")
    let text = try #require(content.first?["text"] as? String)
    if result["isError"] as? Bool == true {
      #expect(result["structuredContent"] == nil && content.count == 1)
      throw Failure(words: text)
    }
    let object = try jsonObject(text)
    if let structured = result["structuredContent"] {
      #expect(try (content.count, Self.text(structured)) == (1, Self.text(object)))
    }
    return object
  }

  /// The words of a call that fails
  func failure(_ tool: String, _ arguments: [String: Any]) throws -> String {
    do {
      Issue.record("\(try call(tool, arguments))")
      return ""
    } catch let failure as Failure { return failure.words }
  }

  /// The photos of a page
  func search(_ arguments: [String: Any]) throws -> [[String: Any]] {
    try call("search_photos", arguments).objects("photos")
  }

  /// The pages of a search, until there is no other
  func pages(_ arguments: [String: Any]) throws -> [[String: Any]] {
    var (pages, arguments) = ([[String: Any]](), arguments)
    repeat {
      pages.append(try call("search_photos", arguments))
      arguments["cursor"] = pages.last?["next"] as? String
    } while arguments["cursor"] != nil
    return pages
  }

  func close() throws -> Program.Outcome {
    try program.closeInput()
    return try program.finish()
  }
}

extension [[String: Any]] {
  var ids: [String] { map { $0["id"] as? String ?? "" } }
}
