import Foundation
import Terminal
import Testing

/// `pick`: a search in fzf, which is played here
struct PickTests {
  private let home = Home()

  /// An fzf that keeps its arguments and what it reads, and chooses some lines
  private func stage(_ choice: String) throws -> [String: String] {
    let folder = home.folder.path
    return try home.stage(
      "fzf",
      """
      for word in "$@"; do echo "$word" >> '\(folder)/words'; done
      cat > '\(folder)/table'
      \(choice.replacing("TABLE", with: "'\(folder)/table'"))
      """)
  }

  private func pick(_ choice: String, _ options: String...) async throws -> Program.Outcome {
    try await Program.run(
      ["pick", "kittens", "-n", "5", "--replay", Program.fixtures] + options,
      environment: stage(choice))
  }

  @Test func `fzf gets the table, and ids are printed of what is chosen`() async throws {
    let outcome = try await pick("sed -n '3p;5p' TABLE").ended()
    let lines = try home.text("table").split(separator: "\n")
    // The number and the id, which aren't shown, then columns below each other
    let shown = lines.map { String($0.split(separator: "\t")[2]) }
    #expect(lines.count == 6 && shown[0].hasPrefix("#  TITLE "), "\(shown)")
    let place = DisplayWidth.of(
      String(shown[0][..<shown[0].firstRange(of: "PROVIDER")!.lowerBound]))
    for line in shown.dropFirst() {
      let provider = line.split(separator: " ").last ?? ""
      #expect(DisplayWidth.of(String(line.dropLast(provider.count))) == place, "\(line)")
    }
    let ids = try await home.replay("kittens", "-n", "5", "-f", "ndjson").ids()
    #expect(outcome.output == "\(ids[1])\n\(ids[3])\n")
    let words = try home.text("words").split(separator: "\n")
    let preview = try #require(words.firstIndex(of: "--preview").map { words[$0 + 1] })
    // In quotes where the path has a blank
    #expect(preview.replacing("'", with: "").hasSuffix("/imgsearch show {1} --pictures never"))
    #expect(words.contains { $0.hasPrefix("?:preview(printf %s 'Type to find words") })
  }

  @Test(.enabled(if: OtherTool.isThere("script")))
  func `a person is told what takes the chosen photos`() throws {
    let line = "pick kittens -n 5 --replay '\(Program.fixtures)'"
    for (options, end) in [
      ("", "imgsearch download 2 4 · favorites add 2 4 · credit 2 4"),
      (" --favorite", "imgsearch favorites"),
    ] {
      let environment = try stage("sed -n '3p;5p' TABLE")
      let lines = Screen.lines(of: try Screen.show(line + options, environment: environment).output)
      #expect(lines.last == end, "\(lines)")
    }
  }

  @Test func `its preview is as the search was asked for, colors or not`() async throws {
    let environment = try stage("sed -n 2p TABLE").merging(["NO_COLOR": "1"]) { $1 }
    for (options, end) in [
      (["--pictures", "always"], "--pictures always"),
      (["--pictures", "auto"], "--pictures never"),
      ([], "--pictures never"),
    ] {
      try await Program.run(
        ["pick", "kittens", "-n", "5", "--replay", Program.fixtures] + options,
        environment: environment
      ).ended()
      let words = try home.text("words").split(separator: "\n")
      let preview = try #require(words.lastIndex(of: "--preview").map { words[$0 + 1] })
      #expect(preview.hasSuffix(end))
    }
  }

  @Test func `its preview shows the photo of a number, with a picture where there is color`()
    async throws
  {
    let environment = try stage("sed -n 2p TABLE").merging(["FORCE_COLOR": "1"]) { $1 }
    _ = try await Program.run(
      ["pick", "kittens", "-n", "5", "--replay", Program.fixtures], environment: environment)
    let words = try home.text("words").split(separator: "\n")
    let preview = try #require(words.firstIndex(of: "--preview").map { words[$0 + 1] })
    let line = preview.replacing("{1}", with: "'3'")
    let shown = try home.shell(String(line)).ended()
    #expect(shown.output.contains("▀"), "\(shown.errors)")
    #expect(shown.output.contains("Selective focus photography"))
  }

  @Test func `what is chosen becomes a favorite, and is saved`() async throws {
    try await pick("sed -n '2p;4p' TABLE", "--favorite").ended(saying: "2 added to the favorites")
    #expect(try await home.run("favorites", "-f", "ndjson").ids().count == 2)
    try home.write(#"{"output": "\#(home.path("saved"))"}"#, to: ".config/imgsearch/config.json")
    try home.makeFolder("saved")
    try await pick("sed -n 2p TABLE", "--download").ended()
    let names = try home.names(in: "saved")
    #expect(names.contains { $0.hasSuffix(".jpg") })
  }

  @Test(arguments: [("exit 130", 130), ("exit 1", 0), ("exit 2", 69), ("kill -9 $$", 69)])
  func `without a choice nothing is done`(choice: String, code: Int32) async throws {
    try await pick(choice, "--favorite").ended(with: code, printing: "")
    #expect(try await home.run("favorites", "-f", "ndjson").output.isEmpty)
  }

  @Test func `without fzf it says what to install, before anything is asked`() async throws {
    let environment = home.with(["PATH": home.path("bin")])
    let outcome = try await Program.run(
      ["pick", "kittens", "--replay", Program.fixtures], environment: environment
    ).ended(with: 69, saying: "apt install fzf")
    #expect(outcome.errorLines.count == 1)
  }

  @Test(arguments: ["no program\n", "#!/no/such/interpreter\n", "\u{7F}ELF"])
  func `an fzf that is no program is named, with what to do`(content: String) async throws {
    let environment = try stage("cat TABLE")
    try home.write(content, to: "bin/fzf", permissions: 0o755)
    let outcome = try await Program.run(
      ["pick", "kittens", "-n", "5", "--replay", Program.fixtures], environment: environment
    ).ended(with: 69)
    let line = try #require(outcome.errorLines.last)
    #expect(line.hasPrefix("imgsearch: \(home.path("bin/fzf")) can't be started ("), "\(line)")
    #expect(line.contains("install fzf"))
  }

  @Test func `a folder called fzf isn't taken for it`() async throws {
    let folder = URL(filePath: home.path("bin/fzf"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let environment = home.with(["PATH": home.path("bin")])
    try await Program.run(
      ["pick", "kittens", "--replay", Program.fixtures], environment: environment
    ).ended(with: 69, saying: "apt install fzf")
  }

  @Test func `a search that finds nothing, or fails, is told as it always is`() async throws {
    try await Program.run(
      ["pick", "nosuchwords", "--replay", Program.fixtures], environment: stage("cat TABLE")
    ).ended(with: 66)
    #expect(throws: (any Error).self) { try home.text("table") }
    try await Program.run(["pick"], environment: stage("cat TABLE")).ended(with: 64)
  }
}
