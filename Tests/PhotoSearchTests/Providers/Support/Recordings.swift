import Foundation
import PhotoSearch
import Testing

/// Replies of the real services, which are not ours to keep: read from the folder that
/// IMGSEARCH_RECORDINGS names
enum Recordings {
  static let skipped: Comment = "IMGSEARCH_RECORDINGS names no folder of recorded replies"

  private static let folder = ProcessInfo.processInfo.environment["IMGSEARCH_RECORDINGS"]
    .map { URL(fileURLWithPath: $0) }

  static var areThere: Bool { folder != nil }

  static func data(_ path: String) throws -> Data {
    try Data(contentsOf: try #require(folder).appending(path: path))
  }

  /// The second recording of them all, read once
  static let archive = Result {
    try HARArchive(contentsOf: try #require(folder).appending(path: "har/real-2.har"))
  }

  /// A recorded body with the header fields that were recorded with it, if they were
  static func reply(_ name: String) throws -> WebReply {
    let body = try data("recorded/\(name).json")
    let headers = try #require(folder).appending(path: "recorded/headers/\(name).headers.json")
    guard FileManager.default.fileExists(atPath: headers.path) else {
      return WebReply(status: 200, body: body)
    }
    let fields = try JSONDecoder().decode([String: Field].self, from: Data(contentsOf: headers))
    return WebReply(
      status: fields["_status"]?.number ?? 200,
      headers: HTTPHeaders(
        fields.compactMap { name, value in
          value.text.map { HTTPHeaders.Field(name: name, value: $0) }
        }),
      body: body)
  }

  /// A recorded exchange whose body is no JSON: status, header fields and body in one object
  static func exchange(_ name: String) throws -> WebReply {
    let exchange = try JSONDecoder().decode(Exchange.self, from: data("recorded/\(name).json"))
    return WebReply(
      status: try #require(exchange.status.number ?? exchange.status.code.flatMap { Int($0) }),
      headers: HTTPHeaders(
        exchange.headers.compactMap { name, value in
          value.text.map { HTTPHeaders.Field(name: name, value: $0) }
        }),
      body: Data(exchange.body.utf8))
  }

  private struct Exchange: Decodable {
    let status: Field
    let headers: [String: Field]
    let body: String
  }

  /// A number, a text, a list of one text, or an object with a code
  private struct Field: Decodable {
    var number: Int?
    var text: String?
    var code: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self.number = number
      } else if let text = try? container.decode(String.self) {
        self.text = text
      } else if let list = try? container.decode([String].self) {
        text = list.first
      } else {
        code = try container.decode([String: String].self)["code"]
      }
    }
  }
}
