package import Foundation
import Platform

/// Removes secrets from replies, addresses and texts before they are kept or shown
///
/// All names of keys are listed here. Query parameters and header fields with such a name lose
/// their value. A secret whose value is known is removed wherever it appears, in any encoding.
///
/// Each reply passes this once, right where it arrives (``LiveTransport``, ``ReplayTransport``), so
/// no later code ever sees a secret. It works on bytes, in linear time.
package struct Redaction: Sendable {
  /// The word that replaces a secret
  package static let word = "REDACTED"

  /// Shortest secret, in bytes, that is removed by its value, as a shorter one is too common in
  /// texts; names of parameters and fields still apply to it
  private static let minBytes = 8

  private let values: [String]
  private let secrets: SecretSearch?
  /// The only origins each secret may be sent to; empty if unknown
  private let origins: [Set<Origin>]
  /// Names of query parameters and header fields in addition to the known ones, in lower case
  private let names: Set<String>
  /// Query parameters that carry keys, in lower case
  let keyParameters: Set<String>
  private let parameters: KeyParameterSearch

  /// - Parameters:
  ///   - secrets: known values: keys and tokens in use; empty ones are skipped
  ///   - keys: where the requests of the services in use carry a key
  package init(secrets: [String] = [], keys: [KeyLocation] = []) {
    self.init(inUse: secrets.map { KeyInUse($0, home: nil) }, keys: keys)
  }

  /// - Parameters:
  ///   - inUse: the keys in use, each of which may only go to its own service
  ///   - keys: where the requests of the services in use carry a key
  package init(inUse: [KeyInUse], keys: [KeyLocation]) {
    var origins: [String: Set<Origin>] = [:]
    for key in inUse where key.value.utf8.count >= Self.minBytes {
      origins[key.value, default: []].formUnion([key.home].compactMap { $0.map { Origin($0) } })
    }
    values = origins.keys.sorted()
    secrets = values.isEmpty ? nil : SecretSearch(values)
    self.origins = values.map { origins[$0] ?? [] }
    names = Set(keys.map { $0.name.lowercased() })
    keyParameters = Self.parameters.union(keys.compactMap { $0.parameter?.lowercased() })
    parameters = KeyParameterSearch(Self.parameters.union(names))
  }

  /// A reply without secrets in its header and its body
  package func reply(_ reply: WebReply) -> WebReply {
    var reply = reply
    reply.headers = headers(reply.headers)
    reply.body = data(reply.body)
    return reply
  }

  /// The data without secrets
  ///
  /// Data with a zero byte is a picture or the like, not a text with addresses: only known values
  /// are removed from it.
  package func data(_ data: Data) -> Data {
    data.withUnsafeBytes { redacted($0.bindMemory(to: UInt8.self)) }.map { Data($0) } ?? data
  }

  /// The bytes without secrets
  func bytes(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { redacted($0) } ?? bytes
  }

  /// An address without secrets, user and password
  package func url(_ url: URL) -> String {
    var address = url.absoluteString
    let credentials = /^[A-Za-z][A-Za-z0-9+.\-]*:\/\/([^\/?#]*)@/
    if let match = address.firstMatch(of: credentials) {
      address.replaceSubrange(match.1.startIndex..<match.1.endIndex, with: Self.word)
    }
    return redacted(address, isAddress: true)
  }

  /// Header fields without the values of those that carry secrets, and without secrets in names
  package func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    // Servers and libraries may change the letters of names to lower case.
    let lowercased = values.map { $0.lowercased() }
    return HTTPHeaders(
      headers.fields.map { field in
        let name = field.name.lowercased()
        let hasSecret = finds(in: field.name) || lowercased.contains(where: name.contains(bytes:))
        return HTTPHeaders.Field(
          name: hasSecret ? Self.word : field.name,
          value: Self.isSecret(header: name) || names.contains(name)
            ? Self.word : text(field.value))
      })
  }

  /// A text without secrets: known values in any encoding, and values of query parameters for keys
  package func text(_ text: String) -> String { redacted(text, isAddress: false) }

  /// Whether the query parameter with this name carries a key
  static func isKey(parameter name: String) -> Bool { parameters.contains(name.lowercased()) }

  /// Whether the header field with this name carries a secret
  static func isSecret(header name: String) -> Bool {
    let name = name.lowercased()
    return headerNames.contains(name) || headerEndings.contains { name.ends(with: $0) }
  }

  /// Query parameters that carry keys at one service or another, in lower case
  private static let parameters: Set<String> = [
    "client_id", "client_secret", "api_key", "apikey", "key", "access_key", "access_token",
    "refresh_token", "token", "auth_token", "oauth_token", "api_sig", "oauth_signature",
    "oauth_consumer_key", "oauth_verifier", "password", "wskey",
  ]
  private static let headerNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
  ]
  private static let headerEndings = ["api-key", "apikey", "-token", "-secret", "-access-key"]

  /// Whether a request would carry a key to a place it isn't meant for
  func misdirectsKey(in request: WebRequest) -> Bool {
    guard let secrets else { return false }
    let here = Origin(request.url)
    let fields = request.headers.fields.map(\.value)
    let found = secrets.secrets(
      in: ([request.url.absoluteString, request.form ?? ""] + fields).joined(separator: " \n "))
    return found.contains { !origins[$0].isEmpty && !origins[$0].contains(here) }
  }

  /// Whether any values are known
  package var hasSecrets: Bool { secrets != nil }

  /// Whether a text contains a known value, in any encoding
  package func finds(in text: String) -> Bool { secrets?.secrets(in: text).isEmpty == false }

  /// Scheme, host and port of an address, for messages
  func origin(of url: URL) -> String { Self.origin(of: url, hiding: values) }

  /// Scheme, host and port of an address, for messages. A host that contains a secret is hidden;
  /// hosts are in lower case, so secrets are compared that way, too
  static func origin(of url: URL, hiding secrets: [String]) -> String {
    let origin = "\(Origin(url))"
    let search = SecretSearch(secrets + secrets.map { $0.lowercased() })
    return search.secrets(in: origin).isEmpty ? origin : "the address"
  }

  private func redacted(_ text: String, isAddress: Bool) -> String {
    var text = text
    let redacted = text.withUTF8 { self.redacted($0, isAddress: isAddress, isText: true) }
    return redacted.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    redacted(bytes, isAddress: false, isText: bytes.firstOffset(of: 0) == nil)
  }

  /// Removes known values first, because a parameter's value is only removed up to its apparent end
  ///
  /// - Returns: nil if there is nothing to remove.
  private func redacted(
    _ bytes: UnsafeBufferPointer<UInt8>, isAddress: Bool, isText: Bool
  ) -> [UInt8]? {
    let text = EscapedText(bytes)
    guard let ranges = secrets?.ranges(in: text), !ranges.isEmpty else {
      guard isText else { return nil }
      let ranges = parameters.ranges(in: text, isAddress: isAddress)
      return ranges.isEmpty ? nil : ranges.redacted(bytes)
    }
    let output = ranges.redacted(bytes)
    guard isText else { return output }
    return output.withUnsafeBufferPointer { bytes in
      parameters.ranges(in: EscapedText(bytes), isAddress: isAddress).redacted(bytes)
    }
  }
}

