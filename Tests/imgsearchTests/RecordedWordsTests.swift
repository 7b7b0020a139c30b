import Foundation
import Testing

/// Which searches a recording has, told to somebody who asked it for another
struct RecordedWordsTests {
  private let home = Home()

  private func message(_ words: [String]) async throws -> String {
    let entries = words.map { words in
      let text = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      return """
        {"request":{"method":"GET","url":"https://api.openverse.org/v1/images/?q=\(text)"},\
        "response":{"status":200,"headers":[],"content":{"text":"{\\"results\\":[]}"}}}
        """
    }
    try home.write(
      "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}",
      to: "a.har")
    let outcome = try await home.run("dogs", "--replay", home.path("a.har")).ended(with: 66)
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    return outcome.errors
  }

  @Test func `the first recording names its three`() async throws {
    let outcome = try await Program.run(["dogs", "--replay", Program.firstFixtures]).ended(with: 66)
    #expect(
      outcome.errors == "imgsearch: the recording has nothing for “dogs”; "
        + "this recording has: harbor, kittens, red panda; "
        + "to ask the services: imgsearch search dogs\n")
  }

  @Test func `a harvest tells it with the line's number`() async throws {
    try home.write("harbor\ndogs\n", to: "list")
    let outcome = try await home.run(
      "harvest", home.path("list"), "-o", home.path("out"), "-p", "wikimedia", "--replay",
      Program.firstFixtures
    ).ended(with: 66)
    let words = "line 2: the recording has nothing for “dogs”; this recording has: harbor, "
    #expect(outcome.errors.hasPrefix("imgsearch: " + words + "kittens, red panda\n"), "\(outcome)")
  }

  @Test func `an assistant is told the same`() throws {
    let client = try AssistantClient(["--replay", Program.firstFixtures])
    let failure = #expect(throws: AssistantClient.Failure.self) {
      try client.call("search_photos", ["words": "dogs"])
    }
    let words = failure?.words ?? ""
    #expect(words.hasSuffix("this recording has: harbor, kittens, red panda"), "\(words)")
  }

  @Test func `they are sorted, each once whatever its case, and ten at most`() async throws {
    #expect(
      try await message(["Zebra", "apple", "ZEBRA", "zebra"]).contains("has: apple, zebra; to"))
    let many = (10..<30).map { "word \($0)" }
    let ten = many.prefix(10).joined(separator: ", ")
    #expect(try await message(many.reversed()).contains("has: \(ten), …; to ask"))
    #expect(try await message(Array(many.prefix(10))).contains("has: \(ten); to ask"))
  }

  @Test func `hostile words are cleaned, and long ones cut`() async throws {
    let told = try await message([
      "\u{1B}[31mred\u{7}\nx\u{202E}", String(repeating: "long ", count: 50),
    ])
    #expect(!told.contains("\u{1B}") && !told.contains("\u{7}") && !told.contains("\u{202E}"))
    #expect(told.split(separator: "\n").count == 1 && told.count < 250, "\(told)")
    #expect(told.contains("red"))
  }

  @Test func `a recording without searches says so`() async throws {
    try home.write("{\"log\":{\"version\":\"1.2\",\"entries\":[]}}", to: "a.har")
    try await home.run("dogs", "--replay", home.path("a.har")).ended(
      with: 66, saying: "the recording has nothing for “dogs”; it has no searches; to ask")
  }
}
