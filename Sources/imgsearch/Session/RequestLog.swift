import Foundation
import PhotoDisplay
import PhotoSearch
import Synchronization
import Terminal

/// Prints a line for each request with `--verbose`, without keys
struct RequestLog: Sendable {
  let redaction: Redaction
  let console: Console

  /// - Parameters:
  ///   - name: the provider or host that was asked
  ///   - outcome: the result in words
  ///   - start: when the request was sent
  func say(
    _ name: String, _ outcome: String, since start: ContinuousClock.Instant, _ url: URL
  ) {
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    console.note("\(name): \(outcome), \(milliseconds) ms: \(redaction.url(url))")
  }

  func say(
    _ name: String, _ response: WebReply, bytes: Int, more: String = "",
    since start: ContinuousClock.Instant, _ url: URL
  ) {
    let outcome = "\(response.status), \(bytes) bytes, \(response.source.rawValue)\(more)"
    say(name, outcome, since: start, url)
  }

  /// - Parameters:
  ///   - response: nil without a reply
  ///   - provider: the provider that was asked, if known
  func say(
    _ request: WebRequest, _ response: WebReply?, of provider: (any PhotoProvider)?,
    since start: ContinuousClock.Instant
  ) {
    let name = provider?.id.rawValue ?? request.url.host ?? ""
    guard let response else { return say(name, "no answer", since: start, request.url) }
    let quota = response.source == .network ? provider?.quota(in: response) : nil
    let left = quota.map { ", \($0.remaining) left" } ?? ""
    say(name, response, bytes: response.body.count, more: left, since: start, request.url)
  }
}

/// Observes every request: counts where answers come from, notes quotas, and shows on the terminal
/// which providers are waited for. With `--verbose` it also prints a line for answers that didn't
/// need the network; others are printed elsewhere
final class LoggingTransport: HTTPTransport {
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
    self.wrapped = wrapped
    self.registry = registry
    self.log = log
    self.waiting = waiting
    self.logsTries = logsTries
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

/// Observes every try of a request over the network, so that each retry has a line
struct TryTransport: HTTPTransport {
  let wrapped: any HTTPTransport
  let registry: ProviderRegistry
  let log: RequestLog?

  func send(_ request: WebRequest) async throws -> WebReply {
    guard let log else { return try await wrapped.send(request) }
    let start = ContinuousClock.now
    let provider = registry.provider(of: request.url)
    do {
      let response = try await wrapped.send(request)
      log.say(request, response, of: provider, since: start)
      return response
    } catch {
      log.say(request, nil, of: provider, since: start)
      throw error
    }
  }
}

extension TransportError {
  /// Whether the reply was missing and the network not allowed
  fileprivate var isMiss: Bool {
    switch self {
    case .notRecorded, .notCached: true
    default: false
    }
  }
}

/// Prints a line for each request for a picture with `--verbose`, including retries
struct LoggingPictureTransport: StreamingTransport {
  let wrapped: any StreamingTransport
  let log: RequestLog

  func send(_ request: WebRequest) async throws -> WebReply {
    try await logged(request) {
      let response = try await wrapped.send(request)
      return (response, response.body.count)
    }
  }

  func send(
    _ request: WebRequest, to receiver: any BodyReceiver
  ) async throws -> WebReply {
    let counter = Counter(receiver)
    return try await logged(request) {
      let response = try await wrapped.send(request, to: counter)
      return (response, response.body.count + counter.count)
    }
  }

  private func logged(
    _ request: WebRequest, _ body: () async throws -> (WebReply, Int)
  ) async throws -> WebReply {
    let (start, host) = (ContinuousClock.now, request.url.host ?? "")
    do {
      let (response, bytes) = try await body()
      log.say(host, response, bytes: bytes, since: start, request.url)
      return response
    } catch {
      log.say(host, "no answer", since: start, request.url)
      throw error
    }
  }

  /// Counts the bytes that it passes on
  private final class Counter: BodyReceiver {
    private let receiver: any BodyReceiver
    private let total = Mutex(0)

    init(_ receiver: any BodyReceiver) {
      self.receiver = receiver
    }

    var count: Int { total.withLock { $0 } }

    func takes(_ head: WebReply) throws -> Bool { try receiver.takes(head) }

    func take(_ bytes: Data) throws {
      total.withLock { $0 += bytes.count }
      try receiver.take(bytes)
    }
  }
}