/// A key in use, and the service it may be sent to
package struct KeyInUse: Hashable, Sendable {
  /// The key itself
  package var value: String
  /// An address of the only service that may receive the key; nil if unknown
  package var home: URL?

  /// A key, and the service it belongs to
  package init(_ value: String, home: URL?) { (self.value, self.home) = (value, home) }
}

extension RangeSet<Int> {
  /// The bytes with ``Redaction/word`` in each of these ranges
  func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var copied = 0
    for range in ranges {
      output += bytes[copied..<range.lowerBound]
      output += Redaction.word.utf8
      copied = range.upperBound
    }
    return output + bytes[copied...]
  }
}

/// Finds the values of query parameters that carry keys, by the parameters' names, in addresses and
/// in texts that quote addresses
struct KeyParameterSearch: Sendable {
  /// The names by their last byte. Bit 0x20 is set in all bytes, so that case doesn't matter
  private var names = [[[UInt8]]](repeating: [], count: 0x100)

  /// - Parameter names: in any case
  init(_ names: Set<String>) {
    for name in names.map({ $0.utf8.map { $0 | 0x20 } }) {
      if let last = name.last { self.names[Int(last)].append(name) }
    }
  }

  /// The ranges of the values of these parameters
  ///
  /// - Parameter isAddress: whether the text is one address, in which only `&` and `#` end a value
  func ranges(in text: EscapedText, isAddress: Bool) -> RangeSet<Int> {
    let bytes = text.bytes
    let ends = isAddress ? Self.addressEnds : Self.textEnds
    var ranges = RangeSet<Int>()
    // Each value is searched once, even if it seems to contain another parameter.
    var rest = 0
    text.withPlain { plain in
      var start = 0
      while let equals = plain.firstOffset(of: UInt8(ascii: "="), from: start) {
        start = equals + 1
        guard isName(before: equals, in: plain) else { continue }
        let sign = text.range(at: equals)
        guard sign.lowerBound >= rest else { continue }
        let isEncoded = bytes[sign.lowerBound] == UInt8(ascii: "%")
        var end = sign.upperBound
        while end < bytes.count, !ends.contains(bytes[end]),
          !isEncoded
            || !Self.addressEnds.contains(EscapedText.percentByte(at: end, in: bytes) ?? 0),
          bytes[end] != UInt8(ascii: "\\") || bytes[end...].dropFirst().first == UInt8(ascii: "/")
        {
          end += 1
        }
        let value = sign.upperBound..<end
        if !bytes[value].elementsEqual(Redaction.word.utf8) { ranges.insert(contentsOf: value) }
        rest = end
      }
    }
    return ranges
  }

