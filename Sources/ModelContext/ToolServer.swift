import PhotoSearch
import Platform
import Synchronization

/// Answers a client of the Model Context Protocol; it runs up to sixteen calls at a time and
/// answers each when it is ready
package struct ToolServer: Sendable {
  /// The step after a line was read
  private enum Step {
    case nothing
    case answer(String)
    case call(ToolCall)
  }

  /// A tool call to make
  private struct ToolCall: Sendable {
    let id: RequestID
    let version: ProtocolVersion
    let tool: Tool
    let arguments: JSONValue?
    /// The client's name for the call's progress; nil if it doesn't want to be told
    let progressToken: RequestID?
    /// Ends when the client cancels the call
    let cancellation: CallsInFlight.Call
  }

  private static let maxCalls = 16
  /// Most waiting calls, and most bytes of all calls' messages. A message has a few hundred bytes,
  /// or some 100,000 with a whole cursor
  private static let (maxWaiting, maxBytes) = (1_000, 4_000_000)

  private struct TooManyCalls: Error {}

  private static let refused = ToolAnswer.failure("too many calls at once; try again later")

  /// The server's name and version for clients
  private let (name, release): (String, String)
  private let tools: [Tool]
  /// The answer to `tools/list`, always the same bytes
  private let list: String
  private let instructions: String
  private let output: MessageOutput
  private let calls = CallsInFlight()
  private let turns = AsyncSemaphore(maxCalls, waiting: maxWaiting, refusal: TooManyCalls())

  /// - Parameters:
  ///   - name: the server's name
  ///   - version: the server's version
  ///   - tools: in the order in which clients see them
  ///   - instructions: what a model should know about all tools
  ///   - write: sends a message with its line break to the client; called by one task at a time
  package init(
    name: String, version: String, tools: [Tool], instructions: String,
    write: @escaping @Sendable (String) throws -> Void
  ) {
    (self.name, release, self.tools, self.instructions) = (name, version, tools, instructions)
    list = Tool.list(tools)
    output = MessageOutput(send: write)
  }

  /// Answers until the input ends, then cancels the calls under way
  ///
  /// - Throws: what writing an answer throws.
  package func run(_ input: LineReader) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var handshake: String?
      for await line in input.lines {
        input.forget(line)
        switch step(for: line, &handshake) {
        case .nothing: break
        case .answer(let answer): try await output.write(answer)
        case .call(let call):
          group.addTask {
            do {
              try await perform(call)
            } catch {
              input.end()
              throw error
            }
          }
        }
      }
      group.cancelAll()
    }
  }

  /// - Parameter handshake: the version that the handshake agreed on; nil before it
  private func step(for line: LineReader.Line, _ handshake: inout String?) -> Step {
    do throws(RPCFailure) {
      guard case .whole(let text) = line else {
        throw RPCFailure(nil, .unreadable("it has more than \(LineReader.maxBytes) bytes"))
      }
      switch try ClientMessage(text) {
      case .nothing: return .nothing
      case .notification("notifications/cancelled", let params):
        if let id = params?["requestId"].flatMap(RequestID.init) { calls.cancel(id) }
        return .nothing
      case .notification: return .nothing
      case .request(let request):
        do throws(ProtocolError) {
          return try step(for: request, &handshake)
        } catch {
          throw RPCFailure(request.id, error)
        }
      }
    } catch {
      return ProtocolVersion.answer(to: error.id, refusing: error.reason, handshake: handshake)
        .map { .answer($0) } ?? .nothing
    }
  }

  private func step(
    for request: ClientRequest, _ handshake: inout String?
  ) throws(ProtocolError) -> Step {
    let version = try ProtocolVersion(of: request, hasShakenHands: handshake != nil)
    switch (request.method, version) {
    case ("server/discover", .stateless):
      return .answer(
        version.answer(to: request.id, lasts: true, from: writeServer) { json in
          json.member("supportedVersions", ProtocolVersion.versions)
          writeAbout(to: &json)
        })
    case ("initialize", .handshake):
      let agreed = ProtocolVersion.version(
        forHandshakeOf: request.params?["protocolVersion"]?.string)
      handshake = agreed
      return .answer(
        version.answer(to: request.id, from: writeServer) { json in
          json.member("protocolVersion", agreed)
          json.member("serverInfo", writeServer)
          writeAbout(to: &json)
        })
    case ("ping", .handshake):
      return .answer(version.answer(to: request.id, from: writeServer) { _ in })
    case ("tools/list", _):
      return .answer(
        version.answer(to: request.id, lasts: true, from: writeServer) {
          $0.member("tools", written: list)
        })
    case ("tools/call", _):
      let call = try call(request, version)
      guard calls.bytes <= Self.maxBytes else {
        _ = calls.end(call.cancellation)
        return .answer(
          version.answer(to: request.id, from: writeServer) { Self.refused.write(to: &$0) })
      }
      return .call(call)
    default: throw .unknownMethod(request.method)
    }
  }

  private func writeAbout(to json: inout JSONWriter) {
    json.member("capabilities", written: #"{"tools":{}}"#)
    json.member("instructions", instructions)
  }

  /// Writes the server's name and version
  private func writeServer(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("version", release)
  }

  private func call(
    _ request: ClientRequest, _ version: ProtocolVersion
  ) throws(ProtocolError) -> ToolCall {
    guard let name = request.params?["name"]?.string else {
      throw .wrongParams("name is missing: the tool to call")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let names = tools.map(\.name).joined(separator: ", ")
      throw .wrongParams("Unknown tool: \(ToolArguments.quoted(name)); there are \(names)")
    }
    guard let call = calls.begin(request.id, bytes: request.bytes) else {
      throw .noRequest("one of this id is under way")
    }
    return ToolCall(
      id: request.id, version: version, tool: tool, arguments: request.params?["arguments"],
      progressToken: request.meta?["progressToken"].flatMap(RequestID.init), cancellation: call)
  }

  /// Makes a call and answers it, unless it is cancelled
  private func perform(_ call: ToolCall) async throws {
    let (steps, progress) = AsyncStream<(count: Double, total: Double)>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    async let telling: Void = tell(steps, of: call)
    let answer = await calls.whileWanted(call.cancellation) {
      await self.answer(to: call) { count, total in progress.yield((count, total)) }
    }
    progress.finish()
    try await telling
    guard calls.end(call.cancellation), let answer else { return }
    try await output.write(
      call.version.answer(to: call.id, from: writeServer) { json in answer.write(to: &json) })
  }

  /// - Returns: nil once cancelled
  private func answer(
    to call: ToolCall, progress: @escaping Tool.Progress
  ) async -> ToolAnswer? {
    do {
      return try await turns.withTurn {
        try await call.tool.call(call.arguments, progress)
      }
    } catch is TooManyCalls {
      return Self.refused
    } catch {
      return nil
    }
  }

  /// Reports a call's progress, as often as the client reads it
  private func tell(
    _ steps: AsyncStream<(count: Double, total: Double)>, of call: ToolCall
  ) async throws {
    guard let token = call.progressToken else { return }
    for await step in steps where calls.isWanted(call.cancellation) {
      try await output.write(ProtocolVersion.progress(token, step.count, of: step.total))
    }
  }
}

/// Sends messages to the client, one at a time
private actor MessageOutput {
  private let send: @Sendable (String) throws -> Void

  init(send: @escaping @Sendable (String) throws -> Void) { self.send = send }

  func write(_ message: String) throws { try send(message + "\n") }
}
