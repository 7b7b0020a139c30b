import Foundation
import Testing

/// What is said to whoever would have something packed or unpacked here, and what mends it
@Suite struct GzipTests {
  private let home = Home()

  @Test(arguments: [["kittens"], ["kittens", "-f", "csv"], ["favorites", "export"]])
  func `a file isn't packed, and one of such a name isn't written`(words: [String]) async throws {
    let file = home.path("k.ndjson.GZ")
    let outcome = try await home.run(words + ["-o", file]).ended(with: 64)
    let plain = home.path("k.ndjson")
    #expect(outcome.errors.contains("write \(plain), then: gzip \(plain)\n"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [
    "download - <list.gz", "credit - <list.gz", "favorites import list.gz",
    "harvest list.gz -o out", "--cursor @list.gz",
  ])
  func `what is packed is told by its first bytes`(command: String) throws {
    try home.write("wikimedia:1\n", to: "list")
    try home.shell("cd \"$HOME\"; gzip list; imgsearch \(command)").ended(
      with: 65, saying: "zcat FILE.gz | imgsearch download -\n")
    #expect(!home.has("out"))
  }

  @Test func `a harvest of packed files goes on once the command that is told has unpacked them`()
    async throws
  {
    let list = "kittens -n 12\nharbor -n 4\nkittens -n 3"
    try await home.harvest(list).ended()
    let state = try home.text("out/state.json")
    // As 0.2.0 left it
    let packed = state.replacing("jsonl\"", with: "jsonl.gz\"")
      .replacing("ndjson\"", with: "ndjson.gz\"")
      .replacing(/("search":"[^"]*)"/) { "\($0.output.1) --gzip\"" }
    try home.write(packed, to: "out/state.json")
    try home.shell("gzip \"$HOME\"/out/000[13]*").ended()
    try home.write("", to: "out/0002-harbor.ndjson")
    let refused = try await home.harvest(list)
    #expect(try (refused.code, home.text("out/state.json")) == (65, packed))
    let command = try #require(refused.errors.firstMatch(of: /in that folder: (.*)\n/)).output.1
    try home.shell("cd \"$HOME/out\"; \(command)").ended()
    #expect(try home.text("out/state.json") == state)
    try await home.harvest(list).ended(
      saying: "1 file is shorter than it was: 0002-", "2 of 3 searches")
  }
}
