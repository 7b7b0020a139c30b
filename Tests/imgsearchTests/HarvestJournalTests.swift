import FixtureMaker
import Foundation
import LoopbackServer
import Testing

/// What `imgsearch harvest` writes down of itself, and how it reads that
@Suite(.waits) struct HarvestJournalTests {
  private let home = Home()

  #if os(Linux)
    @Test func `what is written grows with the list, and not with its square`() throws {
      let home = Home()
      let searches = LongRun.count(1_600, otherwise: 32)
      func written(_ count: Int) throws -> (bytes: Int, files: Int) {
        let line = "kittens -p nasa -n 1\n"
        try home.write(String(repeating: line, count: count), to: "\(count).txt")
        let outcome = try home.shell(
          "before=$(grep wchar /proc/$$/io); imgsearch harvest $HOME/\(count).txt "
            + "-o $HOME/\(count) --replay \(Program.fixtures(for: ["-p", "nasa"])); echo $before; "
            + "grep wchar /proc/$$/io"
        ).ended()
        let figures = outcome.lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        try #require(figures.count == 2, "\(outcome.output)")
        let files = try home.allButState(in: "\(count)")
        #expect(files.count == count)
        return (
          figures[1] - figures[0],
          try files.values.reduce(home.text("\(count)/state.json").utf8.count) { $0 + $1.count }
        )
      }
      let few = try written(searches / 4)
      let many = try written(searches)
      #expect(many.bytes <= 3 * many.files && many.bytes <= 5 * few.bytes)
    }

    @Test func `a long list is asked for at once, and little is written before`() throws {
      let count = LongRun.count(100_000, otherwise: 20_000)
      let setup = try LiveSetup(faults: ["wikimedia": .tooMany(retryAfter: 3600)])
      let list = (1...count).map { "word\($0) -p wikimedia -n \($0 % 7 + 1)" }
      try setup.home.write(list.joined(separator: "\n"), to: "words.txt")
      let outcome = try setup.home.shell(
        "imgsearch harvest $HOME/words.txt -o $HOME/out; code=$?; times; grep wchar /proc/$$/io; "
          + "exit $code"
      ).ended(with: 75)
      #expect(setup.services.counts["wikimedia"] == 1)
      // `times` says what the shell used, and on a line of its own what its programs did.
      let used = try #require(outcome.output.firstMatch(of: /\n(\d+)m([\d.]+)s\s/))
      let seconds = 60 * (Double(used.1) ?? 0) + (Double(used.2) ?? 0)
      #expect(seconds < 20, "it took \(seconds) s of a processor")
      let bytes = try #require(outcome.output.firstMatch(of: /wchar: (\d+)/))
      // A program whose lines are counted writes these counts, too.
      if ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] == nil {
        #expect(try #require(Int(bytes.1)) < 100_000)
      }
    }
  #endif

  @Test func `a journal that is cut in mid-line loses its last line only`() async throws {
    // What no recording has leaves the journal as it is.
    let list = "kittens -n 12\nno such words -p nasa\nkittens -n 7\nharbor -n 4\n"
    try await home.harvest(list).ended(with: 66)
    let shards = try home.allButState()
    #expect(Set(shards.keys).isSuperset(of: ["0001-kittens.ndjson", "0004-harbor.ndjson"]))
    let journal = try home.text("out/state.json")
    let lines = journal.split(separator: "\n")
    #expect(lines.count > 4)
    let last = try #require(lines.last).utf8.count
    for cut in [1, 2, last / 2, last, last + 1] {
      try home.write(String(journal.dropLast(cut)), to: "out/state.json")
      try await home.harvest(list).ended(with: 66, saying: "3 of 4 searches · 23 photos")
      #expect(try home.allButState() == shards, "without the last \(cut) bytes")
    }
    // It is made one line when nothing is left to do.
    try await home.harvest(list.replacing("no such words", with: "kittens")).ended()
    #expect(try home.text("out/state.json").split(separator: "\n").count == 1)
    // Damage elsewhere is no such cut.
    for damaged in ["{\n" + journal, journal.replacing("\n{", with: "\n[")] {
      try home.write(damaged, to: "out/state.json")
      try await home.harvest(list).ended(with: 65, saying: "it isn't the state of a harvest")
    }
  }

  @Test func `a state from before the journal is gone on with`() async throws {
    let list = "kittens -n 12\nharbor -n 4\nkittens -n 5\n"
    try await home.harvest(list, to: "whole").ended()
    let whole = try home.allButState(in: "whole")
    let shard = try #require(whole["0001-kittens.ndjson"])
    try home.write(String(decoding: shard, as: UTF8.self), to: "out/0001-kittens.ndjson")
    try home.write(
      #"{"began":"2026-01-02","searches":["#
        + #"{"bytes":\#(shard.count),"isWhole":true,"line":1,"photos":12,"search":"kittens -n 12","#
        + #""shard":"0001-kittens.ndjson"},{"bytes":0,"isWhole":false,"line":2,"photos":0,"#
        + #""search":"harbor -n 4","shard":"0002-harbor.ndjson"},{"bytes":0,"isWhole":false,"#
        + #""line":3,"photos":0,"search":"kittens -n 5","shard":"0003-kittens.ndjson"}],"#
        + #""version":1}"# + "\n", to: "out/state.json")
    try await home.harvest(list).ended(saying: "3 of 3 searches · 21 photos")
    #expect(try home.allButState() == whole)
    #expect(try home.text("out/state.json").contains(#""began":"2026-01-02""#))
  }

  @Test func `a round isn't over while lines of it weren't begun`() async throws {
    try await home.harvest("kittens -n 12\n").ended()
    let state = try home.text("out/state.json")
    // As if it had been ended behind the first line of two, some days ago.
    let ended = state.replacing(/"began":"[0-9-]+"/, with: "\"began\":\"2026-01-02\"")
      .replacing("\"isDone\":true", with: "\"isDone\":false")
    #expect(ended != state)
    try home.write(ended, to: "out/state.json")
    let list = "kittens -n 12\nharbor -n 4\n"
    try await home.harvest(list, ["--since", "last"]).ended()
    let shards = try home.allButState().keys.sorted()
    #expect(shards == ["0001-kittens.ndjson", "0002-harbor.ndjson"])
  }
}
