import FixtureMaker
import Foundation
import LoopbackServer
import Testing

/// `imgsearch harvest`: many searches, a file each, gone on with wherever they were ended
@Suite struct HarvestTests {
  private static let list = """
    # what our recordings know
    kittens -n 60

    harbor
    kittens -p flickr,openverse -n 100 --merge sequential
    kittens --license by,cc0 -n 40
    """

  /// The files of a folder by their names
  private static func files(in home: Home, _ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path(folder))
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: home.path("\(folder)/\($0)")) ?? Data())
      })
  }

  private static func shards(in home: Home, _ folder: String) throws -> [String: Data] {
    try files(in: home, folder).filter { $0.key.hasSuffix(".ndjson") }
  }

  private static func harvest(
    _ list: String = Self.list, in home: Home, to folder: String = "out", _ more: String...
  ) throws -> Program.Outcome {
    try home.write(list, to: "words.txt")
    return try home.run(
      ["harvest", home.path("words.txt"), "-o", home.path(folder), "--replay", Program.fixtures]
        + more)
  }

  @Test func `each line is a search, and has a file that is named after it`() throws {
    let home = try Home()
    let outcome = try Self.harvest(in: home)
    #expect(outcome.code == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("4 of 4 searches · "), "\(outcome.errors)")
    let files = try Self.files(in: home, "out")
    #expect(
      files.keys.sorted() == [
        "0002-kittens.ndjson", "0004-harbor.ndjson", "0005-kittens.ndjson", "0006-kittens.ndjson",
        "state.json",
      ])
    for (name, options) in [
      ("0002-kittens", ["kittens", "-n", "60"]), ("0004-harbor", ["harbor", "-n", "300"]),
      (
        "0005-kittens", ["kittens", "-p", "flickr,openverse", "-n", "100", "--merge", "sequential"]
      ),
      ("0006-kittens", ["kittens", "--license", "by,cc0", "-n", "40"]),
    ] {
      let search = try home.run(
        options + ["-f", "ndjson", "--no-history", "--replay", Program.fixtures])
      #expect(!search.output.isEmpty)
      let shard = try #require(files["\(name).ndjson"])
      #expect(String(decoding: shard, as: UTF8.self) == search.output, "\(name)")
    }
    // What is whole is asked for no more.
    let again = try Self.harvest(in: home)
    #expect(again.code == 0)
    #expect(try Self.files(in: home, "out") == files)
    // Lines are added at the end.
    #expect(try Self.harvest(Self.list + "\nkittens -n 3", in: home).code == 0)
    let more = try Self.shards(in: home, "out")
    #expect(more["0007-kittens.ndjson"]?.count { $0 == 0x0A } == 3)
  }

  @Test func `killed anywhere, it goes on to the very same bytes`() throws {
    let home = try Home()
    let start = ContinuousClock.now
    #expect(try Self.harvest(in: home, to: "whole").code == 0)
    let time = ContinuousClock.now - start
    let whole = try Self.shards(in: home, "whole")
    var kills = 0
    for _ in 0..<LongRun.count(100, otherwise: 6) {
      let program = try RunningProgram(
        [
          "harvest", home.path("words.txt"), "-o", home.path("out"), "--replay", Program.fixtures,
        ], environment: home.environment)
      Thread.sleep(forTimeInterval: Double.random(in: 0...1) * (time / .seconds(1)))
      program.crash()
      kills += 1
      guard FileManager.default.fileExists(atPath: home.path("out")) else { continue }
      for (name, shard) in try Self.shards(in: home, "out") {
        #expect(shard == whole[name], "\(name) after \(kills) kills")
      }
      if try Self.shards(in: home, "out").count == whole.count {
        try FileManager.default.removeItem(atPath: home.path("out"))
      }
    }
    #expect(try Self.harvest(in: home).code == 0)
    #expect(try Self.shards(in: home, "out") == whole)
    #expect(try !Self.files(in: home, "out").keys.contains { $0.hasSuffix(".part") })
  }

  @Test func `what was written behind the last state is written anew`() throws {
    let home = try Home()
    #expect(try Self.harvest(in: home, to: "whole").code == 0)
    let whole = try Self.shards(in: home, "whole")
    #expect(try Self.harvest("kittens -n 60", in: home).code == 0)
    // As if it had been ended while it wrote: the state says less than the part has.
    let shard = try #require(try Self.shards(in: home, "out")["0001-kittens.ndjson"])
    let part = home.path("out/0001-kittens.ndjson")
    try FileManager.default.moveItem(atPath: part, toPath: part + ".part")
    let cut = try home.run(
      "kittens", "-n", "20", "-f", "json", "--no-history", "--replay", Program.fixtures)
    let listing = try Listing(cut)
    var state = try #require(
      try JSONSerialization.jsonObject(with: Data(home.text("out/state.json").utf8))
        as? [String: Any])
    var searches = try #require(state["searches"] as? [[String: Any]])
    let lines = shard.split(separator: 0x0A)
    searches[0].merge([
      "isWhole": false, "photos": 20, "cursor": try #require(listing.next),
      "bytes": lines.prefix(20).reduce(0) { $0 + $1.count + 1 },
    ]) { $1 }
    state["searches"] = searches
    try JSONSerialization.data(withJSONObject: state).write(
      to: home.folder.appending(path: "out/state.json"))
    #expect(try Self.harvest("kittens -n 60", in: home).code == 0)
    #expect(try Self.shards(in: home, "out")["0001-kittens.ndjson"] == shard)
    #expect(shard == whole["0002-kittens.ndjson"])
  }

  @Test func `a line that says what it can't is named, and nothing is begun`() throws {
    let home = try Home()
    for (line, words) in [
      ("kittens --format csv", "line 2: --format is no option of one search"),
      ("kittens -p nobody", "line 2: invalid value 'nobody' for --provider"),
      ("-n 3", "line 2: nothing to search for"),
      ("kittens \"red", "line 2: a quotation mark has no other"),
      ("kittens --merge newest --sort relevant", "line 2: --merge newest goes with"),
    ] {
      let outcome = try Self.harvest("harbor\n\(line)\n", in: home)
      #expect(outcome.code == 64, "\(line)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: home.path("out")))
    }
    let outcome = try home.run("harvest", "moon", "and", "stars")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("imgsearch search harvest moon and stars"))
    #expect(try home.run("harvest", home.path("no.txt"), "-o", home.path("out")).code == 66)
  }

  @Test func `words in quotation marks are one, and standard input is a list too`() throws {
    let home = try Home()
    let outcome = try home.run(
      ["harvest", "-", "-o", home.path("out"), "-n", "2", "--replay", Program.fixtures],
      input: "\"kittens\" --author \"Nobody At All\"\r\nkittens\r\n")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let shards = try Self.shards(in: home, "out")
    #expect(shards["0001-kittens.ndjson"]?.isEmpty == true)
    #expect(shards["0002-kittens.ndjson"]?.count { $0 == 0x0A } == 2)
  }

  @Test func `a line that is another search by now is refused, and nothing is lost`() throws {
    let home = try Home()
    #expect(try Self.harvest("kittens -n 3", in: home).code == 0)
    let before = try Self.files(in: home, "out")
    let outcome = try Self.harvest("kittens -n 4", in: home)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("line 1 was `kittens -n 3`"), "\(outcome.errors)")
    #expect(try Self.files(in: home, "out") == before)
    try home.write("{", to: "out/state.json")
    #expect(try Self.harvest("kittens -n 3", in: home).code == 65)
  }

  @Test func `flat rows begin with url and caption, and have no address that can't be reached`()
    throws
  {
    let home = try Home()
    #expect(try Self.harvest("kittens -n 60", in: home, to: "out", "--flat").code == 0)
    let lines = try home.text("out/0001-kittens.jsonl").split(separator: "\n")
    #expect(lines.count == 60)
    for line in lines {
      #expect(
        line.contains(
          /^\{"url":("https?:[^"]+"|null),"caption":.*,"width":.*,"height":.*,"license":.*,"license_url":.*,"credit":".*,"author":.*,"page":"http.*,"id":"[a-z]+:.*","provider":"[a-z]+"\}$/
        ), "\(line)")
    }
  }

  @Test func `one program at a time harvests into a folder`() throws {
    let home = try Home()
    try home.write("kittens", to: "words.txt")
    let first = try RunningProgram(
      ["harvest", "-", "-o", home.path("out"), "--replay", Program.fixtures],
      environment: home.environment, input: nil)
    // It waits for its list, and has no folder yet.
    try first.type("kittens\n")
    try first.closeInput()
    #expect(try first.finish().code == 0)
    let folder = open(home.path("out"), O_RDONLY | O_DIRECTORY)
    #expect(flock(folder, LOCK_EX | LOCK_NB) == 0)
    defer { close(folder) }
    let second = try Self.harvest("kittens", in: home)
    #expect(second.code == 74)
    #expect(second.errors.contains("another imgsearch harvests into"))
  }
}

