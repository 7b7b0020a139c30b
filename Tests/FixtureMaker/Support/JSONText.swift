/// A JSON value whose members keep their order, so that the same value is always the same text
indirect enum JSONText: Sendable {
  case object([(name: String, value: JSONText)])
  case array([JSONText])
  case string(String)
  case number(Int)
  case decimal(Double)
  case bool(Bool)
  case null
}

extension JSONText: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  init(dictionaryLiteral elements: (String, JSONText)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
  init(arrayLiteral elements: JSONText...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(floatLiteral value: Double) { self = .decimal(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}

extension JSONText {
  static func text(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }
  static func integer(_ number: Int?) -> JSONText { number.map(JSONText.number) ?? .null }

  /// An object with the members of this one and those of another after them
  static func + (first: JSONText, second: JSONText) -> JSONText {
    guard case .object(let left) = first, case .object(let right) = second else { return first }
    return .object(left + right)
  }

  /// The object with some members replaced in place
  func replacing(_ changes: [String: JSONText]) -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object(members.map { ($0.name, changes[$0.name] ?? $0.value) })
  }

  /// The object without some of its members
  func without(_ names: String...) -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.name) })
  }
}

extension JSONText {
  /// Without any white space, as services send it
  var compact: String {
    switch self {
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.compact }.joined(separator: ",")
        + "}"
    case .array(let elements): "[" + elements.map(\.compact).joined(separator: ",") + "]"
    case .string(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .decimal(let number): "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }

  /// Indented by two blanks; what fits on a line stays on one
  func indented(_ indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .object(let members) where length > 80:
      return "{\n"
        + members.map { inner + Self.quoted($0.name) + ": " + $0.value.indented(inner) }
        .joined(separator: ",\n") + "\n" + indentation + "}"
    case .array(let elements) where length > 80:
      return "[\n" + elements.map { inner + $0.indented(inner) }.joined(separator: ",\n") + "\n"
        + indentation + "]"
    default:
      return compact
    }
  }

  /// About how many bytes it takes on one line
  private var length: Int {
    switch self {
    case .object(let members):
      members.reduce(2) { $0 + $1.name.utf8.count + $1.value.length + 4 }
    case .array(let elements): elements.reduce(2) { $0 + $1.length + 1 }
    case .string(let text): text.utf8.count + 2
    case .number, .decimal, .bool, .null: 5
    }
  }

  /// Control, format and direction characters are escaped: no fixture does anything to a terminal
  /// or an editor it is shown in
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"\(text)\"" }
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case " "..."~": output.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          output += String(scalar).utf16.map(escape).joined()
        default: output.unicodeScalars.append(scalar)
        }
      }
    }
    return output + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
