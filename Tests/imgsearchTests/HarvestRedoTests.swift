import FixtureMaker
import Foundation
import Testing

/// Files of a harvest that were whole and aren't, and those that are made again
@Suite struct HarvestRedoTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let list = (1...5).map { "kittens -p nasa -n \($0)\n" }.joined()

  private static func harvest(
    in home: Home, _ more: [String] = [], replay: String? = nil
  ) async throws -> Program.Outcome {
    try await home.harvest(list, replay: replay ?? Program.fixtures(for: ["-p", "nasa"]), more)
  }

  @Test func `a file that is gone, empty or cut is told, and made again when its line is named`()
    async throws
  {
    #expect(try await Self.harvest(in: home).code == 0)
    let whole = try home.files()
    func file(_ number: Int) -> URL {
      home.folder.appending(path: "out/000\(number)-kittens.ndjson")
    }
    try FileManager.default.removeItem(at: file(1))
    let gone = try await Self.harvest(in: home).ended()
    #expect(
      gone.errors.contains(
        "1 file isn't here any more: 0001-kittens.ndjson; --redo 1 makes it again"))
    #expect(!FileManager.default.fileExists(atPath: file(1).path))
    #expect(gone.errors.contains("5 of 5 searches"), "\(gone.errors)")
    try Data().write(to: file(3))
    try Data(contentsOf: file(4)).dropLast(9).write(to: file(4))
    let cut = try Data(contentsOf: file(4))
    let short = try await Self.harvest(in: home).ended()
    #expect(
      short.errors.contains(
        "2 files are shorter than they were: 0003-kittens.ndjson, 0004-kittens.ndjson; "
          + "--redo 3-4 makes them again"), "\(short.errors)")
    #expect(short.errors.contains("3 of 5 searches"), "\(short.errors)")
    // Those alone that are named
    try Data("my own".utf8).write(to: file(5))
    #expect(try await Self.harvest(in: home, ["--redo", "1,3"]).code == 0)
    var files = try home.files()
    #expect(files[file(4).lastPathComponent] == cut)
    #expect(files[file(5).lastPathComponent] == Data("my own".utf8))
    let last = try await Self.harvest(in: home, ["--redo", "4-", "--redo", "2"])
    #expect(last.errors.contains("5 of 5 searches · 15 photos"), "\(last.errors)")
    files = try home.files()
    #expect(files == whole)
  }

  @Test func `a file that is made again stays until the new one is whole`() async throws {
    #expect(try await Self.harvest(in: home).code == 0)
    let whole = try home.files()
    try home.write("edited\n", to: "out/0002-kittens.ndjson")
    let empty = try await Self.harvest(
      in: home, ["--redo", "2"], replay: Program.fixtures + "/kit.har"
    ).ended(with: 66)
    #expect(
      empty.errors.contains("the same command without --redo tries the missing ones again"),
      "\(empty.errors)")
    #expect(try home.text("out/0002-kittens.ndjson") == "edited\n")
    #expect(empty.errors.contains("4 of 5 searches"), "\(empty.errors)")
    #expect(try await Self.harvest(in: home).code == 0)
    #expect(try home.files() == whole)
  }

  @Test func `killed anywhere, what is made again comes to the same bytes`() async throws {
    try home.write(Self.list, to: "words.txt")
    let arguments = [
      "harvest", home.path("words.txt"), "-o", home.path("out"), "--replay",
      try Program.fixtures(for: ["-p", "nasa"]),
    ]
    let start = ContinuousClock.now
    #expect(try home.process(arguments).code == 0)
    let time = (ContinuousClock.now - start) / .seconds(1)
    let whole = try home.files()
    for kill in 1...LongRun.count(30, otherwise: 3) {
      let program = try RunningProgram(
        arguments + (kill % 2 == 1 ? ["--redo", "all"] : []), environment: home.environment)
      try await Task.sleep(for: .seconds(Double.random(in: 0...time)))
      program.crash()
      let there = try home.files().filter { $0.key.hasSuffix(".ndjson") }
      #expect(there == whole.filter { $0.key.hasSuffix(".ndjson") }, "after \(kill) kills")
    }
    #expect(try await Self.harvest(in: home).code == 0)
    #expect(try home.files() == whole)
  }

  @Test func `a file that has its name, and less than was counted, isn't whole`() async throws {
    #expect(try await Self.harvest(in: home).code == 0)
    let state = try home.text("out/state.json")
    let early = state.replacing(
      /"isWhole":true,"line":3/, with: "\"isWhole\":false,\"line\":3")
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
    #expect(try await Self.harvest(in: home).code == 0)
    let before = try home.files()
    let outcome = try await Self.harvest(in: home, options).ended(with: 64)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try home.files() == before)
  }
}
