package import Foundation

/// What carries a request to its answer
///
/// One method. What is added on the way (retries, a cache, a recording) is another transport
/// around this one; ``ReplayTransport`` answers from a file instead of a network.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole reply, whatever its status
  ///
  /// - Throws: ``TransportError`` without a reply, `CancellationError` when cancelled.
  func send(_ request: WebRequest) async throws -> WebReply
}

/// Takes the body of a reply piece by piece, so that it need not fit into memory
package protocol BodyReceiver: Sendable {
  /// Whether the body that follows this head is to come piece by piece; else it comes with the reply
  ///
  /// - Throws: what the exchange is to end with at once.
  func takes(_ head: WebReply) throws -> Bool

  /// The next bytes, in order
  ///
  /// - Throws: what the exchange is to end with at once.
  func take(_ bytes: Data) throws
}

/// A transport that can hand over a body as it comes
package protocol StreamingTransport: HTTPTransport {
  /// - Returns: the reply; its body is empty when the receiver took it.
  func send(_ request: WebRequest, to receiver: any BodyReceiver) async throws -> WebReply
}

/// Any transport as one that hands over bodies: whole, once they are there
///
/// No part of a body is asked for, as a recording has one answer for an address.
package struct WholeBodies: StreamingTransport {
  private let wrapped: any HTTPTransport

  package init(_ wrapped: any HTTPTransport) {
    self.wrapped = wrapped
  }

  package func send(_ request: WebRequest) async throws -> WebReply {
    try await wrapped.send(request)
  }

  package func send(
    _ request: WebRequest, to receiver: any BodyReceiver
  ) async throws -> WebReply {
    var whole = request
    whole.headers["Range"] = nil
    whole.headers["If-Range"] = nil
    var response = try await wrapped.send(whole)
    let body = response.body
    response.body = Data()
    if try receiver.takes(response) {
      try receiver.take(body)
    } else {
      response.body = body
    }
    return response
  }
}
