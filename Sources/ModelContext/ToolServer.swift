import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// Answers a client of the Model Context Protocol; it runs up to sixteen calls at a time and
/// answers each when it is ready
package final class ToolServer<OfferedTool: Tool>: Sendable {
  /// Makes a call of a tool with the client's arguments
  ///
  /// Only `CancellationError` is thrown; any other failure is the answer.
  package typealias Caller =
    @Sendable (OfferedTool, JSONValue?, @escaping ToolProgress) async throws -> ToolAnswer

  /// The step after a line was read, unless there is nothing to do
  private enum Step {
    case answer(String)
    case call(Call)
  }

  /// A tool call that runs or waits for its turn
  private final class Call: Sendable {
    let request: ClientMessage
    let id: RequestID
    let version: ProtocolVersion
    let tool: OfferedTool
    /// Ends when the client cancels the call
    let (end, ending) = AsyncStream<Void>.makeStream()

    init(
      _ request: ClientMessage, _ id: RequestID, _ version: ProtocolVersion, _ tool: OfferedTool
    ) {
      self.request = request
      self.id = id
      self.version = version
      self.tool = tool
    }
  }

  /// Most calls that run at a time
  private static var maxRunning: Int { 16 }
  /// Most calls that run or wait for their turn
  private static var maxCalls: Int { maxRunning + 1_000 }
  /// Most bytes of all calls' messages. A message has a few hundred bytes, or some 100,000 with a
  /// whole cursor
  private static var maxBytes: Int { 4_000_000 }

  private let name: String
  private let version: String
  private let tools: [OfferedTool]
  private let instructions: String
  private let caller: Caller
  private let output: MessageOutput
  /// Calls that a client can cancel by the ids of their requests
  private let calls = Mutex<[RequestID: Call]>([:])
  private let turns = AsyncSemaphore(maxRunning)

  /// - Parameters:
  ///   - name: the server's name
  ///   - version: the server's version
  ///   - tools: in the order in which clients see them
  ///   - instructions: what a model should know about all tools
  ///   - write: sends a message with its line break to the client; called by one task at a time
  package init(
    name: String, version: String, tools: [OfferedTool], instructions: String,
    call: @escaping Caller, write: @escaping @Sendable (String) throws -> Void
  ) {
    self.name = name
    self.version = version
    self.tools = tools
    self.instructions = instructions
    (caller, output) = (call, MessageOutput(send: write))
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
        case nil: break
        case .answer(let answer): try await output.write(answer)
        case .call(let call):
          group.addTask {
            do {
              try await self.perform(call)
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
  private func step(for line: Data, _ handshake: inout String?) -> Step? {
    var id: RequestID?
    do throws(ProtocolError) {
      guard let message = try ClientMessage(line, id: &id) else { return nil }
      if let id { return try step(for: message, id, &handshake) }
      if message.method == "notifications/cancelled",
        let cancelled = message.params?["requestId"].flatMap(RequestID.init)
      {
        calls.withLock { $0.removeValue(forKey: cancelled) }?.ending.finish()
      }
      return nil
    } catch {
      return ProtocolVersion.answer(to: id, refusing: error, handshake: handshake)
        .map { .answer($0) }
    }
  }

  private func step(
    for request: ClientMessage, _ id: RequestID, _ handshake: inout String?
  ) throws(ProtocolError) -> Step {
    let version = try ProtocolVersion(of: request, hasShakenHands: handshake != nil)
    func answer(lasts: Bool = false, _ members: (inout JSONWriter) -> Void) -> Step {
      .answer(version.answer(to: id, lasts: lasts, from: writeServer, members))
    }
    switch (request.method, version) {
    case ("server/discover", .stateless):
      return answer(lasts: true) { json in
        json.member("supportedVersions", ProtocolVersion.versions)
        writeAbout(to: &json)
      }
    case ("initialize", .handshake):
      let agreed = ProtocolVersion.version(
        forHandshakeOf: request.params?["protocolVersion"]?.string)
      handshake = agreed
      return answer { json in
        json.member("protocolVersion", agreed)
        json.member("serverInfo", writeServer)
        writeAbout(to: &json)
      }
    case ("ping", .handshake): return answer { _ in }
    case ("tools/list", _):
      return answer(lasts: true) { $0.objects("tools", tools) { $1.write(to: &$0) } }
    case ("tools/call", _):
      guard let call = try begin(request, id, version) else {
        return answer(ToolAnswer.failure("too many calls at once; try again later").write)
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
    json.member("version", version)
  }

  /// - Returns: nil if there are too many calls already.
  private func begin(
    _ request: ClientMessage, _ id: RequestID, _ version: ProtocolVersion
  ) throws(ProtocolError) -> Call? {
    guard let name = request.params?["name"]?.string else {
      throw .wrongParams("name is missing: the tool to call")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let names = tools.map(\.name).joined(separator: ", ")
      throw .wrongParams("Unknown tool: \(ToolArguments.quoted(name)); there are \(names)")
    }
    let call = Call(request, id, version, tool)
    return try calls.withLock { calls throws(ProtocolError) in
      guard calls[id] == nil else { throw .noRequest("one of this id is under way") }
      let bytes = calls.values.reduce(request.bytes) { $0 + $1.request.bytes }
      guard calls.count < Self.maxCalls, bytes <= Self.maxBytes else { return nil }
      calls[id] = call
      return call
    }
  }

  /// - Returns: whether the call must be answered; false if it was cancelled.
  private func end(_ call: Call) -> Bool {
    calls.withLock { calls in
      guard calls[call.id] === call else { return false }
      calls[call.id] = nil
      return true
    }
  }

  /// Makes a call and answers it, unless it is cancelled
  private func perform(_ call: Call) async throws {
    let (steps, progress) = AsyncStream<(count: Int, total: Int)>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    async let telling: Void = tell(steps, of: call)
    let answer = await answer(to: call) { count, total in progress.yield((count, total)) }
    progress.finish()
    try await telling
    guard end(call), let answer else { return }
    try await output.write(
      call.version.answer(to: call.id, from: writeServer) { answer.write(to: &$0) })
  }

  /// - Returns: nil once cancelled.
  private func answer(to call: Call, progress: @escaping ToolProgress) async -> ToolAnswer? {
    await withTaskGroup(of: ToolAnswer?.self) { group in
      group.addTask {
        do {
          return try await self.turns.withTurn {
            try await self.caller(call.tool, call.request.params?["arguments"], progress)
          }
        } catch { return nil }
      }
      group.addTask {
        for await _ in call.end {}
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// Reports a call's progress, as often as the client reads it, if it wants to be told
  private func tell(_ steps: AsyncStream<(count: Int, total: Int)>, of call: Call) async throws {
    guard let token = call.request.meta?["progressToken"].flatMap(RequestID.init) else { return }
    // A cancelled call isn't among the calls any more.
    for await step in steps where calls.withLock({ $0[call.id] === call }) {
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
