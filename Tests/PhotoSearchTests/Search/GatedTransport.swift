import Foundation
import PhotoSearch
import Synchronization

/// Holds every request back until it is let through, by address
final class GatedTransport: HTTPTransport {
  private struct State {
    var waiting: [String: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<String> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let carrier: (any HTTPTransport)?

  /// - Parameter carrier: what answers in the end; without one every answer is empty
  init(over carrier: (any HTTPTransport)? = nil) { self.carrier = carrier }

  func send(_ request: WebRequest) async throws -> WebReply {
    let address = Self.name(request)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(address) { return true }
          state.waiting[address] = continuation
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        notify()
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled.insert(address)
        return state.waiting.removeValue(forKey: address)
      }
      continuation?.resume(throwing: CancellationError())
    }
    return try await carrier?.send(request) ?? WebReply(status: 200)
  }

  /// Requests under way, e.g. `a 1`
  var waiting: Set<String> { state.withLock { Set($0.waiting.keys) } }

  /// Requests that were cancelled
  var cancelled: Set<String> { state.withLock { $0.cancelled } }

  /// Waits until that many requests are under way
  func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.watchers.append((count, continuation)) }
      notify()
    }
  }

  /// Waits until the requests under way are as they should be
  func waitUntil(_ isRight: (Set<String>) -> Bool) async {
    while !isRight(waiting), !Task.isCancelled { await Task.yield() }
  }

  /// Answers requests, in this order
  func open(_ names: String...) { open(names) }

  func open(_ names: [String]) {
    for name in names { state.withLock { $0.waiting.removeValue(forKey: name) }?.resume() }
  }

  private func notify() {
    let ready = state.withLock { state in
      let count = state.waiting.count
      let ready = state.watchers.filter { count >= $0.count }
      state.watchers.removeAll { count >= $0.count }
      return ready
    }
    for watcher in ready { watcher.continuation.resume() }
  }

  private static func name(_ request: WebRequest) -> String {
    let names = ["page", "gsroffset"]
    let page = request.queryItems.first { names.contains($0.name) }?.value ?? ""
    return "\(request.url.lastPathComponent) \(page)"
  }
}
