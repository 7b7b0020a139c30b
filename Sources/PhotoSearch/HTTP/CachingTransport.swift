public import Foundation

/// Answers from what was answered before, while that is fresh
///
/// Only replies that are what was asked for are kept. Names of what is kept are addresses without
/// their keys.
public struct CachingTransport: HTTPTransport {
  /// How far what is kept is used
  public enum Mode: Sendable {
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
  private let lifetime: TimeInterval
  private let redaction: Redaction
  private let verdict: @Sendable (HTTPRequest, HTTPResponse) -> Verdict
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - wrapped: what answers when nothing fresh is kept
  ///   - store: where replies are kept
  ///   - mode: how far what is kept is used
  ///   - lifetime: seconds that a reply is fresh: an hour, for quotas are by the hour
  ///   - redaction: knows where services look for keys, which are no part of a name
  ///   - verdict: what a provider makes of a reply to one of its requests
  ///   - now: the time
  public init(
    _ wrapped: any HTTPTransport, store: any ResponseStore, mode: Mode = .fresh,
    lifetime: TimeInterval = 3_600, redaction: Redaction = Redaction(),
    verdict: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Verdict,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.wrapped = wrapped
    self.store = store
    self.mode = mode
    self.lifetime = lifetime
    self.redaction = redaction
    self.verdict = verdict
    self.now = now
  }

  /// - Throws: `TransportError.notCached` offline, and what the wrapped transport throws.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == "GET" else { return try await sendOn(request) }
    let name = redaction.url(request.url)
    if mode != .refresh, var kept = store.response(named: name), isUsable(kept) {
      kept.source = .cache
      return kept
    }
    var response = try await sendOn(request)
    response.received = response.received ?? now()
    if verdict(request, response) == .page { store.keep(response, named: name) }
    return response
  }

  private func sendOn(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard mode != .offline else {
      throw TransportError.notCached(asked: redaction.url(request.url))
    }
    return try await wrapped.send(request)
  }

  private func isUsable(_ kept: HTTPResponse) -> Bool {
    guard mode == .fresh else { return true }
    guard let received = kept.received else { return false }
    return (0..<lifetime).contains(now().timeIntervalSince(received))
  }
}
