import Testing

@testable import PhotoSearch

@Suite(.timeLimit(.minutes(5)))
struct PatienceTests {
  private static func providers(pages: Int = 1) -> [ScriptedProvider] {
    ["a", "b", "c"].map { name in
      ScriptedProvider(
        name,
        pages: (0..<pages).map { page in
          .rows((1...2).map { .scripted(name, "\(page * 2 + $0)") })
        })
    }
  }

  private static func search(
    _ order: MergeOrder = .interleaved, limit: Int? = nil, over transport: any HTTPTransport,
    clock: ManualClock, patience: Patience? = Patience()
  ) -> MergedSearch {
    var search = MergedSearch(
      PhotoQuery(words: "kittens"), from: providers(), order: order, limit: limit, over: transport)
    search.patience = patience
    search.clock = clock
    return search
  }

  private static func late(_ run: Run) -> [String] {
    run.events.compactMap { if case .late(let id) = $0 { id.rawValue } else { nil } }
  }

  @Test(arguments: [MergeOrder.interleaved, .newest])
  func `who has not answered after a second is gone on without, and nothing of it is skipped`(
    order: MergeOrder
  ) async throws {
    let transport = GatedTransport()
    let clock = ManualClock()
    let search = Self.search(order, limit: 4, over: transport, clock: clock)
    let task = Task { await Run(search) }
    await transport.waitForRequests(3)
    await clock.sleeper(for: .seconds(1))
    transport.open("b 1")
    transport.open("c 1")
    await transport.waitUntil { !$0.contains("b 1") && !$0.contains("c 1") }
    clock.advance(by: .seconds(1))
    let run = await task.value
    #expect(Set(run.ids.map(\.description)) == ["b:1", "c:1", "b:2", "c:2"])
    #expect(Self.late(run) == ["a"])
    #expect(run.reports[0].status == .ok)
    let rest = await Run(
      try MergedSearch(
        continuing: #require(run.cursor), from: Self.providers(), over: CountingTransport()))
    #expect(rest.ids.map(\.description) == ["a:1", "a:2"])
  }

  @Test func `after the first photo there is patience for two seconds`() async {
    let transport = GatedTransport()
    let clock = ManualClock()
    let search = Self.search(limit: 4, over: transport, clock: clock)
    let task = Task { await Run(search) }
    await transport.waitForRequests(3)
    transport.open("a 1")
    transport.open("c 1")
    await clock.sleeper(for: .seconds(2))
    clock.advance(by: .seconds(2))
    let run = await task.value
    #expect(run.ids.map(\.description) == ["a:1", "c:1", "a:2", "c:2"])
    #expect(Self.late(run) == ["b"])
  }

  @Test func `when only late providers remain, they are waited for and take part again`() async {
    let transport = GatedTransport()
    let clock = ManualClock()
    let search = Self.search(over: transport, clock: clock)
    let task = Task { await Run(search) }
    await transport.waitForRequests(3)
    await clock.sleeper(for: .seconds(1))
    transport.open("b 1")
    transport.open("c 1")
    clock.advance(by: .seconds(1))
    while transport.waiting != ["a 1"] { await Task.yield() }
    transport.open("a 1")
    let run = await task.value
    #expect(run.ids.count == 6)
    #expect(Set(run.ids).count == 6)
    #expect(run.cursor == nil)
  }

  @Test(arguments: [
    (MergeOrder.sequential, Patience?.some(Patience())), (.interleaved, nil), (.newest, nil),
  ])
  func `one after another, and forever, wait for every provider`(
    order: MergeOrder, patience: Patience?
  ) async {
    let transport = GatedTransport()
    let clock = ManualClock()
    let search = Self.search(
      order, limit: 6, over: transport, clock: clock, patience: patience)
    let task = Task { await Run(search) }
    for name in ["c 1", "b 1", "a 1"] {
      clock.advance(by: .seconds(60))
      if order != .sequential { await transport.waitForRequests(1) }
      while !transport.waiting.contains(name), order != .sequential { await Task.yield() }
      transport.open(name)
    }
    if order == .sequential {
      for name in ["a 1", "b 1", "c 1"] {
        while !transport.waiting.contains(name) { await Task.yield() }
        clock.advance(by: .seconds(60))
        transport.open(name)
      }
    }
    let run = await task.value
    #expect(Self.late(run).isEmpty)
    #expect(run.ids.first?.description == "a:1")
    #expect(run.ids.count == 6)
  }
}
