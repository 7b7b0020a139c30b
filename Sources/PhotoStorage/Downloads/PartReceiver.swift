import Foundation
import PhotoSearch
import Synchronization

/// One request for a picture, or for the rest of it: checks the reply's head and appends its body to
/// the part, unless it is of another version than what is there
final class PartReceiver: BodyReceiver {
  private let part: UnfinishedPicture
  private let source: String
  private let host: String
  private let limit: Int
  private let progress: @Sendable (Int, Int?) -> Void
  private let number: Int
  /// The version of the bytes that are there, and where its rest begins; nil when all is asked for
  private let existing: (note: ResumeInfo, offset: Int)?
  /// Bytes that may still come; nil when the server does not say
  private let remaining = Mutex<Int?>(0)

  /// - Parameters:
  ///   - fetch: what is asked for
  ///   - progress: bytes there are and are to be
  init(
    _ part: UnfinishedPicture, of fetch: PictureFetch,
    progress: @escaping @Sendable (Int, Int?) -> Void
  ) {
    self.part = part
    self.progress = progress
    (source, host, limit) = (fetch.source, fetch.url.host ?? "", fetch.limit)
    number = part.nextAttempt()
    let length = part.length
    existing = part.note.flatMap { length > 0 && $0.isResumable ? ($0, length) : nil }
  }

  /// The request's fields
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
        throw PartRefusal.unusable("more bytes came than were announced")
      }
      remaining = count - bytes.count
    }
    // Also where the host announced less, or nothing
    try check(part.length + bytes.count)
    if let length = try part.append(bytes, attempt: number) { progress(length, part.note?.total) }
  }

  /// The whole picture comes, also where its rest was asked for: what is there is discarded
  private func begin(_ head: WebReply) throws {
    let isEncoded = head.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
    let total = isEncoded ? nil : head.headers["Content-Length"].flatMap { Int($0) }
    try check(total ?? 0)
    remaining.withLock { $0 = total }
    try part.begin(ResumeInfo(source: source, head: head, total: total), attempt: number)
  }

  private func resume(_ head: WebReply) throws {
    guard let existing else {
      throw DownloadFault.wrongLength("a part came where all was asked for")
    }
    guard let range = ContentRange(head.headers["Content-Range"]), let total = range.total else {
      throw PartRefusal.unusable("a part came, and not which")
    }
    let note = ResumeInfo(source: source, head: head, total: total)
    guard note == existing.note else { throw PartRefusal.changed }
    guard range.start == existing.offset else {
      throw PartRefusal.unusable("another part came than was asked for")
    }
    remaining.withLock { $0 = range.end - range.start + 1 }
  }

  /// - Throws: `TransportError` for more bytes than a picture may have.
  private func check(_ count: Int) throws {
    guard count <= limit else { throw TransportError.tooLarge(host: host, limit: limit) }
  }

  private static func noPicture(_ head: WebReply) -> String? {
    let type = head.headers["Content-Type"]?.lowercased() ?? ""
    if type.begins(with: "text/html") || type.begins(with: "application/xhtml") {
      return DownloadFault.webPage
    }
    if type.begins(with: "multipart/") { return "a reply in several parts" }
    if type.begins(with: "application/json") { return "JSON" }
    return nil
  }
}

/// Why a reply can't be used, though another request may bring the picture
enum PartRefusal: Error {
  /// It is of another version than the bytes that are there
  case changed
  /// It doesn't fit what is there, and why: the whole picture is to be asked for
  case unusable(String)

  /// What is reported when it happens again and again
  var fault: DownloadFault {
    switch self {
    case .changed: .changed
    case .unusable(let reason): .wrongLength(reason)
    }
  }
}

/// Which bytes of how many a partial reply has: `bytes 0-99/200`; see RFC 9110, 14.4
package struct ContentRange: Equatable, Sendable {
  /// The first byte
  package let start: Int
  /// The last byte
  package let end: Int
  /// Of the whole; nil when the server does not know
  package let total: Int?

  /// nil for what isn't a range of bytes, or contradicts itself
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
