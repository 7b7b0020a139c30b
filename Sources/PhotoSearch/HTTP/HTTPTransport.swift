/// What carries a request to its answer
///
/// One method. What is added on the way (retries, a cache, a recording) is another transport
/// around this one; ``ReplayTransport`` answers from a file instead of a network.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole reply, whatever its status
  ///
  /// - Throws: ``TransportError`` when there is no reply, `CancellationError` when cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
