import CommandSyntax
import PhotoDisplay
import Terminal
import Testing

@testable import imgsearch

struct HelpTests {
  @Test(arguments: Command.all)
  func `the examples of a command can be typed`(command: Command) throws {
    for example in command.examples {
      let line = example.split(separator: " > ")[0]
      for part in line.split(separator: " | ") {
        let words = part.matches(of: /"([^"]*)"|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
        #expect(words.first == "imgsearch")
        _ = try Arguments(Array(words.dropFirst()))
      }
      #expect(Help().text(of: command).contains("  \(example)\n"))
    }
  }

  @Test func `every command does something`() {
    #expect(Set(Imgsearch.work.keys) == Set(Command.all))
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
  }

  @Test(arguments: [40, 60, 80, 100])
  func `no line of the help is wider than the terminal`(width: Int) {
    let help = Help(width: width)
    let examples = Set(Command.all.flatMap(\.examples).map { "  \($0)" })
    let texts = [help.all, help.config] + Command.all.map(help.text)
    for line in texts.joined().split(separator: "\n")
    where !examples.contains(String(line)) && !line.hasPrefix("  {") {
      // A name that is longer than the line is not cut: it is to be typed.
      let isName =
        line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.dropFirst(2).contains("  ")
      #expect(DisplayWidth.of(String(line)) <= width || isName && width < 80, "\(line)")
    }
  }

  @Test func `the short help fits 80 columns`() {
    for line in Help.short.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
  }

  @Test func `common options come first, and headings are bold where there is color`() throws {
    let help = Help(style: TerminalStyle(color: true, hyperlinks: false)).text(of: .search)
    let common = try #require(help.firstRange(of: "\u{1B}[1mCommon options\u{1B}[0m"))
    let more = try #require(help.firstRange(of: "\u{1B}[1mMore options\u{1B}[0m"))
    let first = help[common.upperBound..<more.lowerBound]
    #expect(
      first.contains("--provider") && first.contains("--license") && first.contains("--count"))
    #expect(!first.contains("--patience"))
  }

  @Test func `the man page has every command, option and exit code, and nothing that is a request`()
  {
    let lines = ReferenceTexts.man.text.split(separator: "\n").map(String.init)
    for row in OptionTable.rows {
      #expect(
        lines.contains { $0.hasPrefix(".B") && $0.contains(row.flag.replacing("-", with: "\\-")) })
    }
    for command in Command.all {
      #expect(lines.contains { $0.hasPrefix(".B imgsearch ") || $0.contains(command.name) })
    }
    for code in ExitCode.allCases { #expect(lines.contains(".B \(code.rawValue)")) }
    let requests: Set = [".TH", ".SH", ".TP", ".B", ".I", ".PP", ".br"]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }

  @Test(.enabled(if: OtherTool.isThere("man"), "there is no man"))
  func `man reads the page without a complaint`() throws {
    let home = try Home()
    try home.write(home.run("help", "--man").output, to: "imgsearch.1")
    let shown = try RunningProgram(
      ["man", "--warnings", "-l", home.path("imgsearch.1")], of: "/usr/bin/env",
      environment: home.environment.merging(["MANWIDTH": "80", "LC_ALL": "C.UTF-8"]) { $1 }
    ).finish()
    #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown.errors)")
    #expect(shown.output.contains("EXIT STATUS") && shown.output.contains("FLICKR_API_KEY"))
  }
}
