import Foundation

/// A recording as it is written: HAR 1.2
struct HARDocument: Encodable {
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

  struct Creator: Encodable {
    let name = "imgsearch"
    let version = "1"
  }

  /// What was written before, and what is new
  struct Entries: Encodable {
    let older: [JSONValue]
    let newer: [Entry]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for entry in older { try container.encode(entry) }
      for entry in newer { try container.encode(entry) }
    }
  }

  struct Log: Encodable {
    let version = "1.2"
    let creator = Creator()
    let entries: Entries
  }

  let log: Log

  init(older: [JSONValue] = [], entries: [Entry]) {
    log = Log(entries: Entries(older: older, newer: entries))
  }
}

extension HARDocument.Content {
  /// Text where the bytes are UTF-8 once they are without secrets, else base64
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
