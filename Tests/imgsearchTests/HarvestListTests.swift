import Foundation
import Testing

/// The list of `imgsearch harvest`, and other lists of lines
@Suite struct HarvestListTests {
  private let home = Home()

  private static func harvest(
    _ list: Data, in home: Home, to folder: String = "out", _ more: String...
  ) async throws -> Program.Outcome {
    try list.write(to: home.folder.appending(path: "words.txt"))
    return try await home.run(
      ["harvest", home.path("words.txt"), "-o", home.path(folder), "--replay"]
        + [Program.fixtures(for: ["-p", "nasa"])] + more)
  }

  @Test func `a list is read in the encodings that editors write`() async throws {
    let list = "kittens -p nasa -n 2\r\n# süß\r\nkittens -p nasa -n 3\r\n"
    let wide = list.data(using: .utf16LittleEndian) ?? Data()
    let lists = [
      Data(list.utf8), [0xEF, 0xBB, 0xBF] + Data(list.utf8), [0xFF, 0xFE] + wide,
      [0xFE, 0xFF] + (list.data(using: .utf16BigEndian) ?? Data()),
      Data(list.replacing("\r\n", with: "\r").utf8), Data(list.replacing("\r\n", with: "\n").utf8),
    ]
    for (number, data) in lists.enumerated() {
      try await Self.harvest(data, in: home, to: "\(number)").ended()
      let names = try home.names(in: "\(number)")
      #expect(
        names.sorted() == ["0001-kittens.ndjson", "0003-kittens.ndjson", "state.json"], "\(number)")
      #expect(try home.text("\(number)/state.json").contains("kittens --provider nasa -n 3"))
    }
    for (data, words) in [
      (wide, "line 1 of the file \(home.path("words.txt")) has a NUL in it"),
      (
        Data("kittens\ncaf".utf8) + [0xE9],
        "line 2 of the file \(home.path("words.txt")) isn't UTF-8"
      ),
    ] {
      try await Self.harvest(data, in: home).ended(with: 65, saying: words)
      #expect(!home.has("out"))
    }
  }

  @Test(arguments: [
    "kittens --wait": "", "kittens --format csv": "--format is no option of one search",
    "kittens -flickr": "", "kittens -Zx": "", "kittens --nonsense": "",
    "-n 3": "nothing to search for", "kittens -p wikimedia nasa": "", "kittens -cblue": "",
    "kittens -p searxng --since 2020": "no chosen provider can do this",
    "kittens -p nobody": "invalid value 'nobody' for --provider",
    "kittens \"red": "a quotation mark isn't closed",
    "kittens --merge newest --sort relevant": "--merge newest goes with",
  ])
  func `what is wrong with a line is told with its number and file, and nothing is begun`(
    line: String, words: String
  ) async throws {
    let outcome = try await Self.harvest(Data("harbor -p nasa\n\(line)\n".utf8), in: home).ended(
      with: 64)
    let file = "imgsearch: \(home.path("words.txt"))"
    #expect(outcome.errors.hasPrefix("\(file), line 2: \(words)"), "\(outcome.errors)")
    // `search` takes none of this: it isn't what was typed.
    let rest = outcome.errors.replacing(file, with: "")
    #expect(!rest.contains("search takes no") && !rest.contains("imgsearch "), "\(rest)")
    // What providers can do is looked at in a folder that is there.
    #expect(try home.has("out") ? home.files().isEmpty : !line.contains("searxng"))
  }

  @Test func `a limit of a provider that no line asks is told`() async throws {
    let outcome = try await Self.harvest(
      Data("kittens -p nasa -n 2\n".utf8), in: home, to: "out", "--per-day",
      "wikimedia=5,nasa=7,pexels-curated=1"
    ).ended()
    let notes = outcome.errorLines.filter { $0.contains("limits nothing") }
    #expect(
      notes == [
        "imgsearch: --per-day pexels-curated limits nothing: no line of the list asks pexels-curated",
        "imgsearch: --per-day wikimedia limits nothing: no line of the list asks wikimedia",
      ])
    let all = try await Self.harvest(
      Data("kittens -n 2\nkittens -p all,-wikimedia -n 2\n".utf8), in: home, to: "all", "--per-day",
      "wikimedia=5,nasa=7")
    #expect(!all.errors.contains("--per-day wikimedia"), "\(all.errors)")
    #expect(all.errors.contains("--per-day nasa limits nothing"))
  }

  @Test func `other lists are read alike`() async throws {
    let file = home.folder.appending(path: "list")
    func wide(_ text: String) throws {
      try ([0xFF, 0xFE] + (text.data(using: .utf16LittleEndian) ?? Data())).write(to: file)
    }
    try wide(Home.lines(1...2).replacing("\n", with: "\r"))
    let recording = try Program.fixtures(for: ["-p", "nasa"])
    for line in [
      "imgsearch credit - < $HOME/list", "imgsearch favorites import $HOME/list",
      "imgsearch download - -o $HOME/pictures --replay \(recording) < $HOME/list",
    ] {
      let outcome = try home.shell(line)
      #expect(!outcome.errors.contains("isn't a photo"), "\(outcome.errors)")
      #expect(!line.contains("credit") || outcome.output.split(separator: "\n").count == 2)
      #expect(!line.contains("import") || outcome.errors.contains("2 "), "\(outcome.errors)")
    }
    let listing = try await Listing(
      home.run(["kittens", "-n", "3", "-f", "json", "--replay", Program.fixtures]))
    try wide(try #require(listing.next) + "\r\n")
    let next = try await home.run(
      "--cursor", "@\(file.path)", "-n", "3", "-f", "ndjson", "--replay", Program.fixtures
    ).ended()
    #expect(try next.ids().count == 3)
    try (Data("caf".utf8) + [0xE9]).write(to: file)
    for line in ["credit - <", "favorites import", "download - -o $HOME/pictures <", "--cursor @"] {
      let outcome = try home.shell("imgsearch \(line)\(line.hasSuffix("@") ? "" : " ")$HOME/list")
      #expect(outcome.code == 65, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains("isn't UTF-8"), "\(line): \(outcome.errors)")
    }
  }
}
