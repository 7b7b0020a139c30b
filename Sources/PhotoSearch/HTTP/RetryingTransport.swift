import Foundation

/// Sends a request again when that may help: after temporary faults, timeouts and lost connections
///
/// A wait that the service asks for (Retry-After) is kept exactly if it fits into the request's
/// total time; otherwise the reply is returned at once. Without such a wait the pauses grow, with
/// full jitter, and there are three tries in all.
package struct RetryingTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let verdict: @Sendable (WebRequest, WebReply) -> ReplyVerdict
  private let budget: Duration
  private let clock: any Clock<Duration>
  private let randomness: @Sendable (ClosedRange<Double>) -> Double

  /// - Parameters:
  ///   - wrapped: sends the request each time
  ///   - verdict: a provider's judgement of a reply to one of its requests
  ///   - budget: total time of a request with its pauses; the first try isn't limited by it
  ///   - clock: measures the pauses
  ///   - randomness: gives a uniformly distributed number of a range
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
      var result: Result<WebReply, TransportError>?
      let isFirst = tries == 0
      left -= try await clock.measure {
        result = try await self.result(of: request, within: isFirst ? nil : left)
      }
      tries += 1
      guard let result else {
        throw TransportError.timedOut(host: request.url.host ?? "", seconds: budget / .seconds(1))
      }
      guard let pause = pause(after: result, tries: tries), pause < left else {
        if tries > 1, case .failure(.timedOut(let host, let seconds)) = result {
          // The error tells the time of all tries.
          let time = ((budget - left) / .seconds(1)).rounded()
          throw TransportError.timedOut(host: host, seconds: max(seconds, time))
        }
        return try result.get()
      }
      left -= try await clock.measure { try await clock.sleep(for: pause) }
    }
  }

  /// The judged reply; nil if the time was up before it came
  private func result(
    of request: WebRequest, within limit: Duration?
  ) async throws -> Result<WebReply, TransportError>? {
    do {
      let reply = try await withTimeLimit(limit, clock: clock) { [wrapped] in
        try await wrapped.send(request)
      }
      guard var response = reply else { return nil }
      response.verdict = verdict(request, response)
      return .success(response)
    } catch let error as TransportError { return .failure(error) }
  }

  /// How long to wait before the next try; nil when there won't be one
  private func pause(after result: Result<WebReply, TransportError>, tries: Int) -> Duration? {
    switch result {
    case .success(let reply):
      guard case .again(let seconds, _) = reply.verdict else { return nil }
      if let seconds, seconds > 0 {
        // No budget is this large, and a Duration might not hold the number.
        guard seconds < 1e9, tries < Self.statedTries else { return nil }
        return .seconds(seconds)
      }
    case .failure(let error): guard error.isPassing else { return nil }
    }
    guard tries < Self.tries else { return nil }
    let maxSeconds = Double(1 << (tries - 1))
    return .seconds(min(max(randomness(0...maxSeconds), 0), maxSeconds))
  }

  private static let tries = 3
  /// Most tries when each reply asks to wait again (Retry-After)
  private static let statedTries = 10
}

/// Runs a body with a time limit
///
/// - Parameters:
///   - limit: nil for none
///   - isRenewed: called when the time is up; true starts the time again
/// - Returns: nil if the time was up; by then the body is cancelled and has ended.
package func withTimeLimit<T: Sendable>(
  _ limit: Duration?, clock: any Clock<Duration>,
  isRenewed: @escaping @Sendable () -> Bool = { false },
  _ body: @escaping @Sendable () async throws -> T
) async throws -> T? {
  guard let limit else { return try await body() }
  return try await withThrowingTaskGroup(of: T?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      repeat { try await clock.sleep(for: limit) } while isRenewed()
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
