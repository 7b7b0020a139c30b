public import Foundation

/// A reply with its whole body, decoded
public struct HTTPResponse: Hashable, Sendable {
  /// As in RFC 9110, e.g. 200
  public var status: Int
  /// As they came, names re-cased on some systems
  public var headers: HTTPHeaders
  /// Decoded, whole
  public var body: Data
  /// Where this copy of it comes from
  public var source: Source
  /// When the service sent it, as far as is known: what a stated wait counts from
  public var received: Date?

  /// What a reply was taken from
  public enum Source: String, Hashable, Sendable {
    case network, cache, recording
  }

  /// A reply
  public init(
    status: Int, headers: HTTPHeaders = [:], body: Data = Data(), source: Source = .network,
    received: Date? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.source = source
    self.received = received
  }

  /// The body as text, for messages: at most that many characters, on one line
  package func excerpt(_ length: Int = 120) -> String {
    let text = String(decoding: body.prefix(length * 4), as: UTF8.self)
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.count > length ? words.prefix(length) + "…" : words
  }
}
