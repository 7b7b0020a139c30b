import Foundation
internal import Platform

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
  }
}

extension HARDocument.Entry {
  var json: String {
    JSONWriter.object(capacity: reply.body.count + 1_024) { json in
      json.member("startedDateTime", started.iso8601WithMilliseconds ?? "")
      json.member("time", time)
      json.member("request") { writeRequest(&$0) }
      json.member("response") { writeResponse(&$0) }
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
