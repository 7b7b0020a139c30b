import Foundation

/// The JSON of a recording: HAR 1.2
enum HARDocument {
  struct Pair: Encodable {
    let name: String
    let value: String
  }

  struct Content: Encodable {
    let size: Int
    let mimeType: String
    let text: String
    let encoding: String?
  }

  struct Request: Encodable {
    let method: String
    let url: String
    let httpVersion = "HTTP/1.1"
    let cookies: [Pair] = []
    let headers: [Pair]
    let queryString: [Pair]
    let headersSize = -1
    let bodySize = 0
  }

  struct Response: Encodable {
    let status: Int
    let statusText = ""
    let httpVersion = "HTTP/1.1"
    let cookies: [Pair] = []
    let headers: [Pair]
    let content: Content
    let redirectURL = ""
    let headersSize = -1
    let bodySize = -1
    let _error: String?
  }

  struct Entry: Encodable {
    let startedDateTime: String
    /// Milliseconds
    let time: Double
    let request: Request
    let response: Response
    let cache: [String: String] = [:]
    let timings: [String: Double]
  }

  /// The `creator` of recordings that this program makes
  static let creator = "imgsearch"

  /// The text before the first exchange and after the last
  static let frame = (
    start: """
    {
      "log" : {
        "creator" : {
          "name" : "\(creator)",
          "version" : "1"
        },
        "entries" : [
    """,
    end: """

        ],
        "version" : "1.2"
      }
    }
    """
  )

  /// The text between two exchanges; the first has it without the comma
  static let separator = ",\n" + indentation

  /// The indentation of each line of an exchange
  fileprivate static let indentation = "      "
}

extension HARDocument.Entry {
  /// The entry's JSON, indented as in a recording, from its brace on
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(self)
    var indented = Data(capacity: data.count + 1_024)
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      // Line breaks inside strings are escaped, so each one here ends a line of JSON.
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        indented.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[...end]))
        indented.append(contentsOf: HARDocument.indentation.utf8)
        rest = rest[(end + 1)...]
      }
      indented.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest))
    }
    return indented
  }
}

extension HARDocument.Content {
  /// A body as text if its bytes without secrets are UTF-8, else as base64
  init(_ body: Data, type: String, redaction: Redaction) {
    let body = redaction.data(body)
    let text = String(data: body, encoding: .utf8)
    self.init(
      size: body.count, mimeType: redaction.text(type), text: text ?? body.base64EncodedString(),
      encoding: text == nil ? "base64" : nil)
  }
}

extension [HARDocument.Pair] {
  init(_ headers: HTTPHeaders, redaction: Redaction) {
    self = redaction.headers(headers).fields.map { .init(name: $0.name, value: $0.value) }
  }
}
