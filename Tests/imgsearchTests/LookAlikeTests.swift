import Foundation
import Testing

/// Photos at other services that look like an earlier one: fixtures in which Pexels and Pixabay
/// have a picture of Unsplash's
struct LookAlikeTests {
  private static let search = ["kittens", "-p", "unsplash,pexels,pixabay"]
  private static let original = "unsplash:nmZT1-ah6kF"
  private static let copies = ["pexels:36654114", "pixabay:7833922"]

  private let home = Home()
  private let replay: [String]

  init() throws {
    let folder = try home.makeFolder("copies")
    let fixtures = URL(filePath: Program.fixtures)
    for name in ["unsplash-kittens.har", "pexels-kittens.har", "pixabay-kittens.har", "pictures"] {
      try FileManager.default.copyItem(
        at: fixtures.appending(path: name), to: folder.appending(path: name))
    }
    var pictures = try String(contentsOf: fixtures.appending(path: "pictures.har"), encoding: .utf8)
    for copy in ["pexels-01", "pixabay-02"] {
      try #require(pictures.contains("pictures/\(copy).jpg"))
      pictures = pictures.replacing("pictures/\(copy).jpg", with: "pictures/unsplash-01.jpg")
    }
    try home.write(pictures, to: "copies/pictures.har")
    replay = ["--replay", folder.path]
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await home.run(arguments + replay).ended()
  }

  private func search(_ arguments: String...) async throws -> Program.Outcome {
    try await home.run(Self.search + arguments + replay).ended()
  }

  /// What each photo of NDJSON looks like, by its id
  private func marks(_ output: String) throws -> [String: String] {
    var marks: [String: String] = [:]
    for line in output.split(separator: "\n") {
      let photo = try jsonObject(line)
      let id = try photo.text("id")
      marks[id] = try #require(photo["looksLike"]) as? String
    }
    return marks
  }

