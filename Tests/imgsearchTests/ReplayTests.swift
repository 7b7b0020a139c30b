import Foundation
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
    let home = try Home()
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
  func `no line of the grid but addresses is wider than asked for`(width: Int) async throws {
    let outcome = try await Home(["COLUMNS": "\(width)"]).replay("kittens", "-n", "60")
    for line in outcome.lines where !line.contains("https://") && !line.contains("http://") {
      #expect(line.unicodeScalars.count <= width * 3)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) })
      #expect(
        !line.unicodeScalars.contains {
          (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        })
    }
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

  /// A search in the real recordings: `pexels cat 15`
  struct RealSearch: CustomTestStringConvertible, Sendable {
    let provider, words: String
    let photos: Int
    var code: Int32 = 0

    var testDescription: String { "\(provider) \(words) \(photos)" }
  }

  private static let realSearches: [RealSearch] = [
    RealSearch(provider: "pixabay", words: "apples", photos: 20),
    RealSearch(provider: "pixabay", words: "mixed", photos: 12),
    RealSearch(provider: "pixabay", words: "second", photos: 19),
    RealSearch(provider: "pixabay", words: "three", photos: 3),
    RealSearch(provider: "pixabay", words: "full", photos: 1),
    RealSearch(provider: "pixabay", words: "nothing", photos: 0),
    RealSearch(provider: "pixabay", words: "refused", photos: 0, code: 77),
    RealSearch(provider: "pixabay", words: "limited", photos: 0, code: 75),
    RealSearch(provider: "searxng", words: "attention", photos: 55),
    RealSearch(provider: "searxng", words: "photos", photos: 15),
    RealSearch(provider: "searxng", words: "nothing", photos: 0),
    RealSearch(provider: "searxng", words: "refused", photos: 0, code: 69),
    RealSearch(provider: "searxng", words: "limited", photos: 0, code: 75),
    RealSearch(provider: "nasa", words: "one", photos: 1),
    RealSearch(provider: "nasa", words: "sizes", photos: 0),
    RealSearch(provider: "inaturalist", words: "first", photos: 1),
    RealSearch(provider: "inaturalist", words: "last", photos: 1),
    RealSearch(provider: "pexels", words: "cat", photos: 15),
    RealSearch(provider: "pexels", words: "nature", photos: 10),
    RealSearch(provider: "pexels", words: "retreat", photos: 1),
    RealSearch(provider: "pexels", words: "nothing", photos: 0),
    RealSearch(provider: "pexels", words: "refused", photos: 0, code: 77),
  ]

  @Test(
    .enabled(if: Program.recordings != nil, "IMGSEARCH_RECORDINGS is not set"),
    arguments: realSearches)
  func `what services really answered is listed, and ends as it should`(
    search: RealSearch
  ) async throws {
    let real = try #require(Program.recordings) + "/har/real-2.har"
    let outcome = try await Program.run(
      [search.words, "-p", search.provider, "-f", "json", "-n", "1000", "--replay", real])
    #expect(outcome.code == search.code, "\(outcome.errors)")
    #expect(try Listing(outcome).photos.count == search.photos)
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
