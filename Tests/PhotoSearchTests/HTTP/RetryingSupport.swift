import Foundation
import PhotoSearch
import Synchronization
import Testing

extension RetryingTransportTests {
  /// Gives its answers in turn, and after the last one none until it is cancelled
  final class ScriptedTransport: HTTPTransport {
    typealias Answer = Result<WebReply, TransportError>

    private let answers: [Answer]
    private let sent = Mutex(0)
    private let hanging = AsyncStream.makeStream(of: Void.self)

    init(_ answers: [Answer]) { self.answers = answers }

    /// Requests so far
    var count: Int { sent.withLock { $0 } }

    /// Waits for the first request that gets no answer
    func asked() async { for await _ in hanging.stream { return } }

    func send(_ request: WebRequest) async throws -> WebReply {
      let turn = sent.withLock { sent in
        defer { sent += 1 }
        return sent
      }
      guard answers.indices.contains(turn) else {
        hanging.continuation.yield()
        try await ManualClock().sleep(for: .seconds(1))
        throw CancellationError()
      }
      return try answers[turn].get()
    }
  }

  /// Has no answer within 9 seconds, each time
  struct SlowTransport: HTTPTransport {
    let clock: ManualClock

    func send(_ request: WebRequest) async throws -> WebReply {
      try await clock.sleep(for: .seconds(9))
      throw TransportError.timedOut(host: request.url.host ?? "", seconds: 9)
    }
  }

  static let address = URL(string: "https://api.example/photos?page=1")!
  static let page = ScriptedTransport.Answer.success(WebReply(status: 200))

  /// A reply to be asked again, not before so many seconds
  static func again(_ status: Int, after seconds: Double? = nil) -> ScriptedTransport.Answer {
    .success(WebReply(status: status, headers: seconds.map { ["Retry-After": "\($0)"] } ?? [:]))
  }

  /// A transport whose verdicts are those of ``again(_:after:)``
  func retrying(
    _ wire: any HTTPTransport, clock: any Clock<Duration> = ManualClock(),
    jitter: @escaping @Sendable (ClosedRange<Double>) -> Double = { _ in 0 }
  ) -> RetryingTransport {
    RetryingTransport(
      wire,
      verdict: { _, response in
        guard response.status >= 400 else { return .page }
        return .again(after: response.headers["Retry-After"].flatMap(Double.init), reason: "busy")
      },
      clock: clock, randomness: jitter)
  }

  /// One request with pauses of nothing
  func send(over wire: ScriptedTransport) async throws -> WebReply {
    try await retrying(wire).send(WebRequest(url: Self.address))
  }

  /// Sends one request by a clock that the body drives
  func withRetrying(
    _ wire: any HTTPTransport, to url: URL = Self.address,
    jitter: @escaping @Sendable (ClosedRange<Double>) -> Double = { _ in 0 },
    _ body: (ManualClock, @escaping () async throws -> WebReply) async throws -> Void
  ) async throws {
    let clock = ManualClock()
    let transport = retrying(wire, clock: clock, jitter: jitter)
    let task = Task { try await transport.send(WebRequest(url: url)) }
    defer { task.cancel() }
    try await body(clock) { try await task.value }
  }
}
