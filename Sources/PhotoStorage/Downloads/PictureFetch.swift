import Foundation
import PhotoSearch
import Pictures
import Platform
import Synchronization

/// Fetches pictures into unfinished files, and finds their types
///
/// At first the whole picture is requested. If it is cut off, now or in an earlier run, only the
/// rest of the same version is requested (If-Range; RFC 9110, 13.1.5).
struct PictureFetch: Sendable {
  /// Fewest bytes that a round of tries must bring to earn another round
  private static let minProgress = 64_000
  /// Most rounds of tries
  private static let maxRounds = 1_000
  /// How often a picture may be started over, because it changed, its rest didn't fit, or its host
  /// sends no parts; counted after each round, in which it may be started over a few times
  private static let maxRestarts = 3

  let transport: any StreamingTransport
  /// Measures the pauses between tries
  let clock: any Clock<Duration>
  /// Gives the length of a pause
  let randomness: @Sendable (ClosedRange<Double>) -> Double
  /// Most bytes of a picture
  let limit: Int

  /// Requests the picture until it is complete; received bytes stay in the file even after an error
  ///
  /// - Parameter progress: gets the bytes so far, and the bytes in all if known
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func fill(
    _ part: UnfinishedPicture, from source: PictureSource,
    progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws {
    let retrying = RetryingTransport(
      ResumingTransport(part: part, source: source, fetch: self, progress: progress),
      verdict: { WebReply.isPassing($1.status) ? $1.again("not now") : .page },
      clock: clock, randomness: randomness)
    let host = source.url.host ?? "its host"
    var (rounds, refusals, received) = (0, 0, 0)
    while !isComplete(part) {
      let problem: any Error
      do {
        let response = try await retrying.send(
          WebRequest(url: source.url, headers: ["Accept": "image/*,*/*;q=0.5"]))
        switch response.status {
        case 200: return
        case 206: problem = DownloadFault.wrongLength("its host sends too little of it at a time")
        case 416: throw PartRefusal()
        default:
          throw DownloadFault.status(response.status, host: host, words: response.bodyDescription)
        }
      } catch let refusal as PartRefusal {
        guard refusals < Self.maxRestarts else { throw refusal.fault }
        refusals += 1
        try part.restart(with: nil)
        continue
      } catch let error as TransportError where error.isPassing && part.restarts <= Self.maxRestarts
      {
        // A host that can't send ranges starts over each time, so restarts are limited too.
        problem = error
      }
      rounds += 1
      let progress = part.received - received
      guard progress >= Self.minProgress && rounds < Self.maxRounds || isComplete(part) else {
        throw problem
      }
      received = part.received
    }
  }

  private func isComplete(_ part: UnfinishedPicture) -> Bool {
    part.length > 0 && part.resumeInfo?.total == part.length
  }

  /// The type of a complete picture
  ///
  /// - Throws: ``DownloadFault/notPicture(_:)``
  func type(of part: UnfinishedPicture) throws(DownloadFault) -> PictureType {
    let start = part.prefix(PictureType.sniffedBytes)
    guard !start.isEmpty else { throw .notPicture("nothing") }
    guard let type = PictureType(start: start) else { throw .notPicture(Self.kind(ofText: start)) }
    return type
  }

  /// The kind of a text received instead of a picture, from its first bytes
  private static func kind(ofText start: Data) -> String {
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.contains(bytes: "<svg") || text.contains(bytes: "<?xml") {
      return "an SVG drawing or other XML"
    }
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return first == "<" ? DownloadFault.webPage : "of no known type"
  }
}

/// Requests the missing part of a picture: a retry continues where the last try stopped
///
/// A receiver gets no bytes after its try has ended, so two tries never write at once.
private struct ResumingTransport: HTTPTransport {
  let part: UnfinishedPicture
  let source: PictureSource
  let fetch: PictureFetch
  let progress: @Sendable (Int, Int?) -> Void

  func send(_ request: WebRequest) async throws -> WebReply {
    let receiver = PartReceiver(for: self)
    var request = request
    request.headers["Accept-Encoding"] = "identity"
    if let (version, offset) = receiver.existing {
      request.headers["Range"] = "bytes=\(offset)-"
      request.headers["If-Range"] = version.condition
    }
    return try await fetch.transport.send(request, to: receiver)
  }
}

/// Receives a picture, or the rest of one: checks the reply's head, and appends the body to the
/// unfinished picture if it is of the same version
private final class PartReceiver: BodyReceiver {
  private let transfer: ResumingTransport
  /// The version of the stored bytes, and where the rest begins; nil to fetch the whole picture
  let existing: (version: ResumeInfo, offset: Int)?
  /// How many bytes may still come; nil if the server doesn't say
  private let remaining = Mutex<Int?>(0)

