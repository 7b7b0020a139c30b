package import Foundation
import Platform

/// A complete request of a web browser
package struct LocalRequest: Sendable {
  /// The request's method as it came, because methods are case-sensitive
  package let method: String
  /// Path and query, not decoded: `/a/..%2fb?q=red+kite`
  package let target: String
  package var headers: LocalHeaders = [:]
  package var body = Data()

  /// The path, not decoded
  package var path: String { String(target.cut(at: "?").before) }

  /// The names between the path's slashes, each decoded by itself: `/photo/a%3Ab` has `photo` and
  /// `a:b`
  ///
  /// nil if one could lead to another place: `.`, `..`, an encoded slash, backslash or zero byte,
  /// or bytes that aren't UTF-8. The path `/` has one empty name.
  package var segments: [String]? {
    var names: [String] = []
    for part in path.components(at: "/").dropFirst() {
      guard let name = String(validating: part.utf8.percentDecoded.bytes, as: UTF8.self),
        name != ".", name != "..",
        !name.utf8.contains(where: { #"/\"#.utf8.contains($0) || $0 == 0 })
      else { return nil }
      names.append(name)
    }
    return names
  }

  /// The query's names and values in order, decoded, with `+` as a blank
  package var queryItems: [(name: String, value: String)] {
    (target.components(at: "?", maxSplits: 1).dropFirst().first ?? "").queryItems
  }

  /// The query's first value of a name
  package func query(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }
}

/// Header fields in order; names are case-insensitive
package struct LocalHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package var fields: [(name: String, value: String)]

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { ($0.0, $0.1) }
  }

  /// The value of a field; several fields of one name are joined by commas
  ///
  /// Setting replaces all fields of the name.
  package subscript(name: String) -> String? {
    get {
      let values = values(of: name)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { Self.areEqual($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// The values of all fields of a name
  func values(of name: String) -> [String] {
    fields.filter { Self.areEqual($0.name, name) }.map(\.value)
  }

  static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.lazy.map(\.lowercased).elementsEqual(other.utf8.lazy.map(\.lowercased))
  }
}

/// Why a request isn't given to the handler; its connection is closed
struct RequestFault: Error, Equatable {
  let status: Int
  /// The text to show in the browser
  let reason: String

  static func malformed(_ reason: String) -> RequestFault {
    RequestFault(status: 400, reason: reason)
  }
  static let late = RequestFault(status: 408, reason: "the request took too long")
  static let bodyTooLarge = RequestFault(status: 413, reason: "the body is too large")
  static let tooManyBodies = RequestFault(status: 503, reason: "there are too many large bodies")
  static let headTooLarge = RequestFault(status: 431, reason: "the head is too large")
}

/// Parses an HTTP/1.1 request from bytes that come in any pieces
///
/// It refuses requests that two readers could understand differently (RFC 9112, 11.2): line ends
/// other than CR LF, folded lines, white space before a colon, two lengths, a body without a
/// length. Bytes after the request are ignored, because a connection has one request.
struct RequestReader {
  enum Progress {
    case waiting(Part)
    case request(LocalRequest)
  }

  /// The part of the request that is awaited
  enum Part { case start, head, body }

  private let limits: LocalHTTPServer.Limits
  private let bodyLimit: LocalHTTPServer.BodyLimit
  /// The only host to answer for: `127.0.0.1:PORT`
  private let host: String
  /// Received bytes that aren't used yet
  private var bytes: ArraySlice<UInt8> = []
  /// How many received bytes were searched for the end of the head
  private var scannedCount = 0
  /// The request's head; nil until it is complete
  private var head: LocalRequest?
  /// Bytes of the whole body, as announced; 0 if it is refused
  private(set) var bodyCount = 0

  init(
    limits: LocalHTTPServer.Limits, host: String,
    bodyLimit: @escaping LocalHTTPServer.BodyLimit = { _ in .max }
  ) {
    self.limits = limits
    self.host = host
    self.bodyLimit = bodyLimit
  }

  mutating func append(_ more: [UInt8]) { bytes += more }

  /// The request, or what is still missing
  mutating func next() throws(RequestFault) -> Progress {
    guard let received = head?.body.count else {
      guard let count = try headCount() else { return .waiting(bytes.isEmpty ? .start : .head) }
      let head = try LocalRequest(head: bytes.prefix(count), limits, host)
      bytes = bytes.dropFirst(count)
      bodyCount = try wantedBody(of: head)
      self.head = head
      return try next()
    }
    let part = bytes.prefix(bodyCount - received)
    head?.body.append(contentsOf: part)
    bytes = bytes.dropFirst(part.count)
    guard let head, head.body.count == bodyCount else { return .waiting(.body) }
    return .request(head)
  }

  /// Bytes of the body to read; 0 if the handler is to answer without it
  private func wantedBody(of head: LocalRequest) throws(RequestFault) -> Int {
    let length = try head.bodyLength()
    guard length > 0 else { return 0 }
    let limit = min(bodyLimit(head), limits.bodyBytes)
    guard limit > 0 else { return 0 }
    guard length <= limit else { throw .bodyTooLarge }
    return length
  }

  /// Bytes of the head with its empty line; nil until it is complete
  private mutating func headCount() throws(RequestFault) -> Int? {
    while scannedCount < bytes.count {
      let place = bytes.startIndex + scannedCount
      let byte = bytes[place]
      let isAfterReturn = scannedCount > 0 && bytes[place - 1] == carriageReturn
      guard isAfterReturn == (byte == lineFeed) else {
        throw .malformed("a line doesn't end with CR LF")
      }
      guard byte >= 32 && byte != 127 || byte == 9 || byte == carriageReturn || byte == lineFeed
      else { throw .malformed("there is a control character in the head") }
      scannedCount += 1
      guard scannedCount <= limits.headBytes else { throw .headTooLarge }
      if byte == lineFeed, bytes.prefix(scannedCount).suffix(4).elementsEqual("\r\n\r\n".utf8) {
        return scannedCount
      }
    }
    return nil
  }
}

/// The parsed head of a request
extension LocalRequest {
  /// - Parameter bytes: lines ending with CR LF, the last of them empty
  fileprivate init(
    head bytes: ArraySlice<UInt8>, _ limits: LocalHTTPServer.Limits, _ host: String
  ) throws(RequestFault) {
    let lines = bytes.split(separator: lineFeed).dropLast().map { $0.dropLast() }
    guard lines.count - 1 <= limits.headerCount else { throw .headTooLarge }
    let (method, target) = try Self.start(lines[0])
    self.init(method: method, target: target)
    for line in lines.dropFirst() { try headers.fields.append(Self.field(line)) }
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 else { throw .malformed("there has to be one Host") }
    guard hosts[0].utf8.elementsEqual(host.utf8) else {
      throw RequestFault(status: 421, reason: "this is \(host), and answers to no other name")
    }
    guard target.utf8.first == UInt8(ascii: "/") else {
      throw .malformed("the address has no path")
    }
    guard headers.values(of: "Expect").isEmpty else {
      throw RequestFault(status: 417, reason: "nothing can be expected")
    }
  }

  private static func start(
    _ line: ArraySlice<UInt8>
  ) throws(RequestFault) -> (method: String, target: String) {
    let parts = line.split(separator: 32, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte),
      parts[2].count == 8, parts[2].starts(with: "HTTP/".utf8)
    else { throw .malformed("the first line isn't that of a request") }
    guard parts[2].elementsEqual("HTTP/1.1".utf8) else {
      throw RequestFault(status: 505, reason: "only HTTP/1.1 is spoken")
    }
    guard parts[1].allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "#") }) else {
      throw .malformed("the address has characters that have to be encoded")
    }
    return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
  }

  private static func field(
    _ line: ArraySlice<UInt8>
  ) throws(RequestFault) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .malformed("a header has no colon")
    }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
      throw .malformed("the name of a header is invalid")
    }
    var value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
    while let last = value.last, last == 32 || last == 9 { value = value.dropLast() }
    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// Bytes of the body that follows
  fileprivate func bodyLength() throws(RequestFault) -> Int {
    guard headers.values(of: "Transfer-Encoding").isEmpty else {
      throw RequestFault(status: 411, reason: "a body has to say its length")
    }
    let lengths = headers.values(of: "Content-Length")
    guard let length = lengths.first else { return 0 }
    guard lengths.count == 1 else { throw .malformed("the length of the body is said twice") }
    guard !length.isEmpty, length.utf8.allSatisfy(\.isDigit) else {
      throw .malformed("Content-Length isn't a number")
    }
    return Int(length) ?? .max
  }
}

private let carriageReturn: UInt8 = 13
private let lineFeed: UInt8 = 10
