import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// NASA and iNaturalist in the program, and the options that came with them
struct NatureTests {
  private let home = Home()

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(arguments + ["--replay", Program.fixtures(for: arguments)])
  }

  @Test func `they are asked only when they are named`() async throws {
    let all = try await Listing(run("kittens", "-n", "40", "-f", "json"))
    #expect(all.ids.allSatisfy { !$0.hasPrefix("nasa:") && !$0.hasPrefix("inaturalist:") })
    let named = try await Listing(
      run("kittens", "-p", "all,nasa,inaturalist", "-n", "40", "-f", "json"))
    #expect(named.ids.contains { $0.hasPrefix("nasa:") })
    #expect(named.ids.contains { $0.hasPrefix("inaturalist:") } && Set(named.ids).count == 40)
  }

  @Test func `all their photos are those of the fixtures, each once`() async throws {
    let listing = try await Listing(
      run("kittens", "-p", "nasa,inaturalist", "-n", "1000", "-f", "json"))
    let expected = [ProviderID.nasa, .iNaturalist].flatMap { id in
      Fixtures.expectations.answer(id, "kittens")?.photos.map { "\(id):\($0)" } ?? []
    }
    #expect(listing.ids.sorted() == expected.sorted() && listing.next == nil)
  }

  @Test(arguments: [
    ("limited", 75), ("rejected", 69), ("html", 69), ("nonsense", 69), ("cut", 69),
    ("silent", 69), ("nothing", 0), ("broken", 0), ("midway", 0), ("zebra", 66),
  ])
  func `each ends as the table of exits says`(words: String, code: Int32) async throws {
    for name in ["nasa", "inaturalist"] {
      let outcome = try await run(words, "-p", name)
      #expect(outcome.code == code, "\(name): \(outcome.errors)")
    }
  }

  @Test func `a photo is shown by its id and by its page`() async throws {
    for (id, page) in [
      ("nasa:PIA118e064426", "https://images.nasa.gov/details/PIA118e064426"),
      ("inaturalist:50977687", "https://www.inaturalist.org/observations/50977687"),
    ] {
      let outcome = try await run("show", id).ended()
      #expect(outcome.output.contains(page), "\(outcome.errors)")
      #expect(try await run("show", page).output == outcome.output)
    }
    let blank = try await run("show", "nasa:NASA Kitten_SEAL_BLACK_300DPI")
    let page = "https://images.nasa.gov/details/NASA%20Kitten_SEAL_BLACK_300DPI"
    #expect(blank.code == 0 && blank.output.contains("\(page)\n"), "\(blank.errors)")
    #expect(try await run("show", page).output == blank.output)
    try await run("show", "nasa:NOSUCHPHOTO").ended(with: 66)
    try await run("show", "inaturalist:50000000-1").ended(with: 66)
  }

  @Test func `they are asked for no more pages than the photos need`() async throws {
    for (count, pages) in [(80, 1), (90, 2)] {
      let options = ["kittens", "-p", "inaturalist,nasa", "-n", "\(count)", "-f", "ndjson"]
      let replay = try await Program.run(options + ["--replay", Program.fixtures])
      let setup = try LiveSetup()
      let live = try setup.run(options + ["--patience", "forever"])
      #expect(try live.ids() == replay.ids())
      #expect(setup.services.counts == ["nasa": 1, "inaturalist": pages])
    }
  }

  @Test func `an observation's address stands for its first photo, in favorites too`() async throws
  {
    let id = try await #require(home.replay("show", Self.observation, "-f", "json").ids().first)
    #expect(id.hasPrefix("inaturalist:50977687-"))
    _ = try await home.replay("favorites", "add", Self.observation)
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == [id])
    _ = try await home.run("favorites", "remove", Self.observation)
    #expect(try await home.run("favorites", "-f", "ndjson").output.isEmpty)
  }

  private static let observation = "https://www.inaturalist.org/observations/50977687"

  @Test func `what Pixabay says a machine made is left out where nobody wants it`() async throws {
    let made = try await run("kittens", "-p", "pixabay", "-n", "500", "-f", "json")
    let all = try Listing(made)
    let without = try await run("kittens", "-p", "pixabay", "--no-ai", "-n", "500", "-f", "json")
    let machines = made.output.ranges(of: "\"isAIGenerated\":true").count
    #expect(machines > 0 && !without.output.contains("\"isAIGenerated\":true"))
    #expect(try Listing(without).ids.count == all.ids.count - machines)
    #expect(try Listing(without).providers[0].leftOut == all.providers[0].leftOut + machines)
  }

  @Test func `a language and no machines are in the query, and how many don't say in the summary`()
    async throws
  {
    let outcome = try await run(
      "harbor", "-p", "nasa", "--no-ai", "--language", "DE", "-f", "json", "-n", "5"
    ).ended(saying: "5 don't say whether a machine made them")
    #expect(
      outcome.output.contains(#""sort":"relevant","noAi":true,"language":"de","similar":null}"#))
    let plain = try await run("harbor", "-p", "nasa", "-f", "json")
    #expect(plain.output.contains(#""noAi":false,"language":null,"similar":null}"#))
    #expect(!plain.errors.contains("machine"))
  }

  @Test func `they can be set for good`() async throws {
    try home.write(
      #"{"noAi": true, "language": "pt_BR", "provider": "nasa"}"#,
      to: ".config/imgsearch/config.json", permissions: 0o644)
    let outcome = try await home.replay("harbor", "-f", "json").ended()
    #expect(outcome.output.contains(#""noAi":true,"language":"pt-BR","similar":null}"#))
    let again = try await home.run("history")
    #expect(again.output.contains("--no-ai") && again.output.contains("--language pt-BR"))
  }

  @Test func `a licence is asked for, and every photo judged by its own`() async throws {
    let listing = try await Listing(
      run("harbor", "-p", "inaturalist", "--license", "by", "-f", "json", "-n", "50"))
    #expect(listing.ids.count == 2)
  }
}
