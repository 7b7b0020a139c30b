import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@Suite(.waits, .serialized) struct ManyProgramsTests {
  private let home: Home

  init() throws { home = try Home() }

  @Test func `twenty programs at once with fifty favorites each make a thousand`() async throws {
    let programs = try (0..<20).map { index in
      let first = index * 50 + 1
      return try home.start(["favorites", "add", "-"], input: home.photos(first...(first + 49)))
    }
    for program in programs {
      let said = try program.output.readToEnd() ?? Data()
      program.process.waitUntilExit()
      #expect((program.process.terminationStatus, said.count { $0 == 0x0A }) == (0, 50))
    }
    let ids = try await home.run("favorites", "export").ids()
    #expect((ids.count, Set(ids)) == (1_000, Set((1...1_000).map { "flickr:\($0)" })))
  }

  @Test func `killed at any moment, what was said to be added is there`() async throws {
    var random = SystemRandomNumberGenerator()
    var promised: Set<String> = []
    for round in 0..<LongRun.count(30, otherwise: 5) {
      let first = round * 2_000 + 1
      let input = try home.photos(first...(first + 1_999))
      let program = try home.start(["favorites", "add", "-"], input: input)
      // Killed after so many bytes of its output: at its start, or while it writes the next ones.
      var said =
        try program.output.read(
          upToCount: Int.random(in: 1...20_000, using: &random) * (round % 4 == 0 ? 0 : 1))
        ?? Data()
      kill(program.process.processIdentifier, SIGKILL)
      said += try program.output.readToEnd() ?? Data()
      program.process.waitUntilExit()
      let lines = String(decoding: said, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      promised.formUnion(lines.dropLast().map(String.init))
    }
    let outcome = try await home.run("favorites", "export").ended()
    let ids = Set(try outcome.ids())
    #expect(!promised.isEmpty)
    #expect(promised.isSubset(of: ids), "\(promised.subtracting(ids).count) are lost")
    #expect(
      try await home.run(
        "favorites", "add", "-", input: #"{"id":"flickr:0","page":"https://www.flickr.com/"}"#
      ).code == 0)
  }

  @Test func `searches at once do not disturb each other`() async throws {
    let input = try home.photos(1...1)
    let programs = try (0..<6).map { index in
      try home.start(
        [
          "kittens", "-n", "\(10 + index)", "-f", "ndjson", "--replay",
          Program.fixtures(for: ["kittens"]),
        ],
        input: input)
    }
    for (index, program) in programs.enumerated() {
      let said = try program.output.readToEnd() ?? Data()
      program.process.waitUntilExit()
      #expect((program.process.terminationStatus, said.count { $0 == 0x0A }) == (0, 10 + index))
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
    let programs = try searches.map { search in
      try RunningProgram(
        search + ["--record", home.path("all.har")], environment: home.environment)
    }
    for program in programs { #expect(try program.finish().code == 0) }
    #expect(try entries("all.har") == all)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
    #expect(names.filter { $0.contains("all") } == ["all.har"])
  }
}
