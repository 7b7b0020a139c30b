package import PhotoSearch
import Platform
import Terminal

/// What is wrong with the arguments of a call, in words that help to call it right
package struct ArgumentProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The arguments of a call, each known to be one that the tool takes, in a form that it takes
///
/// Values are taken as they are meant: "20" is a number, and one text a list of it. null counts as
/// not given.
package struct ToolArguments: Sendable {
  private let values: [String: JSONValue]

  /// Bytes of a text, where a cursor takes the most, and of one that is read as if it was typed
  private static let (maxBytes, maxTypedBytes) = (200_000, 500)

  /// - Parameters:
  ///   - arguments: as the client sent them
  ///   - tool: the name of the tool, for messages
  ///   - members: what the tool takes
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
        // Nothing that was meant for one is as long as that.
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
      throw ArgumentProblem("\(member.name) is missing; \(accepted)")
    }
  }

  /// What a client wrote, as a message has it
  package static func quoted(_ text: String) -> String { SafeText.line(text, jsonBytes: 60) }

  /// Whether a value was given
  package func has(_ name: String) -> Bool { values[name] != nil }

  package func text(_ name: String) -> String? { values[name]?.text }

  package func integer(_ name: String) -> Int? { values[name]?.integer }

  /// nil for what isn't a bool, also where nothing was given
  package func bool(_ name: String) -> Bool? { values[name]?.truth }

  /// nil for what isn't texts, also where nothing was given
  package func texts(_ name: String) -> [String]? { values[name]?.texts }
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

extension SafeText {
  /// One line that takes no more than that many bytes as JSON, cut between clusters with `…` at the end
  ///
  /// Bytes are never fewer than characters, however those are counted: a cluster may have a hundred.
  package static func line(_ text: String, jsonBytes limit: Int) -> String {
    // A cell takes a byte at least.
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
