/// Runs a body for no longer than a time
///
/// - Returns: nil when the time is over; the body is cancelled, and done, by then.
func withTimeLimit<T: Sendable>(
  _ limit: Duration, clock: any Clock<Duration>,
  _ body: @escaping @Sendable () async throws -> T
) async throws -> T? {
  try await withThrowingTaskGroup(of: T?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await clock.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
