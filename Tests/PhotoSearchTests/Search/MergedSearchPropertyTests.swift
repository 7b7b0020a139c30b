import FixtureMaker
import PhotoSearch
import Testing

/// Each promise over 30 sets of random providers, 1,200 in a long run
struct MergedSearchPropertyTests {
  private static let batches = 0..<LongRun.count(12, otherwise: 1)
  private static let query = PhotoQuery("kittens")

  /// Who answers first, shuffled alike in every run
  private static func delay(_ address: String) -> Int {
    address.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff } % 8
  }

  private static func cases(_ batch: Int) -> [(UInt64, RandomProviders)] {
    (0..<LongRun.count(100, otherwise: 30)).map { index in
      let seed = UInt64(batch * 100 + index)
      return (seed, RandomProviders(seed: seed))
    }
  }

  @Test(arguments: batches)
  func `the order and the requests are those of the rules, for any number of photos`(
    batch: Int
  ) async {
    for (seed, random) in Self.cases(batch) {
      let oracle = MergeOracle(providers: random.providers, order: random.order)
      let all = oracle.outcome(limit: .max).shown.count
      for limit in Set([1, 2, 3, all / 2, all, all + 5]) where limit > 0 {
        let transport = CountingTransport { Self.delay($0) }
        let run = await Run(
          MergedSearch(
            Self.query, from: random.providers, order: random.order, limit: limit, over: transport))
        let expected = oracle.outcome(limit: limit)
        #expect(run.ids == expected.shown, "seed \(seed), limit \(limit)")
        #expect(run.reports.map(\.requests) == expected.pages, "seed \(seed), limit \(limit)")
        for (provider, needed) in zip(random.providers, expected.pages) {
          let asked = transport.asked(of: provider)
          // Where a count is not true, pages behind the true end may be asked for in vain.
          let most =
            provider.isTrueToItsCount
            ? needed : max(needed, provider.promise?.count ?? 0, provider.pages.count + 1)
          #expect((needed...most).contains(asked), "seed \(seed), limit \(limit), \(provider.id)")
        }
        #expect(transport.asked.values.allSatisfy { $0 == 1 }, "seed \(seed): a page asked twice")
      }
    }
  }

  @Test(arguments: batches)
  func `stopped anywhere and continued from its cursor, the pieces are the whole`(
    batch: Int
  ) async throws {
    for (seed, random) in Self.cases(batch) {
      let whole = await Run(
        MergedSearch(
          Self.query, from: random.providers, order: random.order, over: CountingTransport()))
      for (index, cursor) in whole.cursors.enumerated() {
        guard let cursor else {
          #expect(index == whole.ids.count - 1, "seed \(seed): a true end before the last photo")
          continue
        }
        #expect(try SearchCursor(cursor.description) == cursor, "seed \(seed)")
        let rest = try await Run(
          continuing: cursor, from: random.providers, over: CountingTransport { Self.delay($0) })
        #expect(rest.ids == Array(whole.ids[(index + 1)...]), "seed \(seed), after \(index + 1)")
        #expect(rest.cursor == whole.cursor, "seed \(seed), after \(index + 1)")
      }
    }
  }

  @Test(arguments: batches)
  func `read to the end, every provider says once why it left`(batch: Int) async {
    for (seed, random) in Self.cases(batch) {
      let whole = await Run(
        MergedSearch(
          Self.query, from: random.providers, order: random.order, over: CountingTransport()))
      let departed: [ProviderID] = whole.events.compactMap { event in
        switch event {
        case .photo, .late: nil
        case .failed(let error): error.provider
        case .ended(let id, _), .skipped(let id, _): id
        }
      }
      #expect(Set(departed) == Set(random.providers.map(\.id)), "seed \(seed)")
      #expect(departed.count == random.providers.count, "seed \(seed)")
    }
  }

  @Test(arguments: batches)
  func `a cursor depends on the photos shown, never on what was asked ahead`(batch: Int) async {
    for (seed, random) in Self.cases(batch) {
      let whole = await Run(
        MergedSearch(
          Self.query, from: random.providers, order: random.order, over: CountingTransport()))
      for limit in Set([1, 2, 3, whole.ids.count / 2, whole.ids.count - 1])
      where (1...max(1, whole.ids.count)).contains(limit) && limit <= whole.ids.count {
        let part = await Run(
          MergedSearch(
            Self.query, from: random.providers, order: random.order, limit: limit,
            over: CountingTransport()))
        let token = whole.cursors[limit - 1]?.description
        #expect(part.cursors.last??.description == token, "seed \(seed), \(limit)")
      }
    }
  }
}
