import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// `imgsearch keys`: keys are kept, tried and taken out, and nobody sees one
@Suite(.waits) struct KeysTests {
  private let home = Home()

  private let setup: LiveSetup

  init() throws { setup = try LiveSetup(keys: false) }

  private static let keys = "config/imgsearch/keys.json"
  private static let config = "config/imgsearch/config.json"
  private static let refusal = Fault.answer(
    .json(#"{"stat":"fail","code":100,"message":"Invalid API Key (Key has invalid format)"}"#))

  private func set(
    _ key: String, of provider: String = "flickr", _ more: String...
  ) throws -> Program.Outcome { try setup.run(["keys", "set", provider] + more, input: key) }

  @Test func `without words it tells which are set, where, and where to get one`() throws {
    setup.environment["FLICKR_API_KEY"] = LiveSetup.Keys.flickr
    try setup.home.write(
      "{\"PEXELS_API_KEY\": \"\(LiveSetup.Keys.unsplash)\"}", to: Self.keys, permissions: 0o600)
    let outcome = try setup.run("keys").ended()
    #expect(outcome.errors.isEmpty)
    let rows = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
    #expect(rows[0] == ["PROVIDER", "KEY", "VARIABLE", "GET ONE AT"])
    #expect(rows[1].prefix(3) == ["unsplash", "not set", "UNSPLASH_ACCESS_KEY"])
    #expect(rows[1].last == "https://unsplash.com/oauth/applications")
    #expect(rows[2].prefix(2) == ["flickr", "set in the environment"])
    #expect(rows[3].prefix(2) == ["pexels", "set in keys.json"])
    #expect(!outcome.output.hasKey && setup.services.requests == [])
  }

  @Test(arguments: [true, false])
  func `a pipe or a folder in the place of the keys is named, and isn't waited for`(
    isPipe: Bool
  ) async throws {
    let folder = ".config/imgsearch"
    for name in ["keys.json", "config.json"] {
      let path = home.path("\(folder)/\(name)")
      try FileManager.default.createDirectory(
        atPath: isPipe ? home.path(folder) : path, withIntermediateDirectories: true)
      if isPipe { try #require(mkfifo(path, 0o600) == 0) }
      let what = isPipe ? "a pipe" : "a folder"
      for arguments in [["keys"], ["keys", "set", "flickr"], ["kittens", "-n", "1"]]
      where name == "keys.json" || arguments[0] == "kittens" {
        let outcome = try await home.run(arguments, input: "a-key\n").ended(with: 65)
        #expect(
          outcome.errors
            == "imgsearch: \(path): can't be read: it is \(what); remove it, or put a file in its "
            + "place\n")
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `a key from a pipe is tried with one request, and kept for oneself`() throws {
    let outcome = try set("  \(LiveSetup.Keys.flickr)\r\nmore\n", of: "Flickr", "-v").ended(
      saying: "flickr: the key is accepted")
    #expect(outcome.output.isEmpty && !outcome.errors.hasKey)
    #expect(setup.services.requests.count == 1)
    #expect(setup.services.requests[0].queryItems.contains { $0.value == LiveSetup.Keys.flickr })
    #expect(try setup.home.permissions(of: Self.keys) == 0o600)
    #expect(try setup.home.permissions(of: "config/imgsearch") == 0o700)
    #expect(try setup.filesWithKeys() == [Self.keys])
    try setup.run("kittens", "-p", "flickr", "-n", "2").ended()
  }

  @Test func `the other keys stay, and config.json is only read`() throws {
    let config = "{\n    \"count\": 7,\n    \"provider\": [ \"all\", \"-flickr\" ]\n}\n"
    try setup.home.write(config, to: Self.config)
    let before = "{\n  \"FLICKR_API_KEY\": \"a \\\"made-up\\\" one\"\n}\n"
    try setup.home.write(before, to: Self.keys)
    try set(LiveSetup.Keys.unsplash, of: "unsplash-list").ended()
    let added = ",\n  \"UNSPLASH_ACCESS_KEY\": \"\(LiveSetup.Keys.unsplash)\"\n}"
    #expect(try setup.home.text(Self.keys) == before.replacing("\n}", with: added))
    #expect(try setup.home.permissions(of: Self.keys) == 0o600)
    // The same key once more, after somebody opened the file to others.
    try setup.home.write(setup.home.text(Self.keys), to: Self.keys, permissions: 0o644)
    try set(LiveSetup.Keys.unsplash, of: "unsplash").ended()
    #expect(try setup.home.permissions(of: Self.keys) == 0o600)
    try setup.run("keys", "remove", "unsplash").ended(saying: "removed")
    #expect(try (setup.home.text(Self.keys), setup.home.text(Self.config)) == (before, config))
    try setup.run("keys", "remove", "unsplash").ended(with: 66)
  }

  @Test func `of keys that are set at once none is lost`() throws {
    let services = ["unsplash", "flickr", "pexels", "pixabay"]
    for round in 0..<6 {
      let programs = try services.map { service in
        try setup.start(
          "keys", "set", service, input: "\(LiveSetup.Keys.mark)-\(service)-\(round)\n")
      }
      for program in programs { #expect(try program.finish().code == 0) }
      let text = try setup.home.text(Self.keys)
      let lost = services.filter { !text.contains("\(LiveSetup.Keys.mark)-\($0)-\(round)\"") }
      #expect(lost == [], "\(round): \(text)")
    }
    #expect(try setup.home.names(in: "config/imgsearch") == ["keys.json"])
  }

  @Test func `a key waits for what another program is about to write`() throws {
    try setup.home.write("{}", to: Self.keys, permissions: 0o600)
    let folder = open(setup.home.path("config/imgsearch"), O_RDONLY | O_DIRECTORY)
    #expect(flock(folder, LOCK_EX) == 0)
    let program = try setup.start("keys", "set", "flickr", input: "made-up\n")
    try setup.wait { $0.requests(of: "flickr").count == 1 }
    let theirs = #"{"PEXELS_API_KEY": "made-up"}"#
    try setup.home.write(theirs, to: Self.keys, permissions: 0o600)
    close(folder)
    try program.finish().ended()
    let rows = try setup.run("keys").output
    #expect(rows.contains("flickr\tset in keys.json") && rows.contains("pexels\tset in keys.json"))
  }

  @Test func `what a program that was killed left of the keys is removed`() throws {
    try setup.home.write(
      "\(LiveSetup.Keys.mark)", to: "config/imgsearch/.12345.imgsearch.part", permissions: 0o600)
    #expect(try (set(LiveSetup.Keys.flickr).code, setup.filesWithKeys()) == (0, [Self.keys]))
  }

  @Test func `a key that the service refuses isn't kept, and the one before stays`() throws {
    setup.services.set(Self.refusal, of: "flickr")
    let before = #"{"FLICKR_API_KEY": "the-one-before"}"#
    try setup.home.write(before, to: Self.keys, permissions: 0o600)
    try set(LiveSetup.Keys.flickr).ended(
      with: 77, saying: "Invalid API Key", "wasn't kept",
      "https://www.flickr.com/services/apps/create/")
    #expect(try setup.home.text(Self.keys) == before)
    let test = try setup.run("keys", "test").ended(with: 77)
    #expect(test.output.hasPrefix("flickr: FLICKR_API_KEY is refused by the service ("))
  }

  @Test func `a key that can't be tried is kept all the same, and it says why`() throws {
    setup.services.set(.broken(), of: "pexels")
    try set(LiveSetup.Keys.unsplash, of: "pexels", "--timeout", "1").ended(
      with: 69, saying: "pexels: the key couldn't be tried: ")
    #expect(try setup.home.text(Self.keys).contains(LiveSetup.Keys.unsplash))
  }

  @Test func `each key that is set is tested with one request`() throws {
    let setup = try LiveSetup()
    let outcome = try setup.run("keys", "test")
    #expect(outcome.code == 0, "\(outcome.output)")
    let services = Set(ProviderCatalog.profiles.filter { $0.key != nil }.map(\.service))
    #expect(outcome.lines.count == services.count + 1)
    #expect(outcome.lines[0].hasPrefix("unsplash: UNSPLASH_ACCESS_KEY is accepted, "))
    #expect(outcome.output.contains(" of 50 requests left this hour"))
    #expect(setup.services.counts.values.allSatisfy { $0 == 1 })
    setup.services.set(Self.refusal, of: "flickr")
    try setup.run("keys", "test", "unsplash").ended()
    let refused = try setup.run("keys", "test", "-v").ended(with: 77)
    #expect(refused.output.contains("refused"))
    #expect(!refused.output.hasKey && !refused.errors.hasKey)
  }

  @Test func `without a key there is nothing to test, and it says how to get one`() throws {
    try setup.run("keys", "test").ended(with: 77)
    try setup.run("keys", "test", "flickr").ended(with: 77, saying: "imgsearch keys set flickr")
    #expect(setup.services.requests == [])
  }

  @Test(arguments: [
    ["set", "flickr", LiveSetup.Keys.flickr], ["set", "FLICKR_API_KEY=\(LiveSetup.Keys.mark)"],
    ["set", LiveSetup.Keys.unsplash], [LiveSetup.Keys.unsplash], ["set"], ["set", "openverse"],
    ["remove"], ["test", "flickr", LiveSetup.Keys.flickr],
  ])
  func `a key on the command line is refused and not repeated, as is what has none`(
    words: [String]
  ) async throws {
    let outcome = try await home.run(["keys"] + words).ended(with: 64)
    #expect(!outcome.errors.hasKey && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(!home.has(".config"))
  }

  @Test(arguments: [
    (["set", "nosuch"], "keys set takes one provider that needs a key\nAccepted: unsplash, "),
    (["remove", "flickrr"], "takes one provider that needs a key; did you mean flickr?\n"),
    (["nosuch"], "keys takes set, test or remove, and one provider that needs a key\nAccepted: "),
  ])
  func `a word that it has no use for is not repeated, as it may be a key`(
    words: [String], said: String
  ) async throws {
    let found = try await home.run(["keys"] + words).ended(with: 64, saying: said)
    #expect(!found.errors.contains("nosuch"))
  }

  @Test(arguments: [("", 64), ("\n", 64), ("a b\n", 77), ("sch\u{FC}ssel\n", 77)])
  func `what no header can carry isn't kept`(key: String, code: Int32) throws {
    let outcome = try set(key)
    #expect((outcome.code, setup.services.requests) == (code, []))
    #expect(!setup.home.has(Self.keys))
  }

  @Test(arguments: [
    #"{"FLICKR_API_KEY": "made-up""#, "[]", #"{"count": 3}"#, #"{"FLICKR_API_KEY": 3}"#, "",
  ])
  func `a keys.json that can't be used is left alone`(text: String) throws {
    try setup.home.write(text, to: Self.keys, permissions: 0o600)
    for command in [["keys", "set", "flickr"], ["keys", "remove", "flickr"], ["keys"], ["cats"]] {
      try setup.run(command, input: "made-up").ended(with: 65, saying: "keys.json: ")
    }
    #expect(try (setup.home.text(Self.keys), setup.services.requests) == (text, []))
  }

  @Test(arguments: [true, false])
  func `a keys.json that is a link stays one`(isThere: Bool) throws {
    let file = "dotfiles/keys.json"
    try setup.home.write("{\"PEXELS_API_KEY\": \"made-up\"}", to: file)
    if !isThere { try setup.home.remove(file) }
    try setup.home.write("", to: Self.keys)
    try setup.home.remove(Self.keys)
    try FileManager.default.createSymbolicLink(
      atPath: setup.home.path(Self.keys), withDestinationPath: "../../\(file)")
    #expect(try set(LiveSetup.Keys.flickr).code == 0 && setup.home.text(file).hasKey)
    #expect(try setup.home.text(file).contains("PEXELS_API_KEY") == isThere)
    #expect(try setup.home.permissions(of: file) == 0o600)
    let place = try FileManager.default.destinationOfSymbolicLink(
      atPath: setup.home.path(Self.keys))
    #expect(place == "../../\(file)")
    #expect(try setup.run("keys").output.contains("flickr\tset in keys.json"))
  }

  @Test func `where keys.json can't be written it is 74`() throws {
    try setup.home.write("a file", to: "config")
    let outcome = try set(LiveSetup.Keys.flickr).ended(with: 74, saying: setup.home.path("config"))
    #expect(!outcome.errors.hasKey && !outcome.errors.contains("Error"))
  }

  @Test func `what is set in the environment too is said, as it goes first`() throws {
    setup.environment.merge(LiveSetup.Keys.environment) { $1 }
    try set("made-up-other-one").ended(saying: "FLICKR_API_KEY is also set in the environment")
    try setup.run("keys", "remove", "pexels").ended(with: 66, saying: "unset it there")
  }
}

/// A key that somebody types at a terminal, which script(1) makes
@Suite(.enabled(if: OtherTool.isThere("script"))) struct KeyTypingTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup(keys: false) }

  /// A shell in a terminal with the program in it, and what it says of the terminal at the end
  private func start(_ line: String) throws -> RunningProgram {
    let shown = try line.replacing("imgsearch", with: Program.path)
    let script = "\(shown); printf 'ended %s\\n' $?; stty -a | grep -o '.echo\\b'"
    return try Screen.start(
      script, environment: setup.environment.merging(["SHELL": "/bin/bash"]) { $1 }, input: nil)
  }

  /// The end of the prompt, which comes when nothing is shown any more
  private static let prompt = "(not shown while you type): "

  @Test func `what is typed isn't shown, and the terminal is as it was afterwards`() throws {
    let program = try start("imgsearch keys set flickr")
    #expect(try program.text(until: Self.prompt).contains("Get one at"))
    try program.type(LiveSetup.Keys.flickr + "\n")
    let outcome = try program.finish()
    #expect(outcome.output.contains("flickr: the key is accepted"), "\(outcome.output)")
    #expect(outcome.output.contains("ended 0") && outcome.output.contains(" echo"))
    #expect(try !outcome.output.hasKey && setup.home.text("config/imgsearch/keys.json").hasKey)
  }

  @Test func `without a name it asks which, opens the page if wanted, and says what comes of it`()
    throws
  {
    setup.environment["PATH"] = try setup.home.stage(
      "xdg-open", "echo \"$@\" > '\(setup.home.path("opened"))'")["PATH"]
    let program = try start("imgsearch keys set")
    let asked = try program.text(until: "Which one? ")
    #expect(asked.contains("unsplash, flickr, pexels, pixabay"), "\(asked)")
    try program.type("Pexels\n")
    _ = try program.text(until: "Open it in the web browser? (y/n) ")
    try program.type("y\n")
    _ = try program.text(until: Self.prompt)
    #expect(try setup.home.text("opened") == "https://www.pexels.com/api/\n")
    try program.type(LiveSetup.Keys.unsplash + "\n")
    let outcome = try program.finish()
    #expect(
      outcome.output.contains("from now on each search asks Pexels, too"), "\(outcome.output)")
    #expect(outcome.output.contains("ended 0") && !outcome.output.hasKey)
    let wrong = try start("imgsearch keys set")
    _ = try wrong.text(until: "Which one? ")
    try wrong.type("made-up-pexel\n")
    let refused = try wrong.finish().output
    #expect(refused.contains("ended 64") && !refused.contains("'made-up"), "\(refused)")
  }

  @Test func `Ctrl-C ends it, keeps nothing, and leaves the terminal as it was`() throws {
    let program = try start("trap : INT; imgsearch keys set flickr")
    #expect(try program.text(until: Self.prompt).contains("Get one at"))
    try program.type("made-up\u{3}")
    let outcome = try program.finish()
    #expect(outcome.output.contains("ended 130"), "\(outcome.output)")
    #expect(outcome.output.contains(" echo") && setup.services.requests == [])
    #expect(!setup.home.has("config"))
  }

  @Test func `SIGTERM leaves the terminal as it was`() throws {
    let program = try start("(echo \"pid $BASHPID \"; exec imgsearch keys set flickr)")
    let words = try program.text(until: Self.prompt).split(whereSeparator: \.isWhitespace)
    let place = try #require(words.firstIndex(of: "pid"))
    kill(try #require(Int32(words[place + 1])), SIGTERM)
    let outcome = try program.finish()
    #expect(outcome.output.contains(" echo"), "\(outcome.output)")
  }

  @Test func `after Ctrl-Z the shell shows what is typed, and fg asks again`() throws {
    let program = try start(
      "set -m; imgsearch keys set flickr; stty -a | grep -o '.echo\\b'; echo stopped; fg")
    #expect(try program.text(until: Self.prompt).contains("Get one at"))
    try program.type("made-up\u{1A}")
    var line = ""
    var before = ""
    while !line.contains("stopped") { (before, line) = (line, try program.line()) }
    #expect(before.contains(" echo"))
    _ = try program.text(until: Self.prompt)
    try program.type(LiveSetup.Keys.flickr + "\n")
    let outcome = try program.finish()
    #expect(outcome.output.contains("flickr: the key is accepted"), "\(outcome.output)")
    #expect(outcome.output.contains("ended 0") && outcome.output.contains(" echo"))
    #expect(!outcome.output.hasKey)
  }
}
