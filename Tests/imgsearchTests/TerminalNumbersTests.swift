import Foundation
import Testing

/// A terminal that somebody has open: one command after the other is typed into its shell
private final class OpenTerminal {
  private let shell: RunningProgram

  init(in home: Home) throws {
    let built = URL(filePath: try Program.path).deletingLastPathComponent().path
    let more = ["PATH": "\(built):/usr/bin:/bin", "TERM": "dumb", "PS1": "", "ENV": ""]
    shell = try Screen.start("stty -echo; exec /bin/sh", environment: home.with(more), input: nil)
  }

  /// With its terminal the shell ends too
  deinit { shell.crash() }

  /// What a line prints; its exit code is to be 0
  func run(_ line: String) throws -> String {
    try shell.type("{ \(Program.withLeastFixtures(line)); } 2>/dev/null; echo \"<$?>\"\n")
    var said = ""
    while true {
      let next = try shell.line().filter { $0 != "\r" && $0 != "\r\n" }
      if let end = next.firstMatch(of: /<(\d+)>$/) {
        #expect(end.1 == "0", "\(line)")
        return said + next[..<end.range.lowerBound]
      }
      said += next + "\n"
    }
  }
}

/// Numbers belong to the terminal in which they were printed
@Suite(.waits, .enabled(if: OtherTool.isThere("script") && OtherTool.isThere("setsid")))
struct TerminalNumbersTests {
  private let home = Home()
  private let kittens: [String]
  private let harbor: [String]

  init() async throws {
    kittens = try await Program.replay("kittens", "-n", "10", "-f", "ndjson").ids()
    harbor = try await Program.replay("harbor", "-n", "8", "-f", "ndjson").ids()
  }

  /// The program without a terminal, as a timer runs it
  private func script(_ arguments: String...) throws -> Program.Outcome {
    let least = try Program.fixtures(for: arguments)
    let arguments = arguments.map { $0 == "Fixtures/odd" ? least : $0 }
    return try RunningProgram(
      ["setsid", "-w", Program.path] + arguments, of: "/usr/bin/env",
      environment: home.environment
    ).finish()
  }

  private func shown(_ number: Int, in terminal: OpenTerminal) throws -> String? {
    let line = try terminal.run("imgsearch show \(number) -f json")
    return line.firstMatch(of: /"id":"([^"]*)"/).map { String($0.1) }
  }

  @Test func `two terminals, two searches: number 1 is what was printed in each`() throws {
    let (first, second) = (try OpenTerminal(in: home), try OpenTerminal(in: home))
    _ = try first.run("imgsearch kittens -n 4 --replay Fixtures/odd")
    _ = try second.run("imgsearch harbor -n 3 --replay Fixtures/odd")
    for _ in 1...2 {
      #expect(try (shown(1, in: first), shown(1, in: second)) == (kittens[0], harbor[0]))
      // One that is not there is not taken from the other.
      #expect(try second.run("imgsearch credit 4; [ $? = 66 ]").isEmpty)
    }
    // Where input and output go does not matter.
    let credit = try first.run("imgsearch credit 1")
    #expect(try first.run("imgsearch credit 1 < /dev/null | cat") == credit)
    #expect(try first.run("imgsearch credit 1 > ~/credit < /dev/null; cat ~/credit") == credit)
    #expect(try second.run("imgsearch credit 1 | cat") != credit)
  }

  @Test func `more continues the search of its terminal, and leaves the other's numbers`() throws {
    let (first, second) = (try OpenTerminal(in: home), try OpenTerminal(in: home))
    _ = try first.run("imgsearch kittens -n 4 --replay Fixtures/odd")
    _ = try second.run("imgsearch harbor -n 3 --replay Fixtures/odd")
    _ = try first.run("imgsearch more -n 6")
    _ = try second.run("imgsearch more -n 2")
    #expect(try (shown(10, in: first), shown(1, in: first)) == (kittens[9], kittens[0]))
    #expect(try (shown(5, in: second), shown(2, in: second)) == (harbor[4], harbor[1]))
  }

  @Test func `a terminal that was closed leaves its numbers to no later one`() throws {
    do {
      // The next one may get the same device.
      let closed = try OpenTerminal(in: home)
      _ = try closed.run("imgsearch kittens -n 4 --replay Fixtures/odd")
    }
    #expect(try script("harbor", "-n", "3", "--replay", "Fixtures/odd").code == 0)
    #expect(try shown(1, in: OpenTerminal(in: home)) == harbor[0])
  }

  @Test
  func `where nothing was printed yet, and in scripts, numbers are those of the last listing`()
    throws
  {
    #expect(try script("kittens", "-n", "4", "--replay", "Fixtures/odd").code == 0)
    let first = try OpenTerminal(in: home)
    #expect(try shown(2, in: first) == kittens[1])
    _ = try first.run("imgsearch harbor -n 3 --replay Fixtures/odd")
    #expect(try script("show", "2", "-f", "json").output.contains("\"id\":\"\(harbor[1])\""))
    let second = try OpenTerminal(in: home)
    #expect(try shown(2, in: second) == harbor[1])
    // What goes on there has the photos before it, and is that terminal's own from then on.
    _ = try second.run("imgsearch more -n 2")
    #expect(try script("kittens", "-n", "4", "--replay", "Fixtures/odd").code == 0)
    #expect(try (shown(1, in: second), shown(5, in: second)) == (harbor[0], harbor[4]))
    #expect(try first.run("imgsearch credit 5; [ $? = 66 ]").isEmpty)
    #expect(try shown(2, in: first) == harbor[1])
    #expect(try script("more", "-n", "2", "-f", "ndjson").ids() == Array(kittens[4..<6]))
  }
}
