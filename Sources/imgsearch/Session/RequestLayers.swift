import Foundation
import PhotoSearch
import PhotoStorage

/// The transports of a run. Those of the network share one pool of connections, and each kind of
/// request has limits of its own; or a recording answers in place of the network
struct RequestLayers {
  /// The transport for pages and single photos, with cache and retries
  let services: any HTTPTransport
  /// The transport for pictures, without retries, because downloads continue where they stopped
  let pictures: any StreamingTransport
  /// The transport for pictures of a run that is recorded, which are kept in memory
  let recordedPictures: any StreamingTransport
  /// The transport for notices to services, whose answer doesn't matter; nil in a replay
  let notices: (any HTTPTransport)?
  private let live: LiveTransport?

  /// Most bytes of a recorded picture
  private static let recordedPicture = 100_000_000
  /// Most time for a notice; short, because the program waits for it before it ends
  private static let noticeTime = Duration.seconds(5)

  init(replaying recording: ReplayTransport) {
    services = recording
    (pictures, recordedPictures) = (WholeBodies(recording), WholeBodies(recording))
    (notices, live) = (nil, nil)
  }

  /// - Parameters:
  ///   - keys: the variables of the keys and addresses that are set
  ///   - redaction: knows the keys in use
  ///   - log: prints each try; nil to print nothing
  ///   - budget: counts requests for pages and photos; nil for no limit
  ///   - folders: where the cache and the quotas are stored
  init(
    _ options: RequestOptions, registry: ProviderRegistry, keys: Set<String>, redaction: Redaction,
    log: RequestLog?, budget: RequestBudget?, folders: Folders
  ) {
    let live = LiveTransport(for: registry.apis, timeout: options.timeout, redaction: redaction)
    self.live = live
    let verdict = { @Sendable (request: WebRequest, reply: WebReply) in
      registry.verdict(on: reply, to: request)
    }
    let tries = OpenverseAccount(
      TryTransport(wrapped: live, registry: registry, log: log), for: registry.providers,
      store: TokenFile(in: folders.cache))
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
    // Addresses of pictures come from strangers' rows: they may only lead to the internet or APIs.
    let apiOrigins = registry.apiOrigins(keys: keys).values
    let strange = live.limited(toInternetAnd: apiOrigins.reduce(into: []) { $0.formUnion($1) })
    pictures = strange.limited { $0.body = PictureFolder.maxPictureBytes }
    recordedPictures = strange.limited { $0.body = Self.recordedPicture }
    let brief = strange.limited { $0.timeout = min($0.timeout, Self.noticeTime) }
    notices = RetryingTransport(
      TryTransport(wrapped: brief, registry: registry, log: log), verdict: verdict,
      budget: Self.noticeTime)
  }

  /// Ends requests under way and closes the connections
  func close() {
    live?.close()
  }
}
