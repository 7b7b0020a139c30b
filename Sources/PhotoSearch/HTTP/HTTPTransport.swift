package import Foundation

/// Sends requests and brings their replies
///
/// One method. A cache, retries and recording are transports wrapped around another one.
/// ``ReplayTransport`` answers from a file instead of a network.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole reply, whatever its status
  ///
  /// - Throws: ``TransportError`` without a reply, `CancellationError` when cancelled.
  func send(_ request: WebRequest) async throws -> WebReply
}

/// Receives the body of a reply piece by piece, so that it need not fit into memory
package protocol BodyReceiver: Sendable {
  /// Whether to send the body that follows this head to ``receive(_:)`` piece by piece; otherwise it
  /// comes whole with the reply
  ///
  /// - Throws: an error that ends the exchange at once.
  func accepts(_ head: WebReply) throws -> Bool

  /// Receives the next bytes of the body, in order
  ///
  /// - Throws: an error that ends the exchange at once.
  func receive(_ bytes: Data) throws
}

/// A transport that can pass on a body while it arrives
package protocol StreamingTransport: HTTPTransport {
  /// Sends a request; nothing is received any more once this has returned or thrown
  ///
  /// - Returns: the reply, with an empty body if the receiver took it.
  func send(_ request: WebRequest, to receiver: any BodyReceiver) async throws -> WebReply
}

/// Passes on each body in one piece, once it is complete
///
/// No part of a file is requested, as a recording has one answer for each address.
package struct WholeBodies: StreamingTransport {
  private let reply: @Sendable (WebRequest) async throws -> WebReply

  /// - Parameter reply: sends a request and waits for the whole reply
  package init(_ reply: @escaping @Sendable (WebRequest) async throws -> WebReply) {
    self.reply = reply
  }

  package func send(_ request: WebRequest) async throws -> WebReply { try await reply(request) }

  package func send(_ request: WebRequest, to receiver: any BodyReceiver) async throws -> WebReply {
    var whole = request
    whole.headers["Range"] = nil
    whole.headers["If-Range"] = nil
    var response = try await reply(whole)
    let body = response.body
    response.body = Data()
    if try receiver.accepts(response) {
      try receiver.receive(body)
      response.streamedBytes = body.count
    } else {
      response.body = body
    }
    return response
  }
}
