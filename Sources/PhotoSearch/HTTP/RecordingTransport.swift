public import Foundation
import Platform
import Synchronization

/// Records every exchange, whatever layer answers it, for a HAR file without secrets
///
/// Requests are written under each API's default address, so that a recording made through a proxy
/// can be replayed anywhere.
public final class RecordingTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let apis: [APIDescription]
  private let redaction: Redaction
  private let limit: Int
  private let count = Atomic(0)
  private let state = Mutex(State())

  /// The exchanges until the recording is written
  private struct State {
    /// The exchanges by the order in which their requests were sent
    var exchanges: [Int: RecordedExchange] = [:]
    /// Bytes of all of them together
    var size = 0
    /// How many exchanges there was no room for
    var dropped = 0
  }

  /// - Parameters:
  ///   - wrapped: sends the requests
  ///   - apis: the APIs of all providers that may be asked
  ///   - redaction: knows the keys in use, and where requests carry them
  ///   - limit: most bytes of the recording, which is in memory until it is written
  package init(
    _ wrapped: any HTTPTransport, apis: [APIDescription], redaction: Redaction,
    limit: Int = HARArchive.sizeLimit
  ) {
    self.wrapped = wrapped
    self.apis = apis
    self.redaction = redaction
    self.limit = limit
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
      record(number, request: request, outcome: .success(response), start: start)
      return response
    } catch let error as TransportError {
      record(number, request: request, outcome: .failure(error), start: start)
      throw error
    }
  }

  /// Whether nothing has been sent yet
  package var isEmpty: Bool { state.withLock { $0.exchanges.isEmpty && $0.dropped == 0 } }

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
  /// - Throws: what `write` throws.
  @discardableResult
  package func write(
    addedTo file: HARFile? = nil, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    let (start, end) = HARDocument.frame
    let older = file?.exchanges ?? []
    let (newer, dropped) = state.withLock { state in
      (state.exchanges.sorted { $0.key < $1.key }.map(\.value), state.dropped)
    }
    let parser = RequestParser(apis)
    func key(_ exchange: RecordedExchange) -> RequestKey? {
      parser.parse(method: exchange.method, url: exchange.url)?.key
    }
    func size(_ exchanges: [RecordedExchange]) -> Int {
      exchanges.reduce(0) { $0 + $1.json.count + HARDocument.separator.utf8.count }
    }
    var bytesLeft = limit - start.utf8.count - end.utf8.count - size(older)
    var entriesLeft = HARArchive.maxEntries - older.count
    let earlier = Dictionary(grouping: older, by: key)
    var asked: Set<RequestKey> = []
    let kept = newer.filter { exchange in
      let key = key(exchange)
      // Earlier exchanges leave their room to the first one whose request is the same.
      let freed = key.flatMap { asked.contains($0) ? nil : earlier[$0] } ?? []
      let bytes = bytesLeft + size(freed) - size([exchange])
      let entries = entriesLeft + freed.count - 1
      guard bytes >= 0, entries >= 0 else { return false }
      (bytesLeft, entriesLeft) = (bytes, entries)
      if let key { asked.insert(key) }
      return true
    }
    let stillValid = older.filter { key($0).map { !asked.contains($0) } ?? true }
    func put(_ text: String) throws { try Array(text.utf8).withUnsafeBytes(write) }
    try put(start)
    for (index, exchange) in (stillValid + kept).enumerated() {
      if index > 0 { try put(HARDocument.separator) }
      try exchange.json.withUnsafeBytes(write)
    }
    try put(end)
    return newer.count - kept.count + dropped
  }

  private func record(
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
    let entry = HARDocument.Entry(
      method: request.method, url: redaction.url(home ?? request.url),
      headers: redaction.headers(request.headers), reply: reply, error: reason,
      started: started, time: time)
    // One at a time, because encoding takes several times the size of an exchange.
    state.withLock { state in
      let json = Array(entry.json.utf8)
      guard state.exchanges.count < HARArchive.maxEntries, state.size + json.count <= limit else {
        return state.dropped += 1
      }
      state.size += json.count
      state.exchanges[number] = RecordedExchange(
        method: entry.method, url: entry.url, json: json[...])
    }
  }
}

