import CommandSyntax
import Foundation
import PhotoSearch
import Testing

struct ExitCodeTests {
  private let home = Home()

  @Test(arguments: [
    ("flickr", "Excessive photo offset in search"), ("pixabay", "\"page\" is out of valid range."),
    ("nasa", "Maximum number of search results have been displayed."),
  ])
  func `a first page that is refused as one past the end is 69, in the service's own words`(
    provider: String, words: String
  ) async throws {
    try await Program.replay("beyond", "-p", provider).ended(with: 69, saying: words)
  }

  @Test(arguments: [
    "": "imgsearch kittens", "kittens --provider flikr": "did you mean flickr?",
    "kittens -p unsplash-list": "can't search words", "list -p flickr": "can't list without words",
    "kittens --count 0": "for --count: it takes a whole number from 1",
    "kittens -n 99999999999999999999":
      "for --count: it takes a whole number from 1 to 9223372036854775807",
    "kittens -n many": "invalid value 'many' for --count",
    "kittens -n": "--count needs a value", "kittens --colr red": "did you mean --color?",
    "3": "did you mean imgsearch show 3?", "2-5": "did you mean imgsearch open 2-5?",
    "histroy": "did you mean imgsearch history?",
    "kittens --license by-nd,modification": "by-nd doesn't permit modification",
    "kittens --since 2024 --until 2023": "--since 2024-01-01 is after --until 2023-12-31",
    "kittens -p -flickr,-flikr": "did you mean flickr?", "kittens --strict=yes": "takes no value",
    "doctor x": "doctor takes no words\nTo search for words: imgsearch search doctor x",
    "mcp x": "mcp takes no words; to search for them: imgsearch search mcp x",
    "more x": "more takes no words: it continues the last search\n",
    "dogs -p unsplash flickr": "did you mean -p unsplash,flickr?\n",
    "dogs -p unsplash Flickr commons -n 5": "did you mean -p unsplash,Flickr,commons?\n",
    "dogs --provider=unsplash flickr": "imgsearch dogs flickr -p unsplash\n",
    "-p unsplash, flickr": "did you mean -p unsplash,flickr?\n",
    "dogs --license by cc0": "did you mean --license by,cc0?\n",
    "dogs -p all -flickr": "to leave that provider out: -p all,-flickr\n",
    "dogs -openverse": "to leave that provider out: -p -openverse\n",
    "apple -computer": "for --columns: it takes a whole number from 1\n"
      + "Words that begin with - go to the end, behind --: imgsearch apple -- -computer\n",
    "wine -free": "Words that begin with - go to the end, behind --: imgsearch wine -- -free\n",
    "cars -vintage":
      "Words that begin with - go to the end, behind --: imgsearch cars -- -vintage\n",
    "show 1-3": "show takes one photo, not 1-3; with --field several",
    "show all": "show takes one photo, not all",
    "show 3 --field pixels": "Accepted: picture, page, id",
    "show 3 --field page -f json": "--field goes with --format text",
    "kittens --license 'KOGL Type 1'": "or its id, such as LicenseRef-",
    "kittens --merge newest --sort popular": "--sort latest only",
    "kittens --format grid --size full": "--size goes with --format flat, csv",
    "kittens --format json --columns 2": "--columns goes with --format grid",
    "kittens -p flickr --color red": "can't filter by color",
    "list of things": "imgsearch search list of things", "show": "show takes one photo",
    "show me kittens": "imgsearch search show me kittens", "show kittens": "isn't a photo",
    "show https://example.com/1": "isn't a photo",
    "show myspace:1": "no provider has photos named myspace:1",
    "help serch": "did you mean search?", "-- ''": "nothing to search for",
    "kittens -n 2 --pictures always -f json": "--pictures goes with --format grid",
    "show flickr:1 --pictures always -f json": "--pictures goes with --format text",
    "download 1 --size full --width 9": "one of them",
    "kittens -f ndjson --fields licence.id": "did you mean license.id?",
    "kittens -f ndjson --fields id,nosuchthing": "invalid value 'nosuchthing' for --fields",
    "kittens -f csv --fields id,renditions": "renditions is a list of objects",
    "kittens -f table --fields renditions": "renditions is a list of objects",
    "kittens -f grid --fields id": "--fields goes with --format table, json, ndjson and csv",
    "harbor --language german": "--language", "harbor --language d": "--language",
    "harbor --language de-DE-x-y": "--language", "harbor --language de/": "--language",
    "harbor --language ''": "--language", "kittens --open": "--format html",
  ])
  func `wrong usage is 64 and names what is accepted`(line: String, words: String) async throws {
    let arguments = line.words
    let needsRecording = arguments.first.map { !["help", "doctor", "more"].contains($0) } ?? false
    try await Program.run(
      (needsRecording ? ["--replay", Program.fixtures + "/harbor.har"] : []) + arguments
    ).ended(with: 64, printing: "", saying: words)
  }

