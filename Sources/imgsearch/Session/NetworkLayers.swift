import Foundation
import PhotoSearch
import PhotoStorage

/// What carries a run's requests over the network: over one pool of connections, each kind of
/// request under limits of its own
struct NetworkLayers {
  /// For pages and single photos: cached, and asked again where that may help
  let services: any HTTPTransport
  /// For pictures, which know best themselves what to ask for again
  let pictures: LiveTransport
  /// The same for a recording, which holds them in memory
  let recordedPictures: LiveTransport
  /// For short calls whose answer does not matter
  let notices: any HTTPTransport
  private let live: LiveTransport

  /// Bytes of a picture that is recorded
  private static let recordedPicture = 100_000_000
  /// The program ends only after a notice has, so that doesn't take long
  private static let noticeTime = Duration.seconds(5)

  /// - Parameters:
  ///   - keys: the variables of the keys and addresses that are set
  ///   - redaction: knows the keys in use
  ///   - log: told of each try; nil when nothing is to be said
  ///   - budget: counts the tries of requests for pages and photos; nil where nothing limits them
  ///   - folders: where the cache is, and what services said of their quotas
  init(
    _ options: RequestOptions, registry: ProviderRegistry, keys: Set<String>, redaction: Redaction,
    log: RequestLog?,
    budget: RequestBudget? = nil, folders: Folders
  ) {
    live = LiveTransport(for: registry.apis, timeout: options.timeout, redaction: redaction)
    let verdict = { @Sendable (request: WebRequest, reply: WebReply) in
      registry.verdict(on: reply, to: request)
    }
    let tries = TryTransport(live, registry: registry, log: log)
    let retrying = RetryingTransport(
      budget.map { BudgetedTransport(tries, registry: registry, budget: $0) } ?? tries,
      verdict: verdict)
    services = CachingTransport(
      QuotaGate(
        retrying, registry: registry, file: QuotaFile(folders.quotas),
        asksAnyway: options.isRefreshing),
      store: ResponseFolder(folders.cache.appending(path: "replies")),
      mode: options.isOffline ? .offline : options.isRefreshing ? .refresh : .fresh,
      lifetime: registry.replyLifetime(of:),
      redaction: redaction)
    // Addresses of pictures come from strangers' rows: they lead to the internet, or to where the
    // APIs are.
    let apiOrigins = registry.apiOrigins(keys: keys).values
    let strange = live.limited(toInternetAnd: apiOrigins.reduce(into: []) { $0.formUnion($1) })
    pictures = strange.limited { $0.body = PictureFolder.maxPictureBytes }
    recordedPictures = strange.limited { $0.body = Self.recordedPicture }
    let brief = strange.limited { $0.timeout = min($0.timeout, Self.noticeTime) }
    notices = RetryingTransport(
      TryTransport(brief, registry: registry, log: log), verdict: verdict,
      budget: Self.noticeTime)
  }

  /// Ends what is under way and gives the connections back
  func close() {
    live.close()
  }
}
