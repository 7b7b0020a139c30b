import Foundation
import PhotoSearch
import Platform

/// The file format of a cached reply
///
/// The first line has the version and a checksum of the rest, the second is JSON with the reply's
/// name and head, and the body follows unchanged:
///
///     imgsearch-reply 2 af63dc4c8601ec8c
///     {"name":"https://…","status":200,"received":793238400.5,"headers":[["Link","<a>"]]}
///     [{"id":…
///
/// The checksum detects damage, not forgery.
enum ReplyFile {
  /// The content of the file
  static func data(of response: WebReply, named name: String) -> Data {
    let head = JSONWriter.object(capacity: 1_024) { json in
      json.member("name", name)
      json.member("status", response.status)
      json.member("received", response.received?.timeIntervalSinceReferenceDate)
      json.member("headers")
      json.list(response.headers.fields) { json, field in
        json.list([field.name, field.value]) { $0.string($1) }
      }
    }
    let content = Data((head + "\n").utf8) + response.body
    return firstLine(before: content) + content
  }

  /// The reply in a file; nil if it is damaged, of another version, or has another name
  static func response(in data: Data, named name: String) -> WebReply? {
    let content = data.dropFirst(lineLength)
    guard data.prefix(lineLength) == firstLine(before: content),
      let end = content.firstIndex(of: newline)
    else { return nil }
    return ifReadable {
      let head = try JSONDocument(Data(content[..<end])).root
      guard head["name"]?.string.map({ $0.utf8.elementsEqual(name.utf8) }) == true,
        let status = head["status"]?.integer
      else { return nil }
      return WebReply(
        status: status, headers: HTTPHeaders(try head.array("headers").compactMap(field)),
        body: Data(content[(end + 1)...]), source: .cache,
        received: head["received"]?.double.map(Date.init(timeIntervalSinceReferenceDate:)))
    }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let mark = "imgsearch-reply 2 "
  /// Bytes of the first line: the mark, the checksum's 16 digits and the line break
  private static let lineLength = mark.utf8.count + 17

  private static func firstLine(before content: Data) -> Data {
    var hash = StableHash()
    content.withUnsafeBytes { hash.add(contentsOf: $0) }
    return Data("\(mark)\(hash.digits)\n".utf8)
  }

  private static func field(_ pair: JSONValue) -> HTTPHeaders.Field? {
    guard let texts = pair.elements?.map(\.string), texts.count == 2, let name = texts[0],
      let value = texts[1]
    else { return nil }
    return HTTPHeaders.Field(name: name, value: value)
  }
}
