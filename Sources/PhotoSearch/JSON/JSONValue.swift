public import Foundation
import Platform

/// A value in a JSON text. Each property reads it as one type, and is nil if it has another type
public struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  var kind: JSONDocument.Node.Kind { node.kind }

  /// A member of an object; nil if it is absent or null, or if this value isn't an object
  public subscript(name: StaticString) -> JSONValue? {
    let name = JSONName(name)
    let value: Int? = document.nodes.withUnsafeBufferPointer { nodes in
      guard nodes[index].kind == .object else { return nil }
      let last = Int(nodes[index].next)
      var place = index + 1
      while place < last {
        let value = place + 1
        if name.isText(of: nodes[place], in: document) {
          return nodes[value].kind == .null ? nil : value
        }
        place = Int(nodes[value].next)
      }
      return nil
    }
    return value.map { JSONValue(document: document, index: $0) }
  }

  /// A string's text
  public var string: String? { node.kind == .string ? node.text(in: document.text) : nil }

  /// A string that is read later, and keeps nothing of the document but its bytes
  package var writtenString: JSONText? {
    node.kind == .string ? JSONText(text: document.text, node: node) : nil
  }

  /// A bool, also written as 0 and 1, or `"0"` and `"1"`
  public var bool: Bool? {
    if node.kind == .bool { return node.end - node.start == 4 }
    return integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil }
  }

  /// An array's elements, nulls included
  public var elements: [JSONValue]? {
    node.kind == .array ? document.values(from: index + 1, to: Int(node.next)) : nil
  }

  /// Whether the value is an object, even one without members
  package var isObject: Bool { node.kind == .object }

  /// Whether the value is a literal `null`
  package var isNull: Bool { node.kind == .null }

  /// Length of the value's text in bytes; a string's without its quotes
  package var size: Int { range.count }

  /// The value's bytes in the text; a string's without its quotes
  package var range: Range<Int> { Int(node.start)..<Int(node.end) }

  /// The line of the text in which the value begins, from 1
  package var line: Int {
    document.text.prefix(Int(node.start)).count { $0 == UInt8(ascii: "\n") } + 1
  }

}

extension JSONValue {
  /// Parses a JSON text
  ///
  /// - Throws: where the text stops being JSON.
  public init(parsing text: Data) throws(JSONProblem) { self = try JSONDocument(text).root }

