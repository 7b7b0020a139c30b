package import Foundation
package import PhotoSearch

/// Something that a client can ask a server to do
package struct Tool: Sendable {
  /// Tells how far a call has come: so much of how much
  package typealias Progress = @Sendable (Double, _ total: Double) -> Void

  let name: String
  /// Its name for people
  let title: String
  /// What it is for, as a model is told
  let summary: String
  let arguments: [JSONSchema.Member]
  /// What its answer has; nil where that isn't always an object
  let answer: JSONSchema?
  /// Whether it changes nothing; what changes something adds to it, and twice is once
  let isReadOnly: Bool
  let call: @Sendable (JSONValue?, @escaping Progress) async throws -> ToolAnswer

  /// - Parameter call: makes a call with the arguments that the client sent. It throws
  ///   `CancellationError` alone; what else goes wrong is its answer
  package init(
    name: String, title: String, summary: String, arguments: [JSONSchema.Member],
    answer: JSONSchema?, isReadOnly: Bool,
    call: @escaping @Sendable (JSONValue?, @escaping Progress) async throws -> ToolAnswer
  ) {
    (self.name, self.title, self.summary) = (name, title, summary)
    (self.arguments, self.answer, self.isReadOnly) = (arguments, answer, isReadOnly)
    self.call = call
  }

  /// All of them, as `tools/list` answers
  package static func list(_ tools: [Tool]) -> String {
    var json = JSONWriter(capacity: 8_192)
    json.list(tools) { json, tool in tool.write(to: &json) }
    return json.text
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      json.member("description", summary)
      json.member("inputSchema")
      JSONSchema.object(arguments).write(to: &json)
      if let answer {
        json.member("outputSchema")
        answer.write(to: &json)
      }
      json.member("annotations")
      json.object { json in
        json.member("readOnlyHint", isReadOnly)
        if !isReadOnly {
          json.member("destructiveHint", false)
          json.member("idempotentHint", true)
        }
        json.member("openWorldHint", true)
      }
    }
  }
}

/// What a tool answers
package enum ToolAnswer: Sendable {
  /// An object as JSON: the same as text and as structured content, as some hosts show models the
  /// one and some the other
  case object(String)
  /// An object, and a picture beside it: without structured content, which some hosts show in place of
  /// all else
  case picture(object: String, Data, mediaType: String)
  /// What went wrong, in words that help
  case failure(String)

  /// Writes the members of a result
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

  /// Of each block of its content; nil for the text
  private var pictures: [(Data, String)?] {
    if case .picture(_, let bytes, let type) = self { [nil, (bytes, type)] } else { [nil] }
  }
}
