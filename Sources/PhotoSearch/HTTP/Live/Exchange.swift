import Foundation
import Synchronization

/// One request on its way: what came of the reply so far, and who waits for it
///
/// It may end (a reply, a fault, too many bytes, a cancellation) before anybody waits, and more
/// than once: the first end counts, and what comes after it is dropped.
final class Exchange: Sendable {
  private struct State {
    var head: HTTPResponse?
    var body = Data()
    /// Bytes of the body so far, wherever they went
    var count = 0
    /// Whether they go to the receiver
    var isTaken = false
    var waiting: CheckedContinuation<HTTPResponse, any Error>?
    var outcome: Result<HTTPResponse, any Error>?
  }

  private let host: String
  private let bodyLimit: Int
  private let receiver: (any BodyReceiver)?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - bodyLimit: bytes, after decoding
  ///   - receiver: what is offered the body piece by piece; what it does not take is kept
  init(host: String, bodyLimit: Int, receiver: (any BodyReceiver)? = nil) {
    self.host = host
    self.bodyLimit = bodyLimit
    self.receiver = receiver
  }

  /// Waits for the end; to be called once
  func response() async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  var hasEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Status and headers; the last ones count, as others may come before (100, 103)
  func receive(head: HTTPResponse) {
    guard !hasEnded else { return }
    do {
      let isTaken = try receiver?.takes(head) ?? false
      state.withLock { state in
        state.head = head
        state.body = Data()
        state.count = 0
        state.isTaken = isTaken
      }
    } catch {
      end(.failure(error))
    }
  }

  /// Pieces come one after another: the session reports them on a serial queue
  func receive(body bytes: Data) {
    let (isTooLarge, isTaken) = state.withLock { state in
      guard state.outcome == nil else { return (false, false) }
      state.count += bytes.count
      guard state.count <= limit(isTaken: state.isTaken) else { return (true, false) }
      if !state.isTaken { state.body += bytes }
      return (false, state.isTaken)
    }
    if isTooLarge {
      end(.failure(TransportError.tooLarge(host: host, limit: bodyLimit)))
    } else if isTaken {
      hand(over: bytes)
    }
  }

  private func hand(over bytes: Data) {
    do {
      try receiver?.take(bytes)
    } catch {
      end(.failure(error))
    }
  }

  /// Where bodies are taken, one that is not is no more than words about a fault
  private func limit(isTaken: Bool) -> Int {
    receiver == nil || isTaken ? bodyLimit : min(bodyLimit, Self.wordsLimit)
  }

  private static let wordsLimit = 1_000_000

  /// The reply is complete
  ///
  /// - Parameter head: for a reply whose head did not come by ``receive(head:)``
  func complete(head: HTTPResponse? = nil) {
    let response = state.withLock { state -> HTTPResponse? in
      var response = state.head ?? head
      response?.body = state.body
      return response
    }
    guard let response else { return fail("its reply has no status") }
    end(.success(response))
  }

  /// There is no reply
  func fail(_ reason: String) {
    end(.failure(TransportError.unreachable(host: host, reason: reason)))
  }

  private func end(_ outcome: Result<HTTPResponse, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      state.body = Data()
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(with: outcome)
  }
}
