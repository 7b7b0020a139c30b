import CommandSyntax
import Foundation
import Testing

@testable import imgsearch

/// What `imgsearch help skill` prints for assistants with a shell
struct AssistantSkillTests {
  @Test func `it begins as a skill does, and help prints it`() throws {
    let lines = AssistantSkill.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "---" && lines[1] == "name: imgsearch" && lines[3] == "---")
    #expect(lines[2].hasPrefix("description: ") && lines[2].count < 1_024)
    #expect(try Program.run(["help", "skill"]).output == AssistantSkill.text)
    #expect(lines.count < 60)
  }

  @Test func `its six commands can be typed`() throws {
    #expect(AssistantSkill.commands.count == 6)
    for (line, _) in AssistantSkill.commands {
      _ = try Arguments(line.split(separator: " ").dropFirst().map(String.init))
      #expect(AssistantSkill.text.contains(line))
    }
  }

  /// The words and the photo of its commands are those of a real service; recorded are others.
  @Test func `its six commands do what they are said to`() throws {
    let home = try Home()
    let pictures = home.path("pictures")
    var outputs: [String] = []
    let id = "wikimedia:190599866"
    for (line, _) in AssistantSkill.commands {
      var words = line.split(separator: " ").dropFirst().map { word in
        switch word {
        case "lighthouse": "kittens"
        case "pictures": pictures
        default: word.hasPrefix("flickr:") ? id : String(word)
        }
      }
      // It goes on as the search was made.
      if words[0] != "more" { words += ["--replay", Program.fixtures] }
      let outcome = try home.run(words)
      #expect(outcome.code == 0, "\(line): \(outcome.errors)")
      // One that is recorded by itself
      if outputs.isEmpty { #expect(try outcome.ids().contains(id)) }
      outputs.append(outcome.output)
    }
    try #require(outputs.count == 6)
    let lists = outputs.prefix(2).map { $0.split(separator: "\n") }
    #expect(lists[0].count == 10 && !lists[1].isEmpty && Set(lists[0]).isDisjoint(with: lists[1]))
    #expect(outputs[2].hasPrefix(#"{"id":"\#(id)","#) && outputs[3].contains("](https://"))
    let names = try FileManager.default.contentsOfDirectory(atPath: pictures)
    #expect(names.count == 2 && names.contains("credits.csv"), "\(names)")
    #expect(try home.run("favorites", "-f", "ndjson").ids() == [id])
  }

  @Test func `it names every exit code`() {
    for code in ExitCode.allCases {
      #expect(AssistantSkill.text.contains("- \(code.rawValue): \(code.meaning)"))
    }
  }
}
