import Foundation

/// What carries exchanges: libcurl on Linux, URLSession on Apple's systems
///
/// It sends a request as it is, follows no redirect, and keeps nothing but connections: no cache,
/// no cookies, no passwords. It has no timeouts: the caller cancels
/// when it has waited long enough.
protocol Connections: Sendable {
  /// Sends a request; what comes of it is told to the exchange
  func start(_ request: WebRequest, _ exchange: Exchange)

  /// Continues to receive for an exchange that was full
  func resume(_ exchange: Exchange)

  /// Stops an exchange; may be called before it is started and after its end
  func cancel(_ exchange: Exchange)

  /// Ends what is under way; exchanges that are started later fail
  func close()
}

extension Connections {
  /// Sends a request and waits for the reply
  ///
  /// - Parameters:
  ///   - isLimited: whether a host that is not on the internet is left alone
  ///   - receiver: what is offered the body piece by piece; what it does not take comes whole
  ///   - bodyLimit: bytes, after decoding
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
          // Where bodies are taken, one that is not is words about a fault: so many will do.
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
