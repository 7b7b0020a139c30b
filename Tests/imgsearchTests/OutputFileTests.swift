import Foundation
import LoopbackServer
import Testing

@testable import PhotoStorage

/// `-o FILE`: what a file held stays until the listing is whole
@Suite(.waits, .timeLimit(.minutes(20))) struct OutputFileTests {
  private let home = Home()

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
    var arguments = line.words
    if arguments.last == "--replay" { arguments.append(Program.fixtures) }
    try home.write("old", to: "out/k")
    for format in ["html", "json"] {
      let options = arguments.contains("export") ? [] : ["-f", format]
      for name in ["k", "new"] {
        try await home.run(arguments + options + ["-o", home.path("out/\(name)")]).ended(
          with: code, printing: "")
        #expect(try (home.text("out/k"), home.names(in: "out")) == ("old", ["k"]))
      }
    }
  }

  @Test func `a page that is whole takes the place, with the permissions of the one before`()
    async throws
  {
    try home.write("old", to: "out/k", permissions: 0o640)
    try home.write("old", to: "out/target", permissions: 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: home.path("out/link"), withDestinationPath: "target")
    try home.link("out/far", to: "out/made")
    for name in ["k", "link", "far"] {
      try await home.replay(
        "kittens", "-n", "3", "-f", "urls", "-o", home.path("out/\(name)")
      ).ended()
      #expect(try home.text("out/\(name)").split(separator: "\n").count == 3)
    }
    #expect(try home.names(in: "out") == ["far", "k", "link", "made", "target"])
    for (name, permissions) in ["k": 0o640, "target": 0o600] {
      let kept = try FileManager.default.attributesOfItem(atPath: home.path("out/\(name)"))
      #expect(kept[.type] as? FileAttributeType == .typeRegular)
      #expect(kept[.posixPermissions] as? Int == permissions)
    }
    // One of nothing is one, too.
    try await home.run("favorites", "-f", "json", "-o", home.path("out/k")).ended()
    #expect(try home.text("out/k").contains("\"photos\": []") || home.text("out/k").contains("[]"))
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
      try await home.run([words, "-o", file] + many + recording).ended(printing: "")
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
    try await home.run("kittens", "-c", "2", "-o", home.path("g.csv")).ended(
      with: 64, saying: "--format grid, not csv")
  }

  @Test(arguments: ["kittens", "list", "more", "again", "favorites", "favorites list"])
  func `an ending that is no format's is 64, and nobody is asked`(words: String) throws {
    let setup = try LiveSetup()
    let file = setup.home.path("kit.doc")
    try setup.run(words.words + ["-o", file]).ended(
      with: 64,
      saying:
        "no format has the ending .doc; name one with -f, or let the file end in .csv, .json, ")
    #expect(setup.services.requests.isEmpty && !FileManager.default.fileExists(atPath: file))
  }

  @Test func `an export takes any ending but those of other formats`() async throws {
    _ = try await home.run("favorites", "add", "-", input: Home.lines(1...2))
    for name in ["f.ndjson", "f.jsonl", "f.bak", "f"] {
      try await home.run("favorites", "export", "-o", home.path(name)).ended()
      #expect(try home.text(name).hasPrefix("{\"id\":"))
    }
    for name in ["f.csv", "f.json", "f.md"] {
      try await home.run("favorites", "export", "-o", home.path(name)).ended(with: 64)
    }
    try await home.run("favorites", "export", "-f", "ndjson", "-o", home.path("g.json")).ended()
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
    let setup = try LiveSetup(faults: ["flickr": .tooMany(retryAfter: 3600)])
    try setup.home.write("old", to: "out/k")
    try setup.run(
      "kittens", "-n", "5", "-p", "flickr,openverse", "--strict", "-f", "urls", "-o",
      setup.home.path("out/k")
    ).ended(with: 75)
    #expect(try setup.home.text("out/k").split(separator: "\n").count == 5)
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
    let said = try SmallDisk.run(script, in: home)
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
    let setup = try LiveSetup()
    try setup.home.write("", to: "folder/file")
    try setup.run("kittens", "-f", "html", "-o", setup.home.path(name)).ended(
      with: 74, saying: "couldn't write \(setup.home.path(name)): ", "; choose another --output")
    #expect(setup.services.requests.isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `Ctrl-C leaves what was there, and nothing beside it`(signal: Int32) throws {
    let setup = try LiveSetup(faults: ["flickr": .hang])
    try setup.home.write("old", to: "out/k")
    let program = try setup.start(
      "kittens", "-p", "wikimedia,flickr", "--patience", "forever", "-f", "csv", "-o",
      setup.home.path("out/k"))
    try setup.wait { $0.requests(of: "flickr").count == 1 }
    #expect(try setup.home.text("out/k") == "old")
    program.interrupt(signal)
    #expect(try program.finish().code == 128 + signal)
    #expect(try (setup.home.text("out/k"), setup.home.names(in: "out")) == ("old", ["k"]))
  }

  /// Ctrl-C ends nothing while another program has the database: the second one does
  @Test func `a second Ctrl-C leaves nothing beside it either`() throws {
    try home.write("old", to: "out/k")
    _ = try home.process("kittens", "-n", "2", "--replay", Program.fewFixtures.get())
    try home.process("favorites", "add", "1").ended()
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

  @Test func `what a program that was killed left is removed by the next, but not what one has`()
    throws
  {
    let setup = try LiveSetup(faults: ["flickr": .hang])
    try setup.home.write("", to: "out/.1.imgsearch.part.txt")
    func start(_ name: String, _ requests: Int) throws -> RunningProgram {
      let program = try setup.start(
        "kittens", "-p", "wikimedia,flickr", "--patience", "forever", "-f", "csv", "-o",
        setup.home.path("out/\(name)"))
      try setup.wait { $0.requests(of: "flickr").count == requests }
      return program
    }
    try start("a", 1).crash()
    let left = try setup.home.names(in: "out")
    #expect(left.count == 2)
    let running = try start("b", 2)
    let held = try setup.home.names(in: "out")
    #expect(held.count == 2 && held != left)
    let outcome = try setup.run(
      "kittens", "-p", "wikimedia", "-n", "2", "-f", "urls", "-o", setup.home.path("out/c"))
    #expect(try (outcome.code, setup.home.names(in: "out")) == (0, (held + ["c"]).sorted()))
    running.interrupt()
    try running.finish().ended(with: 130)
    #expect(try setup.home.names(in: "out") == [".1.imgsearch.part.txt", "c"])
  }

  @Test func `only a page that is whole is shown in the web browser`() async throws {
    let environment = try home.stage("xdg-open", "touch \(home.path("opened"))")
    try await Program.run(
      ["kittens", "-p", "flickr", "-f", "html", "--open"], environment: environment
    ).ended(with: 77)
    #expect(!home.has("opened"))
  }
}