  init(for transfer: ResumingTransport) {
    self.transfer = transfer
    let length = transfer.part.length
    existing = transfer.part.resumeInfo.flatMap { info in
      length > 0 && info.isResumable ? (info, length) : nil
    }
  }

  func accepts(_ head: WebReply) throws -> Bool {
    guard head.status == 200 || head.status == 206 else { return false }
    if let what = Self.noPicture(head) { throw DownloadFault.notPicture(what) }
    if head.status == 200 { try begin(head) } else { try resume(head) }
    return true
  }

  func receive(_ bytes: Data) throws {
    try remaining.withLock { remaining in
      guard let count = remaining else { return }
      guard bytes.count <= count else { throw PartRefusal("more bytes came than were announced") }
      remaining = count - bytes.count
    }
    // The limit is checked here too, as the host may have announced a smaller length, or none
    try check(transfer.part.length + bytes.count)
    transfer.progress(try transfer.part.append(bytes), transfer.part.resumeInfo?.total)
  }

  /// Starts the picture over, discarding stored bytes, because the reply has the whole picture
  private func begin(_ head: WebReply) throws {
    let isEncoded = head.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
    let total = isEncoded ? nil : head.headers["Content-Length"].flatMap { Int($0) }
    try check(total ?? 0)
    remaining.withLock { $0 = total }
    try transfer.part.restart(with: version(of: head, total: total))
  }

  private func resume(_ head: WebReply) throws {
    guard let existing else {
      throw DownloadFault.wrongLength("a part came where all was asked for")
    }
    guard let range = ContentRange(head.headers["Content-Range"]), let total = range.total else {
      throw PartRefusal("a part came, and not which")
    }
    guard existing.version.isSame(as: version(of: head, total: total)) else { throw PartRefusal() }
    guard range.start == existing.offset else {
      throw PartRefusal("another part came than was asked for")
    }
    remaining.withLock { $0 = range.end - range.start + 1 }
  }

  /// The version that a reply has bytes of
  private func version(of head: WebReply, total: Int?) -> ResumeInfo {
    ResumeInfo(source: transfer.source.name, head: head, total: total)
  }

  /// - Throws: `TransportError` if the picture has too many bytes.
  private func check(_ count: Int) throws {
    let (limit, host) = (transfer.fetch.limit, transfer.source.url.host ?? "")
    guard count <= limit else { throw TransportError.tooLarge(host: host, limit: limit) }
  }

  private static func noPicture(_ head: WebReply) -> String? {
    let type = head.headers["Content-Type"]?.lowercased() ?? ""
    let others = [
      "text/html": DownloadFault.webPage, "application/xhtml": DownloadFault.webPage,
      "multipart/": "a reply in several parts", "application/json": "JSON",
    ]
    return others.first { type.begins(with: $0.key) }?.value
  }
}

/// The error that a reply doesn't fit the stored bytes; a request for the whole picture may work
private struct PartRefusal: Error {
  /// The error to report if it happens again and again
  let fault: DownloadFault

  /// - Parameter reason: why; nil if the reply is of another version
  init(_ reason: String? = nil) { fault = reason.map(DownloadFault.wrongLength) ?? .changed }
}

/// The range of bytes in a partial reply: `bytes 0-99/200`; see RFC 9110, 14.4
package struct ContentRange: Equatable, Sendable {
  /// Place of the first byte
  package let start: Int
  /// Place of the last byte
  package let end: Int
  /// Bytes of the whole picture; nil if the server doesn't know
  package let total: Int?

  /// Parses a range of bytes; nil for other text, and for a range that contradicts itself
  package init?(_ text: String?) {
    guard
      let match = text?.wholeMatch(of: /(?i)\s*bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)\s*/),
      let start = Int(match.1), let end = Int(match.2), start <= end
    else { return nil }
    let total = Int(match.3)
    if let total, end >= total { return nil }
    self.start = start
    self.end = end
    self.total = total
  }
}
