import Foundation
import LoopbackServer
import Testing

/// The picture that `show` draws above its words
@Suite(.waits, .enabled(if: OtherTool.isThere("script"))) struct ShownPictureTests {
  private let home = Home()

  init() async throws {
    _ = try await home.run("kittens", "-n", "4", "--replay", Program.fixtures)
  }

  private func show(_ variables: [String: String], _ options: String = "") throws -> String {
    try Screen.show("show 1 \(options)", environment: home.with(variables)).output
  }

  @Test func `half blocks stand above the words, in a place that was kept`() throws {
    let shown = try show(["TERM": "alacritty"])
    let words = try #require(shown.range(of: "Title"))
    #expect(shown[..<words.lowerBound].contains("▀"))
    // Drawn over, with the cursor back below the words
    #expect(shown[words.upperBound...].contains(/\u{1B}\[\d+A\u{1B}\[1G.*\u{1B}\[\d+B\r/))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `where colors aren't wanted there is none`(variables: [String: String]) async throws {
    let shown = try show(variables)
    #expect(shown.contains("Title") && !shown.contains("▀") && !shown.contains("\u{1B}[>q"))
    #expect(try !show([:], "--pictures never").contains("▀"))
    #expect(try await !home.run("show", "1").output.contains("▀"))
    #expect(try await home.run("show", "1", "--pictures", "always").output.contains("▀"))
  }

  @Test func `a terminal with iTerm2's protocol gets the file as it is`() throws {
    let shown = try show(["TERM_PROGRAM": "iTerm.app", "TERM": "xterm-256color"])
    let match = try #require(
      shown.firstMatch(
        of: /\u{1B}\]1337;File=inline=1;size=(\d+);[a-z0-9A-Z=;]+:([A-Za-z0-9+\/=]+)\u{07}/))
    let bytes = try #require(Data(base64Encoded: String(match.2)))
    #expect(bytes.count == Int(match.1) && bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    let folder = Program.fixtures + "/pictures"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.contains { FileManager.default.contents(atPath: "\(folder)/\($0)") == bytes })
    // Not within tmux, whose own variables win.
    #expect(
      try !show(["TERM_PROGRAM": "iTerm.app", "TMUX": "/tmp/tmux-0/default,1,0"])
        .contains("\u{1B}]1337"))
  }

  @Test(arguments: [("foot", "sixels"), ("xterm-kitty", "kitty")])
  func `sixels and kitty's form come from chafa`(terminal: String, form: String) throws {
    let path = try home.stage("chafa", "echo \"<$* $(head -c 3 | od -An -tx1)>\"")
    let shown = try show(path.merging(["TERM": terminal]) { $1 })
    #expect(
      shown.contains(
        try Regex("\u{1B}7<-f \(form) --size \\d+x\\d+ --animate off - +ff d8 ff>\u{1B}8")),
      "\(shown.debugDescription)")
    // Without it, or where it fails, half blocks do.
    for script in ["exit 3", "exit 0"] {
      let failing = try home.stage("chafa", script)
      #expect(try show(failing.merging(["TERM": terminal]) { $1 }).contains("\u{1B}[0m"))
    }
  }

  @Test func `a picture that is too large is said to be, and not to be asked for again`()
    async throws
  {
    let fixtures = URL(filePath: Program.fixtures)
    let folder = try home.makeFolder("large")
    for name in ["unsplash-kittens.har", "pictures.har", "pictures"] {
      try FileManager.default.copyItem(
        at: fixtures.appending(path: name), to: folder.appending(path: name))
    }
    let pictures = folder.appending(path: "pictures")
    for name in try FileManager.default.contentsOfDirectory(atPath: pictures.path)
    where name.hasPrefix("unsplash") {
      let file = try FileHandle(forWritingTo: pictures.appending(path: name))
      try file.truncate(atOffset: 8_000_001)
    }
    let replay = ["--replay", folder.path]
    _ = try await home.run(["kittens", "-n", "1", "-p", "unsplash"] + replay)
    let shown = try await home.run(["show", "1", "--pictures", "always"] + replay).ended()
    #expect(shown.output.contains("Title"))
    let words =
      "imgsearch: no picture: it has more than 8 MB, too much to be shown here; it can be opened in "
      + "the web browser, or saved\n"
    #expect(shown.errors.hasSuffix(words), "\(shown.errors)")
  }

  @Test func `a chafa that is no program is passed over`() throws {
    try home.write("no program", to: "bin/chafa", permissions: 0o755)
    let shown = try show(["TERM": "foot", "PATH": "\(home.path("bin")):/usr/bin:/bin"])
    #expect(shown.contains("▀") && !shown.contains("error"), "\(shown.debugDescription)")
  }

  @Test func `a chafa that hangs is ended, and half blocks stand in for it`() throws {
    let mark = "\(Int.random(in: 100_000...999_999))"
    let path = try home.stage("chafa", "sleep \(mark)")
    let shown = try show(path.merging(["TERM": "foot"]) { $1 })
    #expect(shown.contains("▀"), "\(shown.debugDescription)")
    let left = try RunningProgram(["-f", "sleep \(mark)"], of: "/usr/bin/pgrep", environment: [:])
    #expect(try left.finish().output.isEmpty)
  }

  @Test func `what was typed ahead is left to the shell`() throws {
    let line =
      "stty cols 80 rows 60; read first; \(try Program.path) show 1; read second; echo $second."
    let running = try Screen.start(
      line, environment: home.with(["TERM": "xterm-256color"]), input: nil)
    try running.type("go\rnext command\r")
    let output = try running.finish().output
    #expect(output.contains("next command.\r") && !output.contains("\u{1B}[>q"), "\(output)")
  }

  /// Runs `show` in a terminal that answers a query
  private func answering(_ answer: String) throws -> String {
    let line = "stty cols 80 rows 60; exec \(try Program.path) show 1"
    let running = try Screen.start(
      line, environment: home.with(["TERM": "xterm-256color"]), input: nil)
    _ = try running.text(until: "\u{1B}[>q\u{1B}[c")
    try running.type(answer)
    return try running.finish().output
  }

  @Test func `a terminal that isn't known is asked, and answers aren't shown`() throws {
    let iTerm = try answering("\u{1B}P>|iTerm2 3.5.11\u{1B}\\\u{1B}[?64;1;2;4c")
    #expect(iTerm.contains("\u{1B}]1337;File=inline=1") && !iTerm.contains("3.5.11"))
    let other = try answering("\u{1B}[?1;2c")
    #expect(other.contains("▀") && !other.contains("1337") && !other.contains("?1;2c"))
    let silent = try answering("")
    #expect(silent.contains("▀"))
  }

  @Test func `what somebody typed before is no answer, and a known terminal isn't asked`() throws {
    #expect(try answering("ls -l\r").contains("▀"))
    #expect(try !show(["TERM": "xterm-256color", "VTE_VERSION": "7600"]).contains("\u{1B}[>q"))
    #expect(try !show(["TMUX": "/tmp/tmux-0/default,1,0"]).contains("\u{1B}[>q"))
  }

  @Test func `in a preview nothing is asked but the picture, and it fits`() throws {
    let setup = try LiveSetup(pictures: true)
    _ = try setup.run("kittens", "-n", "3", "-p", "unsplash,flickr,pexels")
    setup.services.forget()
    setup.environment["FZF_PREVIEW_LINES"] = "40"
    setup.environment["COLUMNS"] = "60"
    let shown = try setup.run("show", "2", "--pictures", "always").ended()
    #expect(setup.services.requests.count == 1, "\(shown.errors)")
    #expect(setup.services.requests(of: "pictures").count == 1)
    #expect(shown.lines.count <= 41 && shown.output.contains("▀"))
  }
}
