import LoopbackServer
import Testing

/// A suite whose tests wait for programs most of their time
struct Waits: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == Waits {
  static var waits: Self { Waits() }
}
