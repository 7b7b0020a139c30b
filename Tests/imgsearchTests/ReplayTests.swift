import Foundation
import Terminal
import Testing

struct ReplayTests {
  @Test(arguments: ["grid", "json"])
  func `two runs print the same bytes`(format: String) async throws {
    let first = try await Program.replay("kittens", "--format", format, "-n", "200")
    let second = try await Program.replay("kittens", "--format", format, "-n", "200")
    #expect(first.code == 0 && !first.output.isEmpty && first.output == second.output)
  }

  @Test func `all merges every provider of the recording, each picture once`() async throws {
    let listing = try await Listing(Program.replay("kittens", "--format", "json", "-n", "1000"))
    #expect(listing.providers.map(\.id) == LiveSetup.names)
    #expect(listing.providers.allSatisfy { $0.status == "ended" })
    #expect(Array(listing.photos.prefix(LiveSetup.names.count).map(\.provider)) == LiveSetup.names)
    #expect(Set(listing.ids).count == listing.ids.count)
    #expect(Set(listing.photos.map(\.origin)).count == listing.photos.count)
  }

  @Test func `who needs a key and is not in the recording is not among all`() async throws {
    let recording = Program.fixtures + "/flickr-kittens.har"
    let listing = try await Listing(
      Program.run(
        ["kittens", "--sort", "latest", "--format", "json", "--replay", recording]))
    // Openverse needs none: it was skipped in the run that was recorded, too. Pexels did not.
    #expect(listing.providers.map(\.id) == ["flickr", "openverse"])
  }

  @Test func `whom the recording has only without a filter isn't asked, and is named`() async throws
  {
    let outcome = try await Program.replay("harbor", "--license", "cc0", "-f", "json")
    #expect(
      outcome.errorLines.contains(
        "imgsearch: flickr, openverse, europeana, finna, inaturalist not asked: the recording has “harbor”, "
          + "but not with --license cc0; to ask the services: "
          + "imgsearch search harbor --license cc0"), "\(outcome.errors)")
    let asked = try Listing(outcome).providers.filter { $0.requests > 0 }
    // All photos of WordPress are under it, so the request is the same.
    #expect(asked.map(\.id) == ["wikimedia", "wordpress"])
    #expect(try await !Program.replay("harbor", "-n", "3").errors.contains("not with"))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 30, 31, 120])
  func `no more is asked for than the photos need`(count: Int) async throws {
    let listing = try await Listing(Program.replay("kittens", "--format", "json", "-n", "\(count)"))
    #expect(listing.photos.count == count)
    if count <= 4 { #expect(listing.providers.reduce(0) { $0 + $1.requests } == count) }
    if count == 30 { #expect(listing.providers.allSatisfy { $0.requests == 1 }) }
  }

  @Test func `a recording of a run replays to the same bytes, and has no key in it`() async throws {
    let home = Home()
    let file = home.path("run.har")
    let options = ["kittens", "--format", "json", "-n", "120"]
    let live = try await home.run(options + ["--replay", Program.fixtures, "--record", file])
    let again = try await home.run(options + ["--replay", file])
    #expect(live.output == again.output)
  }

  @Test func `show tells what only the photo itself tells`() async throws {
    let expected = [
      ("flickr", ["Full size", "Camera", "Licence", "Credit"]),
      ("unsplash", ["Full size", "Camera", "Place", "Likes"]),
    ]
    for (provider, labels) in expected {
      let listing = try await Program.replay("show", try Self.shown(provider)).ended()
      for label in labels { #expect(listing.output.contains(label), "\(provider): \(label)") }
    }
  }

  @Test func `credit gives lines to paste`() async throws {
    let id = try Self.shown("unsplash")
    let text = try await Program.replay("credit", id)
    #expect(text.output.hasPrefix("Photo by ") && text.output.hasSuffix(" on Unsplash\n"))
    let html = try await Program.replay("credit", id, "--format", "html")
    #expect(html.output.contains("utm_source=imgsearch&amp;utm_medium=referral"))
  }

  @Test func `verbose says a line of each request, without keys`() async throws {
    let outcome = try await Program.replay("kittens", "-n", "4", "--verbose")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains(" bytes, recording") }
    #expect(lines.count == 4)
  }

  @Test(arguments: [40, 60, 80, 100, 200])
  func `no line of the grid is wider than COLUMNS says`(width: Int) async throws {
    let outcome = try await Home(["COLUMNS": "\(width)"]).replay("kittens", "-n", "60")
    for line in outcome.lines { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
  }

  @Test(.enabled(if: Program.recordings != nil, "IMGSEARCH_RECORDINGS is not set"))
  func `all photos of the real recordings come out`() async throws {
    let real = try #require(Program.recordings) + "/har/real.har"
    for (words, count) in [("kittens", 97), ("forest", 299), ("dog", 2), ("paris", 20)] {
      let listing = try await Listing(
        Program.run(
          [words, "-p", "flickr", "--format", "json", "-n", "1000", "--replay", real]))
      #expect(listing.photos.count == count, "\(words)")
    }
  }

  /// How many photos searches in the real recordings find
  private static let found = [
    "pixabay apples": 20, "pixabay mixed": 12, "pixabay second": 19, "pixabay three": 3,
    "pixabay full": 1, "pixabay nothing": 0, "searxng attention": 55, "searxng photos": 15,
    "searxng nothing": 0, "nasa one": 1, "nasa sizes": 0, "inaturalist first": 1,
    "inaturalist last": 1, "pexels cat": 15, "pexels nature": 10, "pexels retreat": 1,
    "pexels nothing": 0,
  ]
  /// How those end that are refused
  private static let refused: [String: Int32] = [
    "pixabay refused": 77, "pixabay limited": 75, "searxng refused": 69, "searxng limited": 75,
    "pexels refused": 77,
  ]

  @Test(
    .enabled(if: Program.recordings != nil, "IMGSEARCH_RECORDINGS is not set"),
    arguments: (found.map(\.key) + refused.map(\.key)).sorted())
  func `what services really answered is listed, and ends as it should`(
    search: String
  ) async throws {
    let real = try #require(Program.recordings) + "/har/real-2.har"
    let words = search.words
    let outcome = try await Program.run(
      [words[1], "-p", words[0], "-f", "json", "-n", "1000", "--replay", real]
    ).ended(with: Self.refused[search] ?? 0)
    #expect(try Listing(outcome).photos.count == Self.found[search] ?? 0)
  }

  private static func shown(_ provider: String) throws -> String {
    let har = try String(
      contentsOf: Program.root.appending(path: "Fixtures/odd/show.har"), encoding: .utf8)
    let pattern =
      provider == "flickr"
      ? /photos\.getInfo&photo_id=(\d+)/ : /unsplash\.com\/photos\/(\w[\w-]{10})/
    return "\(provider):" + String(try #require(har.firstMatch(of: pattern)).1)
  }
}
