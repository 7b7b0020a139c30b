public import Foundation

extension WebReply {
  /// Seconds that the service asks to wait, from Retry-After: digits or a date (RFC 9110, 10.2.3);
  /// nil when it does not say
  ///
  /// A date counts from the reply's own Date, so that clocks need not agree.
  public var retryAfter: TimeInterval? {
    guard let text = headers["Retry-After"]?.trimmed else {
      return nil
    }
    if let seconds = Self.seconds(text) { return seconds }
    guard let date = Date(httpDate: text) else { return nil }
    let now = headers["Date"].flatMap { Date(httpDate: $0) } ?? Date()
    return max(0, date.timeIntervalSince(now))
  }

  /// A number of seconds as fields have it: digits alone, for 0x10 and 1e3 are other notations; nil
  /// for anything else
  static func seconds(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether the body begins as a JSON object or array does, which its Content-Type need not say
  package var looksLikeJSON: Bool {
    switch firstByte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): true
    default: false
    }
  }

  /// What came where JSON was asked for, in few words
  package var wordsForNoJSON: String {
    switch firstByte {
    case nil: "an empty reply"
    case UInt8(ascii: "<"): "a web page instead of JSON"
    default: "no JSON: \(excerpt(ServiceMessage.readCharacters))"
    }
  }

  /// The beginning of a refusal's body, or `a web page` for HTML; may be empty
  package var bodyDescription: String {
    firstByte == UInt8(ascii: "<") ? "a web page" : excerpt(ServiceMessage.readCharacters)
  }

  /// What is not white space
  private var firstByte: UInt8? {
    body.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
  }
}

extension WebReply {
  /// A reply that may be another one when it is asked for again: its status, and the words for it
  ///
  /// - Parameters:
  ///   - words: why, in the service's words
  ///   - seconds: to wait, where the reply says so elsewhere than in Retry-After
  public func again(_ words: String, after seconds: TimeInterval? = nil) -> ReplyVerdict {
    .again(after: seconds ?? retryAfter, reason: "status \(status), \(words)")
  }
}

/// A service's own words, made fit to be shown: on one line, not long, and without the key
package struct ServiceMessage: Sendable {
  /// How much of a text is looked at: more than is shown, so that no half of a key is left at the
  /// place where it is cut
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
