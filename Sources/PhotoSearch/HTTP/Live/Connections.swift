internal import Foundation
internal import Platform
internal import Synchronization

/// Network connections: libcurl on Linux, URLSession on Apple's systems
///
/// Requests are sent as they are. Redirects aren't followed, and nothing but connections is kept:
/// no cache, no cookies, no passwords. There are no timeouts: the caller cancels when it has waited
/// long enough.
protocol Connections: Sendable {
  /// Sends a request; its progress is reported to the exchange
  func start(_ request: WebRequest, _ exchange: Exchange)

  /// Continues to receive for an exchange whose buffer was full
  func resume(_ exchange: Exchange)

  /// Stops an exchange; may be called before its start and after its end
  func cancel(_ exchange: Exchange)

  /// Ends all requests under way; later ones fail
  func close()
}

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
    let exchange = Exchange(
      host: request.url.host ?? "", isLimited: isLimited, comesInPieces: receiver != nil,
      bodyLimit: bodyLimit)
    start(request, exchange)
    do {
      return try await reply(in: exchange, to: receiver)
    } catch {
      cancel(exchange)
      throw error
    }
  }

  private func reply(
    in exchange: Exchange, to receiver: (any BodyReceiver)?
  ) async throws -> WebReply {
    var refusal: WebReply?
    var count = 0
    var body = Data()
    while true {
      switch try await exchange.next() {
      case .head(let head):
        let isTaken = try receiver?.takes(head) ?? false
        refusal = isTaken ? nil : head
      case .bytes(let bytes, let wasFull):
        count += bytes.count
        guard count <= exchange.bodyLimit else {
          throw TransportError.tooLarge(host: exchange.host, limit: exchange.bodyLimit)
        }
        if var refusal {
          body += bytes
          // A body that the receiver declined is an error message, so a short limit will do.
          if count > Self.wordsLimit {
            cancel(exchange)
            refusal.body = body.prefix(Self.wordsLimit)
            return refusal
          }
        } else {
          try receiver?.take(bytes)
        }
        if wasFull { resume(exchange) }
      case .end(var response):
        if exchange.comesInPieces { response.body = body }
        return response
      }
    }
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
      if let known = slots[host] { return known }
      let new = AsyncSemaphore(byHost[host] ?? byHost[origin.host] ?? atOnce)
      slots[host] = new
      return new
    }
  }
}
