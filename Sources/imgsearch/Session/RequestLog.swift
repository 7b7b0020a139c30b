import Foundation
import PhotoSearch
import Synchronization
import Terminal

/// What `--verbose` says: a line for each request, without keys
struct RequestLog: Sendable {
  private let redaction: Redaction
  private let console: Console

  init(redaction: Redaction, console: Console) {
    self.redaction = redaction
    self.console = console
  }

  /// - Parameters:
  ///   - name: who was asked
  ///   - outcome: what came
  ///   - start: when it was asked
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
  ///   - response: nil when there is none
  ///   - provider: who was asked, when that is known
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

/// Looks at every request: counts where answers come from, notes quotas, tells the terminal who is
/// waited for, and with `--verbose` says a line of each that the network was not asked for, which
/// has its own
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
  ///   - log: nil when nothing is to be said
  ///   - logsTries: whether what goes over the network has its lines already
  ///   - waiting: nil when nobody sees it
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

  /// Answers that came out of the cache
  var cached: Int { seen.withLock { $0.answers[.cache] ?? 0 } }

  /// What services said is left, by their names, as far as they were asked over the network
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

/// Looks at every try of a request over the network: of what is asked again after a fault, each has
/// its line
struct TryTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let log: RequestLog?

  /// - Parameter log: nil when nothing is to be said
  init(_ wrapped: any HTTPTransport, registry: ProviderRegistry, log: RequestLog?) {
    self.wrapped = wrapped
    self.registry = registry
    self.log = log
  }

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
  /// Whether the network was not to be asked
  fileprivate var isMiss: Bool {
    switch self {
    case .notRecorded, .notCached: true
    default: false
    }
  }
}

/// Looks at requests for pictures for `--verbose`: each of them, also those that are sent again
struct LoggingPictureTransport: StreamingTransport {
  private let wrapped: any StreamingTransport
  private let log: RequestLog

  init(_ wrapped: any StreamingTransport, log: RequestLog) {
    self.wrapped = wrapped
    self.log = log
  }

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

  /// Counts what it hands on
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
