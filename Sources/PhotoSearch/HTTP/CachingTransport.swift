package import Foundation

/// Answers a request from earlier replies while they are fresh
///
/// A reply is cached once ``RetryingTransport`` below has accepted it and a provider has read it
/// (`WebReply.wasRead()`): a truncated body, or an error sent with status 200, is asked for again.
/// Replies are stored under their address without keys.
package struct CachingTransport: HTTPTransport {
  /// When cached replies are used
  package enum Mode: Sendable {
    /// Cached replies are used while they are fresh
    case fresh
    /// Cached replies are never used; new ones are cached
    case refresh
    /// Cached replies are used however old they are; nothing is sent to the network
    case offline
  }

  private let wrapped: any HTTPTransport
  private let store: any ResponseStore
  private let mode: Mode
  private let lifetime: @Sendable (WebRequest) -> Duration
  private let redaction: Redaction
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - wrapped: sends requests that the cache can't answer, and judges the replies
  ///   - store: keeps the replies
  ///   - mode: when cached replies are used
  ///   - lifetime: how long a reply is fresh
  ///   - redaction: knows which parameters carry keys, which are left out of a reply's name
  ///   - now: the current time
  package init(
    _ wrapped: any HTTPTransport, store: any ResponseStore, mode: Mode = .fresh,
    lifetime: @escaping @Sendable (WebRequest) -> Duration,
    redaction: Redaction = Redaction(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.wrapped = wrapped
    self.store = store
    self.mode = mode
    self.lifetime = lifetime
    self.redaction = redaction
    self.now = now
  }

  /// - Throws: `TransportError.notCached` offline, and what the wrapped transport throws.
  package func send(_ request: WebRequest) async throws -> WebReply {
    guard request.method == "GET" else { return try await forward(request) }
    let name = redaction.url(request.url)
    if mode != .refresh, var kept = store.response(named: name), isUsable(kept, for: request) {
      kept.source = .cache
      kept.verdict = .page
      return kept
    }
    var response = try await forward(request)
    response.received = response.received ?? now()
    guard response.verdict == .page else { return response }
    response.whenRead = WebReply.WhenRead { [store, response] in
      var kept = response
      kept.headers = kept.headers.keptWithReplies
      store.keep(kept, named: name)
    }
    return response
  }

  private func forward(_ request: WebRequest) async throws -> WebReply {
    guard mode != .offline else {
      throw TransportError.notCached(asked: redaction.url(request.url))
    }
    return try await wrapped.send(request)
  }

  private func isUsable(_ kept: WebReply, for request: WebRequest) -> Bool {
    guard mode == .fresh else { return true }
    guard let received = kept.received else { return false }
    return (0..<lifetime(request) / .seconds(1)).contains(now().timeIntervalSince(received))
  }
}

/// A store that keeps replies for a while
///
/// A store that outlives the app can write replies as they are: ``WebReply`` is `Codable` and has
/// the time when it came. The store needs no expiry: an old reply is asked for again.
public protocol ResponseStore: Sendable {
  /// The reply kept under a name; nil when none is kept
  func response(named name: String) -> WebReply?

  /// Stores a reply. A failure to store it costs a later request, so it isn't an error
  func keep(_ response: WebReply, named name: String)
}
