package import PhotoSearch

/// JSON that a fixture is put together from; it is written in the order of its members
package enum JSONTree: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([JSONTree])
  case object([(name: String, value: JSONTree)])

  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.number(value)
    case .double(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let elements): json.list(elements) { json, element in element.write(to: &json) }
    case .object(let members):
      json.object { json in
        for member in members {
          json.member(named: member.name)
          member.value.write(to: &json)
        }
      }
    }
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// A member whose value is nil isn't there
  package init(dictionaryLiteral elements: (String, JSONTree?)...) {
    self = .object(elements.compactMap { name, value in value.map { (name: name, value: $0) } })
  }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONTree {
  static func text(_ text: String?) -> JSONTree { text.map(JSONTree.string) ?? .null }

  static func list(_ rows: [Row]) -> JSONTree { .array(rows.map(\.json)) }

  /// Without any white space, as services send it
  var compact: String {
    var json = JSONWriter(capacity: 4_096)
    write(to: &json)
    return json.text
  }

  /// An object with the members of this one and those of another after them
  static func + (first: JSONTree, second: JSONTree) -> JSONTree {
    guard case .object(let left) = first, case .object(let right) = second else { return first }
    return .object(left + right)
  }

  /// The object with some members replaced in place
  func replacing(_ changes: [String: JSONTree]) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.map { ($0.name, changes[$0.name] ?? $0.value) })
  }

  /// The object without some of its members
  func without(_ names: String...) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.name) })
  }
}
