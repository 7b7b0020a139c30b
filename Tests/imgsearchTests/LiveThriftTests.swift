import Foundation
import LoopbackServer
import Testing

/// What a run asks for at most, and what it asks for without a key
@Suite struct LiveThriftTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup() }

  private static let all = ["-n", "100000", "-f", "ndjson"]

  @Test func `a run ends at its most requests with 0 and says so, and more goes on`() async throws {
    let whole = try await Program.run(
      ["kittens", "-p", "flickr", "--max-requests", "1", "--replay", Program.fixtures] + Self.all)
    #expect(whole.errors.contains("3 requests"), "in replay there is no such limit")
    var lines: [Substring] = []
    for (run, command) in [
      ["kittens", "-p", "flickr", "--max-requests", "1"], ["more"], ["more"],
    ].enumerated() {
      let outcome = try setup.run(command + Self.all).ended()
      #expect(
        outcome.errors.contains(
          "imgsearch: stopped after 1 page of flickr (--max-requests); imgsearch more continues")
          == (run < 2), "\(outcome.errors)")
      #expect(outcome.errorLines.last?.contains(" from flickr · 1 request") == true)
      lines += outcome.lines.filter { !$0.isEmpty }
    }
    #expect(lines == whole.lines.filter { !$0.isEmpty })
  }

  @Test func `a filter that nothing passes ends with what helps, and more gets further`() throws {
    let options = ["-p", "unsplash,flickr", "--min-width", "900000", "--max-requests", "2"]
    let first = try setup.run(["kittens"] + options).ended(
      printing: "", saying: "stopped after 2 pages of unsplash (--max-requests)")
    let helps = "by width. Without --min-width 900000 there is more."
    #expect(first.errors.contains("Filters left out every photo checked so far: "))
    #expect(first.errors.contains(helps), "\(first.errors)")
    #expect(first.errors.contains(" left out: ") && first.errors.contains(" requests"))
    let asked = setup.services.requests.count
    try setup.run(["more", "--max-requests", "2"]).ended(saying: "unsplash ended (all shown)")
    #expect(setup.services.requests.count > asked)
  }

  @Test func `a list comes without any key`() throws {
    let setup = try LiveSetup(keys: false)
    let outcome = try setup.run("list", "-n", "60", "-f", "ndjson", "--verbose").ended()
    let rows = outcome.lines.filter { !$0.isEmpty }
    #expect(rows.count == 60)
    #expect(rows.allSatisfy { $0.contains("\"provider\":\"wikimedia-featured\"") })
    #expect(outcome.errors.contains("wikimedia-featured"))
  }
}
