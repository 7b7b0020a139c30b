package import Foundation
import Platform

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
