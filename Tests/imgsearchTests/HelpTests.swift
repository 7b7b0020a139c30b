import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

@testable import imgsearch

struct HelpTests {
  private let home = Home()

  @Test(arguments: Command.allCases)
  func `the examples of a command can be typed`(command: Command) throws {
    for example in CommandLanguage.imgsearch.examples(of: command.row) {
      let line = example.split(separator: " > ")[0]
      for part in line.split(separator: " | ") {
        let words = part.matches(of: /"([^"]*)"|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
        #expect(words.first == "imgsearch")
        _ = try Arguments(Array(words.dropFirst()))
      }
      #expect(Help().text(of: command).contains("  \(example)\n"))
    }
  }

  @Test(arguments: [40, 60, 80, 100])
  func `no line of the help is wider than the terminal`(width: Int) {
    let help = Help(width: width)
    let examples = Set(
      Command.allCases.flatMap { CommandLanguage.imgsearch.examples(of: $0.row) }.map { "  \($0)" })
    let topics = HelpTopic.allCases.filter { ![.filters, .skill].contains($0) }
    for line in ([help.all] + topics.map(help.text) + Command.allCases.map(help.text)).joined()
      .split(
        separator: "\n")
    where !examples.contains(String(line)) && !line.hasPrefix("  {") && !line.contains("https://") {
      // A name that is longer than the line is not cut: it is to be typed.
      let isName =
        line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.dropFirst(2).contains("  ")
      #expect(DisplayWidth.of(String(line)) <= width || isName && width < 80, "\(line)")
    }
  }

  @Test func `help fits a screen of 80 by 24, the prompt below it too`() async throws {
    let help = Help(width: 80).all
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    for command in Command.allCases {
      #expect(help.contains("imgsearch \(command)") || help.contains(" \(command)"), "\(command)")
    }
    let words = help.split { " \n,.".contains($0) }.map(String.init)
    for topic in HelpTopic.names { #expect(words.contains(topic), "\(topic)") }
    #expect(try await Program.run(["help"]).output == help)
  }

  @Test(arguments: Help.examples.map(\.term))
  func `what help shows can be typed`(line: String) throws {
    let arguments = try Arguments(line.split(separator: " ").dropFirst().map(String.init))
    #expect(arguments.isCommandNamed || arguments.command == .search)
  }

  @Test(arguments: HelpTopic.allCases)
  func `each topic has a text, by other names too`(topic: HelpTopic) async throws {
    let text = try await Program.run(["help", topic.rawValue]).ended()
    #expect(text.lines.count > 10, "\(text.errors)")
    #expect(try await Program.run(["help", topic.rawValue.uppercased()]).output == text.output)
  }

  @Test func `help of a topic that is a command too has both`() async throws {
    let help = try await Program.run(["help", "keys"]).output
    #expect(help.contains("imgsearch keys set NAME") && help.contains("--timeout SECONDS"))
    for name in ["licence", "licenses", "Licences"] {
      #expect(try await Program.run(["help", name]).output == Help().text(of: HelpTopic.license))
    }
    #expect(
      try await Program.run(["help", "env"]).output == Help().text(of: HelpTopic.environment))
    #expect(
      try await Program.run(["help", "exit-codes"]).output == Help().text(of: HelpTopic.exit))
  }

  @Test func `help license names each code that can be asked for, once`() {
    let help = Help().text(of: HelpTopic.license).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    let codes = help.matches(of: /Codes?: ([a-z0-9, -]+)\./).flatMap { $0.1.split(separator: ", ") }
    let taken = OptionRow(FilterRow.license).values.filter {
      !["any", "commercial", "modification", "free", "public"].contains($0)
    }
    #expect(codes.map(String.init).sorted() == taken.sorted())
  }

  @Test func `help json names the members that are printed, in their order`() async throws {
    let list = try await home.replay("kittens", "-n", "1", "-f", "json").output
    let photo = try await home.replay("show", "1", "-f", "json").output
    func members(_ text: String) throws -> [String] {
      try #require(JSONDocument(Data(text.utf8)).root.members).map(\.0)
    }
    #expect(try members(list) == OutputSchema.list.map(\.name))
    #expect(try members(photo) == (OutputSchema.photo + OutputSchema.details).map(\.name))
  }

  @Test func `the short help fits 80 columns`() {
    for line in Help.short.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
    }
  }

  @Test func `options stand in groups, and headings are bold where there is color`() throws {
    let help = Help(style: TerminalStyle(color: true, hyperlinks: false)).text(of: .search)
    let parts = help.split(separator: "\u{1B}[1m").dropFirst()
    let titles = parts.map { String($0.prefix { $0 != "\u{1B}" }) }
    #expect(
      titles == [
        "Which photos", "How many", "How they are printed", "How services are asked",
        "Other options", "Examples",
      ])
    let photos = try #require(parts.first)
    #expect(photos.contains("--provider") && photos.contains("--license"))
    #expect(!photos.contains("--patience") && !photos.contains("--format"))
    let favorites = Help().text(of: .favorites)
    #expect(!favorites.contains("Which photos") && favorites.contains("colors on the terminal"))
  }

  @Test func `the man page has every command, option and exit code, and nothing that is a request`()
  {
    let lines = Help.man.split(separator: "\n").map(String.init)
    for row in OptionTable.rows {
      #expect(
        lines.contains { $0.hasPrefix(".B") && $0.contains(row.flag.replacing("-", with: "\\-")) })
    }
    for command in Command.allCases {
      #expect(lines.contains { $0.hasPrefix(".B imgsearch ") || $0.contains(command.name) })
    }
    for title in ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"] {
      #expect(lines.contains(".SH \(title)"))
    }
    for code in ExitCode.allCases { #expect(lines.contains(".B \(code.rawValue)")) }
    let requests: Set = [".TH", ".SH", ".TP", ".B", ".I", ".PP", ".br"]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }

  @Test(.enabled(if: OtherTool.isThere("man"), "there is no man"))
  func `man reads the page without a complaint`() async throws {
    try await home.write(home.run("help", "--man").output, to: "imgsearch.1")
    let shown = try RunningProgram(
      ["man", "--warnings", "-l", home.path("imgsearch.1")], of: "/usr/bin/env",
      environment: home.with(["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
    ).finish().ended()
    #expect(shown.errors.isEmpty, "\(shown.errors)")
    #expect(shown.output.contains("EXIT STATUS") && shown.output.contains("FLICKR_API_KEY"))
  }
}
