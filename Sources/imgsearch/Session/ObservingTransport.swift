import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Synchronization

/// Observes every request: counts answers from the cache, notes quotas, and shows on the terminal
/// which providers are waited for. With `--verbose` it also prints a line for answers that didn't
/// need the network; others are printed elsewhere
final class ObservingTransport: HTTPTransport {
  private struct Observed {
    var cached = 0
    var quotas: [String: Quota] = [:]
  }

  private let wrapped: any HTTPTransport
  private let log: RequestLog
  private let progress: ProgressLine?
  private let logsTries: Bool
  private let observed = Mutex(Observed())

  /// - Parameters:
  ///   - logsTries: whether requests to the network are printed already
  ///   - progress: nil if nobody sees it
  init(
    _ wrapped: any HTTPTransport, log: RequestLog, logsTries: Bool, progress: ProgressLine?
  ) {
    self.wrapped = wrapped
    self.log = log
    self.logsTries = logsTries
    self.progress = progress
  }

  /// Answers from the cache
  var cached: Int { observed.withLock { $0.cached } }

  /// The latest quotas by service, as told in replies from the network
  var quotas: [String: Quota] { observed.withLock { $0.quotas } }

  func send(_ request: WebRequest) async throws -> WebReply {
    let start = ContinuousClock.now
    let provider = log.registry.provider(of: request.url)
    if let provider { progress?.began(provider.id) }
    var hasFailed = true
    defer { if let provider { progress?.ended(provider.id, failed: hasFailed) } }
    do {
      let response = try await wrapped.send(request)
      hasFailed = response.status >= 400
      let quota = response.source == .network ? provider?.quota(in: response) : nil
      observed.withLock { observed in
        if response.source == .cache { observed.cached += 1 }
        if let quota, let provider { observed.quotas[provider.profile.service] = quota }
      }
      if response.source != .network { log.say(request, response, of: provider, since: start) }
      return response
    } catch let error as TransportError where !logsTries || error.isMiss {
      log.say(request, nil, of: provider, since: start)
      throw error
    }
  }
}
