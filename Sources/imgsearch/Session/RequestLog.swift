import Foundation
import PhotoDisplay
import PhotoSearch
import Synchronization
import Terminal

/// Prints a line for each request with `--verbose`, without keys
struct RequestLog: Sendable {
  private let redaction: Redaction
  private let console: Console

  /// A log if the options ask for one, else nil
  init?(_ options: RequestOptions, redaction: Redaction, console: Console) {
    guard options.isVerbose else { return nil }
    (self.redaction, self.console) = (redaction, console)
  }

  /// - Parameters:
  ///   - response: nil without a reply
  ///   - provider: the provider that was asked, if known
  ///   - received: bytes of the reply that are not in its body, as they were passed on
  ///   - start: when the request was sent
  func say(
    _ request: WebRequest, _ response: WebReply?, of provider: (any PhotoProvider)?,
    received: Int = 0, since start: ContinuousClock.Instant
  ) {
    let name = provider?.id.rawValue ?? request.url.host ?? ""
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    let outcome = response.map { response in
      let quota = response.source == .network ? provider?.quota(in: response) : nil
      let left = quota.map { ", \($0.remaining) left" } ?? ""
      let bytes = response.body.count + received
      return "\(response.status), \(bytes) bytes, \(response.source.rawValue)\(left)"
    }
    let url = redaction.url(request.url)
    console.note("\(name): \(outcome ?? "no answer"), \(milliseconds) ms: \(url)")
  }
}

/// Observes every try of a request over the network, so that each retry has a line
struct TryTransport: StreamingTransport {
  let wrapped: any StreamingTransport
  let registry: ProviderRegistry
  let log: RequestLog?

  func send(_ request: WebRequest) async throws -> WebReply {
    try await logged(request, of: registry.provider(of: request.url)) {
      try await wrapped.send(request)
    }
  }

  /// Sends a request for a picture, whose host stands in the line
  func send(
    _ request: WebRequest, to receiver: any BodyReceiver
  ) async throws -> WebReply {
    let counter = Counter(receiver: receiver)
    return try await logged(request, of: nil, counter) {
      try await wrapped.send(request, to: log == nil ? receiver : counter)
    }
  }

  private func logged(
    _ request: WebRequest, of provider: (any PhotoProvider)?, _ counter: Counter? = nil,
    _ body: () async throws -> WebReply
  ) async throws -> WebReply {
    let start = ContinuousClock.now
    do {
      let response = try await body()
      log?.say(request, response, of: provider, received: counter?.count ?? 0, since: start)
      return response
    } catch {
      log?.say(request, nil, of: provider, since: start)
      throw error
    }
  }

  /// Counts the bytes that it passes on
  private final class Counter: BodyReceiver {
    private let receiver: any BodyReceiver
    private let total = Atomic(0)

    init(receiver: any BodyReceiver) { self.receiver = receiver }

    var count: Int { total.load(ordering: .relaxed) }

    func takes(_ head: WebReply) throws -> Bool { try receiver.takes(head) }

    func take(_ bytes: Data) throws {
      total.add(bytes.count, ordering: .relaxed)
      try receiver.take(bytes)
    }
  }
}

/// Observes every request: counts where answers come from, notes quotas, and shows on the terminal
/// which providers are waited for. With `--verbose` it also prints a line for answers that didn't
/// need the network; others are printed elsewhere
final class ObservingTransport: HTTPTransport {
  private struct Seen {
    var answers: [WebReply.Source: Int] = [:]
    var quotas: [String: Quota] = [:]
  }

  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let log: RequestLog?
  private let waiting: ProgressLine?
  private let logsTries: Bool
  private let seen = Mutex(Seen())

  /// - Parameters:
  ///   - log: nil to print nothing
  ///   - logsTries: whether requests to the network are printed already
  ///   - waiting: nil if nobody sees it
  init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, log: RequestLog?, logsTries: Bool,
    waiting: ProgressLine? = nil
  ) {
    (self.wrapped, self.registry, self.log) = (wrapped, registry, log)
    (self.logsTries, self.waiting) = (logsTries, waiting)
  }

  /// Answers from the cache
  var cached: Int { seen.withLock { $0.answers[.cache] ?? 0 } }

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
        seen.answers[response.source, default: 0] += 1
        if let quota, let provider { seen.quotas[provider.profile.service] = quota }
      }
      if response.source != .network { log?.say(request, response, of: provider, since: start) }
      return response
    } catch let error as TransportError where !logsTries || error.isMiss {
      log?.say(request, nil, of: provider, since: start)
      throw error
    }
  }
}
