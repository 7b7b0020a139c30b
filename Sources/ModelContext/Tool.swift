package import Foundation
package import PhotoSearch
import Platform
import Terminal

/// An action that a client can ask a server to do
package protocol Tool: Sendable {
  /// The name by which clients call it
  var name: String { get }
  /// A description for the model
  var summary: String { get }
  var arguments: [JSONSchema.Member] { get }
  /// The schema of the answer; nil for pictures
  var answer: JSONSchema? { get }
  var changes: ToolChanges { get }
}

/// The changes that a tool makes; a second call with the same arguments changes nothing
package enum ToolChanges: Sendable {
  case none
  /// A tool that only adds
  case additions
  /// A tool that adds, and removes
  case removals
}

/// Reports a call's progress, as a part of a total
package typealias ToolProgress = @Sendable (Int, _ total: Int) -> Void

extension Tool {
  /// Writes the tool as `tools/list` describes it
  package func write(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("description", summary)
    json.member("inputSchema") { JSONSchema.object(arguments).write(to: &$0) }
    if let answer { json.member("outputSchema") { answer.write(to: &$0, isOpen: true) } }
    json.member("annotations") { json in
      json.member("readOnlyHint", changes == .none)
      guard changes != .none else { return }
      json.member("destructiveHint", changes == .removals)
      json.member("idempotentHint", true)
    }
  }
}

/// A tool's answer
package enum ToolAnswer: Sendable {
  /// A JSON object, sent both as text and as structured content, because hosts differ in which of
  /// them they show to models
  case object(String)
  /// Texts, each with a picture below it if there is one, without structured content, as some hosts
  /// would show that alone
  case pictures([(text: String, picture: Picture?)])
  /// A failure, in words that help
  case failure(String)

  /// A picture file, and its type such as `image/jpeg`
  package typealias Picture = (bytes: Data, mediaType: String)

  /// An object with the members that a body writes
  package static func json(_ members: (inout JSONWriter) -> Void) -> ToolAnswer {
    .object(JSONWriter.object(capacity: 8_192, members))
  }

  /// Writes the members of the result
  func write(to json: inout JSONWriter) {
    json.member("content")
    json.list(blocks) { json, block in
      json.object { json in
        if let picture = block.picture {
          json.member("type", "image")
          json.member("data", picture.bytes.base64EncodedString())
          json.member("mimeType", picture.mediaType)
        } else {
          json.member("type", "text")
          json.member("text", block.text)
        }
      }
    }
    if case .object(let object) = self { json.member("structuredContent", written: object) }
    if case .failure = self { json.member("isError", true) }
  }

  /// The content blocks: pictures, and texts without a picture
  private var blocks: [(text: String, picture: Picture?)] {
    switch self {
    case .object(let text), .failure(let text): [(text, nil)]
    case .pictures(let parts):
      parts.flatMap { part in [(part.text, nil)] + (part.picture.map { [("", $0)] } ?? []) }
    }
  }
}

/// The outcome for each thing that a call names, of which some may fail
package struct ToolOutcome<Value> {
  package var found: [Value] = []
  /// The names of those that failed, with the reasons
  package private(set) var failed: [(name: String, reason: String)] = []

  private let words: (any Error) -> String

  /// - Parameter words: gives the reason in words
  package init(words: @escaping (any Error) -> String) { self.words = words }

  package mutating func fail(_ name: String, _ error: any Error) {
    failed.append((name, words(error)))
  }

  /// Calls a body for each name; a failure is noted, and doesn't stop the others
  ///
  /// - Throws: `CancellationError`.
  package mutating func each(
    _ names: some Sequence<String>, _ body: (String, inout [Value]) async throws -> Void
  ) async throws {
    for name in names {
      do {
        try await body(name, &found)
      } catch {
        try Task.checkCancellation()
        fail(name, error)
      }
    }
  }

  /// Writes those that failed as a member
  package func writeFailed(to json: inout JSONWriter) {
    json.objects("failed", failed) { json, one in
      json.member("id", SafeText.line(one.name, jsonBytes: 200))
      json.member("reason", one.reason)
    }
  }

  /// - Throws: ``ArgumentProblem`` with all reasons, if nothing came of it.
  package func check(hasResult: Bool) throws {
    guard !hasResult, !failed.isEmpty else { return }
    throw ArgumentProblem(failed.map { "\($0.name): \($0.reason)" }.joined(separator: "; "))
  }
}

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

  /// - Parameter arguments: from the client
  /// - Throws: ``ArgumentProblem``
  package init(_ arguments: JSONValue?, of tool: some Tool) throws {
    let members = tool.arguments
    let accepted = "\(tool.name) takes \(members.map(\.name).joined(separator: ", "))"
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
          "\(tool.name) takes no argument '\(Self.quoted(name))'"
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

  /// An argument that is one of several words
  ///
  /// - Parameter word: gives the word that a text means, whatever its spelling; else the text
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ word: (String, _ words: [String]) -> String
  ) throws -> Choice? {
    guard let text = self[name]?.text else { return nil }
    let words = Choice.allCases.map(\.rawValue)
    guard let choice = Choice(rawValue: word(text, words)) else {
      throw ArgumentProblem(
        "invalid value '\(Self.quoted(text))' for \(name): it takes \(words.joined(separator: ", "))"
      )
    }
    return choice
  }

  /// The argument with a name; nil if it wasn't given
  package subscript(name: String) -> JSONValue? { values[name] }
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
  package var truth: Bool? { bool ?? ["true": true, "false": false][text ?? ""] }

  fileprivate var isPlain: Bool { texts != nil || truth != nil }

  /// A list of texts, or a single text as a list; nil for anything else
  package var texts: [String]? {
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
