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
  ///   - redaction: knows the keys in use, and where requests carry them
  ///   - folder: the exchanges are on this folder's disk until the recording is written
  ///   - limit: most bytes of the recording
  package init(
    _ wrapped: any HTTPTransport, apis: [APIDescription], redaction: Redaction,
    folder: URL = FileManager.default.temporaryDirectory, limit: Int = HARArchive.sizeLimit
  ) {
    (self.wrapped, self.apis, self.limit) = (wrapped, apis, limit)
    self.redaction = redaction
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
    func key(_ row: HARFile.Row) -> RequestKey? {
      reading.reading(method: row.method, url: row.url)?.key
    }
    func size(_ rows: [HARFile.Row]) -> Int {
      rows.reduce(0) { $0 + $1.range.count + HARDocument.separator.utf8.count }
    }
    var room = limit - start.utf8.count - end.utf8.count - size(older)
    var places = HARArchive.maxEntries - older.count
    let earlier = Dictionary(grouping: older, by: key)
    var asked: Set<RequestKey> = []
    let kept = pieces.filter { piece in
      let key = key(piece)
      // Earlier exchanges leave their room to the first one whose request is the same.
      let freed = key.flatMap { asked.contains($0) ? nil : earlier[$0] } ?? []
      let (roomLeft, placesLeft) = (room + size(freed) - size([piece]), places + freed.count - 1)
      guard roomLeft >= 0, placesLeft >= 0 else { return false }
      (room, places) = (roomLeft, placesLeft)
      if let key { asked.insert(key) }
      return true
    }
    var isFirst = true
    func begin() throws {
      if !isFirst { try Array(HARDocument.separator.utf8).withUnsafeBytes(take) }
      isFirst = false
    }
    try Array(start.utf8).withUnsafeBytes(take)
    for row in older where key(row).map({ !asked.contains($0) }) ?? true {
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
    var (started, time) = (start, Date().timeIntervalSince(start) * 1_000)
    var reply = WebReply(status: 0)
    var reason: String?
    switch outcome {
    case .success(let response):
      reply = redaction.reply(response)
      // A stated wait counts from when the service sent it, maybe long ago for a cached reply.
      if let received = reply.received { (started, time) = (received, 0) }
    case .failure(let error):
      reason = error.recordedReason
      // There was no exchange, e.g. because the request isn't allowed.
      guard reason != nil else { return }
    }
    let home = apis.owner(of: request.url).flatMap { apis[$0].defaultAddress(of: request.url) }
    spool.add(
      HARDocument.Entry(
        method: request.method, url: redaction.url(home ?? request.url),
        headers: redaction.headers(request.headers), reply: reply, error: reason,
        started: started, time: time),
      number: number)
  }
}
