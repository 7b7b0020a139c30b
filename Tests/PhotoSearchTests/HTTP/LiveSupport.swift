import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// What goes over real sockets: one test after another, so that sockets can be counted
@Suite(LiveThreads(), .serialized, .timeLimit(.minutes(20))) enum LiveTests {
  /// What a transport makes of a scripted answer
  static func reply(
    limits: LiveTransport.Limits = .init(), _ script: @escaping ScriptedServer.Script
  ) async throws -> WebReply {
    try await withServer(script) { server in
      try await send(server.url("/search?api_key=SECRET"), over: LiveTransport(limits: limits))
    }
  }

  /// Sends one request over a transport that is closed after it
  static func send(
    _ url: URL, over transport: LiveTransport = LiveTransport()
  ) async throws -> WebReply {
    defer { transport.close() }
    return try await transport.send(WebRequest(url: url))
  }

  /// Runs a body beside a server that answers so, with a transport that is closed after it
  static func withClient(
    _ transport: LiveTransport = LiveTransport(), _ script: @escaping ScriptedServer.Script,
    _ body: (ScriptedServer, LiveTransport) async throws -> Void
  ) async throws {
    try await withServer(script) { server in
      defer { transport.close() }
      try await body(server, transport)
    }
  }

  static func withClient(
    _ transport: LiveTransport = LiveTransport(), answering answer: LoopbackAnswer,
    _ body: (ScriptedServer, LiveTransport) async throws -> Void
  ) async throws { try await withClient(transport, { _ in answer }, body) }

  /// Waits until a condition holds, for at most 2 min; records an issue when it never does
  static func waitUntil(
    _ location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
  ) async throws {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(600)
    while !condition() {
      guard clock.now < end else {
        Issue.record("what was waited for never came", sourceLocation: location)
        return
      }
      try await clock.sleep(for: .milliseconds(5))
    }
  }

  /// Sockets that this process has open, of whatever kind; nil where the system does not say
  static var openSockets: Int? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
      return nil
    }
    return names.count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix("socket:") ?? false
    }
  }

  /// The most memory that this process has held, in megabytes; nil where the system does not say
  static var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 1024 }
  }
}

extension LiveTransport.Limits {
  /// The usual limits but for one
  static func with<Value>(_ limit: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var limits = Self()
    limits[keyPath: limit] = value
    return limits
  }
}

/// Runs a body beside a server that answers everything alike
func withServer<Result: Sendable>(
  answering answer: LoopbackAnswer, host: String = "127.0.0.1",
  _ body: (ScriptedServer) async throws -> Result
) async throws -> Result { try await withServer(host: host, { _ in answer }, body) }

/// Threads of their own: a transport's clock runs while its reply waits behind somebody else's test
private struct LiveThreads: SuiteTrait, TestScoping {
  private static let threads = WaitingThreads()

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws { try await withTaskExecutorPreference(Self.threads) { try await function() } }
}
