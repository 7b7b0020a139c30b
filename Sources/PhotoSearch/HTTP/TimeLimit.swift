/// Runs a body for no longer than a time
///
/// - Parameter isRenewed: asked when the time is over, whether it begins anew
/// - Returns: nil when the time is over; the body is cancelled, and done, by then.
func withTimeLimit<T: Sendable>(
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
