import PhotoSearch
import Platform
import Synchronization

/// Answers a client of the Model Context Protocol: each request when it is ready, sixteen calls at a
/// time
struct AssistantServer: Sendable {
  /// What a line leads to
  private enum Step {
    case nothing
    case answer(String)
    case call(ToolCall)
  }

  /// A call of a tool that is to be made
  private struct ToolCall: Sendable {
    let id: RequestID
    let era: ProtocolEra
    let tool: AssistantTool
    let arguments: JSONValue?
    /// nil where nobody asks for progress
    let progressToken: RequestID?
    /// Ends when the client cancels it
    let cancellation: RunningCalls.Call
  }

  private static let maxCalls = 16
  /// Calls that wait for their turn, and bytes of the messages of all calls under way: a call's are a few
  /// hundred, a whole cursor's some 100,000
  private static let (maxWaiting, maxBytes) = (1_000, 4_000_000)
  private static let refusal = CommandFailure(
    "too many calls at once; try again later", code: .unavailable)

  private static let refused = ToolAnswer.failure(AssistantTools.words(for: refusal))

  private let tools: AssistantTools
  private let output: MessageOutput
  private let calls = RunningCalls()
  private let turns = AsyncSemaphore(
    maxCalls, waiting: maxWaiting, refusal: refusal)

  init(tools: AssistantTools, console: Console) {
    self.tools = tools
    output = MessageOutput(console: console)
  }

  /// Answers until the input ends, which ends what is under way
  ///
  /// - Throws: `OutputClosed` once nobody reads the answers, a failure with code 74 where they can't
  ///   be written.
  func run(_ input: MessageInput) async throws {
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

  /// - Parameter handshake: the version that one came to; nil before
  private func step(for line: MessageInput.Line, _ handshake: inout String?) -> Step {
    do throws(RefusedMessage) {
      guard case .whole(let text) = line else {
        throw RefusedMessage(nil, .unreadable("it has more than \(MessageInput.maxBytes) bytes"))
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
          throw RefusedMessage(request.id, error)
        }
      }
    } catch {
      return ProtocolEra.answer(to: error.id, refusing: error.reason, handshake: handshake)
        .map { .answer($0) } ?? .nothing
    }
  }

  private func step(
    for request: ClientRequest, _ handshake: inout String?
  ) throws(ProtocolError) -> Step {
    let era = try ProtocolEra(of: request, hasShakenHands: handshake != nil)
    switch (request.method, era) {
    case ("server/discover", .modern):
      return .answer(
        era.answer(to: request.id, lasts: true) { json in
          json.member("supportedVersions", ProtocolEra.versions)
          Self.writeAbout(to: &json)
        })
    case ("initialize", .legacy):
      let version = ProtocolEra.version(
        forHandshakeOf: request.params?["protocolVersion"]?.string)
      handshake = version
      return .answer(
        era.answer(to: request.id) { json in
          json.member("protocolVersion", version)
          json.member("serverInfo")
          ProtocolEra.writeServer(to: &json)
          Self.writeAbout(to: &json)
        })
    case ("ping", .legacy): return .answer(era.answer(to: request.id) { _ in })
    case ("tools/list", _):
      return .answer(
        era.answer(to: request.id, lasts: true) { $0.member("tools", written: AssistantTool.list) })
    case ("tools/call", _):
      let call = try call(request, era)
      guard calls.bytes <= Self.maxBytes else {
        _ = calls.end(call.cancellation)
        return .answer(era.answer(to: request.id) { Self.refused.write(to: &$0) })
      }
      return .call(call)
    default: throw .unknownMethod(request.method)
    }
  }

  private static func writeAbout(to json: inout JSONWriter) {
    json.member("capabilities", written: #"{"tools":{}}"#)
    json.member("instructions", AssistantTool.instructions)
  }

  private func call(_ request: ClientRequest, _ era: ProtocolEra) throws(ProtocolError) -> ToolCall
  {
    guard let name = request.params?["name"]?.string else {
      throw .wrongParams("name is missing: the tool to call")
    }
    guard let tool = AssistantTool(rawValue: name) else {
      let names = AssistantTool.allCases.map(\.rawValue).joined(separator: ", ")
      throw .wrongParams("Unknown tool: \(ToolArguments.quoted(name)); there are \(names)")
    }
    guard let call = calls.begin(request.id, bytes: request.bytes) else {
      throw .noRequest("one of this id is under way")
    }
    return ToolCall(
      id: request.id, era: era, tool: tool, arguments: request.params?["arguments"],
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
      call.era.answer(to: call.id) { json in answer.write(to: &json) })
  }

  /// - Returns: nil once cancelled
  private func answer(
    to call: ToolCall, progress: @escaping AssistantTools.Progress
  ) async -> ToolAnswer? {
    do {
      return try await turns.withTurn {
        try await tools.call(call.tool, call.arguments, progress: progress)
      }
    } catch is CancellationError {
      return nil
    } catch {
      return .failure(AssistantTools.words(for: error))
    }
  }

  /// Tells how far a call has come, as often as the client reads it
  private func tell(
    _ steps: AsyncStream<(count: Double, total: Double)>, of call: ToolCall
  ) async throws {
    guard let token = call.progressToken else { return }
    for await step in steps where calls.isWanted(call.cancellation) {
      try await output.write(ProtocolEra.progress(token, step.count, of: step.total))
    }
  }
}

/// The one who writes to standard output, a message at a time
private actor MessageOutput {
  private let console: Console

  init(console: Console) { self.console = console }

  func write(_ message: String) throws { try console.print(message + "\n") }
}
