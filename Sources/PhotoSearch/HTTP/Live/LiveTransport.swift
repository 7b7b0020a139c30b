package import Foundation
import Synchronization

/// The network: requests over https, and over plain http to this machine and where somebody wants it
///
/// libcurl on Linux, URLSession on Apple's systems. One connection pool, for as long as the
/// transport is there or until ``close()``; HTTP/2 where a service offers it. What a reply
/// may cost is bounded: its bytes after decoding, its time by our own clock, its redirects.
package final class LiveTransport: HTTPTransport {
  /// What a request may cost
  package struct Limits: Sendable {
    /// For all of a request, redirects too; the wait for its turn does not count
    ///
    /// A picture on its way to a file has it anew for as long as 800 bytes a second come in it, and
    /// no less than 16 KB.
    package var timeout: Duration = .seconds(20)
    /// Bytes of a body, after decoding
    package var body = 32_000_000
    /// How many redirects are followed
    package var redirects = 5
    /// Requests at a time to one host
    package var requestsPerHost = 6
    /// Other numbers for some hosts, by name, or by name and port (`127.0.0.1:8080`)
    package var requestsByHost: [String: Int] = [:]

    package init() {}
  }

  private let limits: Limits
  private let userAgent: String
  private let redirects: RedirectRule
  private let plain: Set<Origin>
  private let boundary: NetworkBoundary
  private let redaction: Redaction
  private let clock: any Clock<Duration>
  private let network: Network

  /// What transports of different limits share; closed when the last of them is gone
  private final class Network: Sendable {
    let turns: RequestSlots
    let connections: any Connections

    init(turns: RequestSlots, connections: any Connections) {
      (self.turns, self.connections) = (turns, connections)
    }

    deinit { connections.close() }
  }

  /// - Parameters:
  ///   - limits: what a request may cost
  ///   - userAgent: for the requests that bring none; nil for that of this library
  ///   - plain: addresses whose hosts may be asked over plain http, though they aren't this machine:
  ///     those of services of one's own
  ///   - keyParameters: query parameters, in lower case, that never go to another host, beside
  ///     those that are known to carry keys
  ///   - redaction: knows the keys in use: no reply has one in it, and no request takes one to where
  ///     it doesn't belong
  ///   - environment: on Linux, where `https_proxy` and `no_proxy` may name a proxy for https, and
  ///     `SSL_CERT_FILE` certificates in place of the system's; on Apple's systems, settings do
  ///   - clock: what the timeout is measured by
  package init(
    limits: Limits = Limits(), userAgent: String? = nil,
    plain: [URL] = [], keyParameters: Set<String> = [], redaction: Redaction = Redaction(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.limits = limits
    self.userAgent = userAgent ?? UserAgent.text
    self.clock = clock
    self.plain = Set(plain.map { Origin($0) })
    boundary = NetworkBoundary()
    self.redaction = redaction
    redirects = RedirectRule(
      limit: limits.redirects, keyParameters: keyParameters.union(Redaction.parameters))
    #if os(Linux)
      let connections = CurlConnections(environment: environment)
    #else
      let connections = SessionConnections(environment: environment)
    #endif
    network = Network(
      turns: RequestSlots(atOnce: limits.requestsPerHost, byHost: limits.requestsByHost),
      connections: connections)
  }

  /// For the APIs of some services, each by its own rules
  ///
  /// - Parameters:
  ///   - apis: where they are, and how many requests each takes at a time
  ///   - timeout: for one try of a request
  ///   - userAgent: for the requests that bring none; nil for that of this library
  ///   - redaction: knows the keys in use
  package convenience init(
    for apis: [APIDescription], timeout: Duration, userAgent: String? = nil, redaction: Redaction
  ) {
    var limits = Limits()
    limits.timeout = timeout
    for api in apis { limits.requestsByHost.merge(api.requestsAtOnce) { $1 } }
    self.init(
      limits: limits, userAgent: userAgent, plain: apis.map(\.base),
      keyParameters: Set(apis.compactMap { $0.key?.parameter?.lowercased() }),
      redaction: redaction)
  }

  /// What carries requests here, such as `libcurl 7.88.1, OpenSSL/3.0.17`; nil where it is missing
  package static var library: String? {
    #if os(Linux)
      CurlLibrary.version
    #else
      "URLSession"
    #endif
  }

  /// The same connections under other limits
  ///
  /// - Parameter change: of the time, the bytes and the redirects; what goes to one host at a time
  ///   stays as it is for all.
  package func limited(_ change: (inout Limits) -> Void) -> LiveTransport {
    var limits = limits
    change(&limits)
    return LiveTransport(limits, boundary, like: self)
  }

  /// The same connections for addresses that strangers name: this machine and private networks are
  /// only asked at these places, whatever a name leads to
  ///
  /// Behind a proxy, and on Apple's systems, hosts are judged by their names alone.
  package func limited(toInternetAnd own: Set<Origin>) -> LiveTransport {
    LiveTransport(limits, NetworkBoundary(own: own), like: self)
  }

  private init(_ limits: Limits, _ boundary: NetworkBoundary, like other: LiveTransport) {
    self.limits = limits
    self.boundary = boundary
    userAgent = other.userAgent
    plain = other.plain
    clock = other.clock
    redirects = other.redirects.upTo(limits.redirects)
    redaction = other.redaction
    network = other.network
  }

  /// Ends what is under way and closes all connections, also those of transports with which they
  /// are shared; later requests are unreachable
  package func close() {
    network.connections.close()
  }

  package func send(_ request: WebRequest) async throws -> WebReply {
    try await send(request, receiver: nil)
  }

  private func send(
    _ request: WebRequest, receiver: (any BodyReceiver)?
  ) async throws -> WebReply {
    var request = request
    if request.headers["User-Agent"] == nil { request.headers["User-Agent"] = userAgent }
    try Origin.check(request.url, plain: plain)
    var left = limits.timeout
    var followed = 0
    let first = Origin(request.url)
    while true {
      guard !redaction.leads(request) else {
        throw TransportError.forbidden(
          address: redaction.place(of: request.url), reason: "the key would go to another host")
      }
      let isLimited = boundary.isLimited(Origin(request.url), first: first)
      if isLimited { try Origin(request.url).checkPublic() }
      let (response, spent) = try await answer(
        to: request, isLimited: isLimited, receiver, within: left)
      guard let next = try redirects.next(after: response, to: request, followed: followed) else {
        return redaction.reply(response)
      }
      left -= spent
      followed += 1
      request = next
    }
  }

  /// The reply to one request, and how long it took once it was sent
  private func answer(
    to request: WebRequest, isLimited: Bool, _ receiver: (any BodyReceiver)?,
    within limit: Duration
  ) async throws -> (response: WebReply, spent: Duration) {
    var response: WebReply?
    let paced = receiver.map { PacedReceiver($0, within: limits.timeout) }
    let spent = try await network.turns.withTurn(at: Origin(request.url)) {
      try await clock.measure {
        response = try await withTimeLimit(
          limit, clock: clock, isRenewed: { paced?.hasProgressed() ?? false }
        ) { [connections = network.connections, limits] in
          try await connections.response(
            to: request, isLimited: isLimited, receiver: paced, bodyLimit: limits.body)
        }
      }
    }
    guard let response else {
      throw TransportError.timedOut(
        host: request.url.host ?? "", seconds: limits.timeout / .seconds(1))
    }
    return (response, spent)
  }
}

extension LiveTransport: StreamingTransport {
  package func send(
    _ request: WebRequest, to receiver: any BodyReceiver
  ) async throws -> WebReply {
    try await send(request, receiver: receiver)
  }
}

/// Knows whether a body that is handed over still comes
private final class PacedReceiver: BodyReceiver {
  /// Bytes that must come in a while: one byte now and then would keep a connection for ever
  private let minBytes: Int
  private let receiver: any BodyReceiver
  /// Since it was last asked
  private let count = Mutex(0)

  /// - Parameter time: how long a while is
  init(_ receiver: any BodyReceiver, within time: Duration) {
    self.receiver = receiver
    minBytes = max(16_000, Int(min(800 * (time / .seconds(1)), 1e9)))
  }

  /// Whether enough has come since it was last asked
  func hasProgressed() -> Bool {
    count.withLock { count in
      defer { count = 0 }
      return count >= minBytes
    }
  }

  func takes(_ head: WebReply) throws -> Bool { try receiver.takes(head) }

  func take(_ bytes: Data) throws {
    count.withLock { $0 += bytes.count }
    try receiver.take(bytes)
  }
}
