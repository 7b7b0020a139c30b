public import Foundation

extension WebReply {
  /// Seconds to wait according to Retry-After: a number or a date (RFC 9110, 10.2.3); else nil
  ///
  /// A date is compared with the reply's own Date, so that clocks need not agree.
  public var retryAfter: TimeInterval? {
    guard let text = headers["Retry-After"]?.trimmed else {
      return nil
    }
    if let seconds = Self.seconds(text) { return seconds }
    guard let date = Date(httpDate: text) else { return nil }
    let now = headers["Date"].flatMap { Date(httpDate: $0) } ?? Date()
    return max(0, date.timeIntervalSince(now))
  }

  /// A number of seconds in digits alone; nil for anything else, such as 0x10 and 1e3
  static func seconds(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether the body begins like a JSON object or array; the Content-Type isn't reliable
  package var looksLikeJSON: Bool {
    switch firstByte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): true
    default: false
    }
  }

  /// A few words about a body that isn't JSON
  package var wordsForNoJSON: String {
    switch firstByte {
    case nil: "an empty reply"
    case UInt8(ascii: "<"): "a web page instead of JSON"
    default: "no JSON: \(excerpt(ServiceMessage.readCharacters))"
    }
  }

  /// The start of a refusal's body, or `a web page` for HTML; may be empty
  package var bodyDescription: String {
    firstByte == UInt8(ascii: "<") ? "a web page" : excerpt(ServiceMessage.readCharacters)
  }

  /// The first byte that isn't white space or a byte order mark
  private var firstByte: UInt8? {
    body.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
  }
}

extension WebReply {
  /// The verdict to ask again, with the status and words in its reason
  ///
  /// - Parameters:
  ///   - words: the reason, in the service's words
  ///   - seconds: time to wait, if the reply tells it elsewhere than in Retry-After
  public func again(_ words: String, after seconds: TimeInterval? = nil) -> Verdict {
    .again(after: seconds ?? retryAfter, reason: "status \(status), \(words)")
  }
}

/// Makes a service's words fit to be shown: on one line, shortened, and without the key
package struct ServiceMessage: Sendable {
  /// How much of a text is read: more than is shown, so that no half of a key is left at the cut
  package static let readCharacters = 1_000
  private static let maxCharacters = 120

  private let key: String?

  package init(key: String?) {
    self.key = key
  }

  package func shown(_ text: String) -> String {
    var words = PlainText.folded(text) ?? "no reason given"
    if let key { words = Redaction(secrets: [key]).text(words) }
    return words.count > Self.maxCharacters ? words.prefix(Self.maxCharacters) + "…" : words
  }
}
