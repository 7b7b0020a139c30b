import Foundation
import PhotoSearch
import Testing

/// How many answers have to be waited for one after another: all requests that are under way are
/// answered together, round by round
@Suite(.timeLimit(.minutes(20)))
struct RoundTripTests {
  /// The four of `all` with their page sizes, `u f o w`; Commons, `w`, has no page numbers
  private static let providers = [
    provider("u", size: 30, pages: 167), provider("f", size: 100, pages: 40),
    provider("o", size: 20, pages: 12), provider("w", size: 50, pages: 200, isNumbered: false),
  ]

  private static func provider(
    _ name: String, size: Int, pages: Int, isNumbered: Bool = true
  ) -> ScriptedProvider {
    var provider = ScriptedProvider(name, pages: pages, of: size)
    if isNumbered { provider.promise = RemainingPages(count: pages, size: size) }
    return provider
  }

  private static func names(_ name: String, _ pages: ClosedRange<Int>) -> [String] {
    pages.map { "\(name) \($0)" }
  }

  /// Answers round by round, each of which has to be as expected
  private func run(
    _ providers: [ScriptedProvider], order: MergeOrder = .interleaved, limit: Int?,
    rounds: [[String]], over carrier: (any HTTPTransport)? = nil
  ) async -> Run {
    let transport = GatedTransport(over: carrier)
    let search = MergedSearch(
      PhotoQuery("kittens"), from: providers, order: order, limit: limit, over: transport)
    return await run(search, rounds: rounds, over: transport)
  }

  private func run(
    _ search: MergedSearch, rounds: [[String]], over transport: GatedTransport
  ) async -> Run {
    let task = Task { await Run(search) }
    for round in rounds {
      await transport.waitUntil { $0 == Set(round) }
      // The last first: who answers first does not matter.
      transport.open(round.reversed())
    }
    let run = await task.value
    #expect(transport.waiting.isEmpty)
    #expect(run.reports.reduce(0) { $0 + $1.requests } == rounds.reduce(0) { $0 + $1.count })
    return run
  }

  /// Answers with so many bytes
  private static func replies(of count: Int) -> ToldTransport {
    ToldTransport { _ in WebReply(status: 200, body: Data(count: count)) }
  }

  @Test(arguments: [
    (20_000_000, [2...2, 3...3, 4...4, 5...5, 6...6]), (10_000_000, [2...4, 5...6]),
    (1_000_000, [2...6]),
  ])
  func `the larger the replies, the fewer are asked for at a time`(
    bytes: Int, rounds: [ClosedRange<Int>]
  ) async {
    let provider = Self.provider("a", size: 4, pages: 6)
    let run = await run(
      [provider], limit: 24, rounds: [["a 1"]] + rounds.map { Self.names("a", $0) },
      over: Self.replies(of: bytes))
    #expect(
      run.ids == MergeOracle(providers: [provider], order: .interleaved).outcome(limit: 24).shown)
  }

  @Test(arguments: MergeOrder.allCases)
  func `large replies of several providers come one after another, too`(order: MergeOrder) async {
    let providers = ["a", "b"].map { Self.provider($0, size: 2, pages: 3) }
    let rounds: [[String]] =
      switch order {
      case .interleaved: [["a 1", "b 1"]] + ["a 2", "b 2", "a 3", "b 3"].map { [$0] }
      case .newest: [["a 1", "b 1"]] + ["a 2", "a 3", "b 2", "b 3"].map { [$0] }
      case .sequential: ["a 1", "a 2", "a 3", "b 1", "b 2", "b 3"].map { [$0] }
      }
    let run = await run(
      providers, order: order, limit: 12, rounds: rounds, over: Self.replies(of: 30_000_000))
    #expect(run.ids == MergeOracle(providers: providers, order: order).outcome(limit: 12).shown)
  }

  @Test func `30 photos of four take one`() async {
    let run = await run(Self.providers, limit: 30, rounds: [["u 1", "f 1", "o 1", "w 1"]])
    #expect(run.ids.count == 30)
  }

  @Test func `300 photos of four take two, and no request more than one after another`() async {
    let run = await run(
      Self.providers, limit: 300,
      rounds: [
        ["u 1", "f 1", "o 1", "w 1"],
        Self.names("u", 2...3) + Self.names("o", 2...4) + ["w 2"],
      ])
    let oracle = MergeOracle(providers: Self.providers, order: .interleaved).outcome(limit: 300)
    #expect((run.ids, run.reports.map(\.requests)) == (oracle.shown, oracle.pages))
  }

  @Test func `1,000 photos of four take as many as the six pages that Commons' chain has`() async {
    let run = await run(
      Self.providers, limit: 1_000,
      rounds: [
        ["u 1", "f 1", "o 1", "w 1"],
        Self.names("u", 2...7) + Self.names("f", 2...3) + Self.names("o", 2...7) + ["w 2"],
        Self.names("u", 8...9) + Self.names("o", 8...12) + ["w 3"],
        ["w 4"], ["w 5"], ["w 6"],
      ])
    let oracle = MergeOracle(providers: Self.providers, order: .interleaved).outcome(limit: 1_000)
    #expect((run.ids, run.reports.map(\.requests)) == (oracle.shown, oracle.pages))
  }

  @Test func `one after another, the first one's pages go side by side, and only they`() async {
    let run = await run(
      Self.providers, order: .sequential, limit: 300,
      rounds: [["u 1"], Self.names("u", 2...7), Self.names("u", 8...10)])
    #expect(run.ids.count == 300)
  }

  @Test func `a continued run goes on side by side from the page where it stands`() async throws {
    let start = await Run(
      MergedSearch(
        PhotoQuery("kittens"), from: [Self.providers[0]], limit: 40, over: CountingTransport()))
    let transport = GatedTransport()
    let search = try MergedSearch(
      continuing: #require(start.cursor), from: [Self.providers[0]], limit: 100, over: transport)
    let run = await run(search, rounds: [["u 2"], ["u 3", "u 4", "u 5"]], over: transport)
    #expect(
      (run.ids.map(\.native), run.reports.map(\.requests)) == ((41...140).map(String.init), [4]))
  }

  @Test func `without a limit one page ahead is asked for`() async {
    let run = await run(
      [Self.provider("u", size: 4, pages: 9)], limit: nil, rounds: (1...9).map { ["u \($0)"] })
    #expect(run.ids.count == 36)
  }
}