/// An exchange as a recording has it
struct RecordedExchange: Sendable {
  let method: String
  let url: String
  let json: ArraySlice<UInt8>
}

/// A recording made by this program, to which exchanges can be added
package struct HARFile: Sendable {
  let exchanges: [RecordedExchange]

  /// Reads a file; an empty file is an empty recording
  ///
  /// - Parameter redaction: removes secrets that an earlier version left in the file
  /// - Throws: ``RecordingError``, also for a recording of another program, which isn't ours to
  ///   change and may contain keys.
  package init(contentsOf url: URL, redaction: Redaction) throws(RecordingError) {
    let bytes = redaction.bytes(
      try RecordingFiles.contents(of: url, atMost: HARArchive.sizeLimit, silence: .seconds(30)))
    var exchanges: [RecordedExchange] = []
    if !bytes.isEmpty {
      try HARArchive.read(bytes, from: url.path) { entry, written in
        exchanges.append(
          RecordedExchange(method: entry.method, url: entry.url, json: bytes[written.range]))
      }
      guard Self.creator(of: bytes)?.begins(with: HARDocument.creator) ?? false else {
        throw .unreadable(file: url.path, problem: "another program made it")
      }
    }
    self.exchanges = exchanges
  }

  private static func creator(of bytes: [UInt8]) -> String? {
    ifReadable {
      try JSONParser.read(bytes, maxValues: 1_000) { parser throws(JSONProblem) in
        try parser.value(at: ["log", "creator", "name"])?.string
      }
    }
  }
}

/// The JSON of a recording: HAR 1.2, one exchange per line
enum HARDocument {
  /// The `creator` of recordings that this program makes
  static let creator = "imgsearch"

  /// The text before the first exchange and after the last
  static let frame = (
    start: #"{"log":{"version":"1.2","creator":{"name":"\#(creator)","version":"1"},"entries":["#
      + "\n",
    end: "\n]}}\n"
  )

  /// The text between two exchanges
  static let separator = ",\n"

  /// An exchange without secrets
  struct Entry {
    let method: String
    let url: String
    let headers: HTTPHeaders
    /// The reply; its status is 0 if there was none
    let reply: WebReply
    /// Why there was no reply
    let error: String?
    let started: Date
    /// Milliseconds
    let time: Double

    var json: String {
      JSONWriter.object(capacity: reply.body.count + 1_024) { json in
        json.member("startedDateTime", started.iso8601WithMilliseconds ?? "")
        json.member("time", time)
        json.member("request", writeRequest)
        json.member("response", writeResponse)
        json.member("cache") { _ in }
        json.member("timings") { json in
          json.member("send", 0)
          json.member("wait", time)
          json.member("receive", 0)
        }
      }
    }

    private func writeRequest(_ json: inout JSONWriter) {
      json.member("method", method)
      json.member("url", url)
      json.member("httpVersion", "HTTP/1.1")
      json.member("cookies", [String]())
      json.objects("headers", headers.fields, Self.writePair)
      let items = URLComponents(string: url)?.queryItems ?? []
      json.objects(
        "queryString", items.map { .init(name: $0.name, value: $0.value ?? "") }, Self.writePair)
      json.member("headersSize", -1)
      json.member("bodySize", 0)
    }

    private func writeResponse(_ json: inout JSONWriter) {
      json.member("status", reply.status)
      json.member("statusText", "")
      json.member("httpVersion", "HTTP/1.1")
      json.member("cookies", [String]())
      json.objects("headers", reply.headers.fields, Self.writePair)
      json.member("content") { json in
        let text = String(data: reply.body, encoding: .utf8)
        json.member("size", reply.body.count)
        json.member("mimeType", reply.headers["Content-Type"] ?? "")
        json.member("text", text ?? reply.body.base64EncodedString())
        if text == nil { json.member("encoding", "base64") }
      }
      json.member("redirectURL", "")
      json.member("headersSize", -1)
      json.member("bodySize", -1)
      if let error { json.member("_error", error) }
    }

    private static func writePair(_ json: inout JSONWriter, _ field: HTTPHeaders.Field) {
      json.member("name", field.name)
      json.member("value", field.value)
    }
  }
}
