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

  @Test func `it names every exit code`() {
    for code in ExitCode.allCases {
      #expect(AssistantSkill.text.contains("- \(code.rawValue): \(code.meaning)"))
    }
  }
}
