import Foundation
import LoopbackServer
import Testing

/// What a person at a terminal sees: the program in a terminal of its own, which script(1) makes
@Suite(.waits, .enabled(if: OtherTool.isThere("script"))) struct TerminalTests {
  /// What comes to a terminal of 80 columns, or of others
  private func screen(
    _ line: String, columns: Int = 80, in home: Home, _ more: [String: String] = [:]
  ) throws -> Program.Outcome {
    try Screen.show(line, columns: columns, environment: home.with(more))
  }

  @Test func `thirty photos are 44 rows, with links for addresses and what comes next`()
    throws
  {
    let home = Home()
    let shown = try screen("kittens --replay Fixtures/odd -n 30", in: home).output
    let rows = shown.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast()
    // Two rows and a blank one for each two photos, then the closing words
    let grid = try #require(rows.firstIndex { $0.hasPrefix("30 photos from") })
    #expect(grid == 44 && rows.count == 45)
    #expect(rows.last?.hasSuffix(" services · imgsearch more · show 3 · download 3") == true)
    let text = shown.replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
    #expect(shown.count(of: "\u{1B}]8;;https://") >= 50 && !text.contains("://"))
    let addresses = try screen("kittens --replay Fixtures/odd --links -n 30", in: home).output
      .replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
    #expect(addresses.count(of: "https://") == 30)
  }

  @Test func `what comes next is broken between words on a narrow terminal`() throws {
    let shown = try screen("kittens --replay Fixtures/odd -n 4", columns: 40, in: Home()).output
    let rows = shown.split(separator: "\r\n").suffix(2).map(String.init)
    #expect(
      rows == ["4 photos from 4 services · imgsearch", "more · show 3 · download 3"], "\(rows)")
  }

  @Test(arguments: ["dumb", "linux"])
  func `a terminal that would print links gets none`(terminal: String) throws {
    let shown = try screen("kittens --replay Fixtures/odd -n 4", in: Home(), ["TERM": terminal])
      .output
    #expect(!shown.contains("://") && shown.contains("\u{1B}[1m") == (terminal != "dumb"))
  }

  @Test func `colors are as asked, wherever they go`() async throws {
    let home = Home()
    let replay = ["kittens", "-n", "2", "--replay", Program.fixtures]
    func colors(_ options: [String] = [], _ more: [String: String] = [:]) async throws -> Bool {
      try await home.run(replay + options, with: more).output.contains("\u{1B}[")
    }
    #expect(try await !colors())
    #expect(try await colors(["--color", "always"]))
    #expect(try await colors([], ["FORCE_COLOR": "1"]))
    #expect(try await colors([], ["CLICOLOR_FORCE": "1"]))
    #expect(try await !colors([], ["FORCE_COLOR": "0"]))
    #expect(try await !colors([], ["FORCE_COLOR": "1", "NO_COLOR": "1"]))
    #expect(try await !colors(["--color", "never"], ["FORCE_COLOR": "1"]))
    #expect(try await !colors(["--color", "always", "--color", "never"]))
    // A picture's color beside it is another matter: the recordings have none of that one.
    try await home.replay("kittens", "--color", "blue", "--color", "always").ended(with: 66)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "\u{1B}[38;5;28m"),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "\u{1B}[38;2;33;135;0m"),
    (["TERM": "screen", "TMUX": "/tmp/tmux-0/default,1,0"], "\u{1B}[38;2;33;135;0m"),
    (["TERM": "screen", "COLORTERM": "truecolor"], "\u{1B}[38;5;28m"),
    (["TERM": "linux", "COLORTERM": "truecolor"], "\u{1B}[32m"),
  ])
  func `colors are those that the terminal has`(variables: [String: String], green: String) throws {
    let shown = try screen("kittens --replay Fixtures/odd -n 2 -p unsplash", in: Home(), variables)
    #expect(shown.output.contains("\(green)Unsplash\u{1B}[0m"))
  }

  @Test func `who is waited for is shown, and gone when photos come`() throws {
    let setup = try LiveSetup(faults: ["openverse": .hang])
    let environment = setup.environment.filter { $0.key != "HOME" && $0.key != "PATH" }
    // Long enough for the others to come, and for the line to be drawn, on a busy machine too
    let shown = try screen("kittens -n 8 --patience 5", in: setup.home, environment).output
    #expect(shown.contains(/openverse( \d+ s)?…/), "\(shown.debugDescription)")
    // The line is taken away each time before anything else is written.
    let after = shown.components(separatedBy: "\u{1B}[1A\r\u{1B}[J").last ?? ""
    #expect(!after.contains("…\r\n unsplash ✓") && after.contains("8 photos from"))
    #expect(!shown.contains("is slow") && after.contains("openverse not yet here: imgsearch more"))
    let piped = try setup.run("kittens", "-n", "8", "--refresh")
    #expect(!piped.errors.contains("✓") && !piped.errors.contains("\u{1B}"))
    #expect(!piped.errors.contains("show 3"))
  }

  @Test func `a table on a terminal has no ids, and one for a program is whole`() async throws {
    let home = Home()
    let shown = try screen("kittens --replay Fixtures/odd -n 5 -f table", in: home).output
    #expect(shown.contains("TITLE") && !shown.contains("unsplash:"))
    let piped = try await home.replay("kittens", "-n", "5", "-f", "table")
    #expect(
      (piped.lines.first, piped.lines.dropFirst().first?.contains("\tunsplash:"))
        == ("#\tTITLE\tLICENCE\tAUTHOR\tPIXELS\tPROVIDER\tID\tPAGE\tLOOKS LIKE", true))
  }
}