  private func isName(before end: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard end > 0 else { return false }
    for name in names[Int(text[end - 1] | 0x20)] {
      let start = end - name.count
      guard start >= 0, start == 0 || Self.starters.contains(text[start - 1]) else { continue }
      if text[start..<end].elementsEqual(name, by: { $0 | 0x20 == $1 }) { return true }
    }
    return false
  }

  private static let addressEnds = ASCIISet("&#")
  private static let textEnds = ASCIISet(
    "&#\"'<>;,)" + String(String.UnicodeScalarView((0...0x20).map { Unicode.Scalar($0) })))
  private static let starters = ASCIISet("?&#;= \t\n\r\"'(,<")
}

/// A text, and the same text with its escapes resolved once: percent-encoding, and those of JSON
/// and HTML
struct EscapedText {
  /// The text itself
  let bytes: UnsafeBufferPointer<UInt8>
  /// Start and end of each escape in the text, and the index of its byte in ``plain``
  private var escapes: [(start: Int, end: Int, index: Int)] = []
  /// The text with its escapes resolved; empty if it has none
  private var plain: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    func next(_ sign: UInt8, from start: Int = 0) -> Int {
      bytes.firstOffset(of: sign, from: start) ?? bytes.count
    }
    var percent = next(UInt8(ascii: "%"))
    var backslash = next(UInt8(ascii: "\\"))
    var ampersand = next(UInt8(ascii: "&"))
    var copied = 0
    while true {
      let start = min(percent, min(backslash, ampersand))
      guard start < bytes.count else { break }
      let following = next(bytes[start], from: start + 1)
      switch start {
      case percent: percent = following
      case backslash: backslash = following
      default: ampersand = following
      }
      guard start >= copied, let escape = Self.escape(at: start, in: bytes) else { continue }
      if !isEscaped { plain.reserveCapacity(bytes.count) }
      plain += UnsafeBufferPointer(rebasing: bytes[copied..<start])
      escapes.append((start, escape.end, plain.count))
      plain.append(escape.byte)
      copied = escape.end
    }
    if isEscaped { plain += UnsafeBufferPointer(rebasing: bytes[copied...]) }
  }

  var isEscaped: Bool { !escapes.isEmpty }

  /// Calls a function with the text whose escapes are resolved
  func withPlain<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    isEscaped ? plain.withUnsafeBufferPointer(body) : body(bytes)
  }

  /// The bytes of the text that a byte of the resolved text stands for
  func range(at index: Int) -> Range<Int> {
    let place = escapes.partitioningIndex { $0.index > index }
    guard place > 0 else { return index..<index + 1 }
    let escape = escapes[place - 1]
    if escape.index == index { return escape.start..<escape.end }
    let start = escape.end + index - escape.index - 1
    return start..<start + 1
  }

  private static func escape(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (byte: UInt8, end: Int)? {
    switch bytes[start] {
    case UInt8(ascii: "%"): return percentByte(at: start, in: bytes).map { ($0, start + 3) }
    case UInt8(ascii: "&"): return reference(at: start, in: bytes)
    default: break
    }
    guard start + 1 < bytes.count else { return nil }
    let next = bytes[start + 1]
    switch next {
    case UInt8(ascii: "u"):
      return bytes.hexNumber(at: start + 2, digits: 4).flatMap(UInt8.init(exactly:))
        .map { ($0, start + 6) }
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return (UInt8(ascii: "\n"), start + 2)
    // Only JSON escapes count here, and `%` and `&` may begin an escape themselves.
    case UInt8(ascii: "%"), UInt8(ascii: "&"): return nil
    default: return next.isLetter || next.isDigit ? nil : (next, start + 2)
    }
  }

  /// The byte of an HTML character reference: `&#61;`, `&#x3d;`, `&amp;`
  private static func reference(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (byte: UInt8, end: Int)? {
    let limit = min(start + 8, bytes.count)
    guard let end = bytes.firstOffset(of: UInt8(ascii: ";"), from: start, to: limit)
    else { return nil }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self).lowercased()
    let value =
      name.begins(with: "#x")
      ? Int(name.dropFirst(2), radix: 16)
      : name.begins(with: "#") ? Int(name.dropFirst()) : references[name]
    return value.flatMap(UInt8.init(exactly:)).map { ($0, end + 1) }
  }

  private static let references = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

  /// The byte that `%XX` stands for
  static func percentByte(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    return bytes.hexNumber(at: index + 1, digits: 2).map { UInt8($0) }
  }
}
