package import Foundation
import Platform
import Synchronization

/// Carries requests to Openverse with the token of an account, for which a page has twice as many
/// photos
///
/// A token is asked for with the account's id and secret, and lasts for hours. Openverse answers a
/// request with an ended token as if it had none, and refuses only the larger page (401): then a
/// new token is asked for, once. Without a token the request is sent for a page of the usual size,
/// and the adapter goes on from there. No other layer sees a token.
///
/// Source: [api.openverse.org](https://api.openverse.org/v1/#tag/auth).
package final class OpenverseAccount: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let openverse: Openverse?
  private let tokens: any TokenStore
  private let now: @Sendable () -> Date
  /// One request for a token at a time, so that pages side by side share it
  private let turns = AsyncSemaphore(1)
  /// Whether there is no token in this run, and why
  private let trouble = Mutex<(isThere: Bool, notice: String?)>((false, nil))

  /// - Parameters:
  ///   - wrapped: sends the requests
  ///   - providers: those in use; unless Openverse is among them with an account, all requests pass
  ///     as they are
  ///   - tokens: keeps the token for the next run
  ///   - now: the current time
  package init(
    _ wrapped: any HTTPTransport, for providers: [any PhotoProvider], tokens: any TokenStore,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.wrapped = wrapped
    openverse = providers.lazy.compactMap { $0 as? Openverse }.first { $0.account != nil }
    self.tokens = tokens
    self.now = now
  }

  package func send(_ request: WebRequest) async throws -> WebReply {
    guard let openverse, let account = openverse.account, openverse.api.contains(request.url) else {
      return try await wrapped.send(request)
    }
    var ended: String?
    while let token = try await token(of: account, after: ended) {
      var sent = request
      sent.headers["Authorization"] = "Bearer \(token)"
      let reply = Redaction(secrets: [token]).reply(try await wrapped.send(sent))
      if reply.status != 401 { return reply }
      if ended != nil { giveUp() }
      ended = token
    }
    var reply = try await wrapped.send(request.inUsualPages)
    reply.notices += [trouble.withLock(\.notice)].compactMap(\.self)
    return reply
  }

  private func giveUp(_ notice: String? = nil) { trouble.withLock { $0 = (true, notice) } }

  /// A token that lasts for a while; nil if none can be had in this run
  ///
  /// - Parameter ended: a token that isn't accepted any more
  private func token(of account: AccountKey, after ended: String?) async throws -> String? {
    try await turns.withTurn {
      if trouble.withLock(\.isThere) { return nil }
      if let kept = tokens.token(named: account.name, at: now()), kept != ended { return kept }
      tokens.store(nil, until: now(), named: account.name)
      let reply: WebReply
      do { reply = try await wrapped.send(account.request) } catch is TransportError {
        giveUp()
        return nil
      }
      let json = reply.status == 200 ? reply.json : nil
      guard let token = json?["access_token"]?.string,
        token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), token.utf8.count > 7
      else {
        giveUp(account.words(for: reply))
        return nil
      }
      // A minute less, so that it doesn't end on the way.
      let seconds = (json?["expires_in"]?.double ?? 0) - 60
      let end = now().addingTimeInterval(max(0, min(seconds, 31 * 86_400)))
      tokens.store(token, until: end, named: account.name)
      return token
    }
  }
}

/// Keeps tokens, by the account and the service's address
package protocol TokenStore: Sendable {
  /// The token kept under a name, if it still lasts
  func token(named name: String, at now: Date) -> String?
  /// Stores a token, or removes it if it is nil
  func store(_ token: String?, until end: Date, named name: String)
}

/// Keeps tokens for as long as the app runs
final class MemoryTokenStore: TokenStore {
  private let tokens = Mutex<[String: (token: String, end: Date)]>([:])

  func token(named name: String, at now: Date) -> String? {
    tokens.withLock { $0[name] }.flatMap { $0.end > now ? $0.token : nil }
  }

  func store(_ token: String?, until end: Date, named name: String) {
    tokens.withLock { $0[name] = token.map { ($0, end) } }
  }
}

/// An account's id and secret, and where a token is asked for
package struct AccountKey {
  fileprivate let request: WebRequest
  /// A hash of both and the address, as a token is valid for that account there alone
  fileprivate let name: String

  init?(_ key: String?, at base: URL) {
    let parts = KeyRequirement.parts(of: key ?? "")
    guard parts.count == 2 else { return nil }
    let url = WebRequest(base: base, path: "/auth_tokens/token/", items: []).url
    request = WebRequest(
      form: [
        ("grant_type", "client_credentials"), ("client_id", parts[0]), ("client_secret", parts[1]),
      ], to: url)
    name = StableHash("\(key ?? "") \(base)").digits
  }

  /// Why a search goes on without the account
  fileprivate func words(for reply: WebReply) -> String {
    guard [400, 401].contains(reply.status) else {
      return "it gives its account no token (\(reply.status)), so it was asked without one"
    }
    let words = reply.json?.reasons.flatMap(PlainText.folded).map { ", \($0.prefix(80))" } ?? ""
    return Self.refusal + " (\(reply.status)\(words)), so it was asked without one: check "
      + (Openverse.profile.account?.names ?? "")
  }

  /// The beginning of the notice that an account's id or secret is wrong
  package static let refusal = "its account isn't accepted"
}

extension WebRequest {
  /// The request for the first half of a page of 40, which needs an account
  fileprivate var inUsualPages: WebRequest {
    let text = url.absoluteString.replacing(#/\bpage=([0-9]{1,6})&page_size=40\b/#) { match in
      "page=\(2 * (Int(match.1) ?? 1) - 1)&page_size=20"
    }
    return URL(string: text).map { WebRequest(url: $0, headers: headers) } ?? self
  }
}
