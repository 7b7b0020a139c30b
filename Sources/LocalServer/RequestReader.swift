import Foundation

/// Why a request isn't answered by the handler; the connection ends with it
struct RequestFault: Error, Equatable {
  let status: Int
  /// For whoever looks at it in the browser
  let reason: String

  static func malformed(_ reason: String) -> RequestFault {
    RequestFault(status: 400, reason: reason)
  }
  static let late = RequestFault(status: 408, reason: "the request took too long")
  static let bodyTooLarge = RequestFault(status: 413, reason: "the body is too large")
  static let tooManyBodies = RequestFault(status: 503, reason: "there are too many large bodies")
  static let headTooLarge = RequestFault(status: 431, reason: "the head is too large")
}

/// Makes requests of HTTP/1.1 from bytes, however they are cut
///
/// What two readers could take for different requests is refused (RFC 9112, 11.2): line ends other
/// than CR LF, folded lines, whitespace before a colon, two lengths, a length beside chunks.
struct RequestReader {
  enum Progress {
    case waiting(Part)
    case request(LocalRequest, keepsAlive: Bool)
  }

  /// What is waited for
  enum Part: Equatable {
    case start, head
    /// - Parameter wantsWord: whether it comes only after 100 Continue
    case body(wantsWord: Bool)
  }

  private enum State {
    case head
    case body(left: Int)
    case chunkSize
    case chunk(left: Int)
    /// CR LF after a chunk, and after the last
    case chunkEnd, lastEnd
    case complete
  }

  private let limits: LocalHTTPServer.Limits
  private let limitOfBody: LocalHTTPServer.BodyLimit
  /// `127.0.0.1:PORT`
  private let host: String
  private var state = State.head
  /// What came and isn't used yet
  private var bytes: ArraySlice<UInt8> = []
  /// How many of them were looked at for the end of the head
  private var seen = 0
  private var head = Head()
  private var body = Data()
  /// What the body may take, in bytes
  private var bodyLimit = 0

  init(
    limits: LocalHTTPServer.Limits, host: String,
    bodyLimit: @escaping LocalHTTPServer.BodyLimit = { _ in .max }
  ) {
    self.limits = limits
    self.host = host
    limitOfBody = bodyLimit
  }

  /// Bytes of the body that comes: those announced, or with chunks those that are there
  var bodyCount: Int {
    if case .body(let left) = state { return body.count + left }
    return body.count
  }

  mutating func take(_ more: [UInt8]) {
    bytes += more
  }

  /// The next request, or what is missing for it
  mutating func next() throws(RequestFault) -> Progress {
    while try step() {
      guard case .complete = state else { continue }
      state = .head
      defer { (head, body) = (Head(), Data()) }
      return .request(request, keepsAlive: head.keepsAlive)
    }
    if case .head = state { return .waiting(bytes.isEmpty ? .start : .head) }
    return .waiting(.body(wantsWord: head.wantsWord && body.isEmpty && bytes.isEmpty))
  }

  /// - Returns: whether there were bytes enough for a step
  private mutating func step() throws(RequestFault) -> Bool {
    switch state {
    case .head:
      guard let count = try headCount() else { return false }
      head = try Head(bytes.prefix(count), limits, host)
      bytes = bytes.dropFirst(count)
      seen = 0
      state = try stateAfterHead()
    case .body(let left):
      guard let left = keep(left) else { return false }
      state = left == 0 ? .complete : .body(left: left)
    case .chunkSize:
      guard let size = try chunkSize() else { return false }
      state = size == 0 ? .lastEnd : .chunk(left: size)
    case .chunk(let left):
      guard let left = keep(left) else { return false }
      state = left == 0 ? .chunkEnd : .chunk(left: left)
    case .chunkEnd, .lastEnd:
      guard "\r\n".utf8.starts(with: bytes.prefix(2)) else {
        throw .malformed("a chunk doesn't end where it said")
      }
      guard bytes.count >= 2 else { return false }
      bytes = bytes.dropFirst(2)
      if case .chunkEnd = state { state = .chunkSize } else { state = .complete }
    case .complete: break
    }
    return true
  }

  private var request: LocalRequest {
    LocalRequest(method: head.method, target: head.target, headers: head.headers, body: body)
  }

  private mutating func stateAfterHead() throws(RequestFault) -> State {
    if case .length(0) = head.framing { return .complete }
    bodyLimit = min(limitOfBody(request), limits.bodyBytes)
    guard bodyLimit > 0 else {
      // The handler says why. What comes then is a body that nobody reads, never a request.
      head.keepsAlive = false
      return .complete
    }
    guard case .length(let count) = head.framing else { return .chunkSize }
    guard count <= bodyLimit else { throw .bodyTooLarge }
    return .body(left: count)
  }

