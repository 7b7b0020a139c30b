public import Foundation

/// A reply with its whole body, decoded
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: Data

  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The body as text, for messages: at most that many characters, on one line
  package func excerpt(_ length: Int = 120) -> String {
    let text = String(decoding: body.prefix(length * 4), as: UTF8.self)
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.count > length ? words.prefix(length) + "…" : words
  }
}
