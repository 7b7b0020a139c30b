import Foundation
import Testing

@testable import PhotoStorage

struct StorageTroubleTests {
  private let home = Home()

  @Test func `with a damaged database a search still answers, and nothing is overwritten`()
    async throws
  {
    try home.makeFolder(".local/share/imgsearch")
    let bytes = Data(repeating: 0x41, count: 9_000)
    try bytes.write(to: home.database)
    let whole = try await Program.replay("kittens", "-n", "3")
    let search = try await home.replay("kittens", "-n", "3")
    #expect((search.code, search.output) == (0, whole.output))
    #expect(search.errors.split(separator: "\n").count { $0.contains("is damaged") } == 1)
    for arguments in [["favorites"], ["history"], ["more"], ["credit", "1"], ["again"]] {
      let outcome = try await home.run(arguments)
      #expect(outcome.code == 65, "\(arguments)")
      #expect(outcome.errors.contains("is damaged"))
    }
    let id = "flickr:1"
    try await home.run("favorites", "add", id).ended(with: 65)
    #expect(try Data(contentsOf: home.database) == bytes)
  }

  @Test(arguments: [
    ("data/imgsearch/imgsearch.db", "history", 65),
    ("config/imgsearch/config.json", "providers", 65),
    ("config/imgsearch/keys.json", "providers", 65),
    ("data/imgsearch/quotas.json", "providers", 0),
    ("data/imgsearch/imgsearch.db", "doctor", 0),
    ("config/imgsearch/keys.json", "doctor", 0),
  ])
  func `a pipe in the place of a file is not waited for`(
    name: String, command: String, code: Int32
  ) throws {
    try home.write("", to: name)
    try home.remove(name)
    #expect(mkfifo(home.path(name), 0o600) == 0)
    let program = try RunningProgram([command], environment: home.with(home.folders))
    let outcome = try program.finish().ended(with: code)
    #expect(code == 0 || outcome.errors.contains(home.path(name)), "\(outcome.errors)")
  }

  @Test func `a database of another program's is left to it`() async throws {
    try home.makeFolder(".local/share/imgsearch")
    do { try Connection(home.database.path, for: .writing).run("CREATE TABLE theirs (x)") }
    try await home.run("favorites").ended(with: 65)
    try await home.run(
      "favorites", "add", "-",
      input: Home.lines(1...1)
    ).ended(with: 65, saying: "isn't an imgsearch database")
    try await home.replay("kittens", "-n", "2").ended()
  }

