import Foundation

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
