/// A value in a JSON text: asked for by what is needed, nil when it is something else
public struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  var kind: JSONDocument.Node.Kind { node.kind }

  /// A member of an object; nil when it is absent or null, and when this isn't an object
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
    return value.map(at)
  }

  /// A string's text
  public var string: String? {
    node.kind == .string ? node.text(in: document) : nil
  }

  /// Of a bool, or of what stands for one: 0 and 1, `"0"` and `"1"`
  public var bool: Bool? {
    if node.kind == .bool { return document.bytes[Int(node.start)] == UInt8(ascii: "t") }
    return integer.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil }
  }

  /// An array's elements, nulls included
  public var elements: [JSONValue]? {
    guard node.kind == .array else { return nil }
    var elements: [JSONValue] = []
    var place = index + 1
    while place < node.next {
      elements.append(at(place))
      place = Int(document.nodes[place].next)
    }
    return elements
  }

  /// Whether it has members, if only none
  package var isObject: Bool { node.kind == .object }

  /// Whether nothing is said, in so many words
  package var isNull: Bool { node.kind == .null }

  /// Bytes of its text; a string's are those between its quotes
  package var size: Int { Int(node.end - node.start) }

  /// Where it stands in the text; a string without its quotes
  package var range: Range<Int> { Int(node.start)..<Int(node.end) }

  private func at(_ place: Int) -> JSONValue {
    JSONValue(document: document, index: place)
  }
}

extension JSONValue {
  /// A number, also one that came as a string: services are not of one mind; nil for one with a
  /// fraction and for one that is too large
  public var integer: Int? {
    guard let text = numeral else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// A finite number, also one that came as a string
  public var double: Double? {
    numeral.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A string's text, or a number as it is written
  public var text: String? { string ?? numeral }

  private var numeral: String? {
    guard node.kind == .number || node.kind == .string, node.start < node.end else { return nil }
    let bytes = document.bytes[Int(node.start)..<Int(node.end)]
    guard bytes.count <= 40, bytes.allSatisfy(\.isPartOfNumber) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue {
  /// A member that has to be an object
  ///
  /// - Throws: which is missing or something else.
  public func object(_ name: StaticString) throws(JSONProblem) -> JSONValue {
    guard let value = self[name] else { throw missing(name) }
    guard value.isObject else { throw value.problem("no object") }
    return value
  }

  /// A member that has to be an array: its elements
  ///
  /// - Throws: which is missing or something else.
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
  /// An object's members in the order of the text; nil when this isn't an object
  public var members: [(name: String, value: JSONValue)]? {
    guard isObject else { return nil }
    var members: [(name: String, value: JSONValue)] = []
    var place = index + 1
    while place < document.nodes[index].next {
      let name = document.nodes[place].text(in: document)
      members.append((name, JSONValue(document: document, index: place + 1)))
      place = Int(document.nodes[place + 1].next)
    }
    return members
  }
}
