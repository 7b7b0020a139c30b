import PhotoDisplay
import PhotoSearch
import Terminal

/// The arguments of a call, each known to be one that the tool takes, in a form that it takes
///
/// Values are taken as they are meant: "20" is a number, and one text a list of it. null counts as
/// not given.
struct ToolArguments {
  private let values: [String: JSONValue]

  /// Bytes of a text, where a cursor takes the most, and of what an option takes
  private static let (maxBytes, maxOptionBytes) = (200_000, 500)

  /// - Throws: a usage failure in words that help to call it right.
  init(_ arguments: JSONValue?, of tool: AssistantTool) throws {
    guard arguments?.isObject ?? true else {
      throw CommandFailure.usage("arguments are an object; \(Self.accepted(by: tool))")
    }
    var values: [String: JSONValue] = [:]
    for (name, value) in arguments?.members ?? [] where !value.isNull {
      guard let member = tool.arguments.first(where: { $0.name == name }) else {
        let nearest = Suggestion.nearest(to: name, among: tool.arguments.map(\.name))
        // Nothing that was meant for one is as long as that.
        let help = name.utf8.count > 60 ? "" : "; \(Self.accepted(by: tool))"
        throw CommandFailure.usage(
          "\(tool.rawValue) takes no argument '\(Self.quoted(name))'"
            + (nearest.map { Suggestion.question($0) } ?? help))
      }
      // What an option takes is told by its row.
      let isOption = SearchArgument.all.contains { $0.member.name == name && $0.row.takesValue }
      guard value.size <= (isOption ? Self.maxOptionBytes : Self.maxBytes),
        isOption ? value.isPlain : member.schema.takes(value)
      else {
        throw CommandFailure.usage(
          "invalid value for \(name): it takes \(member.schema.accepted)")
      }
      values[name] = value
    }
    self.values = values
    for member in tool.arguments where member.isRequired && values[member.name] == nil {
      throw CommandFailure.usage("\(member.name) is missing; \(Self.accepted(by: tool))")
    }
  }

  /// What a client wrote, as a message has it
  static func quoted(_ text: String) -> String { SafeText.line(text, jsonBytes: 60) }

  private static func accepted(by tool: AssistantTool) -> String {
    "\(tool.rawValue) takes \(tool.arguments.map(\.name).joined(separator: ", "))"
  }

  func text(_ name: String) -> String? { values[name]?.text }

  func integer(_ name: String) -> Int? { values[name]?.integer }

  func flag(_ name: String) -> Bool { values[name]?.truth ?? false }

  func texts(_ name: String) -> [String] { values[name]?.texts ?? [] }

  /// One of several words, however it is written
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
    guard let text = text(name) else { return nil }
    let words = Choice.allCases.map(\.rawValue)
    guard let choice = Choice(rawValue: ValueSpelling.choice(text, among: words)) else {
      throw CommandFailure.usage(
        "invalid value '\(Self.quoted(text))' for \(name): it takes \(words.joined(separator: ", "))"
      )
    }
    return choice
  }

  /// The options of a search as they would be typed
  var options: [(row: OptionRow, text: String)] {
    SearchArgument.all.compactMap { argument in
      guard let value = values[argument.member.name] else { return nil }
      guard argument.row.takesValue else {
        return value.truth == true ? (argument.row, "") : nil
      }
      return (argument.row, value.texts?.joined(separator: ",") ?? "\(value.truth ?? false)")
    }
  }

  /// Whether it says something of the option that has this name in config.json
  func overrules(_ setting: String) -> Bool {
    SearchArgument.all.contains { $0.row.setting == setting && values[$0.member.name] != nil }
  }

  /// The names of arguments in place of the options that messages name
  static func named(in message: String) -> String {
    var message = message
    let others = [OptionTable.cursor.row, OptionTable.savedSize.row, OptionTable.name.row]
    let names =
      SearchArgument.all.map { ($0.row.flag, $0.member.name) } + others.map { ($0.flag, $0.name) }
    // A name may begin with another.
    for (flag, name) in names.sorted(by: { $0.0.utf8.count > $1.0.utf8.count }) {
      message = message.replacing(flag, with: name)
    }
    return message
  }
}

extension JSONSchema {
  /// Whether a value can be read as it; which words are accepted is told by whoever reads them
  fileprivate func takes(_ value: JSONValue) -> Bool {
    switch self {
    case .string: value.text != nil
    case .integer(let range): value.integer.map { range?.contains($0) ?? true } ?? false
    case .number: value.double != nil
    case .boolean: value.truth != nil
    case .list(_, let max):
      value.texts.map { max == nil || (1...(max ?? 0)).contains($0.count) } ?? false
    case .object: value.isObject
    case .nullable(let schema): schema.takes(value)
    }
  }
}

extension JSONValue {
  /// Of a bool, also as a text
  fileprivate var truth: Bool? { bool ?? ["true": true, "false": false][text ?? ""] }

  fileprivate var isPlain: Bool { texts != nil || truth != nil }

  /// Of a list of texts, or the one text that stands in its place; nil for anything else
  fileprivate var texts: [String]? {
    guard let elements else { return text.map { [$0] } }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}
