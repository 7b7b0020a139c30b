package import Foundation
package import PhotoSearch

/// An action that a client can ask a server to do
package struct Tool: Sendable {
  /// Reports a call's progress, as a part of a total
  package typealias Progress = @Sendable (Double, _ total: Double) -> Void

  let name: String
  /// The tool's name for people
  let title: String
  /// A description for the model
  let summary: String
  let arguments: [JSONSchema.Member]
  /// The schema of the answer; nil if the answer isn't always an object
  let answer: JSONSchema?
  /// Whether the tool only reads. Other tools only add, and a second call changes nothing
  let isReadOnly: Bool
  let call: @Sendable (JSONValue?, @escaping Progress) async throws -> ToolAnswer

  /// - Parameter call: makes a call with the client's arguments. It only throws
  ///   `CancellationError`; any other failure is its answer
  package init(
    name: String, title: String, summary: String, arguments: [JSONSchema.Member],
    answer: JSONSchema?, isReadOnly: Bool,
    call: @escaping @Sendable (JSONValue?, @escaping Progress) async throws -> ToolAnswer
  ) {
    (self.name, self.title, self.summary) = (name, title, summary)
    (self.arguments, self.answer, self.isReadOnly) = (arguments, answer, isReadOnly)
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
    json.member("title", title)
    json.member("description", summary)
    json.member("inputSchema", JSONSchema.object(arguments).write)
    if let answer { json.member("outputSchema", answer.write) }
    json.member("annotations") { json in
      json.member("readOnlyHint", isReadOnly)
      if !isReadOnly {
        json.member("destructiveHint", false)
        json.member("idempotentHint", true)
      }
      json.member("openWorldHint", true)
    }
  }
}

/// A tool's answer
package enum ToolAnswer: Sendable {
  /// A JSON object, sent both as text and as structured content, because hosts differ in which of
  /// them they show to models
  case object(String)
  /// A JSON object and a picture, without structured content, as some hosts would show that alone
  case picture(object: String, Data, mediaType: String)
  /// A failure, in words that help
  case failure(String)

  /// Writes the members of the result
  func write(to json: inout JSONWriter) {
    json.member("content")
    switch self {
    case .object(let text), .picture(let text, _, _), .failure(let text):
      json.list(pictures) { json, picture in
        json.object { json in
          if let (bytes, type) = picture {
            json.member("type", "image")
            json.member("data", bytes.base64EncodedString())
            json.member("mimeType", type)
          } else {
            json.member("type", "text")
            json.member("text", text)
          }
        }
      }
    }
    if case .object(let object) = self { json.member("structuredContent", written: object) }
    if case .failure = self { json.member("isError", true) }
  }

  /// The picture of each content block; nil for the text block
  private var pictures: [(Data, String)?] {
    if case .picture(_, let bytes, let type) = self { [nil, (bytes, type)] } else { [nil] }
  }
}
