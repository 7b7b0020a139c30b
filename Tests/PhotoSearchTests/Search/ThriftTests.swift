import FixtureMaker
import PhotoSearch
import Testing

/// A run asks one provider for no more pages than it may, and a continued run goes on from there
struct ThriftTests {
  private static let query = PhotoQuery("kittens")

  private func search(
    _ providers: [ScriptedProvider], order: MergeOrder = .interleaved, limit: Int? = nil,
    most: Int, from cursor: SearchCursor? = nil,
    over transport: CountingTransport = CountingTransport()
  ) throws -> MergedSearch {
    var search =
      if let cursor {
        try MergedSearch(continuing: cursor, from: providers, limit: limit, over: transport)
      } else {
        MergedSearch(Self.query, from: providers, order: order, limit: limit, over: transport)
      }
    search.maxRequests = most
    return search
  }

  @Test(arguments: [nil, 100, .max])
  func `a run ends where a page more than that would have to be asked for`(limit: Int?) async throws
  {
    var long = ScriptedProvider("a", pages: 9, of: 2)
    long.promise = RemainingPages(count: 9, size: 2)
    let other = ScriptedProvider("b", 1...50)
    let transport = CountingTransport()
    let run = await Run(try search([long, other], limit: limit, most: 3, over: transport))
    #expect(run.names.suffix(2) == ["a:6", "b:6"])
    #expect(run.reports.map(\.requests) == [3, 1])
    #expect(run.reports.map(\.reachedRequestLimit) == [true, false])
    #expect(run.reports.map(\.status) == [.ok, .ok])
    #expect(transport.asked(of: long) == 3 && transport.asked(of: other) == 1)
    #expect(run.events.count == run.ids.count && run.cursor != nil)
  }

  @Test func `a run that comes to its number of photos is not stopped by it`() async throws {
    let provider = ScriptedProvider("a", 1...2, 3...4)
    let run = await Run(try search([provider], limit: 2, most: 1))
    #expect((run.ids.count, run.reports.map(\.reachedRequestLimit)) == (2, [false]))
  }

  @Test func `an end or a failure at the last page that may be asked for is one`() async throws {
    let ended = ScriptedProvider("a", 1...2)
    let failed = ScriptedProvider("b", pages: [.failure])
    let run = await Run(try search([ended, failed], most: 1))
    #expect((run.reports.map(\.reachedRequestLimit), run.ids.count) == ([false, false], 2))
  }

  @Test func `a filter that nothing passes gets on too, and no page is asked for twice`()
    async throws
  {
    var provider = ScriptedProvider(
      "a", pages: Array(repeating: .rows([]), count: 44) + [.of("a", 1...1)])
    provider.excluded = [.misfit(.license): 20]
    let transport = CountingTransport()
    var cursor: SearchCursor?
    var asked: [Int] = []
    var photos: [String] = []
    repeat {
      let run = await Run(try search([provider], most: 20, from: cursor, over: transport))
      asked.append(run.reports[0].requests)
      photos += run.ids.map(\.native)
      cursor = run.cursor
    } while cursor != nil && asked.count < 10
    #expect(asked == [20, 20, 5])
    #expect(photos == ["1"] && transport.asked.values.allSatisfy { $0 == 1 })
  }

  @Test func `one whose rows hardly pass costs three pages a turn, and holds nobody up`()
    async throws
  {
    let barren = Array(repeating: ScriptedProvider.Page.filtered([], dropped: 20), count: 7)
    let rare = ScriptedProvider("a", pages: barren + [.of("a", 1...2)])
    let other = ScriptedProvider("b", 1...5)
    let whole = await Run(try search([rare, other], most: 20))
    #expect(whole.names == ["b:1", "b:2", "a:1", "b:3", "a:2", "b:4", "b:5"])

    // Also when a run ends within a turn.
    let first = await Run(try search([rare, other], most: 4))
    #expect(first.names == ["b:1"] && first.reports[0].reachedRequestLimit)
    let rest = await Run(
      try search([rare, other], most: 20, from: first.cursor))
    #expect(first.ids + rest.ids == whole.ids)
  }

  @Test func `nobody else is asked early for what is shown only after the run has ended`()
    async throws
  {
    var short = ScriptedProvider("a", pages: 4, of: 1)
    short.promise = RemainingPages(count: 4, size: 1)
    var long = ScriptedProvider("b", pages: 9, of: 2)
    long.promise = RemainingPages(count: 9, size: 2)
    for order in [MergeOrder.interleaved, .newest] {
      let transport = CountingTransport()
      let run = await Run(
        try search([short, long], order: order, limit: 100, most: 2, over: transport))
      #expect(run.reports[0].reachedRequestLimit)
      #expect(transport.asked(of: long) == run.reports[1].requests)
    }
  }

  @Test(arguments: 0..<LongRun.count(6, otherwise: 1), [1, 2, 3])
  func `runs that each end at that limit, joined, are the uninterrupted list`(
    batch: Int, most: Int
  ) async throws {
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + LongRun.count(100, otherwise: 16)) {
      let random = RandomProviders(seed: seed)
      let whole = await Run(
        MergedSearch(
          Self.query, from: random.providers, order: random.order, over: CountingTransport()))
      var ids: [PhotoID] = []
      var cursor: SearchCursor?
      var run: Run
      var runs = 0
      repeat {
        let transport = CountingTransport()
        run = await Run(
          try search(
            random.providers, order: random.order, limit: runs % 2 == 0 ? nil : 1_000, most: most,
            from: cursor, over: transport))
        for provider in random.providers {
          #expect(transport.asked(of: provider) <= most, "seed \(seed)")
        }
        ids += run.ids
        cursor = try run.cursor.map { try SearchCursor($0.description) }
        runs += 1
      } while run.reports.contains(where: \.reachedRequestLimit) && runs < 50
      #expect(ids == whole.ids, "seed \(seed)")
      #expect(run.cursor == whole.cursor, "seed \(seed)")
    }
  }
}
