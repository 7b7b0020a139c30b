import Synchronization

/// So many requests at a time to one host; the rest wait in line, first come, first served
package final class HostTurns: Sendable {
  private struct Line {
    var busy = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private struct State {
    var lines: [String: Line] = [:]
    var lastID = 0
  }

  private let atOnce: Int
  private let byHost: [String: Int]
  private let state = Mutex(State())

  /// - Parameter byHost: other numbers for some, by `host` or `host:port`
  package init(atOnce: Int, byHost: [String: Int] = [:]) {
    self.atOnce = max(1, atOnce)
    self.byHost = byHost.mapValues { max(1, $0) }
  }

  /// Runs a body when it is its turn
  ///
  /// - Throws: `CancellationError` when cancelled in line, and what the body throws.
  package func withTurn<T>(at origin: Origin, _ body: () async throws -> T) async throws -> T {
    let host = Self.name(of: origin)
    try await enter(host, atOnce: byHost[host] ?? byHost[origin.host] ?? atOnce)
    defer { leave(host) }
    return try await body()
  }

  /// How many wait in line
  package func waiting(at origin: Origin) -> Int {
    state.withLock { $0.lines[Self.name(of: origin)]?.waiting.count ?? 0 }
  }

  private static func name(of origin: Origin) -> String { "\(origin.host):\(origin.port)" }

  private func enter(_ host: String, atOnce: Int) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          // Whoever is cancelled later than this is found in line by `cancel`.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.lines[host, default: Line()].busy < atOnce {
            state.lines[host, default: Line()].busy += 1
            return .success(())
          }
          state.lines[host]?.waiting.append((id, continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel(id, at: host)
    }
  }

  private func leave(_ host: String) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard var line = state.lines[host] else { return nil }
      let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst().continuation
      if next == nil { line.busy -= 1 }
      state.lines[host] = line.busy == 0 ? nil : line
      return next
    }
    next?.resume()
  }

  private func cancel(_ id: Int, at host: String) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let place = state.lines[host]?.waiting.firstIndex(where: { $0.id == id }) else {
        return nil
      }
      return state.lines[host]?.waiting.remove(at: place).continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}
