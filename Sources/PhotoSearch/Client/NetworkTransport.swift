import Foundation
import Platform
import Synchronization

/// The network as an app needs it: with a cache, retries, and each service's own rules
///
/// Replies are cached for an hour, or as long as the service's terms ask. Temporary faults are
/// retried for at most 30 seconds in all. At most six requests at a time go to one host, and one at
/// a time to Wikimedia. A key is only sent to its own service.
public struct NetworkTransport: HTTPTransport {
  private let layers: any HTTPTransport

  /// - Parameters:
  ///   - services: the services to ask
  ///   - application: see ``PhotoClient/init(application:providers:transport:)``
  ///   - cache: keeps replies; nil for no cache
  ///   - timeout: for one try of a request
  public init(
    for services: [PhotoService], application: String,
    cache: (any ResponseStore)? = MemoryResponseStore(), timeout: Duration = .seconds(20)
  ) {
    self.init(
      for: services.flatMap { $0.providers(for: application) }, application: application,
      cache: cache, timeout: timeout)
  }

  init(
    for providers: [any PhotoProvider], application: String,
    cache: (any ResponseStore)? = MemoryResponseStore(), timeout: Duration = .seconds(20)
  ) {
    let registry = ProviderRegistry(providers)
    let redaction = registry.redaction
    let live = LiveTransport(
      for: registry.apis, timeout: timeout, userAgent: UserAgent.text(of: application),
      redaction: redaction)
    let carrier = OpenverseAccount(live, for: providers, tokens: MemoryTokenStore())
    let retrying = RetryingTransport(carrier, verdict: { registry.verdict(on: $1, to: $0) })
    layers =
      cache.map { store in
        CachingTransport(
          retrying, store: store, lifetime: registry.replyLifetime(of:), redaction: redaction)
      } ?? retrying
  }

  /// - Throws: ``TransportError`` without a reply, `CancellationError` when cancelled.
  public func send(_ request: WebRequest) async throws -> WebReply {
    try await layers.send(request)
  }
}

/// Keeps replies in memory for as long as the app runs
public final class MemoryResponseStore: ResponseStore {
  private let replies: Mutex<LRUCache<String, WebReply>>

  /// - Parameter limit: bytes of all bodies; the least recently used replies are dropped first
  public init(limit: Int = 32_000_000) { replies = Mutex(LRUCache(limit: .max, maxBytes: limit)) }

  public func response(named name: String) -> WebReply? { replies.withLock { $0.value(name) } }

  public func keep(_ response: WebReply, named name: String) {
    var response = response
    (response.verdict, response.whenRead) = (nil, nil)
    replies.withLock { [response] in $0.store(response, as: name, bytes: response.body.count) }
  }
}
