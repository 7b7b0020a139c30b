import Foundation
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

/// Waits until a condition holds, for 300 s at most
///
/// The thread does nothing else meanwhile.
func waitUntil(
  _ what: String = "what was waited for never came", _ location: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) throws {
  let deadline = ContinuousClock.now + .seconds(300)
  while try !condition() {
    try #require(ContinuousClock.now < deadline, "\(what)", sourceLocation: location)
    Thread.sleep(forTimeInterval: 0.002)
  }
}
