public import Foundation
private import Synchronization

/// Keeps every exchange, from whatever layer its answer comes, for a HAR file without secrets
///
/// Requests are written under each API's default address, wherever they went, so that a recording
/// made through a proxy replays anywhere.
public final class RecordingTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let apis: [APIDescription]
  private let redaction: Redaction
  private let entries = Mutex<[Int: HARDocument.Entry]>([:])
  private let count = Mutex(0)

  /// - Parameters:
  ///   - wrapped: what answers
  ///   - apis: of all providers that may be asked
  ///   - redaction: knows the keys in use
  public init(_ wrapped: any HTTPTransport, apis: [APIDescription], redaction: Redaction) {
    self.wrapped = wrapped
    self.apis = apis
    self.redaction = redaction.adding(apis.compactMap(\.key))
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await send(request, over: wrapped)
  }

  /// Keeps an exchange that something else answers, too
  package func send(
    _ request: HTTPRequest, over transport: any HTTPTransport
  ) async throws -> HTTPResponse {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let start = Date()
    do {
      let response = try await transport.send(request)
      keep(number, request: request, outcome: .success(response), start: start)
      return response
    } catch let error as TransportError {
      keep(number, request: request, outcome: .failure(error), start: start)
      throw error
    }
  }

  /// The recording so far, in the order in which the requests were sent
  public func har() throws -> Data {
    let kept = entries.withLock { $0 }
    let document = HARDocument(entries: kept.sorted { $0.key < $1.key }.map(\.value))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(document)
  }

  private func keep(
    _ number: Int, request: HTTPRequest, outcome: Result<HTTPResponse, TransportError>, start: Date
  ) {
    guard let response = response(outcome) else { return }
    var time = Date().timeIntervalSince(start) * 1_000
    var started = start
    if case .success(let reply) = outcome, let received = reply.received {
      // A stated wait counts from when the service sent it, which for a cached reply is long ago.
      started = received
      time = 0
    }
    let entry = HARDocument.Entry(
      startedDateTime: started.iso8601WithMilliseconds ?? "", time: time,
      request: self.request(request),
      response: response, timings: ["send": 0, "wait": time, "receive": 0])
    entries.withLock { $0[number] = entry }
  }

  private func request(_ request: HTTPRequest) -> HARDocument.Request {
    var request = request
    if let api = apis.owner(of: request.url, api: { $0 }),
      let address = api.defaultAddress(of: request.url)
    {
      request.url = address
    }
    let url = redaction.url(request.url)
    let items = URLComponents(string: url)?.queryItems ?? []
    return HARDocument.Request(
      method: request.method, url: url,
      headers: [HARDocument.Pair](request.headers, redaction: redaction),
      queryString: items.map { .init(name: $0.name, value: $0.value ?? "") })
  }

  /// nil for what never was an exchange
  private func response(
    _ outcome: Result<HTTPResponse, TransportError>
  ) -> HARDocument.Response? {
    switch outcome {
    case .success(let reply):
      return HARDocument.Response(
        status: reply.status, headers: [HARDocument.Pair](reply.headers, redaction: redaction),
        content: HARDocument.Content(
          reply.body, type: reply.headers["Content-Type"] ?? "", redaction: redaction),
        _error: nil)
    case .failure(let error):
      guard let reason = error.recordedReason else { return nil }
      return HARDocument.Response(
        status: 0, headers: [],
        content: HARDocument.Content(Data(), type: "", redaction: redaction), _error: reason)
    }
  }
}
