import Foundation
import PhotoSearch
import Platform
import Synchronization

/// Receives a picture, or the rest of one: checks the reply's head, and appends the body to the
/// unfinished picture if it is of the same version
final class PartReceiver: BodyReceiver {
  private let part: UnfinishedPicture
  private let fetch: PictureFetch
  private let progress: @Sendable (Int, Int?) -> Void
  private let number: Int
  /// The version of the stored bytes, and where the rest begins; nil to fetch the whole picture
  private let existing: (note: ResumeInfo, offset: Int)?
  /// How many bytes may still come; nil if the server doesn't say
  private let remaining = Mutex<Int?>(0)

  /// - Parameters:
  ///   - fetch: the picture to fetch
  ///   - progress: gets the bytes so far, and the bytes in all if known
  init(
    _ part: UnfinishedPicture, of fetch: PictureFetch,
    progress: @escaping @Sendable (Int, Int?) -> Void
  ) {
    (self.part, self.fetch, self.progress) = (part, fetch, progress)
    number = part.nextAttempt()
    let length = part.length
    existing = part.note.flatMap { length > 0 && $0.isResumable ? ($0, length) : nil }
  }

  /// The request's header fields
  var headers: [HTTPHeaders.Field] {
    var fields = [HTTPHeaders.Field(name: "Accept-Encoding", value: "identity")]
    guard let existing, let condition = existing.note.condition else { return fields }
    fields.append(.init(name: "Range", value: "bytes=\(existing.offset)-"))
    fields.append(.init(name: "If-Range", value: condition))
    return fields
  }

  func takes(_ head: WebReply) throws -> Bool {
    guard head.status == 200 || head.status == 206 else { return false }
    if let what = Self.noPicture(head) { throw DownloadFault.notPicture(what) }
    if head.status == 200 { try begin(head) } else { try resume(head) }
    return true
  }

  func take(_ bytes: Data) throws {
    try remaining.withLock { remaining in
      guard let count = remaining else { return }
      guard bytes.count <= count else {
        throw PartRefusal("more bytes came than were announced")
      }
      remaining = count - bytes.count
    }
    // The limit is checked here too, as the host may have announced a smaller length, or none
    try check(part.length + bytes.count)
    if let length = try part.append(bytes, attempt: number) { progress(length, part.note?.total) }
  }

  /// Starts the picture over, discarding stored bytes, because the reply has the whole picture
  private func begin(_ head: WebReply) throws {
    let isEncoded = head.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
    let total = isEncoded ? nil : head.headers["Content-Length"].flatMap { Int($0) }
    try check(total ?? 0)
    remaining.withLock { $0 = total }
    try part.begin(ResumeInfo(source: fetch.source, head: head, total: total), attempt: number)
  }

  private func resume(_ head: WebReply) throws {
    guard let existing else {
      throw DownloadFault.wrongLength("a part came where all was asked for")
    }
    guard let range = ContentRange(head.headers["Content-Range"]), let total = range.total else {
      throw PartRefusal("a part came, and not which")
    }
    let note = ResumeInfo(source: fetch.source, head: head, total: total)
    guard note == existing.note else { throw PartRefusal() }
    guard range.start == existing.offset else {
      throw PartRefusal("another part came than was asked for")
    }
    remaining.withLock { $0 = range.end - range.start + 1 }
  }

  /// - Throws: `TransportError` if the picture has too many bytes.
  private func check(_ count: Int) throws {
    guard count <= fetch.limit else {
      throw TransportError.tooLarge(host: fetch.url.host ?? "", limit: fetch.limit)
    }
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
struct PartRefusal: Error {
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
    (self.start, self.end, self.total) = (start, end, total)
  }
}
