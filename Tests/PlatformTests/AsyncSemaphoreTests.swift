import Platform
import Synchronization
import Testing

@Suite struct AsyncSemaphoreTests {
  @Test func `so many run at a time, and all have their turn`() async throws {
    let semaphore = AsyncSemaphore(3)
    let tally = Tally()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await semaphore.withTurn {
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
      try await group.waitForAll()
    }
    #expect(tally.state.withLock { $0.most } <= 3 && tally.state.withLock { $0.ended } == 50)
  }

  @Test func `who comes when too many wait is refused`() async throws {
    struct Refusal: Error {}
    let semaphore = AsyncSemaphore(1, waiting: 0, refusal: Refusal())
    _ = try await semaphore.withTurn {
      await #expect(throws: Refusal.self) { _ = try await semaphore.withTurn { 1 } }
    }
    #expect(try await semaphore.withTurn { 2 } == 2)
  }
}

private final class Tally: Sendable {
  let state = Mutex((now: 0, most: 0, ended: 0))
}
