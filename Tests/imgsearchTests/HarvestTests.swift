import FixtureMaker
import Foundation
import Testing

/// `imgsearch harvest`: many searches, a file each, gone on with wherever they were ended
@Suite(.waits) struct HarvestTests {
  private let home = Home()

  private static let list = """
    # what our recordings know
    kittens -n 60

    harbor
    kittens -p flickr,openverse -n 100 --merge sequential
    kittens --license by,cc0 -n 40
    """

  /// Different searches of what recordings know, a line each; most of ours are of all providers
  private static func searches(
    _ count: Int, of words: [String] = ["kittens", "kittens", "harbor"],
    _ options: [String] = [
      "", "--license by,cc0", "--merge sequential", "-p all,-unsplash", "--merge newest",
      "-p flickr,openverse,pexels,pixabay,unsplash,wikimedia", "-p nasa,inaturalist",
    ]
  ) -> String {
    let lines = (0..<count).map { number in
      "\(words[number % words.count]) -n \(5 + 7 * number) \(options[number % options.count])"
    }
    return lines.joined(separator: "\n")
  }

  @Test func `somebody else's file stays, and is told`() async throws {
    try home.write("mine\n", to: "out/0001-harbor.ndjson")
    try await home.harvest("harbor -n 3").ended(
      with: 74, saying: "a file is there that isn't of this harvest; move it away")
    #expect(try home.text("out/0001-harbor.ndjson") == "mine\n")
  }

  @Test func `a size in config.json says nothing of rows that have all`() async throws {
    try await home.harvest("harbor -n 3").ended()
    try home.write(#"{"size": "full"}"#, to: ".config/imgsearch/config.json")
    try await home.harvest("harbor -n 3").ended()
  }

  @Test func `flat rows aren't taken for photos of which nothing is known`() async throws {
    let rows = try await home.replay("harbor", "-n", "2", "-f", "flat").output
    try await home.run(["credit", "-"], input: rows).ended(
      with: 65, saying: "isn't a photo: it is a row of --format flat")
  }

  @Test func `each line is a search, and has a file that is named after it`() async throws {
    try await home.harvest(Self.list).ended(printing: "", saying: "4 of 4 searches · ")
    let files = try home.files()
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
      let search = try await home.run(
        options + ["-f", "ndjson", "--no-history", "--replay", Program.fixtures])
      #expect(!search.output.isEmpty)
      let shard = try #require(files["\(name).ndjson"])
      #expect(String(decoding: shard, as: UTF8.self) == search.output, "\(name)")
    }
    // What is whole is asked for no more.
    let again = try await home.harvest(Self.list)
    #expect(try (again.code, home.files()) == (0, files))
    // Lines are added at the end.
    try await home.harvest(Self.list + "\nkittens -n 3").ended()
    let more = try home.shards()
    #expect(more["0007-kittens.ndjson"]?.count { $0 == 0x0A } == 3)
  }

  @Test(arguments: [
    ([], LongRun.count(50, otherwise: 8), LongRun.count(100, otherwise: 4)),
    (["--flat"], 4, LongRun.count(30, otherwise: 2)),
  ]) func `killed anywhere, it goes on to the very same bytes`(
    options: [String], searches: Int, kills: Int
  ) async throws {
    try await Self.kill(
      kills, of: Self.searches(searches), options + ["--replay", Program.fixtures])
  }

