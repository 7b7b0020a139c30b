/// The parts of JSON Schema (2020-12) that describe the arguments and answers of tools, and the JSON
/// that this program prints
package indirect enum JSONSchema: Sendable {
  case string(choices: [String] = [])
  case integer(ClosedRange<Int>? = nil)
  case number
  case boolean
  /// - Parameter max: most elements; with a limit, at least one is required, which messages say
  case list(JSONSchema, max: Int? = nil)
  /// An object with exactly these members
  case object([Member])
  /// An object whose members another tool's schema describes
  case anyObject
  /// A value of this schema, or null
  case nullable(JSONSchema)

  /// A member of an object
  package struct Member: Sendable {
    package let name: String
    package let schema: JSONSchema
    package let isRequired: Bool
    /// A few words of explanation; empty if the name says it all
    package let summary: String
    /// Whether the value is read as if a user had typed it: any text, number, bool or list of texts
    /// of at most 500 bytes, which the option's own parser checks
    package let isTyped: Bool

    package init(
      _ name: String, _ schema: JSONSchema, isRequired: Bool = true, isTyped: Bool = false,
      _ summary: String = ""
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.isTyped = isTyped
      self.summary = summary
    }
  }

  /// Writes the members of the schema
  ///
  /// - Parameters:
  ///   - orNull: whether null is accepted, too
  ///   - isOpen: whether to leave out that objects have no other members
  package func write(to json: inout JSONWriter, orNull: Bool = false, isOpen: Bool = false) {
    if case .nullable(let schema) = self {
      return schema.write(to: &json, orNull: true, isOpen: isOpen)
    }
    if orNull { json.member("type", [type, "null"]) } else { json.member("type", type) }
    switch self {
    case .string(let choices):
      if !choices.isEmpty { json.member("enum", choices) }
    case .integer(let range):
      guard let range else { return }
      json.member("minimum", range.lowerBound)
      if range.upperBound < .max { json.member("maximum", range.upperBound) }
    case .number, .boolean, .nullable, .anyObject: break
    case .list(.anyObject, nil): break
    case .list(let element, let max):
      json.member("items") { element.write(to: &$0, isOpen: isOpen) }
      guard let max else { return }
      json.member("minItems", 1)
      json.member("maxItems", max)
    case .object(let members):
      json.member("properties") { json in
        for member in members {
          json.member(named: member.name)
          json.object { json in
            member.schema.write(to: &json, isOpen: isOpen)
            if !member.summary.isEmpty { json.member("description", member.summary) }
          }
        }
      }
      let required = members.filter(\.isRequired).map(\.name)
      if !required.isEmpty { json.member("required", required) }
      if !isOpen { json.member("additionalProperties", false) }
    }
  }

  private var type: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .list: "array"
    case .object, .anyObject: "object"
    case .nullable(let schema): schema.type
    }
  }

  /// The accepted values, for messages
  package var accepted: String {
    switch self {
    case .string(let choices) where !choices.isEmpty: choices.joined(separator: ", ")
    case .string: "a text"
    case .integer(let range):
      range.map { range in
        range.upperBound < .max
          ? "a whole number from \(range.lowerBound) to \(range.upperBound)"
          : "a whole number from \(range.lowerBound)"
      } ?? "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .list(let element, let max):
      "a list of \(max.map { "1 to \($0) " } ?? "")texts"
        + (element.hasChoices ? " of \(element.accepted)" : "")
    case .object, .anyObject: "an object"
    case .nullable(let schema): schema.accepted
    }
  }

  private var hasChoices: Bool {
    if case .string(let choices) = self { !choices.isEmpty } else { false }
  }
}
