import Foundation
import LoopbackServer
import PhotoSearch
import Testing

@testable import PhotoStorage

/// `-o FILE`: what a file held stays until the listing is whole
@Suite(.waits, .timeLimit(.minutes(20))) struct OutputFileTests {
  private let home: Home

  init() throws { home = try Home() }

  /// A folder with a page of before in it
  private static func withOld(
    _ environment: [String: String] = [:], _ body: (Home, String) async throws -> Void
  ) async throws {
    let home = try Home(environment)
    try home.write("old", to: "out/k", permissions: 0o640)
    try await body(home, home.path("out/k"))
  }

  /// What is in the folder of the page
  private static func names(_ home: Home) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path("out")).sorted()
  }

  /// What ends without a photo, and how
  private static let failing: [String: Int32] = [
    "kittens -p flickr": 77, "kittens -p openverse --offline": 66, "nosuchwords --replay": 66,
    "refused -p flickr --replay": 77, "limited -p unsplash --strict --replay": 75, "more": 66,
    "favorites list nothing": 66, "favorites export --to nothing": 66,
  ]

  @Test(arguments: failing)
  func `a run without photos leaves what was there, and nothing where nothing was`(
    line: String, code: Int32
  ) async throws {
    var arguments = line.split(separator: " ").map(String.init)
    if arguments.last == "--replay" { arguments.append(Program.fixtures) }
    for format in ["html", "json"] {
      let options = arguments.contains("export") ? [] : ["-f", format]
      try await Self.withOld { home, old in
        for file in [old, home.path("out/new")] {
          let outcome = try await home.run(arguments + options + ["-o", file])
          #expect(outcome.code == code, "\(outcome.errors)")
          #expect(outcome.output.isEmpty)
          #expect(try (home.text("out/k"), Self.names(home)) == ("old", ["k"]))
        }
      }
    }
  }

  @Test func `a page that is whole takes the place, with the permissions of the one before`()
    async throws
  {
    try await Self.withOld { home, file in
      try home.write("old", to: "out/target", permissions: 0o600)
      try FileManager.default.createSymbolicLink(
        atPath: home.path("out/link"), withDestinationPath: "target")
      try FileManager.default.createSymbolicLink(
        atPath: home.path("out/far"), withDestinationPath: home.path("out/made"))
      for name in ["k", "link", "far"] {
        try await home.replay(
          "kittens", "-n", "3", "-f", "urls", "-o", home.path("out/\(name)")
        ).ended()
        #expect(try home.text("out/\(name)").split(separator: "\n").count == 3)
      }
      #expect(try Self.names(home) == ["far", "k", "link", "made", "target"])
      for (name, permissions) in ["k": 0o640, "target": 0o600] {
        let kept = try FileManager.default.attributesOfItem(atPath: home.path("out/\(name)"))
        #expect(kept[.type] as? FileAttributeType == .typeRegular)
        #expect(kept[.posixPermissions] as? Int == permissions)
      }
      // One of nothing is one, too.
      #expect(try await home.run("favorites", "-f", "json", "-o", file).code == 0)
      #expect(
        try home.text("out/k").contains("\"photos\": []") || home.text("out/k").contains("[]"))
    }
  }

  /// A beginning of the text that each ending makes
  private static let endings = [
    "csv": "url,caption,", "json": "{\"query\":", "ndjson": "{\"id\":", "jsonl": "{\"id\":",
    "JSONL": "{\"id\":", "md": "- [![", "html": "<!doctype html>", "htm": "<!doctype html>",
    "txt": "https://",
  ]

  @Test(arguments: endings)
  func `the ending of the file is its format, for every command that lists`(
    ending: String, beginning: String
  ) async throws {
    let file = home.path("kit.v1.\(ending)")
    for words in ["kittens", "more", "again", "list", "favorites"] {
      if words == "favorites" { _ = try await home.run("favorites", "add", "1") }
      let recording =
        switch words {
        case "kittens": ["--replay", try Program.fixtures(for: [words])]
        case "list": ["--replay", Program.fixtures + "/unsplash-list.har"]
        default: [] as [String]
        }
      let many = words == "favorites" ? [] : ["-n", "2"]
      let outcome = try await home.run([words, "-o", file] + many + recording)
      #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasPrefix(beginning), "\(words): \(text.prefix(40))")
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test func `-f goes before the ending, and that before config.json`() async throws {
    try home.write(#"{"format": "ndjson"}"#, to: ".config/imgsearch/config.json")
    try home.write("", to: "e.d/here")
    for (options, beginning) in [
      (["-f", "json", "-o", "a.csv"], "{\"query\":"), (["-o", "b.csv"], "url,"),
      (["-o", "c"], "{\"id\":"), (["-f", "csv", "-o", "d.kit"], "url,"),
      (["-o", ".csv"], "{\"id\":"), (["-o", "e.d/f"], "{\"id\":"),
    ] {
      let file = home.path(options[options.count - 1])
      try await home.run(
        ["kittens", "-n", "1"] + options.dropLast() + [file, "--replay", Program.fixtures]
      ).ended()
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix(beginning), "\(options)")
    }
    // What doesn't go with the format is said of the ending's.
    let columns = try await home.run("kittens", "-c", "2", "-o", home.path("g.csv"))
    #expect(columns.code == 64 && columns.errors.contains("--format grid, not csv"))
  }

  @Test(arguments: ["kittens", "list", "more", "again", "favorites", "favorites list"])
  func `an ending that is no format's is 64, and nobody is asked`(words: String) throws {
    try LiveSetup.with { setup in
      let file = setup.home.path("kit.doc")
      let outcome = try setup.run(words.split(separator: " ").map(String.init) + ["-o", file])
        .ended(with: 64)
      #expect(
        outcome.errors.contains(
          "no format has the ending .doc; name one with -f, or let the file end in .csv, .json, "),
        "\(outcome.errors)")
      #expect(setup.services.requests.isEmpty && !FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `an export takes any ending but those of other formats`() async throws {
    _ = try await home.run(
      "favorites", "add", "-", input: String(contentsOf: home.photos(1...2), encoding: .utf8))
    for name in ["f.ndjson", "f.jsonl", "f.bak", "f"] {
      #expect(try await home.run("favorites", "export", "-o", home.path(name)).code == 0)
      #expect(try home.text(name).hasPrefix("{\"id\":"))
    }
    for name in ["f.csv", "f.json", "f.md"] {
      #expect(try await home.run("favorites", "export", "-o", home.path(name)).code == 64)
    }
    #expect(
      try await home.run("favorites", "export", "-f", "ndjson", "-o", home.path("g.json")).code == 0
    )
  }

  @Test func `a hyphen is standard output, and what isn't a plain file has any ending`() throws {
    let said = try home.shell(
      """
      set -e; R="--replay \(Program.fewFixtures.get())"; cd "$HOME"
      imgsearch kittens -n 3 -f urls $R -o - 2>/dev/null | wc -l
      mkfifo p.x; cat p.x > b & imgsearch kittens -n 2 $R -o p.x 2>/dev/null; wait; wc -l < b; ls
      """)
    #expect(said.lines.map(String.init) == ["3", "2", "b", "p.x", ""], "\(said.errors)")
  }

  @Test func `photos beside a failure are a listing, whatever --strict says`() throws {
    try LiveSetup.with(faults: ["flickr": .tooMany(retryAfter: 3600)]) { setup in
      try setup.home.write("old", to: "out/k")
      try setup.run(
        "kittens", "-n", "5", "-p", "flickr,openverse", "--strict", "-f", "urls", "-o",
        setup.home.path("out/k")
      ).ended(with: 75)
      #expect(try setup.home.text("out/k").split(separator: "\n").count == 5)
    }
  }

  @Test(.enabled(if: SmallDisk.canMount, "nothing can be mounted here without being root"))
  func `a file that can't be replaced in its folder gets what the listing has`() throws {
    let script = """
      search() { "\(try Program.path)" "$@" --replay \(Program.fixtures) -o "$DISK/k" 2>/dev/null; }
      echo old >"$HOME/k"; touch "$DISK/k"; mount --bind "$HOME/k" "$DISK/k"
      search refused -p flickr -f csv; cat "$HOME/k"
      search kittens -n 3 -f urls; wc -l <"$HOME/k"
      mount -o remount,ro "$DISK"
      search refused -p flickr -f csv; wc -l <"$HOME/k"
      search kittens -n 2 -f urls; wc -l <"$HOME/k"
      ls -A "$DISK"
      """
    let environment = home.environment.merging(["DISK": home.folder.path + "/disk"]) { $1 }
    let said = try #require(SmallDisk.run(script, environment: environment)).said
    #expect(said == ["old", "3", "3", "2", "k"])
  }

  @Test func `what isn't a plain file is written straight`() throws {
    let search = try
      "imgsearch kittens -n 3 -f urls --replay \(Program.fewFixtures.get()) 2>/dev/null -o"
    let said = try home.shell(
      """
      set -e; cd "$HOME"
      \(search) /dev/null; \(search) /dev/stdout | wc -l
      echo before > a; \(search) /dev/stdout >> a; wc -l < a
      mkfifo p; cat p > b & \(search) p; wait; wc -l < b; [ -p p ] && echo fifo
      \(search) c | true; wc -l < c; ls -A | grep -c part || true
      """)
    #expect(said.lines.map(String.init) == ["3", "4", "3", "fifo", "3", "0", ""], "\(said.errors)")
  }

  @Test(arguments: ["nowhere/k.html", "folder"])
  func `a place that can't be written is said before anybody is asked`(name: String) throws {
    try LiveSetup.with { setup in
      try setup.home.write("", to: "folder/file")
      let outcome = try setup.run("kittens", "-f", "html", "-o", setup.home.path(name)).ended(
        with: 74)
      #expect(outcome.errors.contains("couldn't write \(setup.home.path(name)): "))
      #expect(outcome.errors.contains("; choose another --output"))
      #expect(setup.services.requests.isEmpty)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `Ctrl-C leaves what was there, and nothing beside it`(signal: Int32) throws {
    try LiveSetup.with(faults: ["flickr": .hang]) { setup in
      try setup.home.write("old", to: "out/k")
      let program = try setup.start(
        "kittens", "-p", "wikimedia,flickr", "--patience", "forever", "-f", "csv", "-o",
        setup.home.path("out/k"))
      try setup.wait { $0.requests(of: "flickr").count == 1 }
      #expect(try setup.home.text("out/k") == "old")
      program.interrupt(signal)
      #expect(try program.finish().code == 128 + signal)
      #expect(try (setup.home.text("out/k"), Self.names(setup.home)) == ("old", ["k"]))
    }
  }

  /// Ctrl-C ends nothing while another program has the database: the second one does
  @Test func `a second Ctrl-C leaves nothing beside it either`() async throws {
    try await Self.withOld { home, _ in
      _ = try home.process("kittens", "-n", "2", "--replay", Program.fewFixtures.get())
      #expect(try home.process("favorites", "add", "1").code == 0)
      let other = try Connection(home.database.path, for: .writing)
      try other.run("PRAGMA locking_mode = EXCLUSIVE")
      try other.run("BEGIN EXCLUSIVE")
      let said = try home.shell(
        """
        cd "$HOME/out"; imgsearch favorites -f csv -o k & program=$!
        until ls -A | grep -q part; do sleep .01; done
        while kill -INT $program 2>/dev/null; do sleep .05; done
        wait $program; echo $?; ls -A; cat k
        """)
      try other.run("ROLLBACK")
      #expect(said.output == "130\nk\nold", "\(said.errors)")
    }
  }

  @Test func `what a program that was killed left is removed by the next, but not what one has`()
    throws
  {
    try LiveSetup.with(faults: ["flickr": .hang]) { setup in
      try setup.home.write("", to: "out/.1.imgsearch.part.txt")
      func start(_ name: String, _ requests: Int) throws -> RunningProgram {
        let program = try setup.start(
          "kittens", "-p", "wikimedia,flickr", "--patience", "forever", "-f", "csv", "-o",
          setup.home.path("out/\(name)"))
        try setup.wait { $0.requests(of: "flickr").count == requests }
        return program
      }
      try start("a", 1).crash()
      let left = try Self.names(setup.home)
      #expect(left.count == 2)
      let running = try start("b", 2)
      let held = try Self.names(setup.home)
      #expect(held.count == 2 && held != left)
      let outcome = try setup.run(
        "kittens", "-p", "wikimedia", "-n", "2", "-f", "urls", "-o", setup.home.path("out/c"))
      #expect(try (outcome.code, Self.names(setup.home)) == (0, (held + ["c"]).sorted()))
      running.interrupt()
      #expect(try running.finish().code == 130)
      #expect(try Self.names(setup.home) == [".1.imgsearch.part.txt", "c"])
    }
  }

  @Test func `only a page that is whole is shown in the web browser`() async throws {
    try home.write(
      "#!/bin/sh\ntouch \(home.path("opened"))\n", to: "bin/xdg-open", permissions: 0o755)
    let environment = home.environment.merging(["PATH": "\(home.path("bin")):/usr/bin:/bin"]) { $1 }
    let outcome = try await Program.run(
      ["kittens", "-p", "flickr", "-f", "html", "--open"], environment: environment)
    #expect(outcome.code == 77 && !FileManager.default.fileExists(atPath: home.path("opened")))
  }
}
