public import Foundation

/// A reply with its whole body, decoded
public struct WebReply: Hashable, Sendable {
  /// The status code of RFC 9110, e.g. 200
  public var status: Int
  /// The header fields; some systems change the case of their names
  public var headers: HTTPHeaders
  /// The whole body, decoded
  public var body: Data
  /// The source of this copy: the network, the cache or a recording
  package var source = Source.network
  /// When the service sent the reply, if known: the start of a stated wait
  package var received: Date?
  /// The provider's judgement of the reply, set once it was judged so that it is judged only once
  package var verdict: ReplyVerdict?
  /// Messages of a layer about this reply for people, one line each
  package var notices: [String] = []
  /// How many bytes of the body a ``BodyReceiver`` took, which are therefore not in ``body``
  package var streamedBytes = 0
  /// A callback for when a provider has read the reply
  package var whenRead: WhenRead?

  /// The place that a reply was taken from
  package enum Source: String, Hashable, Sendable { case network, cache, recording }

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

  /// Whether a status is that of a temporary fault, so that another try may help
  package static func isPassing(_ status: Int) -> Bool {
    [408, 425, 429].contains(status) || status >= 500
  }

  /// Reports that a provider could read this reply
  ///
  /// To be called once a provider has made a page or a photo of it without an error, because a
  /// ``CachingTransport`` keeps no other replies.
  package func wasRead() { whenRead?.action() }

  /// A callback for a reply that was read; ignored when replies are compared
  package struct WhenRead: Hashable, Sendable {
    package let action: @Sendable () -> Void

    package static func == (left: WhenRead, right: WhenRead) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
  }

  /// The start of the body as text on one line, for messages
  package func excerpt(_ length: Int = 120) -> String {
    let text = String(decoding: body.prefix(length * 4), as: UTF8.self)
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.count > length ? words.prefix(length) + "…" : words
  }
}

extension WebReply: Codable {
  /// The members to store, including the time when the reply came
  private enum CodingKeys: CodingKey { case status, headers, body, received }
}

/// A provider's judgement of a reply: all that the HTTP layers learn about its meaning
public enum ReplyVerdict: Hashable, Sendable {
  /// The reply is the requested page
  case page
  /// A temporary fault: asking again may help, after this many seconds if there is a number
  case again(after: TimeInterval?, reason: String)
  /// The quota is used up; seconds from now until it is renewed, if known
  case spent(until: TimeInterval?)
  /// The key isn't accepted
  case refused(String)
  /// The requested thing doesn't exist, in the service's words
  case absent(String)
  /// Any other reply that isn't a page: its status and the service's words
  case failed(status: Int, message: String)
}