  /// Bytes of the head with its empty line; nil while it isn't there
  private mutating func headCount() throws(RequestFault) -> Int? {
    while seen < bytes.count {
      let place = bytes.startIndex + seen
      let byte = bytes[place]
      let isAfterReturn = seen > 0 && bytes[place - 1] == carriageReturn
      guard isAfterReturn == (byte == lineFeed) else {
        throw .malformed("a line doesn't end with CR LF")
      }
      guard byte >= 32 && byte != 127 || byte == 9 || byte == carriageReturn || byte == lineFeed
      else { throw .malformed("there is a control character in the head") }
      seen += 1
      guard seen <= limits.headBytes else { throw .headTooLarge }
      if byte == lineFeed, bytes.prefix(seen).suffix(4).elementsEqual("\r\n\r\n".utf8) {
        return seen
      }
    }
    return nil
  }

  /// Moves what is there into the body
  ///
  /// - Returns: how many bytes are left to come; nil when none was there
  private mutating func keep(_ left: Int) -> Int? {
    guard !bytes.isEmpty else { return nil }
    let kept = bytes.prefix(left)
    body.append(contentsOf: kept)
    bytes = bytes.dropFirst(kept.count)
    return left - kept.count
  }

  /// Up to 8 hexadecimal digits; extensions have no use here, as trailers have none
  private mutating func chunkSize() throws(RequestFault) -> Int? {
    let digits = bytes.prefix { $0.hexValue != nil }
    let rest = bytes[digits.endIndex...]
    guard digits.count <= 8,
      rest.isEmpty || !digits.isEmpty && "\r\n".utf8.starts(with: rest.prefix(2))
    else { throw .malformed("the size of a chunk is invalid") }
    guard rest.count >= 2 else { return nil }
    bytes = rest.dropFirst(2)
    let size = digits.reduce(0) { $0 << 4 | Int($1.hexValue ?? 0) }
    guard body.count + size <= bodyLimit else { throw .bodyTooLarge }
    return size
  }
}

/// What the head of a request says
private struct Head {
  enum Framing {
    case length(Int), chunks
  }

  var method = ""
  var target = ""
  var headers = LocalHeaders()
  var framing = Framing.length(0)
  var keepsAlive = true
  /// Whether the body comes only after 100 Continue
  var wantsWord = false

  init() {}

  /// - Parameter bytes: lines that end with CR LF, the last of them empty
  init(
    _ bytes: ArraySlice<UInt8>, _ limits: LocalHTTPServer.Limits, _ host: String
  ) throws(RequestFault) {
    let lines = bytes.split(separator: lineFeed).dropLast().map { $0.dropLast() }
    guard lines.count - 1 <= limits.headerCount else { throw .headTooLarge }
    let (method, target) = try Self.start(lines[0])
    for line in lines.dropFirst() { try headers.fields.append(Self.field(line)) }
    let hosts = values(of: "Host")
    guard hosts.count == 1 else { throw .malformed("there has to be one Host") }
    guard hosts[0].utf8.elementsEqual(host.utf8) else { throw .misdirected(host) }
    self.method = method
    self.target = try Self.path(of: target, host)
    framing = try readFraming()
    let wishes = values(of: "Connection").flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
    keepsAlive = !wishes.contains { wish in
      LocalHeaders.areEqual(String(decoding: wish.filter { $0 > 32 }, as: UTF8.self), "close")
    }
    let expectations = values(of: "Expect")
    wantsWord = !expectations.isEmpty
    guard expectations.allSatisfy({ LocalHeaders.areEqual($0, "100-continue") }) else {
      throw RequestFault(status: 417, reason: "only 100-continue can be expected")
    }
  }

  private func values(of name: String) -> [String] {
    headers.fields.filter { LocalHeaders.areEqual($0.name, name) }.map(\.value)
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

  /// Without the origin, which a proxy would be sent and which has to be this server's
  private static func path(of target: String, _ host: String) throws(RequestFault) -> String {
    if target.utf8.first == UInt8(ascii: "/") { return target }
    guard target.utf8.starts(with: "http".utf8) else {
      throw .malformed("the address has no path")
    }
    let origin = "http://\(host)"
    let rest = target.utf8.dropFirst(origin.utf8.count)
    guard target.utf8.starts(with: origin.utf8), rest.first == UInt8(ascii: "/") else {
      throw .misdirected(host)
    }
    return String(target[rest.startIndex...])
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

  private func readFraming() throws(RequestFault) -> Framing {
    let (lengths, codings) = (values(of: "Content-Length"), values(of: "Transfer-Encoding"))
    guard lengths.count + codings.count < 2 else {
      throw .malformed("the length of the body is said twice")
    }
    if let coding = codings.first {
      guard LocalHeaders.areEqual(coding, "chunked") else {
        throw RequestFault(status: 501, reason: "only chunked bodies are understood")
      }
      return .chunks
    }
    guard let length = lengths.first else { return .length(0) }
    guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .malformed("Content-Length isn't a number")
    }
    return .length(Int(length) ?? .max)
  }
}

extension RequestFault {
  fileprivate static func misdirected(_ host: String) -> RequestFault {
    RequestFault(status: 421, reason: "this is \(host), and answers to no other name")
  }
}

private let carriageReturn: UInt8 = 13
private let lineFeed: UInt8 = 10
