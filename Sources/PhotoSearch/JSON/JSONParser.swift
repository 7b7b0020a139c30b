import Platform

/// Reads a JSON text by recursive descent over its bytes, writing nodes
struct JSONParser {
  /// How deep arrays and objects may be nested; no photo service nests this deep
  private static let maxDepth = 128

  /// The whole text, which the documents of its values keep
  private let text: [UInt8]
  /// The bytes of that text
  private let bytes: UnsafeBufferPointer<UInt8>
  private let maxValues: Int
  private(set) var nodes: [JSONDocument.Node] = []
  private var at = 0

  /// Calls a function with a parser of a text
  ///
  /// - Parameter maxValues: most values to read
  static func read<Value>(
    _ text: [UInt8], maxValues: Int,
    _ body: (inout JSONParser) throws(JSONProblem) -> Value
  ) throws(JSONProblem) -> Value {
    try text.withUnsafeBufferPointer { bytes throws(JSONProblem) in
      var parser = JSONParser(text: text, bytes: bytes, maxValues: maxValues)
      parser.nodes.reserveCapacity(min(bytes.count / 12, maxValues))
      return try body(&parser)
    }
  }

  /// Reads the whole text
  ///
  /// - Parameter takesSeveral: whether more values may follow the first
  mutating func parse(takesSeveral: Bool) throws(JSONProblem) {
    try begin()
    repeat {
      try value(depth: 0)
      skipSpace()
    } while takesSeveral && at < bytes.count
    guard at == bytes.count else { throw problem("more than one value") }
  }

  /// Reads the elements of one array one after another, and skips the rest of the text: only one
  /// element is in memory at a time
  ///
  /// - Parameters:
  ///   - path: names of members from the root to the array; the first counts if a name repeats
  ///   - read: called with each element
  /// - Returns: whether there is such an array.
  /// - Throws: what `read` throws, and where the text stops being JSON.
  mutating func readElements(
    at path: [String], _ read: (JSONValue) throws(JSONProblem) -> Void
  ) throws(JSONProblem) -> Bool {
    try begin()
    var depth = 0
    while depth < path.count, try enter(path[depth]) { depth += 1 }
    var isThere = false
    if depth == path.count { isThere = try readElements(read) }
    for _ in 0..<depth {
      while try continues(until: UInt8(ascii: "}")) {
        _ = try readName()
        try skipValue()
      }
    }
    skipSpace()
    guard at == bytes.count else { throw problem("more than one value") }
    return isThere
  }

