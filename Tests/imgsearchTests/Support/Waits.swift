import LoopbackServer
import Testing

/// A suite whose tests wait for programs most of their time
struct Waits: SuiteTrait, TestScoping {
  private static let threads = WaitingThreads()

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws { try await withTaskExecutorPreference(Self.threads) { try await function() } }
}

extension Trait where Self == Waits {
  static var waits: Self { Waits() }
}
