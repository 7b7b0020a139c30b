import Foundation
package import PhotoSearch

/// The transports of a run. Those of the network share one pool of connections, and each kind of
/// request has limits of its own; or a recording answers in place of the network
package struct RequestLayers: Sendable {
  /// The transport for pages and single photos, with cache and retries
  package let services: any HTTPTransport
  /// The transport for pictures, without retries, because downloads continue where they stopped
  package let pictures: any StreamingTransport
  /// The transport for notices to services, whose answer doesn't matter; nil in a replay
  package let notices: (any HTTPTransport)?
  private let live: LiveTransport?

  /// Most bytes of a picture in a run that is recorded, which is kept in memory
  private static let recordedPicture = 100_000_000
  /// Most time for a notice; short, because the program waits for it before it ends
  private static let noticeTime = Duration.seconds(5)

  /// - Parameters:
  ///   - source: the services, or a recording, to which nothing else applies
  ///   - mode: when the cache answers
  ///   - timeout: for one try of a request
  ///   - isRecorded: whether the run is recorded
  ///   - log: knows the providers and the keys in use; each try is logged
  ///   - budget: counts requests for pages and photos; nil for no limit
  ///   - folders: where the cache and the quotas are stored
  package init(
    _ source: AnswerSource, _ mode: CachingTransport.Mode, timeout: Duration, isRecorded: Bool,
    log: RequestLog, budget: RequestBudget?, folders: Folders
  ) {
    if case .recording(let recording) = source {
      (services, pictures) = (recording, WholeBodies { try await recording.send($0) })
      (notices, live) = (nil, nil)
      return
    }
    let (registry, redaction) = (log.registry, log.redaction)
    let live = LiveTransport(for: registry.apis, timeout: timeout, redaction: redaction)
    self.live = live
    let account = OpenverseAccount(
      TryTransport.around(live, log), for: registry.providers, tokens: TokenFile(in: folders.cache))
    let retrying = RetryingTransport(
      budget.map { BudgetedTransport(account, registry: registry, budget: $0) } ?? account,
      verdict: { registry.verdict(on: $1, to: $0) })
    services = CachingTransport(
      QuotaGate(
        retrying, registry: registry, file: QuotaFile(folders.quotas), asksAnyway: mode == .refresh),
      store: ResponseFolder(folders.cache.appending(path: "replies")), mode: mode,
      lifetime: registry.replyLifetime(of:), redaction: redaction)
    // Addresses of pictures come from strangers' rows: they may only lead to the internet or APIs.
    let apiOrigins = (source.apiOrigins(of: registry.providers) ?? [:]).values
    let strange = live.limited(toInternetAnd: apiOrigins.reduce(into: []) { $0.formUnion($1) })
    pictures = strange.limited {
      $0.body = isRecorded ? Self.recordedPicture : PictureFolder.maxPictureBytes
    }
    let brief = strange.limited { $0.timeout = min($0.timeout, Self.noticeTime) }
    notices = RetryingTransport(
      TryTransport.around(brief, log), verdict: { registry.verdict(on: $1, to: $0) },
      budget: Self.noticeTime)
  }

  /// Ends requests under way and closes the connections
  package func close() { live?.close() }
}

/// Prints a line for each request, without keys
package struct RequestLog: Sendable {
  package let registry: ProviderRegistry
  fileprivate let redaction: Redaction
  fileprivate let print: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - redaction: knows the keys in use
  ///   - print: prints a line; nil to print nothing
  package init(
    _ registry: ProviderRegistry, _ redaction: Redaction, print: (@Sendable (String) -> Void)?
  ) {
    self.registry = registry
    self.redaction = redaction
    self.print = print
  }

  /// - Parameters:
  ///   - response: nil without a reply
  ///   - provider: the provider that was asked, if known
  ///   - start: when the request was sent
  package func say(
    _ request: WebRequest, _ response: WebReply?, of provider: (any PhotoProvider)?,
    since start: ContinuousClock.Instant
  ) {
    guard let print else { return }
    let name = provider?.id.rawValue ?? request.url.host ?? ""
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    let outcome = response.map { response in
      let quota = response.source == .network ? provider?.quota(in: response) : nil
      let left = quota.map { ", \($0.remaining) left" } ?? ""
      let bytes = response.body.count + response.streamedBytes
      return "\(response.status), \(bytes) bytes, \(response.source.rawValue)\(left)"
    }
    let url = redaction.url(request.url)
    print("\(name): \(outcome ?? "no answer"), \(milliseconds) ms: \(url)")
  }
}

/// Observes every try of a request over the network, so that each retry has a line
package struct TryTransport: StreamingTransport {
  private let wrapped: any StreamingTransport
  private let log: RequestLog

  /// A transport that is observed if the log prints anything
  package static func around(
    _ transport: any StreamingTransport, _ log: RequestLog
  ) -> any StreamingTransport {
    log.print == nil ? transport : TryTransport(wrapped: transport, log: log)
  }

  package func send(_ request: WebRequest) async throws -> WebReply {
    try await logged(request, of: log.registry.provider(of: request.url)) {
      try await wrapped.send(request)
    }
  }

  /// Sends a request for a picture, whose host stands in the line
  package func send(_ request: WebRequest, to receiver: any BodyReceiver) async throws -> WebReply {
    try await logged(request, of: nil) { try await wrapped.send(request, to: receiver) }
  }

  private func logged(
    _ request: WebRequest, of provider: (any PhotoProvider)?, _ body: () async throws -> WebReply
  ) async throws -> WebReply {
    let start = ContinuousClock.now
    do {
      let response = try await body()
      log.say(request, response, of: provider, since: start)
      return response
    } catch {
      log.say(request, nil, of: provider, since: start)
      throw error
    }
  }
}