  private mutating func readElements(
    _ read: (JSONValue) throws(JSONProblem) -> Void
  ) throws(JSONProblem) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else {
      try skipValue()
      return false
    }
    guard hasItem(until: UInt8(ascii: "]")) else { return true }
    repeat {
      try value(depth: 3)
      try read(JSONDocument(text, nodes).root)
      nodes.removeAll(keepingCapacity: true)
    } while try continues(until: UInt8(ascii: "]"))
    return true
  }

  /// The value at a path of member names from the root; nil if there is none
  ///
  /// The text after that value isn't read.
  mutating func value(at path: [String]) throws(JSONProblem) -> JSONValue? {
    try begin()
    for name in path { guard try enter(name) else { return nil } }
    try value(depth: 2)
    return JSONDocument(text, nodes).root
  }

  /// Goes to the value of an object's first member with a name
  ///
  /// - Returns: false if there is none; all of the value was read then.
  private mutating func enter(_ name: String) throws(JSONProblem) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else {
      try skipValue()
      return false
    }
    guard hasItem(until: UInt8(ascii: "}")) else { return false }
    repeat {
      if try readName() == name { return true }
      try skipValue()
    } while try continues(until: UInt8(ascii: "}"))
    return false
  }

  /// Reads a member's name and the colon after it, but keeps no node of it
  private mutating func readName() throws(JSONProblem) -> String {
    try name()
    defer { nodes.removeAll(keepingCapacity: true) }
    return nodes[0].text(in: text)
  }

  private mutating func skipValue() throws(JSONProblem) {
    try value(depth: 2)
    nodes.removeAll(keepingCapacity: true)
  }

  private mutating func begin() throws(JSONProblem) {
    guard bytes.count < UInt32.max else { throw limit("too long a text") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    skipSpace()
  }

  private mutating func value(depth: Int) throws(JSONProblem) {
    guard at < bytes.count else { throw problem("it ends too early") }
    guard nodes.count < maxValues else { throw limit("too many values") }
    switch bytes[at] {
    case UInt8(ascii: "{"): try container(.object, until: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): try container(.array, until: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true", .bool)
    case UInt8(ascii: "f"): try word("false", .bool)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  private mutating func container(
    _ kind: JSONDocument.Node.Kind, until close: UInt8, depth: Int
  ) throws(JSONProblem) {
    guard depth < Self.maxDepth else { throw limit("too many brackets inside each other") }
    let index = nodes.count
    nodes.append(JSONDocument.Node(kind: kind, start: UInt32(at)))
    if hasItem(until: close) {
      repeat {
        if kind == .object { try name() }
        try value(depth: depth + 1)
      } while try continues(until: close)
    }
    nodes[index].end = UInt32(at)
    nodes[index].next = UInt32(nodes.count)
  }

  /// Reads a member's name and the colon after it
  @inline(__always)
  private mutating func name() throws(JSONProblem) {
    try string()
    skipSpace()
    try expect(UInt8(ascii: ":"))
    skipSpace()
  }

  /// Skips an opening bracket, and the closing one if it is next
  ///
  /// - Returns: whether an item follows.
  @inline(__always)
  private mutating func hasItem(until close: UInt8) -> Bool {
    at += 1
    skipSpace()
    guard at < bytes.count, bytes[at] == close else { return true }
    at += 1
    return false
  }

  /// Skips the comma or closing bracket after an item
  ///
  /// - Returns: whether another item follows.
  @inline(__always)
  private mutating func continues(until close: UInt8) throws(JSONProblem) -> Bool {
    skipSpace()
    guard at < bytes.count else { throw problem("it ends too early") }
    let isEnd = bytes[at] == close
    if isEnd { at += 1 } else { try expect(UInt8(ascii: ",")) }
    skipSpace()
    return !isEnd
  }

  private mutating func string() throws(JSONProblem) {
    try expect(UInt8(ascii: "\""))
    var node = JSONDocument.Node(kind: .string, start: UInt32(at))
    let start = at
    (at, node.isEscaped) = endOfString(from: start)
    guard at < bytes.count else { throw problem("it ends too early") }
    if at > start { node.ends = UInt16(bytes[start]) << 8 | UInt16(bytes[at - 1]) }
    add(node)
    at += 1
  }

  /// The place of the closing quote, or the text's end, and whether a backslash comes before it
  private func endOfString(from start: Int) -> (Int, isEscaped: Bool) {
    let backslash = UInt8(ascii: "\\")
    var place = start
    while let end = bytes.firstOffset(of: UInt8(ascii: "\""), from: place) {
      var first = end
      while first > start, bytes[first - 1] == backslash { first -= 1 }
      place = end + 1
      // A quote behind an odd number of them is one of the text.
      if (end - first) & 1 == 1 { continue }
      return (end, bytes.firstOffset(of: backslash, from: start, to: end) != nil)
    }
    return (bytes.count, false)
  }

  /// Reads a number as RFC 8259 (6) defines it: `05`, `-`, `1.` and `5-0` are errors
  private mutating func number() throws(JSONProblem) {
    let node = JSONDocument.Node(kind: .number, start: UInt32(at))
    let first = at
    // Most numbers are digits alone.
    if !skipDigits() || bytes[first] == UInt8(ascii: "0") || isInNumber {
      at = first
      try checkedNumber()
    }
    add(node)
  }

  private var isInNumber: Bool { at < bytes.count && bytes[at].isPartOfNumber }

  private mutating func checkedNumber() throws(JSONProblem) {
    let start = at
    _ = skip("-", "-")
    let first = at
    var isSound = skipDigits() && (at == first + 1 || bytes[first] != UInt8(ascii: "0"))
    if skip(".", ".") { isSound = skipDigits() && isSound }
    if skip("e", "E") {
      _ = skip("+", "-")
      isSound = skipDigits() && isSound
    }
    guard isSound, !isInNumber else { throw problem(at == start ? "no value" : "no number") }
  }

  private mutating func skip(_ sign: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: sign) || bytes[at] == UInt8(ascii: other)
    else { return false }
    at += 1
    return true
  }

  /// - Returns: whether there are any digits.
  @inline(__always)
  private mutating func skipDigits() -> Bool {
    let first = at
    while at < bytes.count, bytes[at].isDigit { at += 1 }
    return at > first
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONDocument.Node.Kind
  ) throws(JSONProblem) {
    let node = JSONDocument.Node(kind: kind, start: UInt32(at))
    let end = at + word.utf8CodeUnitCount
    guard word.withUTF8Buffer({ bytes.has($0, at: at) }) else {
      if end > bytes.count { at = bytes.count }
      throw problem(at == bytes.count ? "it ends too early" : "no value")
    }
    at = end
    add(node)
  }

  @inline(__always)
  private mutating func add(_ node: JSONDocument.Node) {
    var node = node
    node.end = UInt32(at)
    node.next = UInt32(nodes.count + 1)
    nodes.append(node)
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8) throws(JSONProblem) {
    guard at < bytes.count else { throw problem("it ends too early") }
    guard bytes[at] == byte else { throw problem("no \(Character(Unicode.Scalar(byte)))") }
    at += 1
  }

  @inline(__always)
  private mutating func skipSpace() { while at < bytes.count, bytes[at] <= 0x20 { at += 1 } }

  private func problem(_ words: String) -> JSONProblem {
    JSONProblem(location: .byte(at), problem: words)
  }

  private func limit(_ words: String) -> JSONProblem {
    JSONProblem(location: .byte(at), problem: words, isLimit: true)
  }
}
