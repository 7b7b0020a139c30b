import Foundation
import LoopbackServer
import Testing

/// Listings with pictures above their cells: what is asked for, and when nothing is
@Suite(.waits) struct PictureListingTests {
  private let home = Home()

  private let setup: LiveSetup

  init() throws { setup = try LiveSetup(pictures: true) }

  /// Providers of which each photo has a picture in the fixtures; none is late on a busy machine, so
  /// the order is the same each time
  private static let search = ["kittens", "-p", "unsplash,flickr,pexels", "--patience", "forever"]

  private var asked: Int { setup.services.requests(of: "pictures").count }

  @Test func `each picture is asked for once, and counted with its bytes`() throws {
    let outcome = try setup.run(Self.search + ["-n", "9", "--pictures", "always"]).ended()
    #expect(asked == 9, "\(outcome.errors)")
    #expect(outcome.errors.contains(/\n9 pictures · 9 requests · \d+ KB\n/), "\(outcome.errors)")
    // As many requests of the search as without
    #expect(outcome.errors.contains("9 photos from 3 providers · 3 requests"))
    let plain = try setup.run(Self.search + ["-n", "9"])
    let words = { (text: String) in
      text.split(separator: "\n").filter { !$0.contains("▀") && !$0.isEmpty }
    }
    #expect(words(outcome.output) == words(plain.output) && asked == 9)
    #expect(outcome.output.split(separator: "\n").contains { $0.contains("▀") })
  }

  @Test(arguments: [
    ([], [:]), (["--pictures", "never"], [:]), (["--pictures", "auto"], [:]),
    (["--pictures", "always"], ["TERM": "dumb"]), (["--pictures", "always", "--offline"], [:]),
    (["--pictures", "always", "-f", "grid", "--offline"], ["FORCE_COLOR": "1"]),
  ])
  func `where there are to be none, none is asked for`(
    options: [String], variables: [String: String]
  ) throws {
    _ = try setup.run(Self.search + ["-n", "3"])
    let outcome = try Program.process(
      Self.search + ["-n", "3"] + options, environment: setup.environment.merging(variables) { $1 }
    ).ended()
    #expect(asked == 0, "\(outcome.errors)")
    #expect(outcome.lines.count >= 5)
  }

  @Test(
    .enabled(if: OtherTool.isThere("script")),
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
      (["TERM": "linux"], false),
    ])
  func `auto draws on terminals with color`(variables: [String: String], isDrawn: Bool) throws {
    let shown = try Screen.show(
      "kittens --replay Fixtures/odd -n 4 --pictures auto",
      environment: home.with(variables))
    #expect(shown.output.contains("▀") == isDrawn)
  }

  @Test(.enabled(if: OtherTool.isThere("script")))
  func `config.json turns them on, for what continues a search too`() async throws {
    try home.write(#"{"pictures": "auto"}"#, to: ".config/imgsearch/config.json")
    for line in ["kittens --replay \(Program.fixtures) -n 4", "more -n 4", "again -n 4"] {
      #expect(try Screen.show(line, environment: home.environment).output.contains("▀"))
    }
    let none = "kittens --replay Fixtures/odd -n 4 --pictures never"
    #expect(try !Screen.show(none, environment: home.environment).output.contains("▀"))
    let piped = try await home.replay("kittens", "-n", "4")
    #expect(!piped.output.contains("▀"))
  }

  @Test(.enabled(if: OtherTool.isThere("script")))
  func `pictures that never come hold up no row that has room, and the rest little`() throws {
    setup.services.set(.hang, of: "pictures")
    let line = Self.search.joined(separator: " ") + " -n 12 --pictures auto"
    let shown = "stty cols 80 rows 60; exec \(try Program.path) \(line)"
    let running = try Screen.start(shown, environment: setup.environment)
    // The third row of three ends before anything is waited for.
    _ = try running.text(until: "\u{1B}[2m5\u{1B}[0m")
    let early = running.elapsed
    let outcome = try running.finish().ended()
    #expect(running.elapsed - early < .seconds(20))
    #expect(outcome.output.contains("12 photos from 3 services"))
    // A busy machine ends before it has asked for all twelve.
    #expect(outcome.output.contains("0 of 12 pictures · "))
    #expect(outcome.output.contains(" missing: they didn't come in time"))
    // The cursor is where it was, with nothing left on.
    #expect(!outcome.output.contains("\u{1B}[?"))
  }

  @Test func `in a pipe a row waits for its pictures, but not for what hangs`() throws {
    setup.services.set(.slow(0.3...0.3), of: "pictures")
    let slow = try setup.run(Self.search + ["-n", "3", "--pictures", "always"])
    #expect(slow.errors.contains("3 pictures · 3 requests"), "\(slow.errors)")
    setup.services.set(.hang, of: "pictures")
    try setup.run(Self.search + ["-n", "9", "--pictures", "always"]).ended(
      saying: "0 of 9 pictures")
  }

  @Test func `what isn't a JPEG file, or is broken, leaves what is known of it`() throws {
    for fault in [Fault.page, .broken(), .cut] {
      setup.services.set(fault, of: "pictures")
      let outcome = try setup.run("kittens", "-p", "unsplash", "-n", "2", "--pictures", "always")
        .ended(saying: "2 pictures")
      // Unsplash sends a BlurHash.
      #expect(outcome.output.contains("▀"))
    }
  }

  @Test func `no more of a service are asked for than it lets a page have`() throws {
    let outcome = try setup.run(
      "kittens", "-p", "flickr", "-n", "50", "--pictures", "always", "--max-requests", "50"
    ).ended()
    #expect(outcome.errors.contains(/\n(\d+ of )?30 pictures · 30 requests/), "\(outcome.errors)")
    #expect(asked <= 30)
  }

  @Test func `favorites have pictures too, from where their service has them`() throws {
    _ = try setup.run(Self.search + ["-n", "3"])
    _ = try setup.run("favorites", "add", "1-3")
    let outcome = try setup.run("favorites", "--pictures", "always").ended()
    #expect(outcome.output.contains("▀"))
  }

  @Test func `they are recorded with the search, and replayed`() throws {
    let file = setup.home.path("kept.har")
    let first = try setup.run(Self.search + ["-n", "3", "--pictures", "always", "--record", file])
    let again = try setup.home.process(
      Self.search + ["-n", "3", "--pictures", "always", "--replay", file])
    #expect(first.code == 0 && !again.errors.contains("missing") && first.output == again.output)
  }
}