  /// A whole number, also one written as a string, as some services do; nil if it has a fraction or
  /// is too large
  public var integer: Int? {
    guard let text = numeral else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// A count, 0 or more
  public var count: Int? { integer.flatMap { $0 >= 0 ? $0 : nil } }

  /// A finite number, also one written as a string
  public var double: Double? { numeral.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  /// A date and time in ISO 8601
  public var date: Date? { string.flatMap { Date(iso8601: $0) } }

  /// A string's text, or a number as it is written in the JSON
  public var text: String? { string ?? numeral }

  private var numeral: String? {
    guard node.kind == .number || node.kind == .string, node.start < node.end else { return nil }
    return document.text.read(Int(node.start)..<Int(node.end)) { bytes in
      guard bytes.count <= 40, bytes.allSatisfy(\.isPartOfNumber) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A member that must be an object
  ///
  /// - Throws: that the member is missing or isn't an object.
  public func object(_ name: StaticString) throws(JSONProblem) -> JSONValue {
    guard let value = self[name] else { throw missing(name) }
    guard value.isObject else { throw value.problem("no object") }
    return value
  }

  /// The elements of a member that must be an array
  ///
  /// - Throws: that the member is missing or isn't an array.
  public func array(_ name: StaticString) throws(JSONProblem) -> [JSONValue] {
    guard let value = self[name] else { throw missing(name) }
    guard let elements = value.elements else { throw value.problem("no array") }
    return elements
  }

  private func missing(_ name: StaticString) -> JSONProblem {
    JSONProblem(location: .member(name, of: self), problem: isObject ? "nothing" : "no object")
  }

  /// An object's members in the order of the text; nil if this value isn't an object
  public var members: [(name: String, value: JSONValue)]? {
    guard isObject else { return nil }
    var members: [(name: String, value: JSONValue)] = []
    var place = index + 1
    while place < document.nodes[index].next {
      let name = document.nodes[place].text(in: document.text)
      members.append((name, JSONValue(document: document, index: place + 1)))
      place = Int(document.nodes[place + 1].next)
    }
    return members
  }
}

/// A string of a JSON text, decoded when it is asked for
package struct JSONText: Sendable {
  let text: [UInt8]
  let node: JSONDocument.Node

  /// The text, its escapes resolved
  package var string: String { node.text(in: text) }
}

/// A JSON text, parsed once into a flat list of nodes and read in place
///
/// A value costs nothing until it is asked for, and a value of an unexpected type is an error only
/// for a caller who needs it: rows from photo services need both. Five times as fast on such rows
/// as Foundation's JSONDecoder, which throws for each number that is written as a string.
package final class JSONDocument: Sendable {
  /// A value or a member's name: its kind, its bytes, and where the next node is
  struct Node: Sendable {
    enum Kind: UInt8 { case null, bool, number, string, array, object }

    let kind: Kind
    /// Whether a string contains a backslash
    var isEscaped = false
    /// The first and last byte of a string, by which most names are told apart
    var ends: UInt16 = 0
    let start: UInt32
    /// Just past the last byte. A string's bytes are those between its quotes
    var end: UInt32 = 0
    /// Index of the node after this one and everything inside it
    var next: UInt32 = 0

    /// The text of a string, its escapes resolved; invalid Unicode becomes U+FFFD
    func text(in text: [UInt8]) -> String {
      text.read(Int(start)..<Int(end)) { bytes in
        isEscaped
          ? String(decoding: Self.resolved(bytes), as: UTF8.self)
          : String(decoding: bytes, as: UTF8.self)
      }
    }

    /// Decodes escapes, and copies what is between them at once
    private static func resolved(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count)
      var plain = 0
      var place = 0
      while let escape = bytes.firstOffset(of: UInt8(ascii: "\\"), from: place) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<escape]))
        place = escape + 2
        plain = place
        guard place <= bytes.count else { return output }
        switch bytes[place - 1] {
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "u"):
          // A character beyond U+FFFF takes two escapes, so those side by side are read together.
          var units: [UInt16] = []
          while true {
            let unit = bytes.hexNumber(at: place, digits: 4)
            units.append(unit.map { UInt16($0) } ?? 0xFFFD)
            if unit != nil { place += 4 }
            guard bytes[place...].starts(with: "\\u".utf8) else { break }
            place += 2
          }
          output += String(decoding: units, as: UTF16.self).utf8
          plain = place
        // A quote, a slash or a backslash stands for itself, so it is copied with what follows.
        default: plain -= 1
        }
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain...]))
      return output
    }
  }

  let text: [UInt8]
  /// The nodes in the order of the text; an object's members are a name node and a value node each
  let nodes: [Node]

  /// - Parameters:
  ///   - maxValues: most values to read, at 16 bytes of memory each; a page of photos has some ten
  ///     thousand
  ///   - takesSeveral: whether more values may follow the root
  /// - Throws: where the text stops being JSON.
  package convenience init(
    _ text: Data, maxValues: Int = 2_000_000, takesSeveral: Bool = false
  ) throws(JSONProblem) {
    let text = Array(text)
    let nodes = try JSONParser.read(text, maxValues: maxValues) { parser throws(JSONProblem) in
      try parser.parse(takesSeveral: takesSeveral)
      return parser.nodes
    }
    self.init(text, nodes)
  }

  package var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Reads JSON values that follow one another, as programs print them one after another
  ///
  /// - Throws: where the text stops being JSON.
  package static func values(in text: Data) throws(JSONProblem) -> [JSONValue] {
    let document = try JSONDocument(text, takesSeveral: true)
    return document.values(from: 0, to: document.nodes.count)
  }

  /// The values side by side whose nodes begin in a range
  func values(from start: Int, to end: Int) -> [JSONValue] {
    var values: [JSONValue] = []
    var place = start
    while place < end {
      values.append(JSONValue(document: self, index: place))
      place = Int(nodes[place].next)
    }
    return values
  }

  init(_ text: [UInt8], _ nodes: [Node]) { (self.text, self.nodes) = (text, nodes) }
}

extension [UInt8] {
  /// Calls a function with the bytes at some places
  @inline(__always)
  func read<Value>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number that hexadecimal digits stand for; nil if there are other bytes, or fewer
  func hexNumber(at start: Int, digits: Int) -> Int? {
    guard start + digits <= count else { return nil }
    var number = 0
    for place in start..<start + digits {
      guard let digit = self[place].hexValue else { return nil }
      number = number << 4 | Int(digit)
    }
    return number
  }
}

/// A member's name to look for
struct JSONName {
  private let text: StaticString
  private let ends: UInt16

  init(_ text: StaticString) {
    self.text = text
    let count = text.utf8CodeUnitCount
    ends = count == 0 ? 0 : UInt16(text.utf8Start[0]) << 8 | UInt16(text.utf8Start[count - 1])
  }

  /// Whether a string equals this name; length, first and last byte rule most strings out quickly
  @inline(__always)
  func isText(of node: JSONDocument.Node, in document: JSONDocument) -> Bool {
    if node.isEscaped { return node.text(in: document.text) == "\(text)" }
    return node.ends == ends && Int(node.end - node.start) == text.utf8CodeUnitCount
      && document.text.read(Int(node.start)..<Int(node.end)) { bytes in
        bytes.baseAddress.map { memcmp($0, text.utf8Start, bytes.count) == 0 } ?? true
      }
  }
}
