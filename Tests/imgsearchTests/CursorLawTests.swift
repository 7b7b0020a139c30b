import Foundation
import Testing

struct CursorLawTests {
  @Test func `a cursor is read from a file and from standard input`() async throws {
    let options = ["--format", "json", "--replay", Program.fixtures]
    let start = try await Listing(Program.run(["harbor", "-n", "3"] + options))
    let token = try #require(start.next)
    let direct = try await Program.run(["--cursor", token] + options)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).cursor")
    try Data((token + "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await Program.run(["--cursor", "@\(file.path)"] + options).output == direct.output)
    #expect(
      try await Program.run(["--cursor", "-"] + options, input: token).output == direct.output)
    #expect(try await Program.run(["--cursor", "@\(file.path).no"] + options).code == 66)
  }

  @Test func `the same words may be given again, others are refused`() async throws {
    let options = ["--format", "json", "--replay", Program.fixtures]
    let token = try #require(try await Listing(Program.run(["harbor", "-n", "3"] + options)).next)
    #expect(try await Program.run(["harbor", "-p", "all", "--cursor", token] + options).code == 0)
    for differing in [
      ["kittens"], ["harbor", "-p", "nasa"], ["harbor", "--merge", "newest"],
      ["harbor", "--safe", "off"], ["list"],
    ] {
      let outcome = try await Program.run(differing + ["--cursor", token] + options)
      #expect(outcome.code == 64, "\(differing)")
      #expect(outcome.errors.contains("not what this cursor continues"))
    }
  }

  @Test func `a cursor that was changed is 65`() async throws {
    let outcome = try await Program.replay("--cursor", "AQdraXR0ZW5z")
    #expect(outcome.code == 65 && outcome.errors.contains("isn't an imgsearch cursor"))
  }
}
