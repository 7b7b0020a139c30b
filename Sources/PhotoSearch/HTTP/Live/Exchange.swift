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
    var waiting: CheckedContinuation<HTTPResponse, any Error>?
    var outcome: Result<HTTPResponse, any Error>?
  }

  private let host: String
  private let bodyLimit: Int
  private let state = Mutex(State())

  /// - Parameter bodyLimit: bytes, after decoding
  init(host: String, bodyLimit: Int) {
    self.host = host
    self.bodyLimit = bodyLimit
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
    state.withLock { state in
      state.head = head
      state.body = Data()
    }
  }

  func receive(body bytes: Data) {
    let isTooLarge = state.withLock { state in
      guard state.outcome == nil else { return false }
      guard state.body.count + bytes.count <= bodyLimit else { return true }
      state.body += bytes
      return false
    }
    if isTooLarge { end(.failure(TransportError.tooLarge(host: host, limit: bodyLimit))) }
  }

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
