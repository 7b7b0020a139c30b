import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// Answers a client of the Model Context Protocol; it runs up to sixteen calls at a time and
/// answers each when it is ready
package struct ToolServer<OfferedTool: Tool>: Sendable {
  /// Makes a call of a tool with the client's arguments
  ///
  /// Only `CancellationError` is thrown; any other failure is the answer.
  package typealias Caller =
    @Sendable (OfferedTool, JSONValue?, @escaping ToolProgress) async throws -> ToolAnswer

  /// The step after a line was read, unless there is nothing to do
  private enum Step {
    case answer(String)
    case call(ToolCall)
  }

  /// A tool call to make
  private struct ToolCall: Sendable {
    let request: ClientRequest
    let version: ProtocolVersion
    let tool: OfferedTool
    /// Ends when the client cancels the call
    let cancellation: CallsInFlight.Call
  }

  private struct TooManyCalls: Error {}

  /// Most bytes of all calls' messages. A message has a few hundred bytes, or some 100,000 with a
  /// whole cursor
  private static var maxBytes: Int { 4_000_000 }
  private static var refused: ToolAnswer { .failure("too many calls at once; try again later") }

  /// The server's name and version for clients
  private let (name, release): (String, String)
  private let tools: [OfferedTool]
  private let instructions: String
  private let caller: Caller
  private let output: MessageOutput
  private let calls = CallsInFlight()
  private let turns = AsyncSemaphore(16, waiting: 1_000, refusal: TooManyCalls())

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
    (self.name, release, self.tools, self.instructions) = (name, version, tools, instructions)
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
  private func step(for line: Data, _ handshake: inout String?) -> Step? {
    do throws(RPCFailure) {
      switch try ClientMessage(line) {
      case nil: return nil
      case .notification("notifications/cancelled", let params)?:
        if let id = params?["requestId"].flatMap(RequestID.init) { calls.cancel(id) }
        return nil
      case .notification: return nil
      case .request(let request):
        do throws(ProtocolError) {
          return try step(for: request, &handshake)
        } catch { throw RPCFailure(request.id, error) }
      }
    } catch {
      return ProtocolVersion.answer(to: error.id, refusing: error.reason, handshake: handshake)
        .map { .answer($0) }
    }
  }

  private func step(
    for request: ClientRequest, _ handshake: inout String?
  ) throws(ProtocolError) -> Step {
    let version = try ProtocolVersion(of: request, hasShakenHands: handshake != nil)
    func answer(lasts: Bool = false, _ members: (inout JSONWriter) -> Void) -> Step {
      .answer(version.answer(to: request.id, lasts: lasts, from: writeServer, members))
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
      let call = try call(request, version)
      guard calls.bytes <= Self.maxBytes else {
        _ = calls.end(call.cancellation)
        return answer(Self.refused.write)
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
    guard let tool = tools.first(where: { $0.rawValue == name }) else {
      let names = tools.map(\.rawValue).joined(separator: ", ")
      throw .wrongParams("Unknown tool: \(ToolArguments.quoted(name)); there are \(names)")
    }
    guard let call = calls.begin(request) else { throw .noRequest("one of this id is under way") }
    return ToolCall(request: request, version: version, tool: tool, cancellation: call)
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
      call.version.answer(to: call.request.id, from: writeServer) { answer.write(to: &$0) })
  }

  /// - Returns: nil once cancelled
  private func answer(to call: ToolCall, progress: @escaping ToolProgress) async -> ToolAnswer? {
    do {
      return try await turns.withTurn {
        try await caller(call.tool, call.request.params?["arguments"], progress)
      }
    } catch is TooManyCalls {
      return Self.refused
    } catch { return nil }
  }

  /// Reports a call's progress, as often as the client reads it, if it wants to be told
  private func tell(
    _ steps: AsyncStream<(count: Double, total: Double)>, of call: ToolCall
  ) async throws {
    guard let token = call.request.meta?["progressToken"].flatMap(RequestID.init) else { return }
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

/// Calls that run or wait for their turn; a client can cancel them by the ids of their requests
final class CallsInFlight: Sendable {
  /// A running or waiting call
  final class Call: Sendable {
    fileprivate let request: ClientRequest
    /// Ends when the call is cancelled
    fileprivate let (end, ending) = AsyncStream<Void>.makeStream()

    fileprivate init(_ request: ClientRequest) { self.request = request }
  }

  private struct State {
    var running: [RequestID: Call] = [:]
    /// Bytes of the messages of all calls, which stay in memory during the calls
    var bytes = 0

    mutating func remove(_ id: RequestID) -> Call? {
      guard let call = running.removeValue(forKey: id) else { return nil }
      bytes -= call.request.bytes
      return call
    }
  }

  private let state = Mutex(State())

  /// - Returns: nil if a call with the request's id is under way
  func begin(_ request: ClientRequest) -> Call? {
    state.withLock { state in
      guard state.running[request.id] == nil else { return nil }
      let call = Call(request)
      state.running[request.id] = call
      state.bytes += request.bytes
      return call
    }
  }

  /// Bytes of the messages of all calls
  var bytes: Int { state.withLock { $0.bytes } }

  /// Cancels a call, which then gets no answer; does nothing if it is over
  func cancel(_ id: RequestID) { state.withLock { $0.remove(id) }?.ending.finish() }

  /// - Returns: whether the call must be answered; false if it was cancelled
  func end(_ call: Call) -> Bool {
    state.withLock { state in
      guard state.running[call.request.id] === call else { return false }
      _ = state.remove(call.request.id)
      return true
    }
  }

  /// Whether a call is neither cancelled nor over
  func isWanted(_ call: Call) -> Bool { state.withLock { $0.running[call.request.id] === call } }

  /// Runs a body until it ends, or the call is cancelled
  ///
  /// - Returns: nil if the call was cancelled.
  func whileWanted<Value: Sendable>(
    _ call: Call, _ body: @escaping @Sendable () async -> Value?
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await body() }
      group.addTask {
        for await _ in call.end {}
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
