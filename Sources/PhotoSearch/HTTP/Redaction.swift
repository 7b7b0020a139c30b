public import Foundation

/// Takes secrets out of what is written down: addresses, header fields, bodies
///
/// All names of keys are kept here. Query parameters and header fields with such a name lose their
/// value; a secret whose value is known is taken out wherever it appears.
public struct Redaction: Sendable {
  /// What stands where a secret stood
  public static let word = "REDACTED"

  /// Values shorter than this, in bytes, are too common in texts to be taken out by value
  static let shortest = 4

  private let secrets: [SecretPattern]
  /// Names of query parameters and header fields beside those that are known, in lower case
  private var names: Set<String>

  /// - Parameters:
  ///   - secrets: the values known: keys and tokens in use; empty ones are passed over
  ///   - keys: where the services in use look for a key
  public init(secrets: [String] = [], keys: [KeyLocation] = []) {
    names = Set(keys.map { $0.name.lowercased() })
    self.secrets = Set(secrets)
      .filter { $0.utf8.count >= Self.shortest }
      .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
      .map(SecretPattern.init)
  }

  /// The same, which also knows where those services look for a key
  func adding(_ keys: [KeyLocation]) -> Redaction {
    var redaction = self
    redaction.names.formUnion(keys.map { $0.name.lowercased() })
    return redaction
  }

  /// An address without its secrets and without user and password
  public func url(_ url: URL) -> String {
    var address = url.absoluteString
    let credentials = /^[A-Za-z][A-Za-z0-9+.\-]*:\/\/([^\/?#]*)@/
    if let match = address.firstMatch(of: credentials) {
      address.replaceSubrange(match.1.startIndex..<match.1.endIndex, with: Self.word)
    }
    return redacted(address, isAddress: true)
  }

  /// The same fields, the values of those that carry secrets replaced
  public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.fields.map { field in
        HTTPHeaders.Field(
          name: field.name,
          value: Self.isSecret(header: field.name) || names.contains(field.name.lowercased())
            ? Self.word : text(field.value))
      })
  }

  /// A text without secrets: known values in whatever form they are written (plain,
  /// percent-encoded, escaped as in JSON), and the values of query parameters for keys
  public func text(_ text: String) -> String {
    redacted(text, isAddress: false)
  }

  /// Whether a query parameter of that name carries a key
  static func isKey(parameter name: String) -> Bool {
    parameters.contains(name.lowercased())
  }

  /// Whether a header field of that name carries a secret
  static func isSecret(header name: String) -> Bool {
    let name = name.lowercased()
    return headerNames.contains(name) || headerEndings.contains { name.hasSuffix($0) }
  }

  /// Query parameters that carry keys, in lower case
  package static let parameters: Set<String> = [
    "client_id", "client_secret", "api_key", "apikey", "key", "access_key", "access_token",
    "refresh_token", "token", "auth_token", "oauth_token", "api_sig", "oauth_signature",
    "oauth_consumer_key", "oauth_verifier", "password",
  ]
  private static let headerNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
  ]
  private static let headerEndings = ["api-key", "apikey", "-token", "-secret", "-access-key"]

  /// Values before names: a name's value is looked for only up to where it seems to end
  private func redacted(_ text: String, isAddress: Bool) -> String {
    var bytes = Array(text.utf8)
    var changed = false
    for secret in secrets where secret.redact(&bytes) { changed = true }
    if KeyParameters.redact(&bytes, isAddress: isAddress, names: names) { changed = true }
    return changed ? String(decoding: bytes, as: UTF8.self) : text
  }
}

/// Query parameters for keys in any text: an address, or one inside a body or a header field
enum KeyParameters {
  /// Replaces their values; returns whether there were any
  ///
  /// - Parameters:
  ///   - isAddress: all of it is one address, in which only `&` and `#` end a value
  ///   - names: more names of such parameters, in lower case
  static func redact(
    _ bytes: inout [UInt8], isAddress: Bool, names: Set<String> = []
  ) -> Bool {
    guard bytes.contains(UInt8(ascii: "=")) else { return false }
    let ends = isAddress ? addressEnds : textEnds
    var places = RedactedRanges()
    var position = 0
    while let equals = bytes[position...].firstIndex(of: UInt8(ascii: "=")) {
      position = equals + 1
      guard isKey(before: equals, in: bytes, or: names) else { continue }
      let end = bytes[position...].firstIndex { ends.contains($0) } ?? bytes.count
      places.add(position..<end)
      position = end
    }
    return places.redact(&bytes)
  }