/// The web browser and the clipboard: programs that write down what they were given
struct DesktopTests {
  private let home = Home()

  init() async throws { _ = try await home.replay("kittens", "-n", "5") }

  /// Puts a program first on the path that keeps its arguments and what it reads
  private func stage(_ name: String, code: Int = 0) throws -> [String: String] {
    let file = "'\(home.path(name))'"
    return try home.stage(name, "echo \"$@\" >> \(file)\ncat >> \(file)\nexit \(code)")
  }

  @Test func `open shows the page in the web browser, or the picture`() async throws {
    let environment = try stage("xdg-open")
    let photos = try await Program.run(
      ["kittens", "-n", "5", "-f", "ndjson", "--replay", Program.fixtures],
      environment: Home().environment
    ).lines
    try await Program.run(["open", "2-3"], environment: environment).ended(printing: "")
    let pages = try home.text("xdg-open").split(separator: "\n")
    #expect(pages.count == 2 && photos[1].contains("\"page\":\"\(pages[0])\""))
    try await Program.run(["open", "3", "--picture"], environment: environment).ended()
    let picture = try #require(home.text("xdg-open").split(separator: "\n").last)
    #expect(photos[2].contains("\"url\":\"\(picture)\""))
  }

  @Test func `where there is no browser, open prints the address`() async throws {
    var environment = try stage("xdg-open", code: 3)
    environment["PATH"] = home.path("bin")
    let outcome = try await Program.run(["open", "2"], environment: environment).ended()
    #expect(outcome.output.hasPrefix("https://www.flickr.com/"))
    try await Program.run(["open", "1-21"], environment: environment).ended(with: 64)
    try await Program.run(["open", "99"], environment: environment).ended(with: 66)
  }

  @Test func `credit --copy puts the lines on the clipboard, and prints them`() async throws {
    let environment = try stage("xclip").merging(["DISPLAY": ":9"]) { $1 }
    let outcome = try await Program.run(["credit", "1-2", "--copy"], environment: environment)
      .ended()
    #expect(outcome.errors == "on the clipboard\n")
    let copied = try home.text("xclip")
    #expect(copied == "-selection clipboard\n" + outcome.output.dropLast())
    try await home.run("credit", "1", "--copy").ended(with: 69, saying: "no clipboard")
  }

  @Test func `in tmux credit --copy gives the lines to tmux, and says where they are`() async throws
  {
    let environment = try stage("tmux").merging(["TMUX": "/tmp/tmux-0/default,1,0"]) { $1 }
    let outcome = try await Program.run(["credit", "1-2", "--copy"], environment: environment)
      .ended()
    #expect(outcome.errors == "in tmux, where prefix ] pastes it, and sent to the terminal\n")
    #expect(try home.text("tmux") == "load-buffer -w -\n" + outcome.output.dropLast())
    // A clipboard that is there goes first.
    let both = try stage("xclip").merging(["TMUX": "x", "DISPLAY": ":9"]) { $1 }
    let direct = try await Program.run(["credit", "1", "--copy"], environment: both)
    #expect(direct.errors == "on the clipboard\n")
  }

  @Test(.enabled(if: OtherTool.isThere("script")))
  func `where nobody can know, credit --copy says that the terminal has it`() throws {
    let shown = try Screen.show("credit 1 --copy", environment: home.environment).output
    #expect(shown.contains("\u{1B}]52;c;"))
    #expect(shown.contains("sent to the terminal") && !shown.contains("\non the clipboard"))
  }

  @Test func `credit --picture gives the image with its credit`() async throws {
    let markdown = try await home.run(
      "credit", "3", "-f", "markdown", "--picture", "--size", "small")
    #expect(markdown.output.hasPrefix("[![Selective focus photography"))
    #expect(markdown.output.contains("](https://images.pexels.com/"))
    let html = try await home.run("credit", "3", "-f", "html", "--picture")
    #expect(html.output.hasPrefix("<a href=\"https://www.pexels.com/"))
    #expect(html.output.contains("<img src=\"https://images.pexels.com/"))
    try await home.run("credit", "3", "--picture").ended(with: 64)
    try await home.run("credit", "3", "--size", "small").ended(with: 64)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
