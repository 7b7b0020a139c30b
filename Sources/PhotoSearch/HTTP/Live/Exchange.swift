import Foundation
private import Synchronization

/// One request on its way: between what receives the reply, on a thread of its own, and the task
/// that waits for it
///
/// It may end (a reply, a fault, a cancellation) before anybody waits, and more than once: the
/// first end counts, and what comes after it is dropped.
final class Exchange: Sendable {
  /// What the task is told, in this order; one that takes no pieces is told of the end alone
  enum Step {
    case head(WebReply)
    /// The next bytes of the body; whether more was held back until they were taken
    case bytes(Data, wasFull: Bool)
    /// The whole reply; its body is empty when it came in pieces
    case end(WebReply)
  }

  private struct State {
    /// What came and has not been taken
    var head: WebReply?
    var bytes = Data()
    var isFull = false
    var outcome: Result<WebReply, any Error>?
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// Bytes that wait for a task that takes pieces; then no more is received until it has taken them
  private static let capacity = 256 * 1024

  /// Named in errors
  let host: String
  /// Whether the host must be on the internet, by the address that its name has
  let isLimited: Bool
  /// Whether the body comes in pieces
  let comesInPieces: Bool
  /// Bytes of a body that comes whole, after decoding
  let bodyLimit: Int
  private let state = Mutex(State())

  init(host: String, isLimited: Bool, comesInPieces: Bool, bodyLimit: Int) {
    self.host = host
    self.isLimited = isLimited
    self.comesInPieces = comesInPieces
    self.bodyLimit = bodyLimit
  }

  // MARK: The task

  /// Waits for what comes next; to be called by one task, and not again after an end
  ///
  /// - Throws: what the exchange ended with, once what came before it has been taken;
  ///   `CancellationError` at once.
  func next() async throws -> Step {
    while true {
      if let step = try takeStep() { return step }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if Self.isReady(state) { return true }
            state.waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        end(.failure(CancellationError()))
      }
    }
  }

  private func takeStep() throws -> Step? {
    try state.withLock { state in
      if case .failure(let error as CancellationError) = state.outcome { throw error }
      if let head = state.head {
        state.head = nil
        return .head(head)
      }
      if !state.bytes.isEmpty {
        defer { (state.bytes, state.isFull) = (Data(), false) }
        return .bytes(state.bytes, wasFull: state.isFull)
      }
      return try state.outcome.map { .end(try $0.get()) }
    }
  }

  private static func isReady(_ state: State) -> Bool {
    state.outcome != nil || state.head != nil || !state.bytes.isEmpty
  }

  // MARK: The thread

  var hasEnded: Bool { state.withLock { $0.outcome != nil } }

  /// The head of a reply whose body comes in pieces
  func receive(head: WebReply) {
    change { $0.head = head }
  }

  /// The next bytes of a body that comes in pieces
  ///
  /// - Returns: false when they don't fit: they must be offered again once the task has taken a
  ///   step that says that it was full.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    change { state in
      guard state.bytes.count < Self.capacity else {
        state.isFull = true
        return false
      }
      state.bytes.append(contentsOf: bytes)
      return true
    }
  }

  /// The same where bytes cannot be offered again: they are kept
  ///
  /// - Parameter pause: called when nothing more fits, before the task can take anything
  func receive(_ bytes: Data, pause: () -> Void) {
    change { state in
      state.bytes += bytes
      guard state.bytes.count >= Self.capacity, !state.isFull else { return }
      state.isFull = true
      pause()
    }
  }

  /// Ends the exchange; the first end counts
  func end(_ outcome: Result<WebReply, any Error>) {
    change { state in
      if state.outcome == nil { state.outcome = outcome }
    }
  }

  /// Ends without a reply, for that reason
  func fail(_ reason: String) {
    end(.failure(TransportError.unreachable(host: host, reason: reason)))
  }

  private func change<T: Sendable>(_ body: (inout State) -> T) -> T {
    let (result, waiting) = state.withLock { state in
      let result = body(&state)
      guard Self.isReady(state) else { return (result, CheckedContinuation<Void, Never>?.none) }
      defer { state.waiting = nil }
      return (result, state.waiting)
    }
    waiting?.resume()
    return result
  }
}
