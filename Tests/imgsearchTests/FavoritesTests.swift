import Foundation
import Testing

struct FavoritesTests {
  private let home = Home()

  @Test func `numbers of the last listing become favorites without a request`() async throws {
    let listing = try await home.replay("kittens", "-n", "6", "-f", "ndjson").ids()
    let credit = try await home.run("credit", "1").output
    let added = try await home.run("favorites", "add", "2", "4-5").ended()
    #expect(added.lines.dropLast().map(String.init) == [listing[1], listing[3], listing[4]])
    #expect(
      try await home.run("favorites", "list", "-f", "ndjson").ids()
        == [1, 3, 4].map { listing[$0] })
    try await home.run("favorites", "add", listing[1]).ended(
      printing: "", saying: "1 there already")
    // A list for a file or a pipe has left the numbers as they were; one to look at has its own.
    #expect(try await home.run("credit", "1").output == credit)
    #expect(try await home.run("favorites").output.contains(" 1  "))
    try await home.run("favorites", "remove", "1").ended()
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == [listing[3], listing[4]])
    try await home.run("favorites", "remove", listing[1]).ended(with: 66)
  }

  @Test func `a photo with a heart is removed by its number, whatever it was added as`()
    async throws
  {
    let original = "flickr:96092161901"
    let copies = try await home.replay("kittens", "-n", "20", "-p", "openverse", "-f", "ndjson")
      .lines
    let number = try #require(copies.firstIndex { $0.contains("\"origin\":\"\(original)\"") }) + 1
    let photo = #"{"id":"\#(original)","page":"https://www.flickr.com/photos/a/96092161901"}"#
    try await home.run("favorites", "add", "-", input: photo).ended()
    let removed = try await home.run("favorites", "remove", "\(number)", "\(number)")
    #expect((removed.code, removed.errors) == (0, "1 removed from the favorites\n"))
    #expect(try await home.run("favorites", "export").output.isEmpty)
  }

  @Test func `a line that was read counts under its own id alone, whatever names it claims`()
    async throws
  {
    func line(_ number: Int, _ more: String = "") -> String {
      #"{"id":"flickr:\#(number)","page":"https://www.flickr.com/photos/a/\#(number)"\#(more)}"#
    }
    let claims = #","aliases":["flickr:2","unsplash:abc"],"origin":"flickr:3""#
    try home.write(line(1, claims), to: "friend.ndjson")
    try await home.run("favorites", "import", home.path("friend.ndjson")).ended()
    #expect(try await !home.run("favorites", "export").output.contains("unsplash:abc"))
    for number in 2...3 {
      let added = try await home.run("favorites", "add", "-", input: line(number)).ended()
      #expect(added.output == "flickr:\(number)\n", "\(added.errors)")
    }
    // Nor does one take others out.
    let removed = try await home.run("favorites", "remove", "-", input: line(1, claims))
    #expect(removed.errors == "1 removed from the favorites\n")
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == ["flickr:2", "flickr:3"])
  }

  @Test func `an id with blanks is read from a line of its own`() async throws {
    let id = "nasa:NASA Kitten_SEAL_BLACK_300DPI"
    let outcome = try await home.run(
      "favorites", "add", "-", "--replay", Program.fixtures, input: "\(id)\n"
    ).ended()
    #expect(outcome.output == "\(id)\n", "\(outcome.errors)")
    let credit = try await home.run("credit", "-", input: "\(id)\n").ended()
    #expect(credit.output.hasSuffix(" · NASA\n"), "\(credit.errors)")
  }

  @Test func `what is printed of an id has no control characters in it`() async throws {
    let photo = #"{"id":"flickr:\u001b[31m\n1","page":"https://www.flickr.com/photos/a/1"}"#
    let added = try await home.run("favorites", "add", "-", input: photo).ended()
    #expect(added.output.count { $0 == "\n" } == 1 && !added.output.contains("\u{1B}"))
  }

  @Test func `favorites have a heart in every listing`() async throws {
    let plain = try await home.replay("kittens", "-n", "4")
    #expect(!plain.output.contains("♥"))
    _ = try await home.run("favorites", "add", "3")
    let grid = try await home.replay("kittens", "-n", "4")
    #expect(grid.output.count { $0 == "♥" } == 1)
    let lines = try await home.replay("kittens", "-n", "4", "-f", "ndjson").lines
    #expect(
      lines.dropLast().map { $0.hasSuffix("\"favorite\":true}") } == [false, false, true, false])
    let id = try await home.replay("kittens", "-n", "3", "-f", "ndjson").ids()[2]
    #expect(try await home.replay("show", id, "-f", "json").output.contains("\"favorite\":true"))
  }

  @Test func `an export that is imported elsewhere and exported again is the same`() async throws {
    _ = try await home.replay("kittens", "-n", "40")
    _ = try await home.run("favorites", "add", "1-40")
    let export = try await home.run("favorites", "export")
    #expect(try export.ids().count == 40)
    let other = Home()
    try await other.run("favorites", "import", "-", input: export.output).ended()
    #expect(try await other.run("favorites", "export").output == export.output)
    let file = other.folder.appending(path: "export.ndjson")
    try Data(export.output.utf8).write(to: file)
    let again = try await other.run("favorites", "import", file.path)
    #expect(again.errors.contains("0 added to the favorites, 40 there already"))
    try await other.run("favorites", "import", file.path + ".no").ended(with: 66)
  }

  @Test func `ndjson is taken from standard input, and what isn't a photo is named`() async throws {
    let photos = try await home.replay("kittens", "-n", "3", "-f", "ndjson")
    try await home.run("favorites", "add", "-", input: "nonsense\n{\"id\":5}\n\n" + photos.output)
      .ended(
        with: 65, saying: "line 1 of standard input isn't a photo",
        "line 2 of standard input isn't a photo", "3 added to the favorites, 2 unreadable")
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == photos.ids())
  }

  @Test func `the JSON of favorites names no providers: none were asked`() async throws {
    _ = try await home.replay("kittens", "-n", "2")
    _ = try await home.run("favorites", "add", "1-2")
    let listing = try await home.run("favorites", "list", "-f", "json").output
    #expect(listing.contains("\"words\":null,\"providers\":[]"))
    #expect(listing.contains("\"next\":null,\n\"providers\":[]}"))
  }

  @Test func `a line of ndjson comes back as it was`() async throws {
    let photos = try await Program.replay("kittens", "-n", "60", "-f", "ndjson").output
    try await home.run("favorites", "add", "-", input: photos).ended()
    let kept = try await home.run("favorites", "-f", "ndjson").output
    #expect(kept == photos.replacing("\"favorite\":false}", with: "\"favorite\":true}"))
  }

  @Test(arguments: [["-f", "json"], ["-f", "ndjson"]])
  func `what a listing printed is imported, as it is and rewritten`(format: [String]) async throws {
    let arguments = ["kittens", "-n", "5", "--replay", Program.fixtures]
    let ids = try await Program.run(arguments + ["-f", "ndjson"]).ids()
    let output = try await Program.run(arguments + format).output
    let bytes = Data(output.utf8)
    for (index, data) in [bytes, [0xEF, 0xBB, 0xBF] + bytes].enumerated() {
      let file = home.folder.appending(path: "\(index).json")
      try data.write(to: file)
      try await home.run("favorites", "import", file.path).ended()
      #expect(try await home.run("favorites", "-f", "ndjson").ids() == ids)
      try await home.run("favorites", "remove", "-", input: output).ended()
    }
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("{\"id\"") }
    let texts = ["[" + lines.joined(separator: ",").replacing(",,", with: ",") + "]"]
    for text in texts + [texts[0].replacing(",\"", with: ",\n  \"")] {
      try await home.run("favorites", "add", "-", input: text).ended()
      #expect(try await home.run("favorites", "-f", "ndjson").ids() == ids)
      try await home.run("favorites", "remove", "-", input: output).ended()
    }
  }

  @Test func `a JSON text that is cut adds nothing, and says so`() async throws {
    let json = try await Program.replay("kittens", "-n", "5", "-f", "json").output
    try await home.run("favorites", "add", "-", input: String(json.prefix(json.count / 2))).ended(
      with: 65, saying: "line 1 of standard input isn't a photo", "0 added")
  }

  @Test func `page addresses on standard input are known as ids are`() async throws {
    let photo = try await home.replay("harbor", "-n", "1", "-p", "flickr", "-f", "ndjson")
    let id = try #require(try photo.ids().first)
    let page = try #require(
      photo.output.split(separator: "\"page\":\"").last?.split(separator: "\"").first)
    let outcome = try await home.run("favorites", "add", "-", input: "\(page)\n\(id)\nx y\n")
    #expect(outcome.output == id + "\n")
    #expect(outcome.errors.contains("line 3 of standard input isn't a photo: neither a number"))
    #expect(outcome.errors.contains("1 added to the favorites, 1 there already, 1 unreadable"))
  }

  @Test func `a file where photos are named is led to import, a folder to its files`() async throws
  {
    let file = try home.photos(1...2).path
    try await home.run("favorites", "add", file).ended(
      with: 64, saying: "imgsearch favorites import \(file)")
    try await home.run("favorites", "import", home.folder.path).ended(
      with: 66, saying: "is a folder")
  }

  @Test func `a photo never seen is asked for`() async throws {
    let id = try #require(try await Program.replay("kittens", "-n", "2", "-f", "ndjson").ids().last)
    let outcome = try await home.replay("favorites", "add", id, "flickr:1")
    #expect((outcome.output, outcome.code) == (id + "\n", 66))
  }

  @Test func `a page is known wherever its photo is, and - takes numbers`() async throws {
    let listing = try await home.replay("kittens", "-n", "8", "-f", "json").output
    let pages = listing.matches(of: /"page":"([^"]*)"/).map { String($0.1) }
    #expect(pages.count == 8)
    for (index, page) in pages.enumerated() {
      let credit = try await home.run("credit", "\(index + 1)").output
      #expect(try await home.run("credit", page).output == credit)
      #expect(try await home.run("credit", "-", input: page).output == credit)
      #expect(try await home.run("credit", "-", input: "\(index + 1)\n").output == credit)
    }
    try await home.run("favorites", "add", pages[3]).ended()
    try await home.run("favorites", "remove", pages[3]).ended()
    try await home.run("credit", "-", input: "99\n").ended(with: 66)
  }

  @Test func `without any there is nothing, and said`() async throws {
    try await home.run("favorites").ended(printing: "", saying: "No favorites yet")
    #expect(!FileManager.default.fileExists(atPath: home.data.path))
  }

  @Test func `an export goes to the file that -o names`() async throws {
    _ = try await home.run("favorites", "add", "-", input: Home.lines(1...3))
    let printed = try await home.run("favorites", "export", "-f", "jsonl")
    #expect(try printed.ids().count == 3)
    try await home.run("favorites", "export", "-o", home.path("out/f")).ended(with: 74)
    try await home.run("favorites", "export", "-o", home.path("f"), "--color", "never").ended(
      printing: "")
    #expect(try home.text("f") == printed.output)
  }

  @Test(arguments: [
    "favorites ad": "did you mean add?", "favorites add": "takes photos",
    "favorites add 5-1": "a range goes up",
    "favorites kitchen": "imgsearch favorites list kitchen",
    "favorites add 1 --to ' \u{1B} '": "1 to 60 cells",
    "favorites list garden --to kitchen": "takes one collection",
    "favorites export -n 3": "favorites export takes no option -n",
    "favorites rm 3": "did you mean remove?",
    "favorites download": "imgsearch favorites -f ndjson | imgsearch download -",
    "favorites 3": "imgsearch favorites add 3",
    "favorites export f.ndjson": "imgsearch favorites export -o f.ndjson",
    "favorites export -f csv": "imgsearch favorites -f csv",
    "favorites export --open": "favorites export takes no option --open",
    "favorites add 1 -o x": "favorites add takes no option -o",
    "favorites remove 1 -f csv": "favorites remove takes no option -f",
    "favorites import - --links": "favorites import takes no option --links",
    "history rm 3": "did you mean remove?", "history clear x": "takes no words",
    "favorites rename kitchen": "takes two names",
    "favorites rename a b --to c": "rename takes no option --to",
    "favorites mv a b": "did you mean rename?",
    "favorites collections kitchen": "imgsearch favorites list kitchen",
    "favorites create kitchen": "imgsearch favorites add <photo>... --to NAME",
    "favorites remove ALL": "imgsearch favorites -f ndjson | imgsearch favorites remove -",
    "favorites export -o f.csv": "imgsearch favorites -f csv -o f.csv",
    "more --replay x": "it searches as the search did",
    "dowload 3": "did you mean imgsearch download 3?",
    "favorits add 1": "did you mean imgsearch favorites add 1?",
    "completions bash zsh": "one shell: bash, zsh, fish\n",
    "favorites add kittens": "isn't a photo", "more cats": "imgsearch cats",
    "again cats": "search again cats",
  ])
  func `wrong usage is 64`(line: String, words: String) async throws {
    try await Program.run(line.words).ended(with: 64, saying: words)
  }
}
