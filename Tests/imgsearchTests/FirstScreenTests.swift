import FixtureMaker
import Foundation
import Testing

/// The first list on a terminal: as many photos as its window has room for, and one line for people
@Suite(.waits, .enabled(if: OtherTool.isThere("script"))) struct FirstScreenTests {
  private let home = Home()

  /// What a person sees of a command
  private func lines(_ line: String, _ columns: Int = 80, _ rows: Int = 24) throws -> [String] {
    let shown = try Screen.show(line, columns: columns, rows: rows, environment: home.environment)
      .ended()
    return Screen.lines(of: shown.output)
  }

  private func closing(_ count: Int, _ number: Int = 3) -> String {
    "^\(count) photos from \\d+ services · imgsearch more · show \(number) · download \(number)$"
  }

  private static let windows = [
    (80, 24, "", 14), (120, 40, "", 30), (160, 60, "", 28), (80, 10, "", 6), (40, 24, "", 7),
    (80, 24, "--links", 8), (80, 24, "-c 1", 7), (80, 24, "--pictures auto", 6),
    (80, 24, "-f table", 20),
    // Notices on services that lack a filter may follow.
    (80, 24, "--orientation landscape", 12),
  ]

  /// Others that a long run tries, too
  private static let otherWindows = [
    (200, 60, "", 30), (200, 10, "-c 4", 8), (120, 40, "--pictures auto", 6),
    (200, 60, "--pictures auto", 20),
  ]

  @Test(arguments: windows + (LongRun.isAsked ? otherWindows : []))
  func `it fits the window`(columns: Int, rows: Int, options: String, count: Int) throws {
    let lines = try lines("kittens --replay Fixtures/odd \(options)", columns, rows)
    let last = try #require(lines.last)
    // Pictures that come late are drawn before it, and a narrow terminal breaks it; a filter adds
    // to it.
    if columns > 40, !options.contains("pictures"), !options.contains("orientation") {
      #expect(try last.contains(Regex(closing(count))), "\(last)")
    }
    #expect(
      try lines.joined(separator: "\n").contains(Regex("(^|\\D)\(count) photos from ")), "\(lines)")
    #expect(!lines.joined().contains("request"))
  }

  @Test func `a number that was typed or set is taken as it is, and programs get 30`() async throws
  {
    #expect(
      try #require(lines("kittens --replay Fixtures/odd -n 4").last).contains(Regex(closing(4))))
    let piped = try await home.replay("kittens")
    #expect(piped.errors.contains(/^30 photos from \d+ providers · \d+ requests/))
    try home.write(#"{"count": 9}"#, to: ".config/imgsearch/config.json")
    #expect(try #require(lines("kittens --replay Fixtures/odd").last).contains(Regex(closing(9))))
  }

  @Test func `more and again go on by windows, and the history has no number for it`() async throws
  {
    _ = try lines("kittens --replay Fixtures/odd")
    #expect(try #require(lines("more").last).contains(Regex(closing(14, 17))))
    #expect(try await home.run("history", "-f", "json").output.contains("kittens"))
    #expect(try #require(lines("again", 80, 18).last).contains(Regex(closing(10))))
    #expect(try #require(lines("again -n 5").last).contains(Regex(closing(5))))
    #expect(try #require(lines("again").last).contains(Regex(closing(5))))
  }

  @Test func `requests are told where they are asked for`() throws {
    let lines = try lines("kittens --replay Fixtures/odd -v")
    #expect(lines.contains { $0.contains(/^14 photos from \d+ providers · \d+ requests/) })
    #expect(lines.last == "imgsearch more · show 3 · download 3")
  }
}
