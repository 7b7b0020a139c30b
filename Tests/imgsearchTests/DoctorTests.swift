import Foundation
import Testing

@testable import imgsearch

/// What a person pastes into a report
struct DoctorTests {
  private let home = Home()

  @Test func `it tells of libraries, folders, quotas, and what is set`() throws {
    let setup = try LiveSetup()
    _ = try setup.run("kittens", "-n", "4")
    for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"] { setup.environment[name] = nil }
    try setup.home.write(#"{"count": 20}"#, to: ".config/imgsearch/config.json")
    let outcome = try setup.run("doctor")
    #expect((outcome.code, outcome.errors) == (0, ""))
    let lines = outcome.lines
    #expect(lines.first == "verdict   all is well")
    #expect(lines.contains { $0.contains(/^network   libcurl \d+\.\d+/) })
    #expect(lines.contains { $0.contains(/^database  SQLite 3\.\d+/) })
    #expect(lines.contains("          0 favorites"))
    #expect(lines.contains("config    ~/.config/imgsearch: config.json"))
    #expect(lines.contains { $0.hasPrefix("data ") && $0.hasSuffix(": imgsearch.db, quotas.json") })
    #expect(lines.contains("cache     ~/.cache/imgsearch"))
    #expect(lines.contains { $0.hasPrefix("set  ") && $0.contains("FLICKR_API_KEY") })
    #expect(lines.contains("          count in config.json"))
    #expect(lines.contains { $0.contains(/unsplash: \d+ of 50 requests left/) })
    #expect(!outcome.output.contains(setup.home.folder.path))
  }

  @Test func `it tells no key, wherever that is, and no address of a proxy`() async throws {
    let proxy = "http://me:\(LiveSetup.Keys.mark)@proxy.test"
    let home = Home(LiveSetup.Keys.environment.merging(["https_proxy": proxy]) { $1 })
    let key = LiveSetup.Keys.flickr
    let files = [
      #"{"PEXELS_API_KEY": "\#(key)"}"#, #"{"\#(key)": "FLICKR_API_KEY"}"#,
      #"{"FLICKR_API_KEY": \#(key)"#,
    ]
    for text in files {
      for permissions in [0o600, 0o644] {
        try home.write(text, to: ".config/imgsearch/keys.json", permissions: permissions)
        try home.write(text, to: ".config/imgsearch/config.json")
        let outcome = try await home.run("doctor").ended()
        #expect(outcome.output.contains("FLICKR_API_KEY"))
        #expect(outcome.lines.first?.hasPrefix("verdict   ") == true)
        #expect(!outcome.output.contains("all is well"), "\(outcome.output)")
        #expect(outcome.output.contains("https_proxy set"))
        #expect(!outcome.output.hasKey && !outcome.errors.hasKey, "\(outcome.output)")
      }
    }
  }

  @Test func `it ends with 0 whatever is broken, and says what`() async throws {
    for name in ["config.json", "keys.json"] {
      try home.write("[", to: ".config/imgsearch/\(name)")
    }
    for name in ["imgsearch.db", "quotas.json"] {
      try home.write(String(repeating: "A", count: 9_000), to: ".local/share/imgsearch/\(name)")
    }
    let outcome = try await home.run("doctor").ended()
    #expect(outcome.output.contains("~/.local/share/imgsearch/imgsearch.db is damaged"))
    for name in ["config.json", "keys.json"] {
      #expect(outcome.output.contains("\(name) can't be used"))
    }
  }

  @Test(arguments: [
    ("config.json", "{\n  \"count\": 20,\n  \"colour\": 3\n}", "line 3", "imgsearch help config"),
    (
      "config.json", "{\n  \"count\": \"many\"}", "line 2, which is about \"count\",",
      "imgsearch help config"
    ),
    ("config.json", "{\n\n\"count\" 20}", "in line 3", "imgsearch help config"),
    ("keys.json", "{\n  \"count\": 20\n}", "line 2", "imgsearch keys set NAME"),
    ("keys.json", "[]", "isn't a JSON object", "imgsearch keys set NAME"),
  ])
  func `its verdict names the broken file, its line, and what mends it`(
    name: String, text: String, place: String, cure: String
  ) async throws {
    try home.write(text, to: ".config/imgsearch/\(name)", permissions: 0o600)
    let first = try await #require(home.run("doctor").lines.first)
    #expect(first.hasPrefix("verdict   ~/.config/imgsearch/\(name): "), "\(first)")
    #expect(first.contains(place) && first.hasSuffix(cure), "\(first)")
  }

  @Test func `its verdict tells of an open keys file, a wrong address and a damaged database`()
    async throws
  {
    let home = Home(["FLICKR_API_URL": "ftp://x"])
    try home.write(
      #"{"FLICKR_API_KEY": "made-up"}"#, to: ".config/imgsearch/keys.json", permissions: 0o644)
    try home.write(String(repeating: "A", count: 9_000), to: ".local/share/imgsearch/imgsearch.db")
    let lines = try await home.run("doctor").lines
    #expect(lines[0].hasPrefix("verdict   ~/.local/share/imgsearch/imgsearch.db is damaged"))
    #expect(lines[0].contains("imgsearch favorites export"))
    #expect(lines[1].contains("keys.json aren't used") && lines[1].contains("chmod 600"))
    #expect(lines[2].contains("FLICKR_API_URL isn't an address"), "\(lines)")
  }

  @Test(arguments: [
    (true, [:], "xdg-open, but there is no display for it"), (false, [:], "none found"),
    (true, ["DISPLAY": ":0"], "xdg-open"), (true, ["WAYLAND_DISPLAY": "wayland-0"], "xdg-open"),
  ])
  func `a missing display isn't a missing browser`(
    isThere: Bool, variables: [String: String], words: String
  ) async throws {
    try home.write("#!/bin/sh\n", to: isThere ? "bin/xdg-open" : "bin/other", permissions: 0o755)
    let environment = home.with(["PATH": home.path("bin")])
    let outcome = try await Program.run(
      ["doctor"], environment: environment.merging(variables) { $1 })
    let row = try #require(outcome.lines.first { $0.hasPrefix("browser ") })
    #expect(row.contains(words) && row.contains("no display") == words.contains("no display"))
    #expect(outcome.lines.first == "verdict   all is well")
  }

  @Test(arguments: [["HOME": "/no/such/folder"], ["HOME": ""], ["HOME": "/"], [:]])
  func `it ends with 0 without a home folder`(environment: [String: String]) async throws {
    let outcome = try await Program.run(["doctor"], environment: environment).ended()
    #expect(outcome.errors == "" && outcome.lines.contains { $0.hasPrefix("config    ") })
  }

  @Test(.enabled(if: OtherTool.isThere("script")))
  func `it tells what the terminal can show, in lines that are safe`() throws {
    let home = Home(["TERM": "linux", "TERM_PROGRAM": "\u{1B}]0;bad\u{7}"])
    let shown = try Screen.show("doctor", columns: 70, environment: home.environment).output
    #expect(shown.contains("70 columns, 16 colors, no links"), "\(shown)")
    #expect(!shown.contains("\u{1B}]0;"))
  }

  @Test func `words behind it are told how to be searched for`() async throws {
    try await Program.run(["doctor", "who"]).ended(with: 64, saying: "imgsearch search doctor who")
  }
}
