import Foundation

/// Where a session reports, with the back-pressure that URLSession on Linux lacks
///
/// A session receives as fast as it can, whoever keeps up, and cannot cancel a task while its bytes
/// come without a pause (seen with 6.3). It does wait for this method, so that who reports too much
/// is made to wait: for the delegate, and longer when nobody wants the bytes any more. The sender
/// is slowed down with it, to a trickle that costs nothing.
///
/// `@unchecked` because `OperationQueue` is; what is added here is `Sendable` without it.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  private let room = DispatchSemaphore(value: 64)
  private let isFlooded: @Sendable () -> Bool

  /// - Parameter isFlooded: whether bytes keep coming that nobody wants
  init(isFlooded: @escaping @Sendable () -> Bool) {
    self.isFlooded = isFlooded
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    room.wait()
    super.addOperation { [room] in
      block()
      room.signal()
    }
    if isFlooded() { Thread.sleep(forTimeInterval: 0.02) }
  }
}