  /// Whether a key's name stands before this `=`, and before it what starts a parameter: the text
  /// itself, `?`, `&` or `#` in whatever escape
  private static func isKey(
    before equals: Int, in bytes: [UInt8], or names: Set<String>
  ) -> Bool {
    let longest = 32
    var start = equals
    while start > 0, equals - start < longest, bytes[start - 1].isPartOfName { start -= 1 }
    var name = bytes[start..<equals]
    if start > 0 {
      let before = bytes[start - 1]
      if before == UInt8(ascii: "\\"), name.starts(with: Array("u0026".utf8)) {
        name = name.dropFirst(5)
      } else if !starters.contains(before) {
        return false
      }
    }
    let text = String(decoding: name, as: UTF8.self)
    return Redaction.isKey(parameter: text) || names.contains(text.lowercased())
  }

  private static let addressEnds = Set("&#".utf8)
  private static let textEnds = Set("&#\"'<>\\;,)".utf8).union(0...0x20)
  private static let starters = Array("?&#; \t\n\r\"'(,<".utf8)
}

/// A known secret, found in whatever form a text has it
///
/// Each of its characters may be plain, percent-encoded (once or twice, in either case, a blank
/// also as `+`), or escaped as in JSON.
struct SecretPattern: Sendable {
  private let secret: [UInt8]
  /// Whether it may start with a byte, by the byte's value
  private let starts: [Bool]

  init(_ secret: String) {
    self.secret = Array(secret.utf8)
    let first = Set(self.secret.prefix(1) + Array("%\\+".utf8))
    starts = (0...UInt8.max).map(first.contains)
  }

  /// Replaces each; returns whether there were any
  func redact(_ bytes: inout [UInt8]) -> Bool {
    var places = RedactedRanges()
    var position = 0
    while position < bytes.count {
      if starts[Int(bytes[position])], let end = end(of: secret[...], at: position, in: bytes) {
        places.add(position..<end)
        position = end
      } else {
        position += 1
      }
    }
    return places.redact(&bytes)
  }

  /// Where what is left of the secret ends, if it starts here
  ///
  /// A `\` or `%` may be itself or begin an escape: both are tried.
  private func end(of rest: ArraySlice<UInt8>, at position: Int, in bytes: [UInt8]) -> Int? {
    guard let wanted = rest.first else { return position }
    guard position < bytes.count else { return nil }
    let text = bytes[position...].prefix(12)
    for step in escapes(of: rest, in: text) + plain(wanted, text) {
      let next = position + step.length
      if let end = end(of: rest.dropFirst(step.matched), at: next, in: bytes) { return end }
    }
    return nil
  }

  /// How many bytes of the secret are matched by how many of the text
  private typealias Step = (matched: Int, length: Int)

  private func plain(_ wanted: UInt8, _ text: ArraySlice<UInt8>) -> [Step] {
    let isBlank = wanted == 0x20 && text.first == UInt8(ascii: "+")
    return isBlank || text.first == wanted ? [(1, 1)] : []
  }

  private func escapes(of rest: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> [Step] {
    guard let wanted = rest.first, let head = text.first else { return [] }
    let inside = text.dropFirst()
    if head == UInt8(ascii: "%") {
      let skipped = inside.starts(with: Array("25".utf8)) ? [2, 0] : [0]
      return skipped.compactMap { count in
        let value = Self.hexadecimal(inside.dropFirst(count).prefix(2), count: 2)
        return value == UInt32(wanted) ? (1, count + 3) : nil
      }
    }
    guard head == UInt8(ascii: "\\"), let next = inside.first else { return [] }
    if next == wanted, Array("\"\\/".utf8).contains(next) { return [(1, 2)] }
    guard next == UInt8(ascii: "u"),
      let value = Self.hexadecimal(inside.dropFirst().prefix(4), count: 4),
      let scalar = Unicode.Scalar(value)
    else { return [] }
    let character = Array(String(scalar).utf8)
    return rest.starts(with: character) ? [(character.count, 6)] : []
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>, count: Int) -> UInt32? {
    guard digits.count == count else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - 87)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - 55)
      default: return nil
      }
    }
    return value
  }
}

/// Places in a text where secrets stand, first to last
struct RedactedRanges {
  private var places: [Range<Int>] = []

  /// - Parameter place: after those added before; an empty one is ignored
  mutating func add(_ place: Range<Int>) {
    if !place.isEmpty { places.append(place) }
  }

  /// Puts ``Redaction/word`` in each place; returns whether there were any
  func redact(_ bytes: inout [UInt8]) -> Bool {
    guard !places.isEmpty else { return false }
    var output: [UInt8] = []
    var copied = 0
    for place in places {
      output += bytes[copied..<place.lowerBound]
      output += Redaction.word.utf8
      copied = place.upperBound
    }
    bytes = output + bytes[copied...]
    return true
  }
}