/// What becomes of pages that were asked for beside one that turns out to be the last
@Suite(.timeLimit(.minutes(20)))
struct UntrueCountTests {
  private static func page(_ numbers: ClosedRange<Int>) -> ScriptedProvider.Page {
    .of("u", numbers)
  }

  private static let sound = [page(1...3), page(4...6), page(7...9), page(10...12)]

  /// Asks for pages 2 to 5 together, and answers two of them, the later one first
  private func run(_ pages: [ScriptedProvider.Page], lost: Set<String>) async -> Run {
    var provider = ScriptedProvider("u", pages: pages)
    provider.promise = RemainingPages(count: 20, size: 3)
    let transport = GatedTransport()
    let search = MergedSearch(PhotoQuery("kittens"), from: [provider], limit: 15, over: transport)
    let task = Task { await Run(search) }
    await transport.waitUntil { $0 == ["u 1"] }
    transport.open("u 1")
    await transport.waitUntil { $0 == ["u 2", "u 3", "u 4", "u 5"] }
    transport.open("u 3", "u 2")
    let run = await task.value
    // Where the earlier answer is empty and comes first, page 6 is asked for and called off too.
    while !transport.cancelled.isSuperset(of: lost) || !transport.waiting.isEmpty {
      await Task.yield()
    }
    #expect(transport.cancelled.subtracting(lost).isSubset(of: ["u 6"]))
    return run
  }

  @Test(arguments: [
    ("no next page", [page(1...3), page(4...6), page(7...8)], 8, EndReason.exhausted),
    ("two empty pages", [page(1...3), .rows([]), .rows([]), page(4...6)], 3, .exhausted),
    ("a repeat", [page(1...3), page(4...6), page(4...6), page(7...9)], 6, .repeats),
  ])
  func `behind an end they are called off, not shown and not counted`(
    what: String, pages: [ScriptedProvider.Page], photos: Int, reason: EndReason
  ) async {
    let run = await run(pages, lost: ["u 4", "u 5"])
    #expect(
      (run.ids.map(\.native), run.reports[0].status, run.reports[0].requests, run.cursor)
        == ((1...photos).map(String.init), .ended(reason), 3, nil))
  }

  @Test func `a total that is far from the count of pages is not believed`() async {
    var provider = ScriptedProvider("u", pages: Self.sound)
    provider.promise = RemainingPages(count: 20, size: 3)
    provider.total = 3
    let transport = CountingTransport()
    let run = await Run(
      MergedSearch(PhotoQuery("kittens"), from: [provider], limit: 9, over: transport))
    #expect((run.ids.count, transport.total) == (9, 3))
  }

  @Test func `behind a failure they are called off, and a continued run asks for it again`()
    async throws
  {
    let broken = [Self.sound[0], Self.sound[1], .failure, Self.sound[3]]
    let run = await run(broken, lost: ["u 4", "u 5"])
    #expect((run.ids.count, run.reports[0].requests) == (6, 3))
    let rest = try await Run(
      continuing: run.cursor, from: [ScriptedProvider("u", pages: Self.sound)])
    #expect(rest.ids.map(\.native) == (7...12).map(String.init))
  }
}