  @Test(.enabled(if: Program.recordings != nil, "IMGSEARCH_RECORDINGS is not set"))
  func `so it does with what the real services answered`() async throws {
    let list = Self.searches(
      LongRun.count(50, otherwise: 6), of: ["forest", "dog"],
      ["", "--merge sequential", "-p flickr,unsplash"])
    try await Self.kill(
      LongRun.count(30, otherwise: 2), of: list,
      ["--replay", try #require(Program.recordings) + "/har/real.har"])
  }

  /// Kills a harvest at so many moments, and compares what comes of it with one that was left alone
  private static func kill(_ kills: Int, of list: String, _ options: [String]) async throws {
    let home = Home()
    try home.write(list, to: "words.txt")
    func arguments(_ folder: String) -> [String] {
      ["harvest", home.path("words.txt"), "-o", home.path(folder)] + options
    }
    let start = ContinuousClock.now
    try home.process(arguments("whole")).ended()
    let time = (ContinuousClock.now - start) / .seconds(1)
    let whole = try home.shards(in: "whole")
    #expect(whole.count == list.split(separator: "\n").count)
    for kill in 1...kills {
      let program = try home.start(arguments("out"))
      // Of a long list it kills within the first tenth as well, so that it takes many to be
      // through.
      let part = kill % 2 == 0 && whole.count > 10 ? 0.1 : 1
      try await Task.sleep(for: .seconds(Double.random(in: 0...part) * time))
      program.crash()
      guard home.has("out") else { continue }
      let there = try home.shards()
      for (name, shard) in there { #expect(shard == whole[name], "\(name) after \(kill) kills") }
      if there.count == whole.count { try home.remove("out") }
    }
    try await home.run(arguments("out")).ended()
    #expect(try home.shards() == whole)
    #expect(try home.files().count == whole.count + 1, "nothing else but the state")
  }

  @Test func `a file that got its name before that was written down counts as it is`() async throws
  {
    let list = "kittens -n 12\nharbor -n 4"
    try await home.harvest(list).ended()
    let whole = try home.files()
    let state = try home.text("out/state.json")
    #expect(whole["0001-kittens.ndjson"] != nil)
    let early = state.replacing(/"isWhole":true/, with: "\"isWhole\":false")
      .replacing(/"photos":\d+/, with: "\"photos\":0")
    try home.write(early, to: "out/state.json")
    try home.write("half of a row", to: "out/0001-kittens.ndjson.part")
    try await home.harvest(list).ended(saying: "2 of 2 searches · 16 photos")
    #expect(try home.files() == whole)
  }

  @Test func `what was written behind the last state is written anew`() async throws {
    try await home.harvest(Self.list, to: "whole").ended()
    let whole = try home.shards(in: "whole")
    try await home.harvest("kittens -n 60").ended()
    // As if it had been ended while it wrote: the state says less than the part has.
    let shard = try #require(try home.shards()["0001-kittens.ndjson"])
    let part = home.path("out/0001-kittens.ndjson")
    try FileManager.default.moveItem(atPath: part, toPath: part + ".part")
    let cut = try await home.run(
      "kittens", "-n", "20", "-f", "json", "--no-history", "--replay", Program.fixtures)
    let listing = try Listing(cut)
    var state = try jsonObject(home.text("out/state.json"))
    var searches = try state.objects("searches")
    let lines = shard.split(separator: 0x0A)
    searches[0].merge([
      "isWhole": false, "photos": 20, "cursor": try #require(listing.next),
      "bytes": lines.prefix(20).reduce(0) { $0 + $1.count + 1 },
    ]) { $1 }
    state["searches"] = searches
    try JSONSerialization.data(withJSONObject: state).write(
      to: home.folder.appending(path: "out/state.json"))
    try await home.harvest("kittens -n 60").ended()
    #expect(try home.shards()["0001-kittens.ndjson"] == shard)
    #expect(shard == whole["0002-kittens.ndjson"])
  }

  @Test func `flat rows are a listing's format too`() async throws {
    let rows = try await home.replay("kittens", "-n", "20", "-f", "flat", "--size", "thumb").output
    #expect(rows.split(separator: "\n").count == 20)
    try await home.harvest("kittens -n 20", ["--flat", "--size", "thumb"]).ended()
    #expect(try home.text("out/0001-kittens.jsonl") == rows)
  }

  @Test func `words instead of a list are told how to be searched for, a missing file is 66`()
    async throws
  {
    try await home.run("harvest", "moon", "and", "stars").ended(
      with: 64, saying: "imgsearch search harvest moon and stars")
    try await home.run("harvest", home.path("no.txt"), "-o", home.path("out")).ended(with: 66)
  }

  @Test func `words in quotation marks are one, and standard input is a list too`() async throws {
    try await home.run(
      ["harvest", "-", "-o", home.path("out"), "-n", "2", "--replay", Program.fixtures],
      input: "\"kittens\" --author \"Nobody At All\"\r\nkittens\r\n"
    ).ended()
    let shards = try home.shards()
    #expect(shards["0001-kittens.ndjson"]?.isEmpty == true)
    #expect(shards["0002-kittens.ndjson"]?.count { $0 == 0x0A } == 2)
  }

  @Test func `a line that is another search by now is refused, and nothing is lost`() async throws {
    try await home.harvest("kittens -n 3").ended()
    let before = try home.files()
    try await home.harvest("kittens -n 4").ended(with: 64, saying: "line 1 was `kittens -n 3`")
    #expect(try home.files() == before)
    let state = try home.text("out/state.json")
    for damaged in [
      "{", state.replacing("0001-kittens", with: "../0001-kittens"),
      state.replacing(/"bytes":\d+/, with: "\"bytes\":-1"),
      state.replacing(/"photos":\d+/, with: "\"photos\":\(Int.max)"),
      state.replacing("0001-kittens.ndjson", with: "state.json"),
      state.replacing("\"version\":1", with: "\"version\":2"),
    ] {
      #expect(damaged != state)
      try home.write(damaged, to: "out/state.json")
      try await home.harvest("kittens -n 3").ended(with: 65)
    }
  }

  @Test func `flat rows begin with url and caption, and have no address that can't be reached`()
    async throws
  {
    try await home.harvest("kittens -n 60", ["--flat"]).ended()
    let lines = try home.text("out/0001-kittens.jsonl").split(separator: "\n")
    #expect(lines.count == 60)
    for line in lines {
      #expect(
        line.contains(
          /^\{"url":("https?:[^"]+"|null),"caption":.*,"width":.*,"height":.*,"license":.*,"license_url":.*,"credit":".*,"author":.*,"page":"http.*,"id":"[a-z]+:.*","provider":"[a-z]+"\}$/
        ), "\(line)")
    }
  }

  @Test func `one program at a time harvests into a folder`() async throws {
    try home.write("kittens", to: "words.txt")
    let first = try home.start(
      ["harvest", "-", "-o", home.path("out"), "--replay", Program.fixtures], input: nil)
    // It waits for its list, and has no folder yet.
    try first.type("kittens\n")
    try first.closeInput()
    try first.finish().ended()
    let folder = open(home.path("out"), O_RDONLY | O_DIRECTORY)
    #expect(flock(folder, LOCK_EX | LOCK_NB) == 0)
    defer { close(folder) }
    try await home.harvest("kittens").ended(with: 74, saying: "another imgsearch harvests into")
  }
}
