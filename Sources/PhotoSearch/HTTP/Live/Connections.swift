internal import Foundation
internal import Platform
internal import Synchronization

/// Network connections: libcurl on Linux, URLSession on Apple's systems
///
/// Requests are sent as they are. Redirects aren't followed, and nothing but connections is kept:
/// no cache, no cookies, no passwords. There are no timeouts: the caller cancels when it has waited
/// long enough. An exchange may be cancelled before its start and after its end.
#if os(Linux)
  typealias Connections = CurlConnections
#else
  typealias Connections = SessionConnections
#endif

extension Connections {
  /// Sends a request and waits for the reply
  ///
  /// - Parameters:
  ///   - isLimited: whether only a host on the internet may be asked
  ///   - receiver: is offered the body piece by piece; a body that it declines comes with the reply
  ///   - bodyLimit: most bytes of the body, after decoding
  /// - Throws: `TransportError`, `CancellationError`, and what the receiver throws.
  func response(
    to request: WebRequest, isLimited: Bool, receiver: (any BodyReceiver)?, bodyLimit: Int
  ) async throws -> WebReply {
    try Task.checkCancellation()
    let exchange = Exchange(host: request.url.host ?? "", isLimited: isLimited)
    start(request, exchange)
    do {
      return try await reply(in: exchange, to: receiver, bodyLimit: bodyLimit)
    } catch {
      cancel(exchange)
      throw error
    }
  }

  private func reply(
    in exchange: Exchange, to receiver: (any BodyReceiver)?, bodyLimit: Int
  ) async throws -> WebReply {
    // The head takes its place, as it comes first.
    var reply = WebReply(status: 0)
    var isTaken = false
    var count = 0
    for try await part in exchange.parts {
      try Task.checkCancellation()
      switch part {
      case .head(let head):
        reply = head
        isTaken = try receiver?.takes(head) ?? false
      case .bytes(let bytes):
        count += bytes.count
        guard count <= bodyLimit else {
          throw TransportError.tooLarge(host: exchange.host, limit: bodyLimit)
        }
        if isTaken { try receiver?.take(bytes) } else { reply.body += bytes }
        // A body that the receiver declined is an error message, so a short limit will do.
        if receiver != nil, !isTaken, count > Self.wordsLimit {
          cancel(exchange)
          reply.body.removeLast(count - Self.wordsLimit)
          return reply
        }
        if exchange.hasRoom(afterTaking: bytes.count) { resume(exchange) }
      }
    }
    try Task.checkCancellation()
    return reply
  }

  private static var wordsLimit: Int { 1_000_000 }
}

/// Limits the number of requests at a time to each host; further ones wait in line
package final class RequestSlots: Sendable {
  private let atOnce: Int
  private let byHost: [String: Int]
  private let slots = Mutex<[String: AsyncSemaphore]>([:])

  /// - Parameter byHost: exceptions for some hosts, by `host` or `host:port`
  package init(atOnce: Int, byHost: [String: Int] = [:]) {
    self.atOnce = atOnce
    self.byHost = byHost
  }

  /// Runs a body once there is a free slot, see ``AsyncSemaphore/withTurn(_:)``
  package func withTurn<T>(at origin: Origin, _ body: () async throws -> T) async throws -> T {
    try await slots(at: origin).withTurn(body)
  }

  /// How many requests wait in line
  package func waiting(at origin: Origin) -> Int { slots(at: origin).waiting }

  private func slots(at origin: Origin) -> AsyncSemaphore {
    let host = "\(origin.host):\(origin.port)"
    return slots.withLock { slots in
      let known = slots[host] ?? AsyncSemaphore(byHost[host] ?? byHost[origin.host] ?? atOnce)
      slots[host] = known
      return known
    }
  }
}
