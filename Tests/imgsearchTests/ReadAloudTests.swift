import Foundation
import Testing

/// A terminal that is read line by line, by a screen reader or because it can do nothing else
@Suite(.enabled(if: OtherTool.isThere("script"))) struct ReadAloudTests {
  private let home = Home()

  private func screen(
    _ line: String, _ variables: [String: String], columns: Int = 80
  ) throws -> String {
    let shown = try Screen.show(line, columns: columns, environment: home.with(variables)).ended()
    return shown.output.replacing("\r\n", with: "\n")
  }

  @Test(arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"], ["ACCESSIBLE": "true"]])
  func `each photo is a paragraph of words`(variables: [String: String]) async throws {
    _ = try await home.run("favorites", "add", "flickr:95200043273", "--replay", Program.fixtures)
    let shown = try screen("kittens --replay Fixtures/odd -n 6 -p flickr", variables)
      .replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
    let paragraphs = shown.components(separatedBy: "\n\n")
    #expect(paragraphs.count == 6)
    for (index, paragraph) in paragraphs.enumerated() {
      #expect(paragraph.hasPrefix("\(index + 1). "))
      let words = paragraph.replacing("\n", with: " ")
      #expect(words.contains(/\((free|free with credit|limited|ask)\),/), "\(paragraph)")
      #expect(words.contains(", flickr"))
    }
    #expect(!shown.contains { "·×≈♥♡✓…\u{1B}".contains($0) }, "\(shown)")
    #expect(shown.contains(/\n6 photos from flickr, imgsearch more, show 3, download 3\n/))
    #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a photo's card has words for signs`() async throws {
    _ = try await home.replay("kittens", "-p", "flickr", "-n", "3")
    _ = try await home.run("favorites", "add", "1")
    let plain = try screen("show 1", ["ACCESSIBLE": "1"])
    #expect(plain.contains(/Favorite +yes\n/) && plain.contains(/Size +\d+ by \d+ pixels\n/))
    #expect(plain.contains(", must credit the author") && !plain.contains("\u{1B}[1m"))
    let usual = try screen("show 1", ["ACCESSIBLE": "0"])
    #expect(usual.contains("♥") && usual.contains(" · must credit") && usual.contains("\u{1B}["))
  }

  @Test func `programs get the same bytes`() async throws {
    for line in [["kittens", "-n", "5"], ["kittens", "-n", "2", "-f", "table"], ["doctor"]] {
      let usual = try await home.run(line + ["--replay", Program.fixtures])
      let outcome = try await home.run(
        line + ["--replay", Program.fixtures], with: ["ACCESSIBLE": "1"])
      if line != ["doctor"] { #expect(outcome.output == usual.output) }
      #expect(outcome.code == usual.code)
    }
  }
}