  @Test func `no provider with a key that is accepted is 77, with the variable's name`()
    async throws
  {
    for profile in ProviderCatalog.profiles where profile.kind == .search {
      guard let key = profile.key, !key.isAddress else { continue }
      let provider = profile.id.rawValue
      try await Program.replay("refused", "-p", provider).ended(with: 77, saying: key.variable)
    }
  }

  @Test func `a key that is refused with 403 is 77, too`() async throws {
    try await Program.replay("disallowed", "-p", "pexels").ended(with: 77, saying: "PEXELS_API_KEY")
  }

  @Test(arguments: ["unsplash", "pexels", "pixabay"])
  func `no provider with quota left is 75`(provider: String) async throws {
    try await Program.replay("limited", "-p", provider).ended(with: 75, saying: "try again")
  }

  @Test func `providers that fail for several reasons are 69, and each is named once`() async throws
  {
    let outcome = try await Program.replay("limited", "--format", "json").ended(with: 69)
    let listing = try Listing(outcome)
    #expect(listing.photos.isEmpty)
    #expect(listing.providers.allSatisfy { $0.status == "failed" && $0.error != nil })
    for provider in listing.providers {
      #expect(outcome.errors(of: provider.id).count == 1, "\(provider.id): \(outcome.errors)")
    }
  }

  @Test func `what no provider finds is 0, and said`() async throws {
    try await Program.replay("nothing").ended(printing: "", saying: "Nothing found for “nothing”")
  }

  @Test func `strict makes one failing provider count`() async throws {
    let lenient = try await Program.replay("midway", "-n", "500")
    let strict = try await Program.replay("midway", "-n", "500", "--strict")
    #expect(lenient.code == 0)
    #expect(strict.code == 69 || strict.code == 75)
    #expect(lenient.output == strict.output)
  }

  @Test(arguments: [
    ("cut", "{\"log\": {\"version\": \"1.2\", \"entr"), ("text", "no JSON at all"),
    ("other", "{\"log\": 5}"), ("empty", ""),
  ])
  func `a recording that cannot be read is 65, and named`(name: String, text: String) async throws {
    try home.write(text, to: "\(name).har")
    let outcome = try await home.run("kittens", "--replay", home.path("\(name).har")).ended(
      with: 65, saying: "\(name).har")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `a recording that is not there is 66, and so is a folder without any`() async throws {
    try await home.run("kittens", "--replay", home.path("missing")).ended(with: 66)
    try await home.run("kittens", "--replay", home.folder.path).ended(with: 66)
  }

  @Test(arguments: [
    "hedgehogs":
      "the recording has nothing for “hedgehogs”; this recording has: beyond, blocked, ",
    "hedgehogs -p flickr":
      "the recording has nothing for “hedgehogs”; this recording has: beyond, blocked, ",
    "kittens --color red -p pexels,unsplash":
      "the recording doesn't have “kittens” with --color red from pexels, unsplash; the nearest "
      + "it has is GET api.pexels.com/v1/search query=kittens",
    "list -p pexels-curated": "the recording doesn't have a list from pexels-curated; ",
  ])
  func `what the recording doesn't have is 66, and one line says what it has`(
    line: String, words: String
  ) async throws {
    let isList = line.hasPrefix("list")
    let outcome = try await Program.run(
      line.words + ["--replay", Program.fixtures + (isList ? "/harbor.har" : "")]
    ).ended(with: 66)
    #expect(outcome.errors.hasPrefix("imgsearch: \(words)"), "\(outcome.errors)")
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    let next = (isList ? "" : "search ") + line.replacing("-p", with: "--provider")
    let isFiltered = line.contains("--color")
    let end = "; to ask the services: imgsearch \(isFiltered ? "" : next)"
    #expect(isFiltered ? outcome.errors.contains(end) : outcome.errors.hasSuffix(end + "\n"))
  }

  @Test func `where filters left out all that was found, it says which did`() async throws {
    let outcome = try await Program.replay(
      "harbor", "-p", "wikimedia", "--license", "by-nc-nd", "--orientation", "square"
    ).ended(printing: "")
    let words = "Nothing found for “harbor”. Filters left out every photo found: "
    #expect(outcome.errors.contains(words + "8 by orientation"), "\(outcome.errors)")
  }

  @Test(arguments: ["flickr:1", "unsplash:AAAAAAAAAAA", "openverse:x", "wikimedia:999999999"])
  func `a photo that is not there is 66`(id: String) async throws {
    try await Program.replay("show", id).ended(with: 66)
  }

  @Test func `a full disk is 74`() throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    try Home().shell("imgsearch kittens --replay Fixtures/odd >/dev/full").ended(with: 74)
  }

  @Test func `a pipe that closes early ends it quietly with 0`() throws {
    let outcome = try Home().shell(
      "imgsearch kittens --replay Fixtures/odd -n 400 | head -1; exit ${PIPESTATUS[0]}"
    ).ended()
    #expect(!outcome.errors.contains("imgsearch:"))
  }
}
