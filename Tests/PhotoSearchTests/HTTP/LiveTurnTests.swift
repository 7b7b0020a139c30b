import Foundation
import PhotoSearch
import Testing

@Suite struct LiveTurnTests {
  private let origin = Origin(URL(string: "https://api.example/")!)

  @Test func `who comes first is served first`() async throws {
    let turns = RequestSlots(atOnce: 1)
    let (door, opener) = AsyncStream.makeStream(of: Void.self)
    let (served, serving) = AsyncStream.makeStream(of: Int.self)
    let first = try await occupied(turns, until: door)
    var tasks: [Task<Void, any Error>] = []
    for number in 1...10 {
      tasks.append(
        Task { [origin] in
          try await turns.withTurn(at: origin) { _ = serving.yield(number) }
        })
      while turns.waiting(at: origin) < number { await Task.yield() }
    }
    opener.finish()
    try await first.value
    for task in tasks { try await task.value }
    serving.finish()
    #expect(await served.reduce(into: []) { $0.append($1) } == Array(1...10))
    #expect(turns.waiting(at: origin) == 0)
  }

  @Test func `hosts do not wait for each other`() async throws {
    let turns = RequestSlots(atOnce: 1)
    let other = Origin(try #require(URL(string: "https://cdn.example/")))
    let answer = try await turns.withTurn(at: origin) { try await turns.withTurn(at: other) { 42 } }
    #expect(answer == 42)
  }

  @Test func `a turn that ends in an error lets the next one in`() async throws {
    let turns = RequestSlots(atOnce: 1)
    for _ in 1...3 {
      await #expect(throws: TransportError.self) {
        try await turns.withTurn(at: origin) { throw TransportError.notCached(asked: "x") }
      }
    }
    #expect(try await turns.withTurn(at: origin) { true })
  }

  @Test func `who is cancelled in line leaves it, and its place goes to the next`() async throws {
    let turns = RequestSlots(atOnce: 1)
    let (door, opener) = AsyncStream.makeStream(of: Void.self)
    let first = try await occupied(turns, until: door)
    let second = Task { [origin] in try await turns.withTurn(at: origin) { 2 } }
    while turns.waiting(at: origin) < 1 { await Task.yield() }
    let third = Task { [origin] in try await turns.withTurn(at: origin) { 3 } }
    while turns.waiting(at: origin) < 2 { await Task.yield() }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(turns.waiting(at: origin) == 1)
    opener.finish()
    try await first.value
    #expect(try await third.value == 3)
  }

  /// Somebody who has the turn, and keeps it while the door is shut
  private func occupied(
    _ turns: RequestSlots, until door: AsyncStream<Void>
  ) async throws -> Task<Void, any Error> {
    let (entered, entry) = AsyncStream.makeStream(of: Void.self)
    let first = Task { [origin] in
      try await turns.withTurn(at: origin) {
        entry.finish()
        for await _ in door {}
      }
    }
    for await _ in entered {}
    return first
  }
}
