package import Foundation

/// Answers from what was answered before, while that is fresh
///
/// A reply is kept when ``RetryingTransport`` below has found it to be what was asked for and a
/// provider has then read it, as `WebReply.wasRead()` says: a body that is cut, or that tells of
/// something else with status 200, is asked for again. Names of what is kept are addresses without
/// their keys.
package struct CachingTransport: HTTPTransport {
  /// How far what is kept is used
  package enum Mode: Sendable {
    /// While it is fresh
    case fresh
    /// Not at all; what comes is kept
    case refresh
    /// However old it is, and nothing else
    case offline
  }

  private let wrapped: any HTTPTransport
  private let store: any ResponseStore
  private let mode: Mode
  private let lifetime: @Sendable (WebRequest) -> Duration
  private let redaction: Redaction
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - wrapped: what answers when nothing fresh is kept, and judges what comes
  ///   - store: where replies are kept
  ///   - mode: how far what is kept is used
  ///   - lifetime: for how long a reply is fresh: an hour, for quotas are by the hour
  ///   - redaction: knows which parameters are keys: they are left out of the name of a reply
  ///   - now: the time
  package init(
    _ wrapped: any HTTPTransport, store: any ResponseStore, mode: Mode = .fresh,
    lifetime: @escaping @Sendable (WebRequest) -> Duration = { _ in
      APIDescription.usualReplyLifetime
    },
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
    guard request.method == "GET" else { return try await sendOn(request) }
    let name = redaction.url(request.url)
    if mode != .refresh, var kept = store.response(named: name), isUsable(kept, for: request) {
      kept.source = .cache
      kept.verdict = .page
      return kept
    }
    var response = try await sendOn(request)
    response.received = response.received ?? now()
    guard response.verdict == .page else { return response }
    response.whenRead = .init { [response] in keep(response, named: name) }
    return response
  }

  private func sendOn(_ request: WebRequest) async throws -> WebReply {
    guard mode != .offline else {
      throw TransportError.notCached(asked: redaction.url(request.url))
    }
    return try await wrapped.send(request)
  }

  /// The one place where a reply goes to where it stays
  private func keep(_ response: WebReply, named name: String) {
    var kept = response
    kept.headers = kept.headers.keptWithReplies
    store.keep(kept, named: name)
  }

  private func isUsable(_ kept: WebReply, for request: WebRequest) -> Bool {
    guard mode == .fresh else { return true }
    guard let received = kept.received else { return false }
    return (0..<lifetime(request) / .seconds(1)).contains(now().timeIntervalSince(received))
  }
}

/// Where replies are kept for a while
///
/// One that outlives the app writes them as they are: a ``WebReply`` is `Codable`, and knows when it
/// came. How long it is good for isn't the store's business: an older one is asked for again.
public protocol ResponseStore: Sendable {
  /// The reply kept under a name; nil when none is kept
  func response(named name: String) -> WebReply?

  /// Keeps a reply; one that cannot be kept costs a request later, not the answer now
  func keep(_ response: WebReply, named name: String)
}
