import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@Suite(.waits, .serialized) struct ManyProgramsTests {
  private let home = Home()

  @Test(arguments: [[], ["--to", "kitchen"]])
  func `twenty programs at once with fifty favorites each make a thousand, in a collection too`(
    options: [String]
  ) async throws {
    let programs = try (0..<20).map { index in
      try home.start(
        ["favorites", "add", "-"] + options, input: Home.lines(index * 50 + 1...index * 50 + 50))
    }
    for program in programs { #expect(try program.finish().ended().lines.count == 51) }
    let list = ["favorites", "list"] + options.dropFirst() + ["-f", "ndjson"]
    let ids = try await home.run(list).ids()
    #expect((ids.count, Set(ids)) == (1_000, Set((1...1_000).map { "flickr:\($0)" })))
  }

  @Test func `killed at any moment, what was said to be added is there`() async throws {
    var promised: Set<String> = []
    for round in 0..<LongRun.count(30, otherwise: 5) {
      let first = round * 2_000 + 1
      let program = try home.start(
        ["favorites", "add", "-"], input: Home.lines(first...first + 1_999))
      // Killed after so many lines of its output: at its start, or while it writes the next ones.
      for _ in 0..<(round % 4 == 0 ? 0 : Int.random(in: 1...1_600)) {
        promised.insert(try program.line())
      }
      promised.formUnion(program.crash().split(separator: "\n").map(String.init))
    }
    let ids = try await Set(home.run("favorites", "export").ended().ids())
    #expect(!promised.isEmpty)
    #expect(promised.isSubset(of: ids), "\(promised.subtracting(ids).count) are lost")
    try await home.run("favorites", "add", "-", input: Home.lines(0...0)).ended()
  }

  @Test func `searches at once do not disturb each other`() async throws {
    let recording = try Program.fixtures(for: ["kittens"])
    let programs = try (10..<16).map { count in
      try home.start(["kittens", "-n", "\(count)", "-f", "ndjson", "--replay", recording])
    }
    for (count, program) in zip(10..., programs) {
      #expect(try program.finish().ended().lines.count == count + 1)
    }
    #expect(try await home.run("credit", "1-10").lines.count == 11)
    #expect(try await home.run("history").lines.count == 2)
  }

  @Test func `recordings to one file at once are all in it`() async throws {
    let searches = ["unsplash", "flickr", "openverse", "wikimedia", "pexels"].flatMap { provider in
      ["20", "300"].map { number in
        let recording = "\(Program.fixtures)/\(provider)-kittens.har"
        return ["kittens", "-p", provider, "-n", number, "--replay", recording]
      }
    }
    func entries(_ name: String) throws -> Set<String> {
      let archive = try HARArchive(contentsOf: URL(filePath: home.path(name)))
      return Set(archive.entries.map(\.url))
    }
    for (index, search) in searches.enumerated() {
      _ = try await home.run(search + ["--record", home.path("one-\(index).har")])
    }
    let all = try searches.indices.reduce(into: Set<String>()) {
      $0.formUnion(try entries("one-\($1).har"))
    }
    #expect(all.count > searches.count)
    let programs = try searches.map { try home.start($0 + ["--record", home.path("all.har")]) }
    for program in programs { try program.finish().ended() }
    #expect(try entries("all.har") == all)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
    #expect(names.filter { $0.contains("all") } == ["all.har"])
  }
}
