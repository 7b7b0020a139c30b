import CommandSyntax
import Foundation
import PhotoSearch
import Testing

@testable import imgsearch

/// What `imgsearch help skill` prints for assistants with a shell
struct AssistantSkillTests {
  @Test func `it begins as a skill does, and help prints it`() async throws {
    let lines = AssistantSkill.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "---" && lines[1] == "name: imgsearch" && lines[3] == "---")
    #expect(lines[2].hasPrefix("description: ") && lines[2].count < 1_024)
    #expect(try await Program.run(["help", "skill"]).output == AssistantSkill.text)
    // A page
    #expect(lines.count <= 50 && AssistantSkill.text.split(separator: " ").count < 550)
  }

  @Test func `its commands can be typed`() throws {
    for (line, _) in AssistantSkill.commands {
      _ = try Arguments(line.split(separator: " ").dropFirst().map(String.init))
      #expect(AssistantSkill.text.contains(line))
    }
  }

  /// The words and the photo of its commands are those of a real service; recorded are others.
  @Test func `its commands do what they are said to`() async throws {
    let home = Home()
    let (pictures, lists) = (home.path("pictures"), try ListTests.recordings.get())
    let id = "wikimedia:190599866"
    let listed = try await Home().run(
      "kittens", "-p", "openverse", "-n", "1", "-f", "ndjson", "--replay", lists)
    let photo = try JSONDecoder().decode(Photo.self, from: Data(listed.lines[0].utf8))
    var outputs: [String: Program.Outcome] = [:]
    for (line, _) in AssistantSkill.commands {
      let command = String(line.split(separator: " ")[1])
      var words = line.split(separator: " ").dropFirst().map { word in
        switch word {
        case "lighthouse": "kittens"
        case "fog": photo.tags.first ?? ""
        case "pictures": pictures
        default:
          !word.hasPrefix("flickr:") ? String(word) : command == "similar" ? "\(photo.id)" : id
        }
      }
      let folder = ["list", "similar"].contains(command) ? lists : Program.fixtures
      // It goes on as the search was made.
      if command != "more" { words += ["--replay", folder] }
      let outcome = try await home.run(words)
      #expect(outcome.code == 0, "\(line): \(outcome.errors)")
      outputs[command] = outcome
    }
    try #require(outputs.count == AssistantSkill.commands.count)
    func ids(_ command: String) throws -> [String] { try #require(outputs[command]).ids() }
    let (first, more) = (try ids("lighthouse"), try ids("more"))
    #expect(first.count == 10 && first.contains(id) && !more.isEmpty)
    #expect(Set(first).isDisjoint(with: more) && !more.contains { $0.hasPrefix("flickr:") })
    #expect(try !ids("list").isEmpty && !ids("similar").isEmpty)
    #expect(outputs["show"]?.output.hasPrefix(#"{"id":"\#(id)","#) == true)
    #expect(outputs["credit"]?.output.contains("](https://") == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: pictures)
    #expect(names.count == 2 && names.contains("credits.csv"), "\(names)")
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == [id])
  }

  @Test func `it names every exit code`() {
    for code in ExitCode.allCases {
      #expect(AssistantSkill.text.contains("- \(code.rawValue): \(code.meaning)"))
    }
  }
}
