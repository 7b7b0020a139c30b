import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Testing

@testable import imgsearch

/// What services allow, and what they are asked for
@Suite(.waits) struct LiveHarvestTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup() }

  private func harvest(_ list: String, _ more: String...) throws
    -> Program.Outcome
  {
    try setup.home.write(list, to: "words.txt")
    return try setup.run(
      ["harvest", setup.home.path("words.txt"), "-o", setup.home.path("out")] + more)
  }

  @Test func `who forbids it isn't asked, named or not, and says so with a link`() throws {
    let outcome = try harvest("kittens -n 30\nkittens -p flickr,nasa -n 5\n").ended()
    #expect(Set(setup.services.counts.keys) == ["wikimedia", "nasa"])
    for (name, link) in [
      ("unsplash", "https://unsplash.com/api-terms"),
      ("flickr", "https://www.flickr.com/help/terms/api"),
      ("pexels", "https://www.pexels.com/terms-of-service/"),
      ("pixabay", "https://pixabay.com/service/terms/"),
      ("openverse", "https://docs.openverse.org/terms_of_service.html"),
    ] {
      let lines = outcome.errorLines.filter { $0.hasPrefix("imgsearch: \(name) isn't asked: ") }
      #expect(lines.count == 1 && lines[0].contains(link), "\(outcome.errors)")
    }
    // Nobody asks the whole web where nobody names it.
    #expect(!outcome.errors.contains("searxng"), "\(outcome.errors)")
    for closed in ["unsplash,pexels", "searxng"] {
      try harvest("kittens -p \(closed)\n").ended(
        with: 64, saying: "those that may: wikimedia, nasa, inaturalist")
      #expect(Set(setup.services.counts.keys) == ["wikimedia", "nasa"])
    }
  }

  /// The profile of the guide's example, as it is written there
  private static let skylark = ProviderProfile(
    id: ProviderID(rawValue: "skylark"), name: "Skylark", service: "skylark", kind: .search,
    key: KeyRequirement(
      variable: "SKYLARK_API_KEY", address: URL(constant: "https://skylark.example/keys")),
    terms: URL(constant: "https://skylark.example/terms"), secureHosts: ["skylark.example"])

  @Test(arguments: [[ProviderID](), [skylark.id], [.nasa, skylark.id]])
  func `a provider that says nothing of its terms isn't harvested, named or not`(
    named: [ProviderID]
  ) throws {
    let plan = SearchPlan(query: PhotoQuery("kittens"), providers: named)
    let line = HarvestLine(number: 1, plan: plan, count: 9, text: "kittens")
    var notes: [String] = []
    let refusal =
      "imgsearch: skylark isn't asked: its adapter doesn't say that its terms allow it "
      + "(https://skylark.example/terms)"
    let others = ProviderCatalog.profiles
    let lines = try? (others + [Self.skylark]).allowed([line]) { notes.append($0) }
    #expect(notes.contains(refusal) && (lines == nil) == (named == [Self.skylark.id]))
    #expect(lines?.first?.plan.providers.contains(ProviderID(rawValue: "-skylark")) ?? true)
  }

  @Test func `the help of harvest has those that may be asked`() {
    let help = Help().text(of: .harvest).split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      help.contains("terms allow collecting: wikimedia, nasa, inaturalist. Others are skipped"))
    #expect(!Help().text(of: .search).contains("collecting"))
  }

  @Test func `a budget of so many requests a day is never gone over, and nothing is lost`() throws {
    let list = "kittens -p wikimedia -n 300\nharbor -p nasa,wikimedia -n 150\n"
    try harvest(list).ended()
    let whole = try setup.home.text("out/0001-kittens.ndjson")
    let both = try setup.home.text("out/0002-harbor.ndjson")
    let needed = setup.services.counts["wikimedia"] ?? 0
    #expect(needed == 5)
    for folder in ["out", "cache"] {
      try setup.home.remove(folder)
    }
    let budget = 2
    var codes: [Int32] = []
    for _ in 1...3 {
      setup.services.forget()
      let outcome = try harvest(list, "--per-day", "wikimedia=\(budget)")
      codes.append(outcome.code)
      #expect((setup.services.counts["wikimedia"] ?? 0) <= budget)
      if outcome.code == 75 {
        #expect(outcome.errors.contains("wikimedia: the 2 requests of today (--per-day) are used"))
        // The same day once more: nothing is asked.
        setup.services.forget()
        try harvest(list, "--per-day", "wikimedia=\(budget)").ended(with: 75)
        #expect(setup.services.counts["wikimedia"] == nil)
      }
      // Midnight
      let count = try setup.home.text("out/requests.json")
      try setup.home.write(
        count.replacing(/20\d\d-\d\d-\d\d/, with: "2020-01-01"), to: "out/requests.json")
    }
    #expect(try (codes, setup.home.text("out/0001-kittens.ndjson")) == ([75, 75, 0], whole))
    #expect(try setup.home.text("out/0002-harbor.ndjson") == both)
    try setup.home.write("[]", to: "out/requests.json")
    try harvest(list, "--per-day", "wikimedia=\(budget)").ended(
      with: 65, saying: "remove it to count today's requests again")
  }

  private static let two = "kittens -p wikimedia -n 10\nkittens -p nasa -n 5\n"

  @Test func `a spent quota ends it with 75`() throws {
    setup.services.set(.tooMany(retryAfter: 3600), of: "wikimedia")
    try harvest(Self.two).ended(with: 75, saying: "0 of 2 searches")
    #expect(setup.services.counts["nasa"] == nil)
  }

  @Test func `any failure but a spent quota lets the rest go on`() throws {
    setup.services.set(.broken(), of: "wikimedia")
    try harvest(Self.two).ended(with: 69, saying: "line 1: wikimedia: ", "1 of 2 searches")
    setup.services.set(nil, of: "wikimedia")
    try harvest(Self.two).ended()
    #expect(try setup.home.text("out/0001-kittens.ndjson").count { $0 == "\n" } == 10)
  }

  @Test func `with --wait it says until when, stays, and can be stopped without a loss`() throws {
    setup.services.set(.tooMany(retryAfter: 3600), of: "wikimedia")
    let list = "kittens -p nasa -n 5\nkittens -p wikimedia -n 10\n"
    try setup.home.write(list, to: "words.txt")
    let program = try setup.start(
      "harvest", setup.home.path("words.txt"), "-o", setup.home.path("out"), "--wait")
    try program.waitUntilSaid("wikimedia answers again at ")
    program.interrupt()
    try program.finish().ended(with: 130)
    #expect(try setup.home.text("out/0001-kittens.ndjson").count { $0 == "\n" } == 5)
    #expect(setup.services.counts == ["nasa": 1, "wikimedia": 1])
  }

  @Test func `what is new since the last round has files of its own`() throws {
    let list = "kittens -p wikimedia -n 200\n"
    try harvest(list, "--since", "last").ended()
    let first = try setup.home.text("out/0001-kittens.ndjson")
    // That was a long time ago.
    let state = try setup.home.text("out/state.json")
    try setup.home.write(
      state.replacing(/"began":"[0-9-]+"/, with: "\"began\":\"2019-01-01\""),
      to: "out/state.json")
    try harvest(list, "--since", "last").ended()
    let names = try setup.home.names(in: "out")
    let new = try #require(names.first { $0.hasPrefix("0001-kittens-20") })
    let rows = try setup.home.text("out/\(new)").split(separator: "\n")
    #expect(rows.count < first.split(separator: "\n").count)
    #expect(try setup.home.text("out/0001-kittens.ndjson") == first)
  }
}
