public import Foundation

/// A reply with its whole body, decoded
public struct WebReply: Hashable, Sendable {
  /// As in RFC 9110, e.g. 200
  public var status: Int
  /// As they came, names re-cased on some systems
  public var headers: HTTPHeaders
  /// Decoded, whole
  public var body: Data
  /// Where this copy of it comes from
  package var source = Source.network
  /// When the service sent it, as far as is known: what a stated wait counts from
  package var received: Date?
  /// What its service means by it, once that has been judged: a reply is judged once
  package var verdict: ReplyVerdict?
  /// What waits for it to be read; nil when nothing does
  package var whenRead: WhenRead?

  /// What a reply was taken from
  package enum Source: String, Hashable, Sendable {
    case network, cache, recording
  }

  /// A reply
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.init(status: status, headers: headers, body: body, received: nil)
  }

  package init(
    status: Int, headers: HTTPHeaders = [:], body: Data = Data(), source: Source = .network,
    received: Date?
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.source = source
    self.received = received
  }

  /// Tells whoever waits for it that it was read as what was asked for
  ///
  /// To be called once a provider has made a page or a photo of it without an error: a
  /// ``CachingTransport`` keeps nothing else.
  package func wasRead() { whenRead?.action() }

  /// What is done once a reply was read; no part of what makes two replies equal
  package struct WhenRead: Hashable, Sendable {
    package let action: @Sendable () -> Void

    package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    package static func == (left: WhenRead, right: WhenRead) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
  }

  /// The body as text, for messages: at most that many characters, on one line
  package func excerpt(_ length: Int = 120) -> String {
    let text = String(decoding: body.prefix(length * 4), as: UTF8.self)
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.count > length ? words.prefix(length) + "…" : words
  }
}

extension WebReply: Codable {
  /// What a store keeps of it, with the time when it came
  private enum CodingKeys: CodingKey {
    case status, headers, body, received
  }
}

/// What a provider makes of a reply: all that the HTTP layers learn of it
public enum ReplyVerdict: Hashable, Sendable {
  /// The reply is what was asked for
  case page
  /// A passing fault: asking again may help, not before that many seconds when it says so
  case again(after: TimeInterval?, reason: String)
  /// The quota is used up, until a time (seconds from now) when it is known
  case spent(until: TimeInterval?)
  /// The key is not accepted
  case refused(String)
  /// What was asked for does not exist: the service's own words
  case absent(String)
  /// Any other reply that isn't a page: the status and the service's own words
  case failed(status: Int, message: String)
}
