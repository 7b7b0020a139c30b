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
    case body(Head, left: Int)
    case chunk(Head, ChunkPart)
  }

  private enum ChunkPart {
    case size
    case data(left: Int)
    /// CR LF after the data; after the last chunk
    case end, lastEnd
  }

  private struct Head {
    var method = ""
    var target = ""
    var headers = LocalHeaders()
    var keepsAlive = true
    var wantsWord = false
  }

  private let limits: LocalHTTPServer.Limits
  /// `127.0.0.1:PORT`
  private let host: String
  private var state = State.head
  /// What came and isn't used yet
  private var bytes: [UInt8] = []
  /// How many of them were looked at for the end of the head
  private var seen = 0
  private var body = Data()

  init(limits: LocalHTTPServer.Limits, host: String) {
    self.limits = limits
    self.host = host
  }

  mutating func take(_ more: [UInt8]) {
    bytes += more
  }

  /// The next request, or what is missing for it
  mutating func next() throws(RequestFault) -> Progress {
    while true {
      switch state {
      case .head:
        guard let count = try headCount() else {
          return .waiting(bytes.isEmpty ? .start : .head)
        }
        let head = bytes[..<count]
        bytes.removeFirst(count)
        seen = 0
        state = try afterHead(Array(head))
      case .body(let head, let left):
        let count = min(left, bytes.count)
        keep(count)
        if count == left { return finish(head) }
        state = .body(head, left: left - count)
        return .waiting(.body(wantsWord: head.wantsWord && body.isEmpty))
      case .chunk(let head, let part):
        guard let next = try afterChunk(part) else {
          if case .lastEnd = part, bytes.count >= 2 { return finish(head) }
          return .waiting(.body(wantsWord: head.wantsWord && body.isEmpty && bytes.isEmpty))
        }
        state = .chunk(head, next)
      }
    }
  }

  private mutating func finish(_ head: Head) -> Progress {
    if case .chunk = state { bytes.removeFirst(2) }
    defer { body = Data() }
    state = .head
    let request = LocalRequest(
      method: head.method, target: head.target, headers: head.headers, body: body)
    return .request(request, keepsAlive: head.keepsAlive)
  }

  private mutating func keep(_ count: Int) {
    body.append(contentsOf: bytes[..<count])
    bytes.removeFirst(count)
  }

  // MARK: The head

  /// Bytes of the head with its empty line; nil while it isn't there
  private mutating func headCount() throws(RequestFault) -> Int? {
    while seen < bytes.count {
      let byte = bytes[seen]
      let isAfterReturn = seen > 0 && bytes[seen - 1] == Self.carriageReturn
      guard isAfterReturn == (byte == Self.lineFeed) else {
        throw .malformed("a line ends with CR LF")
      }
      guard byte >= 32 && byte != 127 || [9, Self.carriageReturn, Self.lineFeed].contains(byte)
      else { throw .malformed("there is a control character in the head") }
      seen += 1
      guard seen <= limits.headBytes else { throw .headTooLarge }
      if seen >= 4, bytes[seen - 4..<seen].elementsEqual("\r\n\r\n".utf8) { return seen }
    }
    return nil
  }

  private func afterHead(_ bytes: [UInt8]) throws(RequestFault) -> State {
    // Each line end is CR LF by now.
    let lines = bytes.split(separator: Self.lineFeed).map { $0.dropLast() }.dropLast()
    guard let start = lines.first, !start.isEmpty else { throw .malformed("there is no request") }
    guard lines.count - 1 <= limits.headerCount else { throw .headTooLarge }
    var head = Head()
    for line in lines.dropFirst() { try head.headers.fields.append(field(line)) }
    let target = try requestLine(start, &head)
    let fields = head.headers.fields
    func values(_ name: String) -> [String] {
      fields.filter { LocalHeaders.areEqual($0.name, name) }.map(\.value)
    }
    let hosts = values("Host")
    guard hosts.count == 1 else { throw .malformed("one Host has to be there") }
    head.target = try path(of: target)
    guard hosts[0] == host else { throw misdirected }
    head.keepsAlive = !values("Connection").contains {
      $0.lowercased().utf8.split(separator: UInt8(ascii: ",")).contains {
        $0.filter { $0 > 32 } == Array("close".utf8)
      }
    }
    switch values("Expect").map({ $0.lowercased() }) {
    case []: break
    case ["100-continue"]: head.wantsWord = true
    default: throw RequestFault(status: 417, reason: "only 100-continue can be expected")
    }
    return try body(
      of: head, lengths: values("Content-Length"), codings: values("Transfer-Encoding"))
  }

  private func body(of head: Head, lengths: [String], codings: [String]) throws(RequestFault)
    -> State
  {
    switch (lengths.count, codings.count) {
    case (0, 0): return .body(head, left: 0)
    case (1, 0):
      let digits = lengths[0].utf8
      guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else {
        throw .malformed("Content-Length isn't a number")
      }
      guard let length = Int(lengths[0]), length <= limits.bodyBytes else { throw .bodyTooLarge }
      return .body(head, left: length)
    case (0, 1):
      guard LocalHeaders.areEqual(codings[0], "chunked") else {
        throw RequestFault(status: 501, reason: "only chunked bodies are understood")
      }
      return .chunk(head, .size)
    default: throw .malformed("the length of the body is said twice")
    }
  }

  private func field(_ line: ArraySlice<UInt8>) throws(RequestFault) -> (
    name: String, value: String
  ) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .malformed("a header has no colon")
    }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
      throw .malformed("the name of a header is invalid")
    }
    let isSpace: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let value = line[(colon + 1)...].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    guard !value.contains(Self.carriageReturn) else { throw .malformed("a line ends with CR LF") }
    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// - Returns: the target as it came
  private func requestLine(_ line: ArraySlice<UInt8>, _ head: inout Head) throws(RequestFault)
    -> String
  {
    let parts = line.split(separator: 32, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte),
      parts[2].count == 8, parts[2].starts(with: "HTTP/".utf8)
    else { throw .malformed("the first line isn't a request") }
    guard parts[2].elementsEqual("HTTP/1.1".utf8) else {
      throw RequestFault(status: 505, reason: "only HTTP/1.1 is spoken")
    }
    guard parts[1].allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "#") }) else {
      throw .malformed("the address has signs that have to be encoded")
    }
    head.method = String(decoding: parts[0], as: UTF8.self)
    return String(decoding: parts[1], as: UTF8.self)
  }

  /// Without the origin, which a proxy would be sent and which has to be this server's
  private func path(of target: String) throws(RequestFault) -> String {
    if target.utf8.first == UInt8(ascii: "/") { return target }
    let origin = "http://\(host)"
    guard target.utf8.starts(with: "http:".utf8) || target.utf8.starts(with: "https:".utf8) else {
      throw .malformed("the address has no path")
    }
    let rest = target.utf8.dropFirst(origin.utf8.count)
    guard target.utf8.starts(with: origin.utf8), rest.first == UInt8(ascii: "/") else {
      throw misdirected
    }
    return String(target[rest.startIndex...])
  }

  private var misdirected: RequestFault {
    RequestFault(status: 421, reason: "this is \(host), and answers to no other name")
  }

  // MARK: Chunks

  /// What comes after a part that is complete; nil while it isn't, and at the end of the last
  private mutating func afterChunk(_ part: ChunkPart) throws(RequestFault) -> ChunkPart? {
    switch part {
    case .size: return try chunkSize()
    case .data(let left):
      let count = min(left, bytes.count)
      guard count > 0 else { return nil }
      keep(count)
      return count == left ? .end : .data(left: left - count)
    case .end, .lastEnd:
      guard
        bytes.isEmpty || bytes.starts(with: "\r\n".utf8.prefix(bytes.count))
          || bytes.starts(with: "\r\n".utf8)
      else {
        throw .malformed("a chunk doesn't end where it said")
      }
      guard bytes.count >= 2, case .end = part else { return nil }
      bytes.removeFirst(2)
      return .size
    }
  }

  /// Up to 8 hexadecimal digits; extensions and trailers have no use here
  private mutating func chunkSize() throws(RequestFault) -> ChunkPart? {
    let digits = bytes.prefix { $0.hexValue != nil }
    guard digits.count <= 8 else { throw .bodyTooLarge }
    let rest = bytes[digits.endIndex...]
    guard
      rest.isEmpty
        || !digits.isEmpty && rest.prefix(2).elementsEqual("\r\n".utf8.prefix(rest.count))
    else { throw .malformed("the size of a chunk is invalid") }
    guard rest.count >= 2 else { return nil }
    let size = digits.reduce(0) { $0 << 4 | Int($1.hexValue ?? 0) }
    bytes.removeFirst(digits.count + 2)
    guard body.count + size <= limits.bodyBytes else { throw .bodyTooLarge }
    return size == 0 ? .lastEnd : .data(left: size)
  }

  private static let carriageReturn: UInt8 = 13
  private static let lineFeed: UInt8 = 10
}
