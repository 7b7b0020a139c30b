import Foundation
import Synchronization
import Testing

@testable import imgsearch

@Suite struct SlotsTests {
  @Test func `so many run at a time, and all have their turn`() async throws {
    let slots = Slots(3)
    let tally = Tally()
    await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await slots.holding {
            tally.state.withLock { state in
              state.now += 1
              state.most = max(state.most, state.now)
            }
            for _ in 0..<20 { await Task.yield() }
            tally.state.withLock { state in
              state.now -= 1
              state.ended += 1
            }
          }
        }
      }
    }
    #expect(tally.state.withLock { $0.most } <= 3)
    #expect(tally.state.withLock { $0.ended } == 50)
  }

  @Test func `who is cancelled while it waits takes nobody's turn`() async throws {
    let slots = Slots(1)
    let (gate, open) = AsyncStream<Void>.makeStream()
    let first = Task { try await slots.holding { for await _ in gate {} } }
    let second = Task { try await slots.holding {} }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    let third = Task { try await slots.holding {} }
    open.finish()
    try await first.value
    try await third.value
    await #expect(throws: SlotsProblem.self) { try await slots.holding { throw SlotsProblem() } }
    try await slots.holding {}
  }
}

private struct SlotsProblem: Error {}

private final class Tally: Sendable {
  struct State {
    var now = 0
    var most = 0
    var ended = 0
  }

  let state = Mutex(State())
}
