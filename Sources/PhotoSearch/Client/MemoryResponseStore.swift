internal import Foundation
private import Synchronization

/// Keeps replies in memory for as long as the app runs
public final class MemoryResponseStore: ResponseStore {
  private struct State {
    var replies: [String: (reply: WebReply, use: Int)] = [:]
    var bytes = 0
    var uses = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: bytes of all bodies; the least recently used replies are dropped first
  public init(limit: Int = 32_000_000) {
    self.limit = limit
  }

  public func response(named name: String) -> WebReply? {
    state.withLock { state in
      state.uses += 1
      state.replies[name]?.use = state.uses
      return state.replies[name]?.reply
    }
  }

  public func keep(_ response: WebReply, named name: String) {
    var response = response
    (response.verdict, response.whenRead) = (nil, nil)
    state.withLock { [response] state in
      guard response.body.count <= limit else { return }
      state.uses += 1
      let old = state.replies.updateValue((response, state.uses), forKey: name)
      state.bytes += response.body.count - (old?.reply.body.count ?? 0)
      while state.bytes > limit, let oldest = state.replies.min(by: { $0.value.use < $1.value.use })
      {
        state.replies[oldest.key] = nil
        state.bytes -= oldest.value.reply.body.count
      }
    }
  }
}
