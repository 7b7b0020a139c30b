package import Foundation
package import PhotoSearch

/// An action that a client can ask a server to do
package struct Tool: Sendable {
  /// Reports a call's progress, as a part of a total
  package typealias Progress = @Sendable (Double, _ total: Double) -> Void

  let name: String
  /// A description for the model
  let summary: String
  let arguments: [JSONSchema.Member]
  /// The schema of the answer; nil for pictures
  let answer: JSONSchema?
  /// The changes that the tool makes
  let changes: Changes
  let call: @Sendable (JSONValue?, @escaping Progress) async throws -> ToolAnswer

  /// The changes that a tool makes; a second call with the same arguments changes nothing
  package enum Changes: Sendable {
    case none
    /// A tool that only adds
    case additions
    /// A tool that adds, and removes
    case removals
  }

  /// - Parameter call: makes a call with the client's arguments. It only throws
  ///   `CancellationError`; any other failure is its answer
  package init(
    name: String, summary: String, arguments: [JSONSchema.Member],
    answer: JSONSchema?, changes: Changes,
    call: @escaping @Sendable (JSONValue?, @escaping Progress) async throws -> ToolAnswer
  ) {
    (self.name, self.summary) = (name, summary)
    (self.arguments, self.answer, self.changes) = (arguments, answer, changes)
    self.call = call
  }

  /// All tools as JSON, for `tools/list`
  package static func list(_ tools: [Tool]) -> String {
    var json = JSONWriter(capacity: 8_192)
    json.list(tools) { json, tool in json.object(tool.write) }
    return json.text
  }

  private func write(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("description", summary)
    json.member("inputSchema") { JSONSchema.object(arguments).write(to: &$0) }
    if let answer { json.member("outputSchema") { answer.write(to: &$0, isOpen: true) } }
    json.member("annotations") { json in
      json.member("readOnlyHint", changes == .none)
      if changes != .none {
        json.member("destructiveHint", changes == .removals)
        json.member("idempotentHint", true)
      }
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
  package struct Picture: Sendable {
    let bytes: Data
    let mediaType: String

    package init(_ bytes: Data, mediaType: String) {
      (self.bytes, self.mediaType) = (bytes, mediaType)
    }
  }

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
