import Foundation
import Testing

/// The examples of the article for assistants are what the program answers over Fixtures
struct AssistantArticleTests {
  /// The blocks of JSON below each tool's heading: what it is asked, and what it answers
  private static func examples() throws -> [(tool: String, asked: Any, answered: Any)] {
    let file = Program.root.appending(path: "Sources/PhotoSearch/PhotoSearch.docc/ForAssistants.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return try text.components(separatedBy: "\n### ").dropFirst().compactMap { part in
      let blocks = part.components(separatedBy: "```json\n").dropFirst().map {
        $0.components(separatedBy: "```")[0]
      }
      guard !blocks.isEmpty else { return nil }
      try #require(blocks.count == 2)
      let values = try blocks.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
      return (String(part.prefix { $0 != "\n" }), values[0], values[1])
    }
  }

  @Test func `each tool has an example, which is what it answers`() throws {
    let home = Home()
    let folder = home.path("Pictures")
    let client = try AssistantClient(
      ["--replay", Program.fixtures, "-o", folder], environment: home.environment)
    let examples = try Self.examples()
    let tools = try client.result("tools/list").objects("tools")
    let names = tools.compactMap { $0["name"] as? String }
    #expect(
      examples.map(\.tool) == names.filter { !["similar_photos", "look_at_photos"].contains($0) })
    for (tool, asked, answered) in examples {
      let answer = try client.call(tool, try #require(asked as? [String: Any]))
      let text = try AssistantClient.text(answer)
      #expect(
        try text.replacing(folder, with: "/home/jo/Pictures") == AssistantClient.text(answered))
    }
  }
}
