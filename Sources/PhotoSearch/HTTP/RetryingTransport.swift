import Foundation

/// Asks again when that may help: after passing faults, timeouts and lost connections
///
/// A wait that the service states is kept exactly, when it fits into the time that a request may
/// take in all; a longer one goes up at once, as the reply it came in. Without a stated wait the
/// pauses grow, with full jitter, and there are three tries in all.
package struct RetryingTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let verdict: @Sendable (WebRequest, WebReply) -> ReplyVerdict
  private let budget: Duration
  private let clock: any Clock<Duration>
  private let randomness: @Sendable (ClosedRange<Double>) -> Double

  /// - Parameters:
  ///   - wrapped: what is asked, and asked again
  ///   - verdict: what a provider makes of a reply to one of its requests
  ///   - budget: for a request in all, pauses included; only what comes after the first try is
  ///     held to it
  ///   - clock: what pauses are measured by
  ///   - randomness: a number from a range, each as likely
  package init(
    _ wrapped: any HTTPTransport,
    verdict: @escaping @Sendable (WebRequest, WebReply) -> ReplyVerdict,
    budget: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    randomness: @escaping @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) }
  ) {
    self.wrapped = wrapped
    self.verdict = verdict
    self.budget = budget
    self.clock = clock
    self.randomness = randomness
  }

  package func send(_ request: WebRequest) async throws -> WebReply {
    guard request.method == "GET" else { return try await wrapped.send(request) }
    var left = budget
    var tries = 0
    while true {
      var outcome: Outcome?
      let isFirst = tries == 0
      left -= try await clock.measure {
        outcome = try await self.outcome(of: request, within: isFirst ? nil : left)
      }
      tries += 1
      guard let outcome else {
        throw TransportError.timedOut(host: request.url.host ?? "", seconds: budget / .seconds(1))
      }
      guard let pause = pause(after: outcome, tries: tries), pause < left else {
        return try outcome.result(after: budget - left, tries: tries)
      }
      left -= try await clock.measure { try await clock.sleep(for: pause) }
    }
  }

  /// What a try came to, and what it says about another one
  private struct Outcome: Sendable {
    let result: Result<WebReply, TransportError>
    /// Whether asking again may help
    let isPassing: Bool
    /// What the service says to wait
    var statedWait: Double?

    /// What it came to in the end: a last try that took too long says how long all of them took
    func result(after time: Duration, tries: Int) throws(TransportError) -> WebReply {
      if tries > 1, case .failure(.timedOut(let host, let seconds)) = result {
        throw .timedOut(host: host, seconds: max(seconds, (time / .seconds(1)).rounded()))
      }
      return try result.get()
    }
  }

  /// - Returns: nil when the time was over before the reply was there
  private func outcome(of request: WebRequest, within limit: Duration?) async throws -> Outcome? {
    do {
      var response: WebReply?
      if let limit {
        response = try await withTimeLimit(limit, clock: clock) { [wrapped] in
          try await wrapped.send(request)
        }
      } else {
        response = try await wrapped.send(request)
      }
      guard var response else { return nil }
      let verdict = verdict(request, response)
      response.verdict = verdict
      guard case .again(let seconds, _) = verdict else {
        return Outcome(result: .success(response), isPassing: false)
      }
      return Outcome(result: .success(response), isPassing: true, statedWait: seconds)
    } catch let error as TransportError {
      switch error {
      case .unreachable, .timedOut: return Outcome(result: .failure(error), isPassing: true)
      default: return Outcome(result: .failure(error), isPassing: false)
      }
    }
  }

  /// How long to wait before the next try; nil when there won't be one
  private func pause(after outcome: Outcome, tries: Int) -> Duration? {
    guard outcome.isPassing else { return nil }
    if let seconds = outcome.statedWait, seconds > 0 {
      // More than any budget: also what a Duration cannot hold.
      guard seconds < 1e9, tries < Self.statedTries else { return nil }
      return .seconds(seconds)
    }
    guard tries < Self.tries else { return nil }
    let maxSeconds = Double(1 << (tries - 1))
    return .seconds(min(max(randomness(0...maxSeconds), 0), maxSeconds))
  }

  private static let tries = 3
  /// Most tries when each reply asks to wait again (Retry-After)
  private static let statedTries = 10
}

/// Runs a body for no longer than a time
///
/// - Parameter isRenewed: asked when the time is over, whether it begins anew
/// - Returns: nil when the time is over; the body is cancelled, and done, by then.
package func withTimeLimit<T: Sendable>(
  _ limit: Duration, clock: any Clock<Duration>,
  isRenewed: @escaping @Sendable () -> Bool = { false },
  _ body: @escaping @Sendable () async throws -> T
) async throws -> T? {
  try await withThrowingTaskGroup(of: T?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      repeat { try await clock.sleep(for: limit) } while isRenewed()
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
