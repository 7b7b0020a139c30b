import Foundation
import LoopbackServer
import Testing

/// `--format html`: every command that lists makes a page
@Suite struct PageOutputTests {
  private let home = Home()

  /// Ids of the photos in a page, in order
  private func photos(in page: String) -> [String] {
    page.matches(of: /"photo":\{"id":"([^"]+)"/).map { String($0.1) }
  }

  @Test func `search, list, more, again and favorites`() async throws {
    let search = try await home.replay("kittens", "-n", "12", "-f", "html").output
    let ids = try await home.replay("kittens", "-n", "24", "-f", "ndjson", "--no-history").ids()
    #expect(photos(in: search) == Array(ids.prefix(12)))
    #expect(search.contains("<title>kittens</title>"))
    _ = try await home.replay("kittens", "-n", "12")
    #expect(
      photos(in: try await home.run("more", "-n", "12", "-f", "html").output) == Array(ids[12...]))
    #expect(
      photos(in: try await home.run("again", "-n", "5", "-f", "html").output) == Array(ids[..<5]))
    let list = try await home.replay("list", "-n", "7", "-f", "html").output
    #expect(photos(in: list).count == 7)
    _ = try await home.replay("kittens", "-n", "12")
    _ = try await home.run("favorites", "add", "2-4")
    let favorites = try await home.run("favorites", "-f", "html").output
    #expect(photos(in: favorites) == Array(ids[1...3]))
    for page in [search, list, favorites] {
      #expect(page.hasPrefix("<!doctype html>\n") && page.hasSuffix("</body>\n</html>\n"))
    }
  }

  @Test func `photos are printed while another provider hangs`() throws {
    let setup = try LiveSetup(faults: ["flickr": .hang])
    let program = try setup.start(
      "kittens", "-p", "unsplash,flickr", "-f", "html", "--patience", "forever")
    var line = ""
    while photos(in: line).isEmpty { line = try program.line() }
    #expect(photos(in: line)[0].hasPrefix("unsplash:"))
    program.interrupt()
    try program.finish().ended(with: 130)
  }

  @Test func `to a file, which is shown at once when that is asked for`() async throws {
    let environment = try home.stage("xdg-open", "printf '%s' \"$1\" > \(home.path("opened"))")
    try await Program.run(
      [
        "kittens", "-n", "3", "-f", "html", "-o", home.path("k.html"), "--open", "--replay",
        Program.fixtures,
      ], environment: environment
    ).ended(printing: "")
    #expect(photos(in: try home.text("k.html")).count == 3)
    #expect(try home.text("opened").hasSuffix("k.html"))
  }
}