/// What services allow, and what they are asked for
@Suite struct LiveHarvestTests {
  private func harvest(_ setup: LiveSetup, _ list: String, _ more: String...) throws
    -> Program.Outcome
  {
    try setup.home.write(list, to: "words.txt")
    return try setup.run(
      ["harvest", setup.home.path("words.txt"), "-o", setup.home.path("out")] + more)
  }

  @Test func `who forbids it isn't asked, named or not, and says so with a link`() throws {
    try LiveSetup.with { setup in
      let outcome = try harvest(setup, "kittens -n 30\nkittens -p flickr,nasa -n 5\n")
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(Set(setup.services.counts.keys) == ["wikimedia", "nasa"])
      for (name, link) in [
        ("unsplash", "https://unsplash.com/api-terms"),
        ("flickr", "https://www.flickr.com/help/terms/api"),
        ("pexels", "https://www.pexels.com/terms-of-service/"),
        ("pixabay", "https://pixabay.com/service/terms/"),
        ("openverse", "https://docs.openverse.org/terms_of_service.html"),
      ] {
        let lines = outcome.errorLines.filter { $0.hasPrefix("imgsearch: \(name) isn't asked: ") }
        #expect(lines.count == 1 && lines[0].contains(link), "\(outcome.errors)")
      }
      let alone = try harvest(setup, "kittens -p unsplash,pexels\n")
      #expect(alone.code == 64)
      #expect(alone.errors.contains("those that may: wikimedia, "), "\(alone.errors)")
    }
  }

