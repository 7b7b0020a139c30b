import Foundation
import Testing

struct MoreTests {
  private let home = Home()

  @Test(arguments: ["ndjson", "urls", "csv", "markdown"])
  func `a search and more of it are the longer search`(format: String) async throws {
    let whole = try await Program.replay("kittens", "-n", "14", "-f", format)
    let start = try await home.replay("kittens", "-n", "7", "-f", format)
    let rest = try await home.run("more", "-n", "7", "-f", format).ended()
    // Only a CSV has a first line of its own.
    let lines = format == "csv" ? rest.output.drop { !$0.isNewline }.dropFirst() : rest.output[...]
    #expect(start.output + lines == whole.output)
  }

  @Test func `numbers go on, and all of them mean what was seen`() async throws {
    let whole = try await Program.replay("kittens", "-n", "14", "-f", "ndjson").ids()
    _ = try await home.replay("kittens", "-n", "7")
    let rest = try await home.run("more", "-n", "7")
    #expect(rest.output.contains("\n14 ") || rest.output.contains(" 14 "))
    let added = try await home.run("favorites", "add", "1-14")
    #expect(added.lines.dropLast().map(String.init) == whole)
  }

  @Test func `more goes on without a service, for good, and refuses others`() async throws {
    let whole = try await Program.replay("kittens", "-n", "400", "-f", "ndjson").ids()
    let first = try await home.replay("kittens", "-n", "7", "-f", "ndjson").ids()
    try #require(first.contains { $0.hasPrefix("flickr:") })
    let more = try await home.run("more", "-n", "40", "-p", "-flickr", "-f", "json")
    let list = try Listing(more)
    #expect(!list.ids.contains { $0.hasPrefix("flickr:") } && !list.ids.isEmpty)
    #expect(Set(list.ids).isDisjoint(with: first) && Set(list.ids).count == list.ids.count)
    #expect(
      !list.providers.contains { $0.id == "flickr" } && more.output.contains("\"providers\":[\""))
    // Those of before go on as they would have.
    for service in ["unsplash", "pexels"] {
      let own = whole.filter { $0.hasPrefix("\(service):") }.dropFirst(
        first.count { $0.hasPrefix("\(service):") })
      let now = list.ids.filter { $0.hasPrefix("\(service):") }
      #expect(now == Array(own.prefix(now.count)))
    }
    let rest = try await home.run("more", "-n", "10", "-f", "ndjson").ids()
    #expect(!rest.contains { $0.hasPrefix("flickr:") } && Set(rest).isDisjoint(with: list.ids))
    for (providers, words) in [
      ("flickr", "not what this cursor continues: it has no flickr"),
      ("all,nasa", "it has no nasa"),
      (list.providers.map { "-\($0.id)" }.joined(separator: ","), "leaves out all"),
    ] {
      try await home.run("more", "-p", providers).ended(with: 64, saying: words)
    }
  }

  @Test func `more ends with words when every provider has ended`() async throws {
    _ = try await home.replay("kittens", "-n", "1000")
    try await home.run("more").ended(printing: "", saying: "every provider has reached its end")
  }

  @Test func `a search that found nothing is the last one, and leaves the numbers`() async throws {
    _ = try await home.replay("kittens", "-n", "3")
    _ = try await home.replay("nothing", "-n", "3")
    try await home.run("more").ended(printing: "", saying: "Nothing more for “nothing”")
    try await home.run("credit", "1-3").ended()
  }

  @Test func `more twice at once leaves all numbers`() async throws {
    let whole = try await Program.replay("kittens", "-n", "6", "-f", "ndjson").ids()
    _ = try await home.replay("kittens", "-n", "3")
    let programs = try (0..<2).map { _ in try home.start(["more", "-n", "3", "-f", "ndjson"]) }
    for program in programs { try program.finish().ended() }
    // The one may have gone on with what the other showed.
    #expect(
      try await home.run("favorites", "add", "1-6").lines.dropLast().map(String.init) == whole)
  }

  @Test func `more works for a list, with its options`() async throws {
    let whole = try await Program.replay("list", "-n", "8", "-f", "ndjson").ids()
    try #require(whole.count == 8)
    _ = try await home.replay("list", "-n", "3")
    #expect(
      try await home.run("more", "-n", "5", "-f", "ndjson").ids() == Array(whole.dropFirst(3)))
  }

  @Test func `favorites in between do not change what more goes on with`() async throws {
    let whole = try await Program.replay("kittens", "-n", "6", "-f", "ndjson").ids()
    _ = try await home.replay("kittens", "-n", "4")
    _ = try await home.run("favorites", "add", "2")
    _ = try await home.run("favorites", "list")
    #expect(try await home.run("more", "-n", "2", "-f", "ndjson").ids() == Array(whole.suffix(2)))
    try await home.run("credit", "5").ended()
    try await home.run("credit", "1").ended(
      with: 66, saying: "the search for “kittens”: numbers 5 to 6")
  }

  @Test func `without a last search it is 66, with words`() async throws {
    for arguments in [["more"], ["credit", "1"], ["show", "1"], ["again"]] {
      let outcome = try await Program.run(arguments)
      #expect(outcome.code == 66, "\(arguments)")
      #expect(outcome.errors.contains("imgsearch: "))
    }
  }

  @Test func `numbers are shown and credited without a network`() async throws {
    try await home.replay("kittens", "-n", "3", "-f", "csv").ended()
    let shown = try await home.run("show", "2").ended()
    #expect(shown.output.contains("Licence"))
    #expect(try await home.run("credit", "1-3").lines.count == 4)
    try await home.run("credit", "1-4").ended(with: 66)
  }

  @Test func `credit reads what was listed from standard input`() async throws {
    let listing = try await home.replay("kittens", "-n", "3", "-f", "ndjson")
    let credit = try await home.run("credit", "1-3").output
    #expect(try await home.run("credit", "-", input: listing.output).output == credit)
    let ids = try listing.ids().joined(separator: "\n")
    #expect(try await home.run("credit", "-", input: ids).output == credit)
    let bad = try await home.run("credit", "-", "3", input: "nonsense\n")
    #expect((bad.code, bad.output) == (65, credit.split(separator: "\n")[2] + "\n"))
    #expect(bad.errors.contains("line 1 of standard input isn't a photo"))
  }

  @Test func `a pipe that closes early leaves the numbers that were seen`() async throws {
    _ = try home.shell("imgsearch kittens --replay Fixtures/odd -n 400 -f ndjson | head -1")
    try await home.run("credit", "1").ended()
  }

  @Test(arguments: [SIGKILL, SIGINT])
  func `a long listing that is broken off leaves its numbers, but for those of the last batch`(
    signal: Int32
  ) async throws {
    let running = try home.start([
      "kittens", "--replay", "Fixtures/odd", "-n", "679", "-f", "ndjson",
    ])
    for _ in 1...300 { _ = try running.line() }
    // Nothing is stored before the rows are out.
    try await home.run("credit", "1").ended(with: 66)
    for _ in 301...520 { _ = try running.line() }
    if signal == SIGKILL {
      running.crash()
    } else {
      running.interrupt(signal)
      _ = try running.finish()
    }
    try await home.run("credit", "1-500").ended()
    #expect(try await home.run("credit", "501").code == (signal == SIGKILL ? 66 : 0))
  }
}
