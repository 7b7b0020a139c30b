import Foundation
private import Synchronization

/// One request under way, shared by the thread that receives the reply and the task that waits
///
/// It may end (a reply, a fault, a cancellation) before the task waits, and more than once: the
/// first end counts, and later ones are dropped.
final class Exchange: Sendable {
  /// A part of the reply: first its head, then the pieces of its body
  enum Part {
    case head(WebReply)
    case bytes(Data)
  }

  /// Most bytes that wait for the task; at this size receiving pauses
  private static let capacity = 256 * 1024

  /// The host's name, for errors
  let host: String
  /// Whether the host must be on the internet, judged by the address its name leads to
  let isLimited: Bool
  /// The reply as it comes, for one task; ends with the reply, or throws the error that ended it
  let parts: AsyncThrowingStream<Part, any Error>
  private let stream: AsyncThrowingStream<Part, any Error>.Continuation
  /// How many bytes wait for the task, and whether receiving has paused until it has taken some
  private let buffer = Mutex((count: 0, isFull: false))

  init(host: String, isLimited: Bool) {
    (self.host, self.isLimited) = (host, isLimited)
    (parts, stream) = AsyncThrowingStream.makeStream()
  }

  /// Notes that the task has used some bytes
  ///
  /// - Returns: whether receiving has paused and can continue
  func hasRoom(afterTaking count: Int) -> Bool {
    buffer.withLock { buffer in
      buffer.count -= count
      guard buffer.isFull, buffer.count <= Self.capacity / 2 else { return false }
      buffer.isFull = false
      return true
    }
  }

  // MARK: For the thread

  func receive(head: WebReply) {
    stream.yield(.head(head))
  }

  /// Delivers the next bytes of the body
  ///
  /// - Returns: false if there is no room. The same bytes must be offered again once there is.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    buffer.withLock { buffer in
      buffer.isFull = buffer.count >= Self.capacity
      guard !buffer.isFull else { return false }
      buffer.count += bytes.count
      stream.yield(.bytes(Data(bytes)))
      return true
    }
  }

  /// Delivers bytes that can't be offered again, so they are kept even without room
  ///
  /// - Parameter pause: called when the buffer is full, before the task can take anything
  func receive(_ bytes: Data, pause: () -> Void) {
    buffer.withLock { buffer in
      buffer.count += bytes.count
      stream.yield(.bytes(bytes))
      guard buffer.count >= Self.capacity, !buffer.isFull else { return }
      buffer.isFull = true
      pause()
    }
  }

  /// Ends the exchange: without an error the reply is complete
  func end(_ error: TransportError? = nil) {
    stream.finish(throwing: error)
  }

  /// Ends the exchange without a reply
  func fail(_ reason: String) {
    end(.unreachable(host: host, reason: reason))
  }
}
