import Foundation
import Testing

/// `--cursor`, in all forms in which a cursor is given
struct CursorTests {
  private let home = Home()

  private static let options = ["--format", "json", "--replay", Program.fixtures]

  /// The cursor behind the first photos of a search
  private func token() async throws -> String {
    try #require(try await Listing(home.run(["harbor", "-n", "3"] + Self.options)).next)
  }

  @Test func `a cursor is read from a file and from standard input`() async throws {
    let token = try await token()
    func output(_ cursor: String, input: String = "") async throws -> String {
      try await home.run(["--cursor", cursor] + Self.options, input: input).output
    }
    let direct = try await output(token)
    try home.write(token + "\n", to: "a.cursor")
    #expect(try await output("@" + home.path("a.cursor")) == direct)
    #expect(try await output("-", input: token) == direct)
    try await home.run(["--cursor", "@" + home.path("no.cursor")] + Self.options).ended(with: 66)
  }

  @Test func `the same words may be given again, others are refused`() async throws {
    let cursor = try await ["--cursor", token()] + Self.options
    try await home.run(["harbor", "-p", "all"] + cursor).ended()
    for differing in [
      "kittens", "harbor -p nasa", "harbor --merge newest", "harbor --safe off", "list",
    ] {
      try await home.run(differing.words + cursor).ended(
        with: 64, saying: "not what this cursor continues")
    }
  }

  @Test func `a cursor that was changed is 65`() async throws {
    try await home.replay("--cursor", "AQdraXR0ZW5z").ended(
      with: 65, saying: "isn't an imgsearch cursor")
  }

  @Test func `a page of JSON is continued as it is`() async throws {
    let file = "@" + home.path("page1.json")
    let page = try await home.replay("kittens", "-n", "5", "-f", "json").output
    try home.write(page, to: "page1.json")
    let next = try await home.replay("--cursor", file, "-n", "3", "-f", "ndjson").ended()
    #expect(
      try await next.ids() == home.replay("kittens", "-n", "8", "-f", "ndjson").ids().suffix(3))
    try home.write(page.replacing(/"next":"[^"]*"/, with: "\"next\":null"), to: "page1.json")
    try await home.replay("--cursor", file).ended(with: 65, saying: "reached its end")
    try home.write("{\"a\":1}", to: "page1.json")
    try await home.replay("--cursor", file).ended(with: 65)
  }

  @Test func `a pipe that a shell makes is read as a file`() async throws {
    try await home.write(home.replay("kittens", "-n", "5", "-f", "json").output, to: "page1.json")
    let next = try home.shell(
      "imgsearch --replay Fixtures/odd --cursor @<(cat \(home.path("page1.json"))) -n 3 -f ndjson"
    ).ended()
    #expect(try next.ids().count == 3)
  }
}
