import Foundation
import PhotoSearch
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct RetryingTransportTests {
  @Test func `a stated wait is kept exactly, and the page is there after it`() async throws {
    let wire = ScriptedTransport([Self.again(429, after: 1), Self.page])
    try await withRetrying(wire) { clock, reply in
      await clock.sleeper(for: .seconds(1))
      #expect(wire.count == 1)
      clock.advance(by: .milliseconds(999))
      await clock.sleeper(for: .milliseconds(1))
      #expect(wire.count == 1)
      clock.advance(by: .milliseconds(1))
      let response = try await reply()
      #expect((response.status, wire.count) == (200, 2))
    }
  }

  private static let reset = ScriptedTransport.Answer.failure(
    .unreachable(host: "h", reason: "the connection was reset"))
  private static let timeout = ScriptedTransport.Answer.failure(.timedOut(host: "h", seconds: 20))

  @Test(
    arguments: [
      (
        "three tries without a stated wait, with growing pauses",
        [again(503), again(503), again(503), page], [0.75, 1.5], 503, 3
      ),
      ("a lost connection", [reset, page], [0.75], 200, 2),
      ("a timeout", [timeout, page], [0.75], 200, 2),
      (
        "ten tries where a second is stated each time",
        Array(repeating: again(429, after: 1), count: 20), Array(repeating: 1, count: 9), 429, 10
      ),
      (
        "a wait of nothing, stated each time, is no hammer",
        Array(repeating: again(429, after: 0), count: 20), [0.75, 1.5], 429, 3
      ),
      (
        "tries and pauses stay within the budget",
        Array(repeating: again(503, after: 12), count: 3), [12, 12], 503, 3
      ),
    ] as [(String, [ScriptedTransport.Answer], [Double], Int, Int)])
  func `what passes is asked again, as often as it may be`(
    what: String, answers: [ScriptedTransport.Answer], pauses: [Double], status: Int, tries: Int
  ) async throws {
    let wire = ScriptedTransport(answers)
    try await withRetrying(wire, jitter: { $0.lowerBound + 0.75 * $0.upperBound }) { clock, reply in
      for pause in pauses { await clock.pass(.seconds(pause)) }
      let response = try await reply()
      #expect((response.status, wire.count) == (status, tries))
    }
  }

  @Test func `a fault that stays goes up as it is`() async throws {
    let fault = TransportError.unreachable(host: "h", reason: "the connection is refused")
    let wire = ScriptedTransport([.failure(fault), .failure(fault), .failure(fault), Self.page])
    await #expect(throws: fault) { try await send(over: wire) }
    #expect(wire.count == 3)
  }

  @Test(arguments: [
    TransportError.tooLarge(host: "h", limit: 1), .forbidden(address: "h", reason: "x"),
    .notCached(asked: "x"),
  ])
  func `what asking again cannot mend is asked once`(error: TransportError) async throws {
    let wire = ScriptedTransport([.failure(error), Self.page])
    await #expect(throws: error) { try await send(over: wire) }
    #expect(wire.count == 1)
  }

  @Test(arguments: [31, 3600, 1e300, Double.infinity])
  func `a stated wait that does not fit goes up at once`(seconds: Double) async throws {
    let wire = ScriptedTransport([Self.again(429, after: seconds), Self.page])
    #expect(try await send(over: wire).status == 429)
    #expect(wire.count == 1)
  }

  @Test(arguments: [ReplyVerdict.page, .spent(until: nil), .refused("no"), .absent("no")])
  func `a reply whose verdict is not to ask again is asked once`(verdict: ReplyVerdict) async throws
  {
    let wire = ScriptedTransport([Self.again(503), Self.page])
    let transport = RetryingTransport(wire, verdict: { _, _ in verdict }, randomness: { _ in 0 })
    #expect(try await transport.send(WebRequest(url: Self.address)).status == 503)
    #expect(wire.count == 1)
  }

  @Test func `what is not GET is sent once`() async throws {
    let wire = ScriptedTransport([Self.again(503), Self.page])
    let request = WebRequest(method: "POST", url: Self.address)
    #expect(try await retrying(wire).send(request).status == 503)
    #expect(wire.count == 1)
  }

  @Test func `a later try that hangs ends with the budget`() async throws {
    let wire = ScriptedTransport([Self.again(503, after: 10)])
    try await withRetrying(wire) { clock, reply in
      await clock.pass(.seconds(10))
      await clock.pass(.seconds(20))
      await #expect(throws: TransportError.timedOut(host: "api.example", seconds: 30)) {
        try await reply()
      }
      #expect(wire.count == 2)
    }
  }

  @Test func `tries that each took too long say how long all of them took`() async throws {
    let clock = ManualClock()
    let transport = retrying(SlowTransport(clock: clock), clock: clock)
    let task = Task { try await transport.send(WebRequest(url: Self.address)) }
    for _ in 1...3 { await clock.pass(.seconds(9)) }
    await #expect(throws: TransportError.timedOut(host: "api.example", seconds: 27)) {
      try await task.value
    }
  }

  @Test func `cancelling ends a pause at once`() async throws {
    let clock = ManualClock()
    let transport = retrying(ScriptedTransport([Self.again(429, after: 20)]), clock: clock)
    let task = Task { try await transport.send(WebRequest(url: Self.address)) }
    await clock.sleeper(for: .seconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `cancelling ends a try at once`() async throws {
    let wire = ScriptedTransport([])
    let transport = retrying(wire)
    let task = Task { try await transport.send(WebRequest(url: Self.address)) }
    await wire.asked()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(wire.count == 1)
  }
}
