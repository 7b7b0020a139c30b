import Foundation
import Synchronization

/// Knows whether a body that is handed over still comes
final class PacedReceiver: BodyReceiver {
  /// Bytes that must come in a while: one byte now and then would keep a connection for ever
  private static let least = 16_000

  private let receiver: any BodyReceiver
  /// Since it was last asked
  private let count = Mutex(0)

  init(_ receiver: any BodyReceiver) {
    self.receiver = receiver
  }

  /// Whether enough has come since it was last asked
  func hasProgressed() -> Bool {
    count.withLock { count in
      defer { count = 0 }
      return count >= Self.least
    }
  }

  func takes(_ head: HTTPResponse) throws -> Bool { try receiver.takes(head) }

  func take(_ bytes: Data) throws {
    count.withLock { $0 += bytes.count }
    try receiver.take(bytes)
  }
}
