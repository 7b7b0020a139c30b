import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// SearXNG as a person meets it: asked when it is named, at an address of one's own
struct WholeWebTests {
  private let home = Home()

  private let copies = Fixtures.expectations.copies.filter { $0.copy.service == "searxng" }

  @Test func `without an address it is 77, with what to set and how to start one`() throws {
    try home.process("kittens", "-p", "searxng").ended(
      with: 77, saying: "set SEARXNG_URL", "https://docs.searxng.org/")
    let row = try #require(home.process("providers").lines.first { $0.hasPrefix("searxng\t") })
    #expect(row.contains("no address: set SEARXNG_URL"))
    #expect(
      try home.process("keys").lines.contains { $0.hasPrefix("searxng\tnot set\tSEARXNG_URL") })
  }

  @Test func `its address may be one of http elsewhere, and no other service's`() async throws {
    let home = Home(["SEARXNG_URL": "http://searx.home:8080/in"])
    let row = try #require(home.process("providers").lines.first { $0.hasPrefix("searxng\t") })
    #expect(row.contains("ready: SEARXNG_URL is set\t\thttp://searx.home:8080/in\t"))
    for (variable, address) in [
      ("OPENVERSE_API_URL", "http://searx.home:8080"), ("SEARXNG_URL", "searx.home"),
      ("SEARXNG_URL", "ftp://searx.home"), ("SEARXNG_URL", "http://me:pw@searx.home"),
    ] {
      let outcome = try await Home([variable: address]).run("providers")
      #expect(outcome.code == 64 && outcome.errors.contains(variable), "\(address)")
    }
  }

  @Test func `it is asked when named alone, with the engines that are set, and as it was recorded`()
    throws
  {
    let setup = try LiveSetup(keys: false)
    setup.environment["SEARXNG_URL"] = setup.services.url(of: "searxng").absoluteString
    setup.environment["SEARXNG_ENGINES"] = " unsplash, bing images,"
    _ = try setup.run("kittens", "-n", "4")
    #expect(setup.services.requests(of: "searxng").isEmpty)
    let file = setup.home.path("web.har")
    let live = try setup.run("kittens", "-p", "searxng", "-n", "5", "--record", file).ended(
      saying:
        "searxng: brave.images didn't answer (timeout); startpage images didn't answer (CAPTCHA)")
    let asked = try #require(setup.services.requests(of: "searxng").first).url
    #expect(asked.query(percentEncoded: false)?.contains("engines=unsplash,bing images") == true)
    #expect(try setup.home.text("web.har").contains("http://127.0.0.1:8888/search?q=kittens"))
    let replayed = try Home().process("kittens", "-p", "searxng", "-n", "5", "--replay", file)
    #expect(replayed.output == live.output)
  }

  @Test func `keys tries its address and keeps it`() throws {
    let setup = try LiveSetup(keys: false)
    let address = setup.services.url(of: "searxng").absoluteString
    try setup.run("keys", "set", "searxng", input: address + "\n").ended()
    try setup.run("kittens", "-p", "searxng", "-n", "2").ended()
  }

  @Test(arguments: [("refused", 69, "search.formats"), ("limited", 75, "quota")])
  func `what it refuses is a setting, and its limit a quota`(
    words: String, code: Int32, reason: String
  ) async throws {
    try await Program.replay(words, "-p", "searxng").ended(with: code, saying: reason)
  }

  @Test func `with licences asked for it is skipped`() async throws {
    try await Program.replay("harbor", "-p", "openverse,searxng", "--license", "by").ended(
      saying: "searxng skipped: can't filter by licence")
  }

  @Test(arguments: ["interleaved", "sequential"])
  func `a picture that another service has too is shown once`(order: String) async throws {
    let listing = try await Listing(
      Program.replay(
        "kittens", "-p", "all,searxng", "-n", "1000", "-f", "json", "--merge", order))
    let shown = Set(listing.ids)
    #expect((listing.photos.count, copies.count) == (shown.count, 11))
    for pair in copies {
      #expect(
        shown.contains(pair.copy.description) != shown.contains(pair.original.description),
        "\(pair)")
    }
    #expect(Set(listing.photos.map(\.origin)).count == listing.photos.count)
  }

  @Test func `who came first is shown, and show asks the service whose photo it is`() async throws {
    let original = try #require(copies.first { $0.original.service == "unsplash" })
    for (order, shown) in [
      ("unsplash,searxng", original.original), ("searxng,unsplash", original.copy),
    ] {
      let home = Home()
      let listing = try await Listing(
        home.replay("kittens", "-p", order, "--merge", "sequential", "-f", "json", "-n", "200"))
      #expect(listing.ids.contains(shown.description), "\(order)")
      let card = try await home.replay("show", shown.description).ended()
      #expect(card.output.contains("Camera") && card.output.contains("\(original.original)"))
      let credit = try await home.replay("credit", shown.description)
      #expect(credit.output.hasPrefix("Photo by ") && credit.output.hasSuffix(" on Unsplash\n"))
    }
  }

  @Test(arguments: ["127.0.0.1:8888", "searx.home:8080"])
  func `where nobody set its address, no picture is fetched from there`(host: String) throws {
    let line =
      #"{"id":"searxng:0123456789abcdef","page":"https://a.example/","renditions":"#
      + #"[{"role":"regular","url":"http://\#(host)/a.png"}]}"#
    let outcome = try home.process("download", "-", "-o", home.path("pictures"), input: line + "\n")
    #expect(outcome.code != 0)
    #expect(outcome.errors.contains("this machine"), "\(outcome.errors)")
  }

  /// Rows 37 and 39 of the fixture name a router, a printer and a machine of the neighbourhood
  private static let privateHosts = ["192.168.1.1", "10.0.0.1", "printer.localhost"]

  private func names(_ output: String) -> [String] { Self.privateHosts.filter(output.contains) }

  @Test(arguments: ["html", "markdown", "csv", "urls"])
  func `no output that loads pictures or leads to them names an address of a private network`(
    format: String
  ) async throws {
    let search = try await home.replay("kittens", "-p", "searxng", "-n", "60", "-f", format).ended(
      saying: "the addresses of 3 pictures lead into private networks")
    #expect(names(search.output) == [])
    let json = try await home.replay("kittens", "-p", "searxng", "-n", "60", "-f", "ndjson")
    #expect(names(json.output) == Self.privateHosts && !json.errors.contains("private network"))
    // The favorites have them, too.
    let lines = json.lines.filter { !names(String($0)).isEmpty }
    #expect(lines.count == 2)
    let input = lines.joined(separator: "\n")
    try home.process("favorites", "add", "-", input: input).ended()
    let favorites = try home.process("favorites", "-f", format).ended(
      saying: "the addresses of 3 pictures")
    #expect(names(favorites.output) == [])
  }

  @Test func `no command leads to a picture at an address of a private network`() async throws {
    let json = try await home.replay("kittens", "-p", "searxng", "-n", "60", "-f", "ndjson")
    let line = try #require(json.lines.first { $0.contains("192.168.1.1") })
    let id = try Program.Outcome(output: "\(line)\n", errors: "", code: 0).ids()[0]
    let shown = try home.process("show", id).ended(
      saying: "the addresses of 2 pictures lead into private networks")
    #expect(names(shown.output) == [])
    let credit = try home.process("credit", id, "--picture", "-f", "markdown").ended()
    #expect(names(credit.output) == [])
    let opened = try home.process("open", id, "--picture").ended(with: 66)
    #expect(names(opened.output + opened.errors) == [], "\(opened.errors)")
  }

  @Test func `a picture beside an API on this machine is named, for it is somebody's own`() throws {
    let setup = try LiveSetup(pictures: true)
    let outcome = try setup.run("kittens", "-p", "flickr", "-n", "2", "-f", "urls")
    #expect(outcome.code == 0 && outcome.output.count { $0 == "\n" } == 2, "\(outcome.output)")
    #expect(!outcome.errors.contains("private network"))
  }

  @Test func `a photo of nobody's is shown as it was seen, else it is 66`() async throws {
    let listing = try await Listing(home.replay("harbor", "-p", "searxng", "-f", "json"))
    let id = try #require(listing.ids.first)
    let shown = try home.process("show", id).ended()
    #expect(shown.errors.isEmpty, "\(shown.errors)")
    #expect(shown.output.contains("licence unknown"))
    #expect(try home.process("credit", "1").output.contains("(licence unknown) · "))
    try Home().process("show", id).ended(with: 66)
  }

  @Test func `a photo whose service can't be asked is told as it was seen`() async throws {
    _ = try await home.replay("kittens", "-p", "searxng", "-n", "5")
    // Its key isn't set, and nothing is asked without one.
    let id = try #require(copies.first { $0.original.service == "flickr" }).copy.description
    let harbor = Program.fixtures + "/harbor.har"
    let credit = try home.process("credit", id, "--replay", harbor).ended(
      saying: "as it was last seen")
    #expect(credit.output.contains("licence unknown"))
  }
}
