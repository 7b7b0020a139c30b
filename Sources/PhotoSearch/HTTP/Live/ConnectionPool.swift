import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URLSession that keeps nothing but its connections: no cache, cookies or credentials
///
/// On Linux every call into a session waits for the queue that it receives on, and bytes that come
/// without a pause (from this machine, or unpacked from a bomb) keep that queue, and that of other
/// sessions, busy for as long as they come: `cancel()` took 56 s with 6.3. So the calls are made on
/// a queue of our own, in order, and whoever sent the request does not wait for them.
final class ConnectionPool: Sendable {
  /// Why a request that came too late is unreachable
  static let closed = "the connections are closed"

  /// nil once closed: idle connections stay open for as long as the session exists
  private let session: Mutex<URLSession?>
  private let exchanges = SessionExchanges()
  private let calls = DispatchQueue(label: "imgsearch.connections")
  private let bodyLimit: Int

  /// - Parameter bodyLimit: bytes of a reply, after decoding
  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    // The time is kept by our own clock, and the number of requests by `HostTurns`.
    configuration.timeoutIntervalForRequest = 24 * 3600
    configuration.httpMaximumConnectionsPerHost = 64
    session = Mutex(
      URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil))
  }

  /// Sends a request as it is and waits for the whole reply, redirects included
  func response(
    to request: HTTPRequest, receiver: (any BodyReceiver)? = nil
  ) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let exchange = Exchange(
      host: request.url.host ?? "", bodyLimit: bodyLimit, receiver: receiver)
    calls.async { [self] in start(request, exchange) }
    do {
      return try await exchange.response()
    } catch {
      calls.async { [self] in exchanges.remove(exchange)?.cancel() }
      throw error
    }
  }

  /// Ends what is under way at once and gives the connections back
  func close() {
    let session = session.withLock { session in
      defer { session = nil }
      return session
    }
    guard let session else { return }
    for exchange in exchanges.all { exchange.fail(Self.closed) }
    calls.async { [exchanges] in
      session.invalidateAndCancel()
      exchanges.removeAll()
    }
  }

  /// To be called on `calls`: a session that is no longer valid traps on a new task
  private func start(_ request: HTTPRequest, _ exchange: Exchange) {
    guard !exchange.hasEnded else { return }
    guard let session = session.withLock({ $0 }) else { return exchange.fail(Self.closed) }
    var sent = URLRequest(url: request.url)
    sent.httpMethod = request.method
    for field in request.headers.fields {
      sent.addValue(field.value, forHTTPHeaderField: field.name)
    }
    let task = session.dataTask(with: sent)
    exchanges.add(exchange, task)
    task.resume()
  }
}
