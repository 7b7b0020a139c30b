import Foundation
import Testing

struct HistoryTests {
  private let home = Home()

  @Test func `one row a query, last searched first, with how many photos it gave`() async throws {
    _ = try await home.replay("kittens", "-n", "3")
    _ = try await home.replay("harbor", "-n", "2", "-p", "flickr")
    _ = try await home.replay("kittens", "-n", "5")
    _ = try await home.run("more", "-n", "2")
    let lines = try await home.run("history").lines
    #expect(lines.count == 3)
    #expect(lines[0].contains(/^ 1  \d{4}-\d\d-\d\d \d\d:\d\d  7 photos  kittens --replay \//))
    #expect(lines[1].contains(/^ 2  .{16}  2 photos  harbor --provider flickr/))
    #expect(try await home.run("history", "-n", "1").lines.count == 2)
    let again = try await home.run("again", "2", "-n", "2", "-f", "ndjson")
    #expect(try again.code == 0 && again.ids().allSatisfy { $0.hasPrefix("flickr:") })
    struct Row: Decodable {
      let words: String?
      let options: [String]
      let photos: Int
    }
    _ = try await home.replay("list", "-n", "1")
    let json = Data(try await home.run("history", "-f", "json").output.utf8)
    let rows = try JSONDecoder().decode([Row].self, from: json)
    #expect(rows.map(\.words) == [nil, "harbor", "kittens"])
    #expect(rows[1].options.starts(with: ["--provider", "flickr"]))
    #expect(String(decoding: json, as: UTF8.self).contains("\"words\":null"))
  }

  @Test func `again shows as many photos as the search asked for`() async throws {
    let found = try await home.replay("kittens", "-n", "7", "-f", "ndjson", "-p", "flickr")
    #expect(try found.ids().count == 7)
    _ = try await home.run("more", "-n", "2")
    let again = try await home.run("again", "-f", "ndjson")
    #expect(try again.ids().count == 7)
    #expect(again.errors.hasPrefix("again: kittens --provider flickr --replay "))
    #expect(again.errors.contains(" --count 7\n"), "\(again.errors)")
    #expect(try await home.run("history").output.hasSuffix(" --count 7\n"))
    #expect(try await home.run("history", "-f", "json").output.contains(#""--count","7"]"#))
    #expect(try await home.run("again", "-n", "3", "-f", "ndjson").ids().count == 3)
    #expect(try await home.run("again", "-f", "ndjson").ids().count == 3)
    // The last of the same searches counts, also where it asked for the usual number.
    _ = try await home.replay("kittens", "-p", "flickr")
    #expect(try await home.run("again", "-f", "ndjson").ids().count == 30)
    #expect(!(try await home.run("history").output.contains("--count")))
    #expect(try await home.run("history").lines.count == 2)
  }

  @Test func `what config.json says of the number is repeated too`() async throws {
    try home.write(#"{"count": 4}"#, to: ".config/imgsearch/config.json", permissions: 0o600)
    #expect(try await home.replay("kittens", "-f", "ndjson").ids().count == 4)
    try home.write(#"{"count": 5}"#, to: ".config/imgsearch/config.json", permissions: 0o600)
    #expect(try await home.run("again", "-f", "ndjson").ids().count == 4)
  }

  @Test func `words find the searches that have them, with their numbers in all`() async throws {
    for words in ["kittens", "harbor", "kittens wall"] {
      _ = try await home.replay(words, "-n", "2")
    }
    _ = try await home.replay("list", "-n", "1")
    let all = try await home.run("history").lines
    let found = try await home.run("history", "KITT").ended()
    #expect(found.errors.isEmpty)
    #expect(found.lines == all.filter { $0.isEmpty || $0.contains("  kittens") })
    #expect(found.lines.count > 1 && found.lines[0].hasPrefix(" 3 "))
    #expect(try await home.run("history", "list").lines.first?.hasPrefix(" 1 ") == true)
    #expect(
      try await home.run("history", "harbor", "-f", "json").output.contains(#""words":"harbor""#))
    let none = try await home.run("history", "red", "kittens").ended(printing: "")
    #expect(none.errors == "No search in the history has “red kittens”.\n")
    #expect(
      try await home.run("history", "claer").errors.contains(
        "Did you mean imgsearch history clear?"))
    #expect(try await home.run("history", "3").errors.contains("Did you mean imgsearch again 3?"))
    #expect(try await home.run("history").lines == all)
  }

  @Test func `what goes on from a cursor is nobody's search, nor is what goes on with that`()
    async throws
  {
    let page = try await Program.replay("kittens", "-n", "2", "-f", "json").output
    let next = try #require(page.firstMatch(of: /"next":"([^"]*)"/)?.1)
    try await home.replay("--cursor", String(next), "-n", "2").ended()
    try await home.run("more", "-n", "2").ended()
    #expect(try await home.run("history").output.isEmpty)
  }

  @Test func `clear and remove take away what they say`() async throws {
    for words in ["kittens", "harbor"] { _ = try await home.replay(words, "-n", "2") }
    _ = try await home.replay("list", "-n", "2")
    // White space is as it is in a search.
    let removed = try await home.run("history", "remove", " kittens ")
    #expect((removed.code, removed.errors) == (0, "1 removed from the history\n"))
    try await home.run("history", "remove", "kittens").ended(with: 66)
    #expect(try await home.run("history").lines.count == 3)
    // A list is removed by the word that stands for it.
    try await home.run("history", "remove", "list").ended()
    #expect(try await home.run("history").lines.count == 2)
    // By its number too, where no search has these words.
    _ = try await home.replay("kittens", "-n", "2")
    try await home.run("history", "remove", "3").ended(with: 66)
    try await home.run("history", "remove", "1").ended()
    #expect(try await home.run("history").output.contains("harbor"))
    let cleared = try await home.run("history", "clear").ended()
    #expect(
      cleared.errors
        == "1 removed from the history; also removed: the last lists and their numbers, and "
        + "which pictures look alike (≈)\n")
    #expect(try await home.run("history", "-f", "json").output == "[]\n")
    #expect(try await home.run("history").output.isEmpty)
    try await home.run("more").ended(with: 66)
  }

  @Test func `switched off, nothing is kept of a search but its numbers`() async throws {
    _ = try await home.replay("kittens", "-n", "2", "--no-history")
    #expect(try await home.run("history").output.isEmpty)
    try await home.run("credit", "2").ended()
    // Going on with it keeps it no more than the search did.
    for _ in 0..<2 { #expect(try await home.run("more", "-n", "2").code == 0) }
    #expect(try await home.run("history").output.isEmpty)
    for word in ["off", "OFF", "no", "never"] {
      let off = Home(["IMGSEARCH_HISTORY": word])
      _ = try await off.replay("kittens", "-n", "2")
      #expect(try await off.run("history").output.isEmpty)
    }
    let config = Home()
    // A file that others can read is no place for keys; the setting in it holds.
    for permissions in [0o600, 0o644] {
      try config.write(
        #"{"history": "off"}"#, to: ".config/imgsearch/config.json", permissions: permissions)
      _ = try await config.replay("kittens", "-n", "2")
      #expect(try await config.run("history").output.isEmpty)
    }
  }
}