  @Test func `what was seen to look alike is marked, and nothing else changes`() async throws {
    let before = try await search("-n", "12", "-f", "json")
    let lines = try await search("-n", "12", "-f", "ndjson").output
    #expect(try marks(lines).isEmpty)

    let table = try await search("-n", "12", "-f", "table").lines
    #expect(table.dropFirst().allSatisfy { $0.isEmpty || $0.hasSuffix("\t") })
    let shown = try await search("-n", "12", "--pictures", "always")
    #expect(shown.output.matches(of: /≈ 1 ·/).count == 2)
    let marked = try await search("-n", "12", "-f", "table").lines
    #expect(marked.filter { $0.hasSuffix("\t1") }.count == 2)
    #expect(zip(table, marked).allSatisfy { $1.hasPrefix($0) } && !shown.errors.contains("missing"))

    #expect(
      try await marks(search("-n", "12", "-f", "ndjson").output)
        == [Self.copies[0]: Self.original, Self.copies[1]: Self.original])
    let after = try await search("-n", "12", "-f", "json")
    #expect(after.output != before.output && after.errors == before.errors)
    let unmarked = after.output.replacing(
      "\"looksLike\":\"\(Self.original)\"", with: "\"looksLike\":null")
    #expect(unmarked == before.output)
  }

  @Test func `a search that goes on marks what looks like a photo of its first pages`() async throws
  {
    _ = try await search("-n", "12", "--pictures", "always")
    #expect(try await !search("-n", "1").output.contains("≈"))
    let more = try await home.run("more", "-n", "5")
    #expect(more.output.matches(of: /≈ 1 ·/).count == 2, "\(more.output)")
    // By itself, the second page has no first photo to look like.
    let cursor = try await search("-n", "1", "-f", "json").output.firstMatch(of: /"next":"([^"]+)"/)
    let next = try await home.run("-n", "5", "-f", "ndjson", "--cursor", String(#require(cursor).1))
    #expect(try marks(next.output).allSatisfy { $0.value != Self.original })
  }

  @Test func `show tells it, and a page`() async throws {
    try await search("-n", "12", "--pictures", "always").ended()
    #expect(try await run("show", "2").output.contains(/Looks like +1 \(unsplash:nmZT1-ah6kF\)\n/))
    #expect(
      try await run("show", "2", "-f", "json").output.contains("\"looksLike\":\"\(Self.original)\"")
    )
    #expect(try await run("show", "1", "-f", "json").output.contains("\"looksLike\":null"))
    let html = try await search("-n", "12", "-f", "html").output
    #expect(html.matches(of: /"looksLike":"unsplash:nmZT1-ah6kF"/).count == 2)
  }

  /// What each photo of a stream looks like, by its id, where it looks like another
  private func marks(_ events: [[String: Any]]) -> [String: String] {
    var marks: [String: String] = [:]
    for event in events {
      let photo = (event["photo"] as? [String: Any])?["photo"] as? [String: Any]
      if let id = photo?["id"] as? String { marks[id] = photo?["looksLike"] as? String }
    }
    return marks
  }

  @Test func `the gallery tells it of pictures of the recording that it has shown`() async throws {
    let gallery = try GalleryClient(replay, environment: home.environment)
    let search =
      #"{"words": "kittens", "options": {"provider": "unsplash,pexels,pixabay"}, "count": 4}"#
    let before = try gallery.call("search", search)
    #expect(marks(before).isEmpty)
    for case let entry as [String: Any] in before.compactMap({ $0["photo"] }) {
      let pictures = try #require(entry["pictures"] as? [String: String])
      let path = try #require(pictures.values.first { !$0.isEmpty })
      #expect(try gallery.get(gallery.path + path).status == 200)
    }
    // It is noted behind the answer.
    var after = before
    for _ in 0..<200 where marks(after)[Self.copies[0]] == nil {
      usleep(50_000)
      after = try gallery.call("search", search)
    }
    #expect(marks(after) == [Self.copies[0]: Self.original])
    #expect(GalleryClient.photos(after) == GalleryClient.photos(before))

    // A batch that goes on knows what came before it.
    _ = try await self.search("-n", "12", "--pictures", "always")
    let whole = try gallery.call("search", search)
    let end = whole.compactMap { $0["end"] as? [String: Any] }.last
    let cursor = try #require(end?["next"] as? String)
    let next = try gallery.call("search", #"{"cursor": "\#(cursor)", "count": 8}"#)
    #expect(marks(next) == [Self.copies[1]: Self.original])
  }

  @Test func `pictures that an assistant was shown count too`() async throws {
    _ = try await search("-n", "12")
    let client = try AssistantClient(replay, environment: home.environment)
    let looked = try client.result(
      "tools/call",
      ["name": "look_at_photos", "arguments": ["ids": [Self.original, Self.copies[0]]]])
    let texts = (looked["content"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
    #expect(texts == ["1: \(Self.original)", "2: \(Self.copies[0]), looks like 1"])
    let answer = try client.call("show_photo", ["id": Self.copies[0]])
    let photo = try #require((answer["photos"] as? [[String: Any]])?.first)
    #expect(photo["looksLike"] as? String == Self.original)
    #expect(try await run("show", "2").output.contains("Looks like   1 "))
  }

  @Test func `favorites are marked by their own order`() async throws {
    _ = try await search("-n", "12", "--pictures", "always")
    _ = try await run("favorites", "add", "2")
    _ = try await run("favorites", "add", "1")
    let outcome = try await home.run("favorites", "-f", "ndjson")
    let lines = try await home.run("favorites", "-f", "grid")
    #expect(lines.output.contains("≈ 1 · "), "\(lines.output) \(outcome.output)")
  }

  @Test func `download --new passes over copies of what is saved, and says so`() async throws {
    let folder = home.path("saved")
    func download(_ arguments: String...) async throws -> Program.Outcome {
      try await home.run(["download"] + arguments + ["--new", "-o", folder] + replay).ended()
    }
    _ = try await search("-n", "12")
    // Nothing is known of their pictures before they come.
    let first = try await download("1-12")
    #expect(first.lines.count { $0.hasSuffix(".jpg") } == 10)
    for copy in Self.copies {
      #expect(first.errors.contains("\(copy) looks like \(Self.original), which is saved\n"))
    }
    #expect(first.errors.contains("10 saved · 2 left out as copies (--all-copies saves them)"))
    // Now they aren't asked for.
    let again = try await download("1-12", "--verbose")
    #expect(again.errors.contains("0 saved · 10 saved before · 2 left out as copies"))
    #expect(!again.errors.contains("images.pexels.com"))
    let all = try await download("1-12", "--all-copies")
    #expect(all.errors.contains("2 saved · 10 saved before · "), "\(all.errors)")
    #expect(try await download("1-12").errors.contains("0 saved · 12 saved before"))

    try await home.run(["download", "1", "--all-copies", "-o", folder] + replay).ended(
      with: 64, saying: "--all-copies goes with --new")
  }

  @Test func `what was saved first is the one that stays`() async throws {
    _ = try await search("-n", "12")
    let folder = home.path("saved")
    _ = try await home.run(["download", "2", "--new", "-o", folder] + replay)
    let outcome = try await home.run(["download", "1-3", "--new", "-o", folder] + replay)
    #expect(
      outcome.errors.contains("\(Self.original) looks like \(Self.copies[0]), which is saved"))
    #expect(outcome.errors.contains("1 saved · 1 saved before · 1 left out as copies"))
    // Without --new all are saved.
    let others = try await home.run(["download", "1-3", "-o", home.path("others")] + replay)
    #expect(others.errors.contains("3 saved"))
  }

  @Test func `what pictures look like goes with the history`() async throws {
    _ = try await search("-n", "12", "--pictures", "always")
    _ = try await home.run("history", "clear")
    #expect(try await marks(search("-n", "12", "-f", "ndjson").output).isEmpty)
  }
}