  @Test func `a budget of so many requests a day is never gone over, and nothing is lost`() throws {
    let list = "kittens -p wikimedia -n 300\nharbor -p nasa,wikimedia -n 150\n"
    try LiveSetup.with { setup in
      #expect(try harvest(setup, list).code == 0)
      let whole = try setup.home.text("out/0001-kittens.ndjson")
      let both = try setup.home.text("out/0002-harbor.ndjson")
      let needed = setup.services.counts["wikimedia"] ?? 0
      #expect(needed == 5)
      for folder in ["out", "cache"] {
        try FileManager.default.removeItem(atPath: setup.home.path(folder))
      }
      let budget = 2
      var codes: [Int32] = []
      for _ in 1...3 {
        setup.services.forget()
        let outcome = try harvest(setup, list, "--per-day", "wikimedia=\(budget)")
        codes.append(outcome.code)
        #expect((setup.services.counts["wikimedia"] ?? 0) <= budget)
        if outcome.code == 75 {
          #expect(outcome.errors.contains("wikimedia answers no more before "))
          // The same day once more: nothing is asked.
          setup.services.forget()
          #expect(try harvest(setup, list, "--per-day", "wikimedia=\(budget)").code == 75)
          #expect(setup.services.counts["wikimedia"] == nil)
        }
        // Midnight
        let count = try setup.home.text("out/requests.json")
        try setup.home.write(
          count.replacing(/20\d\d-\d\d-\d\d/, with: "2020-01-01"), to: "out/requests.json")
      }
      #expect(codes == [75, 75, 0])
      #expect(try setup.home.text("out/0001-kittens.ndjson") == whole)
      #expect(try setup.home.text("out/0002-harbor.ndjson") == both)
    }
  }

  @Test func `a spent quota ends it with 75, any other failure lets the rest go on`() throws {
    try LiveSetup.with(faults: ["wikimedia": .tooMany(retryAfter: 3600)]) { setup in
      let list = "kittens -p wikimedia -n 10\nkittens -p nasa -n 5\n"
      let spent = try harvest(setup, list)
      #expect(spent.code == 75)
      #expect(spent.errors.contains("0 of 2 searches"), "\(spent.errors)")
      #expect(setup.services.counts["nasa"] == nil)
    }
    try LiveSetup.with(faults: ["wikimedia": .broken()]) { setup in
      let list = "kittens -p wikimedia -n 10\nkittens -p nasa -n 5\n"
      let failed = try harvest(setup, list)
      #expect(failed.code == 69)
      #expect(failed.errors.contains("line 1: wikimedia: "), "\(failed.errors)")
      #expect(failed.errors.contains("1 of 2 searches"))
      setup.services.set(nil, of: "wikimedia")
      #expect(try harvest(setup, list).code == 0)
      #expect(try setup.home.text("out/0001-kittens.ndjson").count { $0 == "\n" } == 10)
    }
  }

  @Test func `what is new since the last round has files of its own`() throws {
    try LiveSetup.with { setup in
      let list = "kittens -p wikimedia -n 200\n"
      #expect(try harvest(setup, list, "--since", "last").code == 0)
      let first = try setup.home.text("out/0001-kittens.ndjson")
      // That was a long time ago.
      let state = try setup.home.text("out/state.json")
      try setup.home.write(
        state.replacing(/"began":"[0-9-]+"/, with: "\"began\":\"2019-01-01\""),
        to: "out/state.json")
      let outcome = try harvest(setup, list, "--since", "last")
      #expect(outcome.code == 0, "\(outcome.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: setup.home.path("out"))
      let new = try #require(names.first { $0.hasPrefix("0001-kittens-20") })
      let rows = try setup.home.text("out/\(new)").split(separator: "\n")
      #expect(rows.count < first.split(separator: "\n").count)
      #expect(try setup.home.text("out/0001-kittens.ndjson") == first)
    }
  }
}
