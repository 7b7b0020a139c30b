import FixtureMaker
import Foundation
import Testing

/// Files of a harvest that were whole and aren't, and those that are made again
@Suite struct HarvestRedoTests {
  private let home = Home()

  private static let list = (1...5).map { "kittens -p nasa -n \($0)\n" }.joined()

  private static func harvest(
    in home: Home, _ more: [String] = [], replay: String? = nil
  ) async throws -> Program.Outcome {
    try await home.harvest(list, replay: replay ?? Program.fixtures(for: ["-p", "nasa"]), more)
  }

  @Test func `a file that is gone, empty or cut is told, and made again when its line is named`()
    async throws
  {
    try await Self.harvest(in: home).ended()
    let whole = try home.files()
    func file(_ number: Int) -> URL {
      home.folder.appending(path: "out/000\(number)-kittens.ndjson")
    }
    try FileManager.default.removeItem(at: file(1))
    try await Self.harvest(in: home).ended(
      saying: "1 file isn't here any more: 0001-kittens.ndjson; --redo 1 makes it again",
      "5 of 5 searches")
    #expect(!FileManager.default.fileExists(atPath: file(1).path))
    try Data().write(to: file(3))
    try Data(contentsOf: file(4)).dropLast(9).write(to: file(4))
    let cut = try Data(contentsOf: file(4))
    try await Self.harvest(in: home).ended(
      saying: "2 files are shorter than they were: 0003-kittens.ndjson, 0004-kittens.ndjson; "
        + "--redo 3-4 makes them again", "3 of 5 searches")
    // Those alone that are named
    try Data("my own".utf8).write(to: file(5))
    try await Self.harvest(in: home, ["--redo", "1,3"]).ended()
    var files = try home.files()
    #expect(files[file(4).lastPathComponent] == cut)
    #expect(files[file(5).lastPathComponent] == Data("my own".utf8))
    let last = try await Self.harvest(in: home, ["--redo", "4-", "--redo", "2"])
    #expect(last.errors.contains("5 of 5 searches · 15 photos"), "\(last.errors)")
    files = try home.files()
    #expect(files == whole)
  }

  @Test func `a file that is made again stays until the new one is whole`() async throws {
    try await Self.harvest(in: home).ended()
    let whole = try home.files()
    try home.write("edited\n", to: "out/0002-kittens.ndjson")
    try await Self.harvest(in: home, ["--redo", "2"], replay: Program.fixtures + "/kit.har").ended(
      with: 66, saying: "the same command without --redo tries the missing ones again",
      "4 of 5 searches")
    #expect(try home.text("out/0002-kittens.ndjson") == "edited\n")
    try await Self.harvest(in: home).ended()
    #expect(try home.files() == whole)
  }

  @Test func `killed anywhere, what is made again comes to the same bytes`() async throws {
    try home.write(Self.list, to: "words.txt")
    let arguments = [
      "harvest", home.path("words.txt"), "-o", home.path("out"), "--replay",
      try Program.fixtures(for: ["-p", "nasa"]),
    ]
    let start = ContinuousClock.now
    try home.process(arguments).ended()
    let time = (ContinuousClock.now - start) / .seconds(1)
    let whole = try home.files()
    for kill in 1...LongRun.count(30, otherwise: 3) {
      let program = try home.start(arguments + (kill % 2 == 1 ? ["--redo", "all"] : []))
      try await Task.sleep(for: .seconds(Double.random(in: 0...time)))
      program.crash()
      let there = try home.files().filter { $0.key.hasSuffix(".ndjson") }
      #expect(there == whole.filter { $0.key.hasSuffix(".ndjson") }, "after \(kill) kills")
    }
    try await Self.harvest(in: home).ended()
    #expect(try home.files() == whole)
  }

  @Test func `a file that has its name, and less than was counted, isn't whole`() async throws {
    try await Self.harvest(in: home).ended()
    let state = try home.text("out/state.json")
    let early = state.replacing(/"isWhole":true,"line":3/, with: "\"isWhole\":false,\"line\":3")
    #expect(early != state)
    try home.write(early, to: "out/state.json")
    let rows = try home.text("out/0003-kittens.ndjson")
    try home.write(String(rows.dropLast(20)), to: "out/0003-kittens.ndjson")
    let outcome = try await Self.harvest(in: home)
    #expect(
      outcome.errors.contains(
        "1 file is shorter than it was: 0003-kittens.ndjson; --redo 3 makes it again"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("4 of 5 searches"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--redo", "9"], "--redo 9: "), (["--redo", "1,7-9"], "--redo 7-9: "),
    (["--redo", "5-1"], "invalid value '5-1' for --redo"),
    (["--redo", "red panda"], "invalid value 'red panda' for --redo"),
    (["--redo", "0"], "--redo 0: "),
    (["--redo", "2", "--since", "last"], "leave out --since last"),
  ]) func `lines that can't be made again are wrong usage`(options: [String], words: String)
    async throws
  {
    try await Self.harvest(in: home).ended()
    let before = try home.files()
    try await Self.harvest(in: home, options).ended(with: 64, saying: words)
    #expect(try home.files() == before)
  }
}
