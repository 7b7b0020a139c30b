import Foundation
import PhotoSearch
import Platform

/// The file format of a cached reply
///
/// The first line has the version and a checksum of the rest, the second is JSON with the reply's
/// name and head, and the body follows unchanged:
///
///     imgsearch-reply 2 af63dc4c8601ec8c
///     {"headers":[["Link","<a>"]],"name":"https://…","received":793238400.5,"status":200}
///     [{"id":…
///
/// The checksum detects damage, not forgery.
enum ReplyFile {
  /// The second line
  private struct Head: Codable {
    let name: String
    let status: Int
    let received: Date?
    /// Names and values
    let headers: [[String]]
  }

  /// The content of the file at an address
  static func data(of response: WebReply, named name: String, for file: URL) throws -> Data {
    let head = Head(
      name: name, status: response.status, received: response.received,
      headers: response.headers.fields.map { [$0.name, $0.value] })
    let content = try RegularFile.line(of: head, for: file) + response.body
    return firstLine(before: content) + content
  }

  /// The reply in a file; nil if it is damaged, of another version, or has another name
  static func response(in data: Data, named name: String) -> WebReply? {
    let content = data.dropFirst(lineLength)
    guard data.prefix(lineLength) == firstLine(before: content),
      let end = content.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return ifReadable {
      let head = try JSONDecoder().decode(Head.self, from: content[..<end])
      guard head.name.utf8.elementsEqual(name.utf8) else { return nil }
      let fields = head.headers.filter { $0.count == 2 }.map {
        HTTPHeaders.Field(name: $0[0], value: $0[1])
      }
      return WebReply(
        status: head.status, headers: HTTPHeaders(fields), body: Data(content[(end + 1)...]),
        source: .cache, received: head.received)
    }
  }

  private static let mark = "imgsearch-reply 2 "
  /// Bytes of the first line: the mark, the checksum's 16 digits and the line break
  private static let lineLength = mark.utf8.count + 17

  private static func firstLine(before content: Data) -> Data {
    var hash = StableHash()
    content.withUnsafeBytes { hash.add(contentsOf: $0) }
    return Data("\(mark)\(hash.digits)\n".utf8)
  }
}
