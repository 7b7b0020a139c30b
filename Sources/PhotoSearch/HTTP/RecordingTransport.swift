public import Foundation
import Platform
private import Synchronization

/// Records every exchange, whatever layer answers it, for a HAR file without secrets
///
/// Requests are written under each API's default address, so that a recording made through a proxy
/// can be replayed anywhere.
public final class RecordingTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let apis: [APIDescription]
  private let redaction: Redaction
  private let limit: Int
  private let spool: RecordingSpool
  private let count = Atomic(0)

  /// - Parameters:
  ///   - wrapped: sends the requests
  ///   - apis: the APIs of all providers that may be asked
  ///   - redaction: knows the keys in use
  ///   - folder: the exchanges are on this folder's disk until the recording is written
  ///   - limit: most bytes of the recording
  package init(
    _ wrapped: any HTTPTransport, apis: [APIDescription], redaction: Redaction,
    folder: URL = FileManager.default.temporaryDirectory, limit: Int = HARArchive.sizeLimit
  ) {
    (self.wrapped, self.apis, self.limit) = (wrapped, apis, limit)
    self.redaction = redaction.adding(apis.compactMap(\.key))
    spool = RecordingSpool(in: folder, limit: limit)
  }

  public func send(_ request: WebRequest) async throws -> WebReply {
    try await send(request, over: wrapped)
  }

  /// Sends a request over another transport and records that exchange too
  package func send(
    _ request: WebRequest, over transport: any HTTPTransport
  ) async throws -> WebReply {
    let number = count.add(1, ordering: .relaxed).newValue
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

  /// Whether nothing has been sent yet
  package var isEmpty: Bool { spool.isEmpty }

  /// The recording so far, in the order in which the requests were sent
  ///
  /// Exchanges that would make it larger than a recording may be are left out.
  public func har() throws -> Data {
    var data = Data()
    try write { data.append(contentsOf: $0) }
    return data
  }

  /// Passes on the recording part by part, after the exchanges of an earlier recording. An earlier
  /// exchange is left out if its request was sent again, so that a replay gives the last answer
  ///
  /// - Returns: the number of exchanges left out as too large to be replayed.
  /// - Throws: why an exchange could not be kept or encoded, and what `take` throws.
  @discardableResult
  package func write(
    addedTo file: HARFile? = nil, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    let (start, end) = HARDocument.frame
    let older = file?.rows ?? []
    let pieces = try spool.pieces
    let reading = RequestReading(apis)
    let size = { (bytes: Range<Int>) in bytes.count + HARDocument.separator.utf8.count }
    var room = limit - start.utf8.count - end.utf8.count
    var places = HARArchive.maxEntries - older.count
    // Size of the earlier exchanges by request; they are left out if the request was sent again.
    var replaceable: [RequestKey: (bytes: Int, places: Int)] = [:]
    for row in older {
      room -= size(row.range)
      guard let key = reading.reading(method: row.method, url: row.url)?.key else { continue }
      replaceable[key, default: (0, 0)].bytes += size(row.range)
      replaceable[key, default: (0, 0)].places += 1
    }
    var asked: Set<RequestKey> = []
    let kept = pieces.filter { piece in
      let key = reading.reading(method: piece.method, url: piece.url)?.key
      let freed = key.flatMap { asked.contains($0) ? nil : replaceable[$0] } ?? (0, 0)
      guard size(piece.range) <= room + freed.bytes, places + freed.places > 0 else { return false }
      room += freed.bytes - size(piece.range)
      places += freed.places - 1
      if let key { asked.insert(key) }
      return true
    }
    var isFirst = true
    func begin() throws {
      let separator = isFirst ? HARDocument.separator.dropFirst() : HARDocument.separator[...]
      isFirst = false
      try Array(separator.utf8).withUnsafeBytes(take)
    }
    try Array(start.utf8).withUnsafeBytes(take)
    for row in older {
      let key = reading.reading(method: row.method, url: row.url)?.key
      guard key.map({ !asked.contains($0) }) ?? true else { continue }
      try begin()
      try file?.json(of: row, take)
    }
    for piece in kept {
      try begin()
      try spool.read(piece, take)
    }
    try Array(end.utf8).withUnsafeBytes(take)
    return pieces.count - kept.count + spool.dropped
  }

  private func keep(
    _ number: Int, request: WebRequest, outcome: Result<WebReply, TransportError>, start: Date
  ) {
    guard let response = response(outcome) else { return }
    var time = Date().timeIntervalSince(start) * 1_000
    var started = start
    if case .success(let reply) = outcome, let received = reply.received {
      // A stated wait counts from when the service sent it, maybe long ago for a cached reply.
      started = received
      time = 0
    }
    let entry = HARDocument.Entry(
      startedDateTime: started.iso8601WithMilliseconds ?? "", time: time,
      request: self.request(request),
      response: response, timings: ["send": 0, "wait": time, "receive": 0])
    spool.add(entry, number: number)
  }

  private func request(_ request: WebRequest) -> HARDocument.Request {
    var request = request
    if let index = apis.owner(of: request.url),
      let address = apis[index].defaultAddress(of: request.url)
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

  /// The reply to record; nil if there was no exchange, e.g. for a cancelled request
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
