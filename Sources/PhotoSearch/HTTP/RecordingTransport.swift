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

  public func send(_ request: WebRequest) async throws -> WebReply {
    try await send(request, over: wrapped)
  }

  /// Keeps an exchange that something else answers, too
  package func send(
    _ request: WebRequest, over transport: any HTTPTransport
  ) async throws -> WebReply {
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

  /// Whether nothing has been asked yet
  package var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// The recording so far, in the order in which the requests were sent
  public func har() throws -> Data { try har(addedTo: nil) }

  /// The same behind the exchanges of an earlier recording, but for those that were asked again:
  /// what came of them last is what the last run replays to
  ///
  /// - Throws: `EncodingError`; ``HARFile/TooLarge`` when it would be too large to be replayed.
  package func har(addedTo file: HARFile?) throws -> Data {
    let kept = entries.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
    let reading = RequestReading(apis)
    let asked = Set(
      kept.compactMap { reading.reading(method: $0.request.method, url: $0.request.url)?.key })
    let older = (file?.rows ?? []).filter { row in
      reading.reading(method: row.entry.method, url: row.entry.url)
        .map { !asked.contains($0.key) } ?? true
    }
    let document = HARDocument(older: older.map(\.written), entries: kept)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(document)
    guard file == nil || data.count <= HARArchive.sizeLimit else { throw HARFile.TooLarge() }
    return data
  }

  private func keep(
    _ number: Int, request: WebRequest, outcome: Result<WebReply, TransportError>, start: Date
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

  private func request(_ request: WebRequest) -> HARDocument.Request {
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
    _ outcome: Result<WebReply, TransportError>
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
