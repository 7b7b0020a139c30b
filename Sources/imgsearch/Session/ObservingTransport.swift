import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Synchronization

/// Observes every request: counts answers from the cache, notes quotas, and shows on the terminal
/// which providers are waited for. With `--verbose` it also prints a line for answers that didn't
/// need the network; others are printed elsewhere
final class ObservingTransport: HTTPTransport {
  private struct Seen {
    var cached = 0
    var quotas: [String: Quota] = [:]
  }

  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let log: RequestLog
  private let waiting: ProgressLine?
  private let logsTries: Bool
  private let seen = Mutex(Seen())

  /// - Parameters:
  ///   - logsTries: whether requests to the network are printed already
  ///   - waiting: nil if nobody sees it
  init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, log: RequestLog, logsTries: Bool,
    waiting: ProgressLine?
  ) {
    (self.wrapped, self.registry, self.log) = (wrapped, registry, log)
    (self.logsTries, self.waiting) = (logsTries, waiting)
  }

  /// Answers from the cache
  var cached: Int { seen.withLock { $0.cached } }

  /// The latest quotas by service, as told in replies from the network
  var quotas: [String: Quota] { seen.withLock { $0.quotas } }

  func send(_ request: WebRequest) async throws -> WebReply {
    let start = ContinuousClock.now
    let provider = registry.provider(of: request.url)
    if let provider { waiting?.began(provider.id) }
    var hasFailed = true
    defer { if let provider { waiting?.ended(provider.id, failed: hasFailed) } }
    do {
      let response = try await wrapped.send(request)
      hasFailed = response.status >= 400
      let quota = response.source == .network ? provider?.quota(in: response) : nil
      seen.withLock { seen in
        if response.source == .cache { seen.cached += 1 }
        if let quota, let provider { seen.quotas[provider.profile.service] = quota }
      }
      if response.source != .network { log.say(request, response, of: provider, since: start) }
      return response
    } catch let error as TransportError where !logsTries || error.isMiss {
      log.say(request, nil, of: provider, since: start)
      throw error
    }
  }
}
