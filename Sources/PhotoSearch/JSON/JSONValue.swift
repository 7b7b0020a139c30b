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
  public var string: String? {
    node.kind == .string ? node.text(in: document.text) : nil
  }

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
  package var size: Int { Int(node.end - node.start) }

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
  public init(parsing text: Data) throws(JSONProblem) {
    self = try JSONDocument(text).root
  }

  /// A whole number, also one written as a string, as some services do; nil if it has a fraction or
  /// is too large
  public var integer: Int? {
    guard let text = numeral else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// A count, 0 or more
  public var count: Int? { integer.flatMap { $0 >= 0 ? $0 : nil } }

  /// A finite number, also one written as a string
  public var double: Double? {
    numeral.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

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
}

extension JSONValue {
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
}

extension JSONValue {
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
