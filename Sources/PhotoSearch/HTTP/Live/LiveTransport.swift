package import Foundation
import Synchronization

/// The network: https requests, and plain http to this machine and to addresses the user allows
///
/// libcurl on Linux, URLSession on Apple's systems. There is one connection pool until ``close()``
/// or the end of the transport, with HTTP/2 where a service offers it. The cost of a reply is
/// limited: its bytes after decoding, its time by our own clock, its redirects.
package struct LiveTransport: StreamingTransport {
  /// Limits of a request
  package struct Limits: Sendable {
    /// Time for one request with its redirects, without the wait for a free slot
    ///
    /// A picture that is written to a file gets this time again whenever at least 800 bytes a
    /// second, and no less than 16 KB, have come in it.
    package var timeout: Duration = .seconds(20)
    /// Most bytes of a body, after decoding
    package var body = 32_000_000
    /// Most requests at a time to one host
    package var requestsPerHost = 6
    /// Exceptions for some hosts, by name, or by name and port (`127.0.0.1:8080`)
    package var requestsByHost: [String: Int] = [:]

    package init() {}
  }

  private var limits: Limits
  private let userAgent: String
  private let plain: Set<Origin>
  private var boundary = NetworkBoundary()
  private let redaction: Redaction
  private let clock: any Clock<Duration>
  private let network: Network

  /// Connections shared by transports with different limits; closed with the last of these
  private final class Network: Sendable {
    let slots: RequestSlots
    let connections: Connections

    init(slots: RequestSlots, connections: Connections) {
      self.slots = slots
      self.connections = connections
    }

    deinit { connections.close() }
  }

  /// - Parameters:
  ///   - limits: limits of a request
  ///   - userAgent: for requests without one; nil for this library's
  ///   - plain: addresses that may be asked over plain http although they aren't this machine:
  ///     those of services that the user runs
  ///   - redaction: knows the keys in use, and where requests carry them: it removes them from
  ///     replies, and no request may carry one to another service
  ///   - environment: on Linux, `https_proxy` and `no_proxy` may name a proxy for https, and
  ///     `SSL_CERT_FILE` certificates in place of the system's; Apple's systems have settings for
  ///     them
  ///   - clock: measures the timeout
  package init(
    limits: Limits = Limits(), userAgent: String? = nil,
    plain: [URL] = [], redaction: Redaction = Redaction(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.limits = limits
    self.userAgent = userAgent ?? UserAgent.text
    self.clock = clock
    self.plain = Set(plain.map { Origin($0) })
    self.redaction = redaction
    network = Network(
      slots: RequestSlots(atOnce: limits.requestsPerHost, byHost: limits.requestsByHost),
      connections: Connections(environment: environment))
  }

  /// A transport for the APIs of some services, with the limits of each
  ///
  /// - Parameters:
  ///   - apis: their addresses, and how many requests at a time each allows
  ///   - timeout: for one try of a request
  ///   - userAgent: for requests without one; nil for this library's
  ///   - redaction: knows the keys in use, and where requests to these APIs carry them
  package init(
    for apis: [APIDescription], timeout: Duration, userAgent: String? = nil, redaction: Redaction
  ) {
    var limits = Limits()
    limits.timeout = timeout
    for api in apis { limits.requestsByHost.merge(api.requestsAtOnce) { $1 } }
    self.init(limits: limits, userAgent: userAgent, plain: apis.map(\.base), redaction: redaction)
  }

  /// The library that sends requests, e.g. `libcurl 7.88.1, OpenSSL/3.0.17`; nil if it is missing
  package static var library: String? { Connections.library }

  /// A transport over the same connections with other limits
  ///
  /// - Parameter change: sets time, bytes and redirects; the number of requests at a time to one
  ///   host stays the same for all.
  package func limited(_ change: (inout Limits) -> Void) -> LiveTransport {
    var copy = self
    change(&copy.limits)
    return copy
  }

  /// A transport over the same connections for addresses from outside: this machine and private
  /// networks can only be reached at these origins, whatever a name leads to
  ///
  /// Behind a proxy, and on Apple's systems, hosts are judged by their names alone.
  package func limited(toInternetAnd own: Set<Origin>) -> LiveTransport {
    var copy = self
    copy.boundary.own = own
    return copy
  }

  /// Ends all requests under way and closes the connections, also for other transports that share
  /// them; later requests fail as unreachable
  package func close() { network.connections.close() }

  package func send(_ request: WebRequest) async throws -> WebReply {
    try await send(request, receiver: nil)
  }

  package func send(_ request: WebRequest, to receiver: any BodyReceiver) async throws -> WebReply {
    try await send(request, receiver: receiver)
  }

  private func send(_ request: WebRequest, receiver: (any BodyReceiver)?) async throws -> WebReply {
    var request = request
    if request.headers["User-Agent"] == nil { request.headers["User-Agent"] = userAgent }
    try Origin.check(request.url, plain: plain)
    var left = limits.timeout
    var followed = 0
    let first = Origin(request.url)
    let redirects = RedirectRule(keyParameters: redaction.keyParameters)
    while true {
      guard !redaction.misdirectsKey(in: request) else {
        throw TransportError.forbidden(
          address: redaction.origin(of: request.url), reason: "the key would go to another host")
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

  /// The reply to one request, and how long it took once the request was sent
  private func answer(
    to request: WebRequest, isLimited: Bool, _ receiver: (any BodyReceiver)?,
    within limit: Duration
  ) async throws -> (response: WebReply, spent: Duration) {
    var response: WebReply?
    let paced = receiver.map { PacedReceiver($0, within: limits.timeout) }
    let spent = try await network.slots.withTurn(at: Origin(request.url)) {
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

/// Passes a body on, and notices when it stops coming
private final class PacedReceiver: BodyReceiver {
  /// Bytes that must come within a period: a byte now and then would hold a connection for ever
  private let minBytes: Int
  private let receiver: any BodyReceiver
  /// Bytes since ``hasProgressed()`` was last called
  private let count = Atomic(0)

  /// - Parameter time: the length of a period
  init(_ receiver: any BodyReceiver, within time: Duration) {
    self.receiver = receiver
    minBytes = max(16_000, Int(min(800 * (time / .seconds(1)), 1e9)))
  }

  /// Whether enough bytes have come since the last call
  func hasProgressed() -> Bool { count.exchange(0, ordering: .relaxed) >= minBytes }

  func accepts(_ head: WebReply) throws -> Bool { try receiver.accepts(head) }

  func receive(_ bytes: Data) throws {
    count.add(bytes.count, ordering: .relaxed)
    try receiver.receive(bytes)
  }
}
