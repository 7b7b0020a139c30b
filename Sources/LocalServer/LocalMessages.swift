package import Foundation
import Platform

/// A complete request of a web browser
package struct LocalRequest: Sendable {
  /// The request's method as it came, because methods are case-sensitive
  package let method: String
  /// Path and query, not decoded: `/a/..%2fb?q=red+kite`
  package let target: String
  package var headers: LocalHeaders = [:]
  package var body = Data()

  /// The path, not decoded
  package var path: String { String(target.cut(at: "?").before) }

  /// The names between the path's slashes, each decoded by itself: `/photo/a%3Ab` has `photo` and
  /// `a:b`
  ///
  /// nil if one could lead to another place: `.`, `..`, an encoded slash, backslash or zero byte,
  /// or bytes that aren't UTF-8. The path `/` has one empty name.
  package var segments: [String]? {
    var names: [String] = []
    for part in path.parts(at: "/").dropFirst() {
      guard let name = String(validating: part.utf8.percentDecoded.bytes, as: UTF8.self),
        name != ".", name != "..",
        !name.utf8.contains(where: { #"/\"#.utf8.contains($0) || $0 == 0 })
      else { return nil }
      names.append(name)
    }
    return names
  }

  /// The query's names and values in order, decoded, with `+` as a blank
  package var queryItems: [URLQueryItem] {
    let query = target.parts(at: "?", maxSplits: 1).dropFirst().first ?? ""
    return query.parts(at: "&", keepsEmpty: false).map { pair in
      let parts = pair.replacing(each: "+", by: " ").parts(at: "=", maxSplits: 1).map { part in
        String(decoding: part.utf8.percentDecoded.bytes, as: UTF8.self)
      }
      return URLQueryItem(name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
  }

  /// The query's first value of a name
  package func query(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }
}

/// Header fields in order; names are case-insensitive
package struct LocalHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package var fields: [(name: String, value: String)]

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { ($0.0, $0.1) }
  }

  /// The value of a field; several fields of one name are joined by commas
  ///
  /// Setting replaces all fields of the name.
  package subscript(name: String) -> String? {
    get {
      let values = fields.filter { Self.areEqual($0.name, name) }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { Self.areEqual($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.lazy.map(\.lowercased).elementsEqual(other.utf8.lazy.map(\.lowercased))
  }
}

/// A reply to a web browser
package struct LocalReply: Sendable {
  package enum Body: Sendable {
    case data(Data)
    /// A body written piece by piece; if the writer throws, the reply is cut off so that the
    /// browser notices
    ///
    /// Its task is cancelled as soon as the browser leaves, even while it waits.
    case stream(@Sendable (LocalWriter) async throws -> Void)
  }

  package var status: Int
  /// Content-Length, Transfer-Encoding and Connection are ignored here, as the server sets them
  package var headers: LocalHeaders
  package var body: Body

  package init(
    _ status: Int = 200, headers: LocalHeaders = [:], body: Body = .data(Data())
  ) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// A reply in plain text
  package static func text(_ text: String, status: Int = 200) -> LocalReply {
    LocalReply(
      status,
      headers: [
        "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff",
      ], body: .data(Data(text.utf8)))
  }

  /// Status line, fields and the empty line; nil if a field is invalid, or its value ends its line
  var head: Data? {
    guard (200...599).contains(status) else { return nil }
    var text = "HTTP/1.1 \(status) \r\n"
    for (name, value) in headers.fields {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte),
        !value.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 })
      else { return nil }
      guard !Self.ownFields.contains(where: { LocalHeaders.areEqual($0, name) }) else { continue }
      text += "\(name): \(value)\r\n"
    }
    if hasBody {
      switch body {
      case .data(let data): text += "Content-Length: \(data.count)\r\n"
      case .stream: text += "Transfer-Encoding: chunked\r\n"
      }
    }
    return Data((text + "Connection: close\r\n\r\n").utf8)
  }

  /// Replies of these statuses have no body
  var hasBody: Bool { status != 204 && status != 304 }

  private static let ownFields = ["Content-Length", "Transfer-Encoding", "Connection"]
}

/// Sends the pieces of a reply, one after another
///
/// Only one task may use it: two that write at the same time would mix their bytes.
package struct LocalWriter {
  let connection: LocalConnection

  /// Sends a piece; returns once the system has taken it, so a browser that doesn't read delays it
  ///
  /// - Throws: `CancellationError` if the browser has left or the server ends, or ``SocketFailure``
  ///   if the browser takes nothing for too long
  package func write(_ data: Data) async throws {
    try Task.checkCancellation()
    // An empty chunk would end the reply.
    guard !data.isEmpty else { return }
    let size = Data("\(String(data.count, radix: 16))\r\n".utf8)
    try await connection.send(size + data + Data("\r\n".utf8))
  }

  package func write(_ text: String) async throws {
    try await write(Data(text.utf8))
  }
}

@available(*, unavailable) extension LocalWriter: Sendable {}

extension UInt8 {
  /// Whether methods and header field names may contain this byte (RFC 9110, 5.6.2)
  var isTokenByte: Bool {
    isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
