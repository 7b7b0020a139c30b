import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URLSession that keeps nothing but its connections: no cache, cookies or credentials
///
/// Every call into a session may wait for the queue that it receives on, and a host that sends
/// fast enough keeps that queue busy for as long as it sends (seen with 6.3: `cancel()` took 56 s).
/// So the calls are made on a queue of our own, in order, and nobody waits for them.
final class HostConnections: Sendable {
  /// Why a request that came too late is unreachable
  static let closed = "the connections are closed"

  private let session: URLSession
  private let exchanges = SessionExchanges()
  private let calls = DispatchQueue(label: "imgsearch.connections")
  private let isClosed = Mutex(false)

  init() {
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
    let queue = DelegateQueue { [exchanges] in exchanges.all.contains { $0.isFlooded } }
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
  }

  /// Sends a request, unless its exchange has ended by then
  func start(_ request: HTTPRequest, _ exchange: Exchange) {
    calls.async { [self] in
      guard !exchange.hasEnded else { return }
      // A session that is no longer valid traps on a new task.
      guard !isClosed.withLock({ $0 }) else { return exchange.fail(Self.closed) }
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

  /// Takes a request back whose exchange has ended, if it is still under way
  func abandon(_ exchange: Exchange) {
    calls.async { [self] in exchanges.task(of: exchange)?.cancel() }
  }

  /// Ends what is under way at once and gives the connections back
  func close() {
    for exchange in exchanges.all { exchange.fail(Self.closed) }
    invalidate { $0.invalidateAndCancel() }
  }

  /// Gives the connections back once nothing is under way
  func finish() {
    invalidate { $0.finishTasksAndInvalidate() }
  }

  private func invalidate(_ end: @escaping @Sendable (URLSession) -> Void) {
    calls.async { [self] in
      let isFirst = isClosed.withLock { isClosed in
        defer { isClosed = true }
        return !isClosed
      }
      if isFirst { end(session) }
    }
  }
}
