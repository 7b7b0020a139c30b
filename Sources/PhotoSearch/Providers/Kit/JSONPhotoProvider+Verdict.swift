public import Foundation
import Platform

extension JSONPhotoProvider {
  /// The meaning of a reply: by the adapter's own rule, else by its status
  public func verdict(on response: WebReply) -> ReplyVerdict {
    if end(in: response, after: 0) != nil { return .page }
    if let own = ownVerdict(on: response) { return own }
    switch response.status {
    case 200..<300: return verdictOnBody(of: response)
    case 401 where profile.key != nil: return .refused(serviceMessage(in: response))
    // A web page in place of JSON means that the address is wrong, not that a photo is missing.
    case 404 where response.body.isEmpty || response.looksLikeJSON:
      return .absent(serviceMessage(in: response))
    case let status where WebReply.isPassing(status):
      return response.again(serviceMessage(in: response))
    default: return .failed(status: response.status, message: serviceMessage(in: response))
    }
  }

  private func verdictOnBody(of response: WebReply) -> ReplyVerdict {
    if response.looksLikeJSON { return .page }
    let words = shown(response.wordsForNoJSON)
    return response.body.isEmpty
      ? .again(after: nil, reason: words) : .failed(status: response.status, message: words)
  }

  public func ownVerdict(on response: WebReply) -> ReplyVerdict? { nil }

  public func end(in response: WebReply, after photos: Int) -> EndReason? { nil }

  public func words(in response: WebReply) -> String? { response.json?.reasons }

  /// The service's words in a refusal, else the start of its text, made fit to be shown
  public func serviceMessage(in response: WebReply) -> String {
    shown(words(in: response) ?? response.bodyDescription)
  }

  /// The service's words on one line, shortened, and without the key
  func shown(_ text: String) -> String {
    var words = PlainText.folded(text) ?? "no reason given"
    if let key = access.key {
      words = Redaction(secrets: KeyRequirement.parts(of: key)).text(words)
    }
    return words.count > 120 ? words.prefix(120) + "…" : words
  }

  public func quota(in response: WebReply) -> Quota? { Self.quota?.quota(in: response) }
}

extension WebReply {
  /// The JSON in the body; nil if it can't be read
  public var json: JSONValue? { looksLikeJSON ? ifReadable { try JSONDocument(body).root } : nil }

  /// Seconds to wait according to Retry-After: a number or a date (RFC 9110, 10.2.3); else nil
  ///
  /// A date is compared with the reply's own Date, so that clocks need not agree.
  public var retryAfter: TimeInterval? {
    guard let text = headers["Retry-After"]?.trimmed else { return nil }
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
  package var looksLikeJSON: Bool { firstByte.map { "{[".utf8.contains($0) } ?? false }

  /// A few words about a body that isn't JSON
  package var wordsForNoJSON: String {
    switch firstByte {
    case nil: "an empty reply"
    case UInt8(ascii: "<"): "a web page instead of JSON"
    default: "no JSON: \(excerpt(Self.readCharacters))"
    }
  }

  /// The start of a refusal's body, or `a web page` for HTML; may be empty
  package var bodyDescription: String {
    firstByte == UInt8(ascii: "<") ? "a web page" : excerpt(Self.readCharacters)
  }

  /// How much of a text is read: more than is shown, so that no half of a key is left at the cut
  private static let readCharacters = 1_000

  /// The first byte that isn't white space or a byte order mark
  private var firstByte: UInt8? { body.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } }

  /// The verdict to ask again, with the status and words in its reason
  ///
  /// - Parameters:
  ///   - words: the reason, in the service's words
  ///   - seconds: time to wait, if the reply tells it elsewhere than in Retry-After
  public func again(_ words: String, after seconds: TimeInterval? = nil) -> ReplyVerdict {
    .again(after: seconds ?? retryAfter, reason: "status \(status), \(words)")
  }
}

extension JSONValue {
  /// The reasons in a refusal, in the forms that services use: `{"errors": ["text", …]}`,
  /// `{"detail": {"parameter": ["text"]}}` as `parameter: text`, `{"error": "text"}`
  var reasons: String? {
    let found = [
      self["errors"], self["detail"], self["message"], self["error"], self["reason"],
      self["statusMessage"],
    ]
    return found.lazy.compactMap { $0?.reason }.first
  }

  private var reason: String? {
    if let string { return string }
    let members = members ?? []
    let texts =
      elements?.compactMap(\.string)
      ?? members.map { name, value in
        let texts = value.elements?.compactMap(\.text) ?? [value.text].compactMap(\.self)
        return "\(name): \(texts.joined(separator: ", "))"
      }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

/// The header fields in which a service tells its remaining quota
public struct QuotaFields: Sendable {
  private let remaining: String
  private let limit: String
  private let period: String?

  /// - Parameters:
  ///   - remaining: the field with the number of requests left
  ///   - limit: the field with the number in all: `50`, or `200/day`
  ///   - period: the limit's period, if the field doesn't have it
  public init(
    remaining: String = "X-Ratelimit-Remaining", limit: String = "X-Ratelimit-Limit",
    period: String? = nil
  ) {
    self.remaining = remaining
    self.limit = limit
    self.period = period
  }

  /// The remaining quota; nil without these fields, and for an old copy from a proxy's cache
  func quota(in response: WebReply) -> Quota? {
    let headers = response.headers
    guard headers["Age"].flatMap({ Int($0) }) ?? 0 == 0,
      headers["cf-cache-status"]?.uppercased() != "HIT",
      let left = headers[remaining].flatMap({ Int($0) })
    else { return nil }
    let words = headers[limit]?.components(at: "/", keepsEmpty: false) ?? []
    return Quota(
      remaining: max(0, left), limit: words.first.flatMap { Int($0) },
      period: period ?? (words.count == 2 ? String(words[1]) : nil))
  }
}
