import Testing

@testable import imgsearch

struct HelpTests {
  @Test(arguments: Command.allCases)
  func `the examples of a command can be typed`(command: Command) throws {
    for example in command.examples {
      let line = example.split(separator: " > ")[0]
      for part in line.split(separator: " | ") {
        let words = part.matches(of: /"([^"]*)"|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
        #expect(words.first == "imgsearch")
        _ = try Arguments(Array(words.dropFirst()))
      }
      #expect(Help.text(of: command).contains("  \(example)\n"))
    }
  }
}
