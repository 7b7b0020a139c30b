internal import Platform
import Synchronization

/// Limits the number of requests at a time to each host; further ones wait in line
package final class RequestSlots: Sendable {
  private let atOnce: Int
  private let byHost: [String: Int]
  private let slots = Mutex<[String: AsyncSemaphore]>([:])

  /// - Parameter byHost: exceptions for some hosts, by `host` or `host:port`
  package init(atOnce: Int, byHost: [String: Int] = [:]) {
    self.atOnce = atOnce
    self.byHost = byHost
  }

  /// Runs a body once there is a free slot, see ``AsyncSemaphore/withTurn(_:)``
  package func withTurn<T>(at origin: Origin, _ body: () async throws -> T) async throws -> T {
    try await slots(at: origin).withTurn(body)
  }

  /// How many requests wait in line
  package func waiting(at origin: Origin) -> Int { slots(at: origin).waiting }

  private func slots(at origin: Origin) -> AsyncSemaphore {
    let host = "\(origin.host):\(origin.port)"
    return slots.withLock { slots in
      if let known = slots[host] { return known }
      let new = AsyncSemaphore(byHost[host] ?? byHost[origin.host] ?? atOnce)
      slots[host] = new
      return new
    }
  }
}
