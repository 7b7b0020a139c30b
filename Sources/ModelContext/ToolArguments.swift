package import PhotoSearch
import Platform
import Terminal

/// A problem with a call's arguments, in words that help to correct them
package struct ArgumentProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The arguments of a call, checked for names and types that the tool accepts
///
/// Values are read leniently: "20" is accepted as a number, and a single text as a list. null
/// counts as absent.
package struct ToolArguments: Sendable {
  private let values: [String: JSONValue]

  /// Most bytes of a text (a cursor has the most), and of one that is read as typed
  private static let (maxBytes, maxTypedBytes) = (200_000, 500)

  /// - Parameters:
  ///   - arguments: from the client
  ///   - tool: the tool's name, for messages
  ///   - members: the arguments that the tool accepts
  /// - Throws: ``ArgumentProblem``
  package init(
    _ arguments: JSONValue?, of tool: String, taking members: [JSONSchema.Member]
  ) throws {
    let accepted = "\(tool) takes \(members.map(\.name).joined(separator: ", "))"
    guard arguments?.isObject ?? true else {
      throw ArgumentProblem("arguments are an object; \(accepted)")
    }
    var values: [String: JSONValue] = [:]
    for (name, value) in arguments?.members ?? [] where !value.isNull {
      guard let member = members.first(where: { $0.name == name }) else {
        let nearest = Suggestion.nearest(to: name, among: members.map(\.name))
        // A longer name can't be a mistyped argument, so no help is added.
        let help = name.utf8.count > 60 ? "" : "; \(accepted)"
        throw ArgumentProblem(
          "\(tool) takes no argument '\(Self.quoted(name))'"
            + (nearest.map { Suggestion.question($0) } ?? help))
      }
      guard value.size <= (member.isTyped ? Self.maxTypedBytes : Self.maxBytes),
        member.isTyped ? value.isPlain : member.schema.takes(value)
      else {
        throw ArgumentProblem("invalid value for \(name): it takes \(member.schema.accepted)")
      }
      values[name] = value
    }
    self.values = values
    for member in members where member.isRequired && values[member.name] == nil {
      throw ArgumentProblem("\(member.name) is missing: \(member.schema.accepted); \(accepted)")
    }
  }

  /// A client's text, shortened for a message
  package static func quoted(_ text: String) -> String { SafeText.line(text, jsonBytes: 60) }

  /// Whether the argument was given
  package func has(_ name: String) -> Bool { values[name] != nil }

  package func text(_ name: String) -> String? { values[name]?.text }

  package func integer(_ name: String) -> Int? { values[name]?.integer }

  /// A bool argument; nil if it has another type, or wasn't given
  package func bool(_ name: String) -> Bool? { values[name]?.truth }

  /// A list of texts; nil if the argument has another type, or wasn't given
  package func texts(_ name: String) -> [String]? { values[name]?.texts }
}

extension JSONSchema {
  /// Whether a value has this type; allowed words are checked where they are read
  fileprivate func takes(_ value: JSONValue) -> Bool {
    switch self {
    case .string: value.text != nil
    case .integer(let range): value.integer.map { range?.contains($0) ?? true } ?? false
    case .number: value.double != nil
    case .boolean: value.truth != nil
    case .list(_, let max):
      value.texts.map { max == nil || (1...(max ?? 0)).contains($0.count) } ?? false
    case .object, .anyObject: value.isObject
    case .nullable(let schema): schema.takes(value)
    }
  }
}

extension JSONValue {
  /// A bool, also written as a text
  fileprivate var truth: Bool? { bool ?? ["true": true, "false": false][text ?? ""] }

  fileprivate var isPlain: Bool { texts != nil || truth != nil }

  /// A list of texts, or a single text as a list; nil for anything else
  fileprivate var texts: [String]? {
    guard let elements else { return text.map { [$0] } }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}

extension SafeText {
  /// One line that takes at most this many bytes as JSON, cut between clusters with `…` at the end
  ///
  /// Bytes are counted, as a single character may consist of a hundred.
  package static func line(_ text: String, jsonBytes limit: Int) -> String {
    // A cell takes at least one byte.
    let line = line(text, cells: limit)
    guard JSONWriter.length(of: line) > limit else { return line }
    var (end, used) = (line.startIndex, "…".utf8.count)
    for index in line.indices {
      used += JSONWriter.length(of: String(line[index]))
      guard used <= limit else { break }
      if line[index] != " " { end = line.index(after: index) }
    }
    return limit < "…".utf8.count ? "" : line[..<end] + "…"
  }
}
