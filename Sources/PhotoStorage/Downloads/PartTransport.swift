import PhotoSearch

/// Asks for what a part still lacks, each time anew: what is asked again goes on where it stopped
struct PartTransport: HTTPTransport {
  private let wrapped: any StreamingTransport
  private let attempt: @Sendable () -> PartAttempt

  /// - Parameter attempt: made for each request that is sent
  init(_ wrapped: any StreamingTransport, attempt: @escaping @Sendable () -> PartAttempt) {
    self.wrapped = wrapped
    self.attempt = attempt
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let attempt = attempt()
    var request = request
    for field in attempt.headers { request.headers[field.name] = field.value }
    return try await wrapped.send(request, to: attempt)
  }
}
