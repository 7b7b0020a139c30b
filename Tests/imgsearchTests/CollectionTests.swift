import Foundation
import Testing

/// `favorites --to NAME`
struct CollectionTests {
  private let home = Home()
  private let ids: [String]

  init() async throws {
    ids = try await home.replay("kittens", "-n", "6", "-f", "ndjson").ids()
  }

  private func listed(_ words: String...) async throws -> [String] {
    try await home.run(["favorites", "list"] + words + ["-f", "ndjson"]).ids()
  }

  @Test func `what is put into a collection is listed by its name, and is a favorite`() async throws
  {
    let added = try await home.run("favorites", "add", "3", "1", "--to", "Kitchen").ended(
      printing: "\(ids[2])\n\(ids[0])\n")
    #expect(added.errors == "2 added to “Kitchen”, a new collection\n")
    _ = try await home.run("favorites", "add", "5")
    let again = try await home.run("favorites", "add", "5", "3", "--to", "KITCHEN")
    #expect(
      (again.output, again.errors) == ("\(ids[4])\n", "1 added to “KITCHEN”, 1 there already\n"))
    #expect(try await listed("kitchen") == [ids[2], ids[0], ids[4]])
    #expect(try await listed("--to", "kitchen", "-n", "2") == [ids[2], ids[0]])
    #expect(try await listed() == [ids[2], ids[0], ids[4]])
    let one = try await home.run("favorites", "list", "kitchen", "-f", "urls")
    #expect(one.errors == "3 favorites in “Kitchen”\n")
  }

  @Test func `the list of all tells which collections there are, with how many`() async throws {
    _ = try await home.run("favorites", "add", "1-3", "--to", "Kitchen")
    _ = try await home.run("favorites", "add", "2", "4", "--to", "back garden")
    let all = try await home.run("favorites", "-f", "urls")
    #expect(all.errorLines.last == "4 favorites · collections: back garden 2, Kitchen 3")
    #expect(try await listed("back", "garden") == [ids[1], ids[3]])
    let some = try await home.run("favorites", "list", "-n", "3", "-f", "urls")
    #expect(some.lines.count == 4 && some.errors.hasPrefix("3 of 4 favorites · "))
  }

  @Test func `numbers of a collection mean what was seen`() async throws {
    _ = try await home.run("favorites", "add", "1-5")
    _ = try await home.run("favorites", "add", "4", "2", "--to", "kitchen")
    #expect(try await home.run("favorites", "list", "kitchen").output.contains(" 2  "))
    try await home.run("favorites", "remove", "2", "--to", "kitchen").ended()
    #expect(try await listed("kitchen") == [ids[1]])
  }

  @Test func `what is taken out of a collection stays a favorite, what is removed leaves all`()
    async throws
  {
    _ = try await home.run("favorites", "add", "1-3", "--to", "kitchen")
    _ = try await home.run("favorites", "add", "1-2", "--to", "garden")
    let out = try await home.run("favorites", "remove", "1", "6", "--to", "Kitchen").ended(with: 66)
    #expect(out.errors == "imgsearch: \(ids[5]) isn't in “kitchen”\n1 removed from “kitchen”\n")
    #expect(try await listed("kitchen") == [ids[1], ids[2]])
    #expect(try await listed("garden") == [ids[0], ids[1]])
    #expect(
      try await home.run("favorites", "remove", "2").errors == "1 removed from the favorites\n")
    #expect(try await listed("kitchen") == [ids[2]])
    #expect(try await listed("garden") == [ids[0]])
    #expect(try await listed() == [ids[0], ids[2]])
    // The last one out takes the collection with it.
    try await home.run("favorites", "remove", "1", "--to", "garden").ended()
    try await home.run("favorites", "list", "garden").ended(with: 66)
    #expect(
      try await home.run("favorites", "-f", "urls").errors.hasSuffix("collections: kitchen 1\n"))
  }

  @Test func `what leaves the favorites by its number in a collection is said to leave that`()
    async throws
  {
    _ = try await home.run("favorites", "add", "1-2", "--to", "kitchen")
    _ = try await home.run("favorites", "list", "kitchen")
    #expect(
      try await home.run("favorites", "remove", "1").errors == """
        1 removed from the favorites
        and from “kitchen”; to remove photos only from there: \
        imgsearch favorites remove <photo>... --to "kitchen"

        """)
    #expect(try await listed("kitchen") == [ids[1]])
    #expect(try await listed() == [ids[1]])
    #expect(
      try await home.run("favorites", "remove", ids[1], "--from", "kitchen").errors == """
        1 removed from “kitchen”
        “kitchen” is empty now and was removed; its photos stay favorites

        """)
    #expect(try await listed() == [ids[1]])
    #expect(try await home.run("favorites", "collections").errors.hasPrefix("No collections yet."))
  }

  @Test func `a collection that is not there is 66, and names what was meant`() async throws {
    try await home.run("favorites", "list", "kitchen").ended(
      with: 66, saying: "there is no collection “kitchen”\nTo make one: imgsearch")
    _ = try await home.run("favorites", "add", "1", "--to", "Kitchen")
    _ = try await home.run("favorites", "add", "1", "--to", "Garden")
    for arguments in [
      ["list", "kitchn"], ["export", "--to", "kitchn"], ["remove", "1", "--to", "kitchn"],
    ] {
      try await home.run(["favorites"] + arguments).ended(
        with: 66, printing: "", saying: "did you mean Kitchen?\nCollections: Garden, Kitchen\n")
    }
    #expect(try await listed() == [ids[0]])
  }

  @Test func `a collection gets another name, and keeps its photos`() async throws {
    _ = try await home.run("favorites", "add", "1-3", "--to", "Kitchen")
    _ = try await home.run("favorites", "add", "4", "--to", "garden")
    let renamed = try await home.run("favorites", "rename", "kitchen", "my bathroom").ended()
    #expect(renamed.errors == "the collection “kitchen” is “my bathroom” now\n")
    #expect(try await listed("my", "bathroom") == Array(ids[0..<3]))
    #expect(try await home.run("favorites", "collections").output == "garden\nmy bathroom\n")
    // Its own name in other capitals is free; another's isn't.
    try await home.run("favorites", "rename", "garden", "GARDEN").ended()
    try await home.run("favorites", "rename", "garden", "My Bathroom").ended(
      with: 64, saying: "there is a collection “My Bathroom” already")
    #expect(try await home.run("favorites", "collections").output == "GARDEN\nmy bathroom\n")
    try await home.run("favorites", "rename", "gardn", "x").ended(
      with: 66, saying: "did you mean GARDEN?")
  }

  @Test func `a collection is removed by its name, and its photos stay favorites`() async throws {
    _ = try await home.run("favorites", "add", "1-3", "--to", "back garden")
    _ = try await home.run("favorites", "add", "1", "--to", "kitchen")
    let removed = try await home.run("favorites", "remove", "Back", "garden").ended(printing: "")
    #expect(
      removed.errors
        == "the collection “back garden” is removed; its 3 photos stay favorites\n")
    #expect(try await listed() == Array(ids[0..<3]))
    #expect(try await home.run("favorites", "collections").output == "kitchen\n")
    try await home.run("favorites", "remove", "kitchn").ended(
      with: 64, saying: "'kitchn' isn't a photo", "did you mean kitchen?\nCollections: kitchen\n")
    // With a photo among them, names are photos'.
    try await home.run("favorites", "remove", "1", "kitchen").ended(with: 64)
    #expect(try await listed("kitchen") == [ids[0]])
    #expect(
      try await home.run("favorites", "remove", "kitchen").errors
        == "the collection “kitchen” is removed; its photo stays a favorite\n")
    #expect(try await home.run("favorites", "collections").errors.hasPrefix("No collections yet."))
  }

  @Test func `a number that the last list doesn't have says of what that is`() async throws {
    #expect(
      try await home.run("show", "9").errors
        == "imgsearch: there is no number 9: the last list is of the search for “kittens”: "
        + "6 photos\n")
    _ = try await home.run("favorites", "add", "1-2", "--to", "kitchen")
    _ = try await home.run("favorites", "list")
    let outcome = try await home.run("show", "3").ended(with: 66)
    #expect(
      outcome.errors
        == "imgsearch: there is no number 3: the last list is of favorites: 2 photos\n"
        + "To have the numbers of the last search again: imgsearch again\n")
    _ = try await home.run("favorites", "list", "kitchen")
    #expect(
      try await home.run("credit", "2-4").errors.contains(
        "there is no number 4: the last list is of favorites, those in “kitchen”: 2 photos\n"))
    _ = try await home.run("history", "clear")
    #expect(try await home.run("show", "1").errors.contains("there is no last list"))
  }

  @Test func `collections come with an export, and what has none is imported as ever`() async throws
  {
    _ = try await home.run("favorites", "add", "1-4")
    _ = try await home.run("favorites", "add", "1-2", "--to", "Kitchen")
    _ = try await home.run("favorites", "add", "2-3", "--to", "back garden")
    let export = try await home.run("favorites", "export").output
    #expect(export.contains(#""collections":["back garden","Kitchen"],"favorite":true,"added":""#))
    let other = Home()
    try await other.run("favorites", "import", "-", input: export).ended()
    #expect(try await other.run("favorites", "export").output == export)

    let old = export.replacing(/"collections":\[[^\]]*\],/, with: "")
    let third = Home()
    try await third.run("favorites", "import", "-", input: old).ended()
    #expect(try await third.run("favorites", "-f", "urls").errorLines.last == "4 favorites")
    let merged = try await third.run("favorites", "import", "-", input: export)
    #expect(merged.errors == "0 added to the favorites, 3 put into collections, 1 there already\n")
    #expect(try await third.run("favorites", "export").output == export)

    let kitchen = try await home.run("favorites", "export", "--to", "kitchen").output
    #expect(kitchen.split(separator: "\n").count == 2)
    let into = try await third.run("favorites", "import", "-", "--to", "mine", input: kitchen)
    #expect(into.errors == "2 added to “mine”, a new collection\n")
  }

  @Test func `a collection is listed in every format`() async throws {
    _ = try await home.run("favorites", "add", "1-3")
    _ = try await home.run("favorites", "add", "2", "--to", "kitchen")
    let json = try await home.run("favorites", "-f", "json", "list", "kitchen").output
    #expect(json.contains("\"id\":\"\(ids[1])\"") && !json.contains("\"id\":\"\(ids[0])\""))
    for format in ["grid", "table", "csv", "markdown", "urls", "ndjson"] {
      let outcome = try await home.run("favorites", "list", "kitchen", "-f", format)
      #expect(outcome.code == 0 && !outcome.output.isEmpty, "\(format)")
      #expect(outcome.errors == "1 favorite in “kitchen”\n")
    }
  }

  @Test func `a name does nothing to the terminal, and is one line of 60 cells at most`()
    async throws
  {
    let added = try await home.run("favorites", "add", "1", "--to", " a\u{1B}[31m\n\u{202E}b ")
      .ended()
    let all = try await home.run("favorites", "-f", "urls").errors + added.errors
    #expect(!all.contains("\u{1B}") && !all.contains("\u{202E}"))
    #expect(all.split(separator: "\n").count == 2)
    try await home.run("favorites", "add", "1", "--to", wide(30)).ended()
    try await home.run("favorites", "add", "1", "--to", wide(31)).ended(with: 64)
    #expect(try await listed(wide(30)) == [ids[0]])
    // A file from elsewhere may say anything: such names are left out.
    let line =
      #"{"id":"flickr:1","page":"https://www.flickr.com/photos/a/1","collections":["\u001b",5,"#
      + #"null,"\#(wide(31))","x\u0007y"]}"#
    try await home.run("favorites", "import", "-", input: line).ended()
    #expect(
      try await home.run("favorites", "export").output.split(separator: "\n").last?
        .contains(#""collections":["x y"]"#) == true)
  }

  private func wide(_ count: Int) -> String { String(repeating: "猫", count: count) }
}