  @Test func `what another version kept of a search is listed, and can't be repeated`() async throws
  {
    _ = try await home.replay("kittens", "-n", "3")
    do {
      let connection = try Connection(home.database.path, for: .writing)
      try connection.run("UPDATE searches SET plan = '--provider'")
      try connection.run("UPDATE history SET plan = '--provider'")
    }
    #expect(
      try await home.run("history").output.hasSuffix(
        "3 photos  kittens (kept by another version)\n"))
    #expect(try await home.run("history", "-f", "json").output.contains("\"options\":null"))
    for command in ["more", "again"] {
      try await home.run(command).ended(with: 65, saying: "kept by another version of imgsearch")
    }
    // Its numbers still mean something, and the next search is kept as always.
    try await home.run("credit", "3").ended()
    _ = try await home.replay("kittens", "-n", "2")
    try await home.run("more", "-n", "2").ended()
  }

  @Test(
    arguments: [
      "UPDATE searches SET shown = 9223372036854775807",
      "UPDATE searches SET plan = '--replay'",
      "UPDATE searches SET shown = -5, cursor = 'x', token = x'ff00'",
      "UPDATE history SET searched = 1e300, photos = -9223372036854775808",
      "UPDATE history SET searched = 'x', plan = '--replay'",
      "UPDATE listed_photos SET number = -9223372036854775808 WHERE number = 1",
      "UPDATE listed_photos SET number = 9223372036854775807, json = x'ff7b' WHERE number = 2",
      "UPDATE listed_photos SET number = 999999999 WHERE number = 3",
      "UPDATE listings SET turn = 9223372036854775807, token = x'ff00', terminal = x'00'",
      "UPDATE collections SET name = x'ff1b', key = ''",
      "UPDATE collected SET favorite = 9223372036854775807 WHERE favorite = 1",
      "UPDATE favorites SET added = 9e999, json = '{}'",
      "UPDATE favorites SET added = -9e999, page = x'ff00'",
    ] as [StaticString])
  func `no value in the database ends the program`(change: StaticString) async throws {
    _ = try await home.replay("kittens", "-n", "3")
    _ = try await home.run("favorites", "add", "1-2", "--to", "kitchen")
    do { try Connection(home.database.path, for: .writing).run(change) }
    for arguments in [
      ["history"], ["history", "-f", "json"], ["again", "-n", "1"], ["more", "-n", "1"],
      ["credit", "1-3"], ["show", "2"], ["favorites"], ["favorites", "export"],
      ["favorites", "remove", "1"], ["favorites", "add", "1-999999999"],
      ["favorites", "remove", "1-999999999"], ["credit", "1-999999999"],
      ["favorites", "list", "kitchen"], ["favorites", "remove", "2", "--to", "kitchen"],
      ["favorites", "add", "1", "--to", "Kitchen"],
    ] {
      let outcome = try await home.run(arguments)
      #expect([0, 64, 65, 66, 69, 74, 77].contains(outcome.code), "\(arguments): \(outcome.code)")
    }
  }

  @Test(arguments: [
    #""quota":{"remaining":1,"limit":2,"period":"\u001b[2Jh\u202eour\u009b\u2028x"},"seen":0"#,
    #""quota":{"remaining":-9223372036854775808,"limit":9223372036854775807},"seen":1e300"#,
    #""quota":{"remaining":1},"seen":-1e300"#, #""quota":{"remaining":1},"seen":9e15"#,
  ])
  func `nothing in the file of quotas does something to the terminal, or ends the program`(
    note: String
  ) async throws {
    try home.write("{\"unsplash\":{\(note)}}", to: ".local/share/imgsearch/quotas.json")
    let outcome = try await home.run("providers").ended()
    #expect(outcome.output.contains("requests left"))
    #expect(
      outcome.output.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar == "\t"
          || ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
      })
  }

  @Test func `a service that says it won't answer is believed for a month at most`() async throws {
    let now = Date.timeIntervalBetween1970AndReferenceDate
    let (seen, end) = (Date().timeIntervalSince1970 - now, Date().timeIntervalSince1970 - now + 9e6)
    for (age, isBelieved) in [(0.0, true), (29 * 86_400, true), (32 * 86_400, false)] {
      try home.write(
        "{\"openverse\":{\"end\":\(end),\"seen\":\(seen - age)}}",
        to: ".local/share/imgsearch/quotas.json")
      let outcome = try await home.run("providers")
      let row = outcome.output.split(separator: "\n").first { $0.contains("openverse") } ?? ""
      #expect(row.contains("ready") != isBelieved, "\(row)")
    }
  }

  @Test func `where nothing can be written a search still answers, and adding is 74`() async throws
  {
    try Data().write(to: home.folder.appending(path: "file"))
    let environment = home.with(["XDG_DATA_HOME": home.path("file")])
    let search = try await Program.run(
      ["kittens", "-n", "3", "--replay", Program.fixtures], environment: environment
    ).ended()
    #expect(search.errors.split(separator: "\n").count { $0.contains("couldn't write") } == 1)
    try await Program.run(
      ["favorites", "add", "-"], environment: environment, input: Home.lines(1...1)
    ).ended(
      with: 74, printing: "")
  }

  /// Root may write everywhere, so that the program is run as nobody then
  @Test(
    .enabled(if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func `in a folder that is read-only favorites are listed, and adding is 74`() async throws {
    _ = try await home.replay("kittens", "-n", "3")
    _ = try await home.run("favorites", "add", "1-2")
    let program = home.path("imgsearch")
    try FileManager.default.copyItem(atPath: try Program.path, toPath: program)
    // The clone may be in a folder of its owner's alone.
    try FileManager.default.copyItem(
      atPath: Program.fixtures + "/harbor.har",
      toPath: home.path("harbor.har"))
    let run = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups \(program)" : program
    let photo = #"{"id":"flickr:1","page":"https://www.flickr.com/photos/a/1"}"#
    let outcome = try home.shell(
      """
      cd; chmod -R a+rX "$HOME"; chmod a-w .local/share/imgsearch .local/share/imgsearch/*
      \(run) favorites -f urls | wc -l
      echo '\(photo)' | \(run) favorites add - ; echo $?
      \(run) harbor -n 2 --replay harbor.har -f urls | wc -l
      chmod -R u+w .local
      chmod 000 .local/share/imgsearch
      \(run) favorites; echo $?
      chmod 700 .local/share/imgsearch
      """)
    #expect(
      outcome.output.split(separator: "\n").map { $0.filter { $0 != " " } } == [
        "2", "74", "2", "74",
      ],
      "\(outcome.errors)")
    #expect(outcome.errors.contains("couldn't write") && outcome.errors.contains("couldn't read"))
  }
}
