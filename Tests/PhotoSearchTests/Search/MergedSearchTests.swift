import Foundation
import PhotoSearch
import Testing

struct MergedSearchTests {
  private let query = PhotoQuery("kittens")

  private func run(
    _ providers: [ScriptedProvider], order: MergeOrder = .interleaved, limit: Int? = nil,
    over transport: CountingTransport = CountingTransport()
  ) async -> Run {
    await Run(MergedSearch(query, from: providers, order: order, limit: limit, over: transport))
  }

  @Test func `providers take turns in the order they were named`() async {
    let run = await run([ScriptedProvider("b", 1...3), ScriptedProvider("a", 1...1)])
    #expect(run.names == ["b:1", "a:1", "b:2", "b:3"])
  }

  @Test func `one after another, each to its end`() async {
    let run = await run(
      [
        ScriptedProvider("b", 1...2, 3...3),
        ScriptedProvider("a", 1...1),
      ], order: .sequential)
    #expect(run.names == ["b:1", "b:2", "b:3", "a:1"])
  }

  @Test func `the newest first, ties in provider order, unknown dates last`() async {
    func photo(_ name: String, _ number: Int, day: Double?) -> Photo {
      .scripted(name, "\(number)", published: day.map { Date(timeIntervalSince1970: $0) })
    }
    let run = await run(
      [
        ScriptedProvider("a", pages: [.rows([photo("a", 1, day: 5), photo("a", 2, day: nil)])]),
        ScriptedProvider("b", pages: [.rows([photo("b", 1, day: 5), photo("b", 2, day: 4)])]),
      ], order: .newest)
    #expect(run.names == ["a:1", "b:1", "b:2", "a:2"])
  }

  @Test func `a provider that fails does not silence the others`() async {
    let run = await run([
      ScriptedProvider("a", pages: [.failure]),
      ScriptedProvider("b", 1...2),
    ])
    #expect(run.names == ["b:1", "b:2"])
    let failures = run.events.filter { if case .failed = $0 { true } else { false } }
    #expect(failures.count == 1)
  }

  @Test func `a continued search asks a provider that failed for the same page again`()
    async throws
  {
    let broken = await run([
      ScriptedProvider("a", pages: [.of("a", 1...2), .failure]),
      ScriptedProvider("b", 1...2),
    ])
    #expect(broken.ids.count == 4)
    let mended = [ScriptedProvider("a", 1...2, 3...4), ScriptedProvider("b", 1...2)]
    let transport = CountingTransport()
    let rest = try await Run(continuing: broken.cursor, from: mended, over: transport)
    #expect((rest.names, transport.total, rest.cursor) == (["a:3", "a:4"], 1, nil))
  }

  @Test func `an empty page is not the end, two in a row are`() async {
    let gap = await run([
      ScriptedProvider("a", pages: [.of("a", 1...1), .rows([]), .of("a", 2...2)])
    ])
    #expect(gap.ids.count == 2)
    let transport = CountingTransport()
    let end = await run(
      [
        ScriptedProvider("a", pages: [.of("a", 1...1), .rows([]), .rows([]), .of("a", 2...2)])
      ], over: transport)
    #expect((end.ids.count, transport.total) == (1, 3))
  }

  @Test func `a page of what was sent before is the end`() async {
    let run = await run([ScriptedProvider("a", 1...2, 1...2, 3...4)])
    #expect((run.ids.count, run.reports.map(\.status)) == (2, [.ended(.repeats)]))
  }

  @Test func `a page of what others have sent before is not the end`() async {
    let copies: [Photo] = [1, 2].map {
      .scripted("b", "\($0)", aliases: [PhotoID(service: "a", native: "\($0)")])
    }
    let run = await run(
      [
        ScriptedProvider("a", 1...2),
        ScriptedProvider("b", pages: [.rows(copies), .of("b", 3...3)]),
      ], order: .sequential)
    #expect(run.names == ["a:1", "a:2", "b:3"])
  }

  @Test func `a copy is shown once, whichever comes first, and by any name they share`() async {
    let (title, other) = (PhotoID(service: "c", native: "File:Cat.jpg"), PhotoID("b:9")!)
    let run = await run([
      ScriptedProvider("a", pages: [.rows([.scripted("a", "1", aliases: [other])])]),
      ScriptedProvider(
        "b", pages: [.rows([.scripted("b", "9", aliases: [title]), .scripted("b", "10")])]),
      ScriptedProvider("c", pages: [.rows([.scripted("c", "5", aliases: [title])])]),
    ])
    #expect(run.names == ["a:1", "b:10"])
  }

  @Test func `one that is skipped is asked nothing and says why`() async {
    var picky = ScriptedProvider("a", 1...1)
    picky.objection = "can't filter by color"
    let transport = CountingTransport()
    let run = await run([picky, ScriptedProvider("b", 1...1)], over: transport)
    #expect(run.events.first == .skipped(picky.id, reason: "can't filter by color"))
    #expect((transport.total, run.cursor) == (1, nil))
  }

  @Test func `without providers there is nothing, and nothing after that`() async {
    var iterator = MergedSearch(query, from: [], over: CountingTransport()).makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
    #expect(iterator.cursor == nil)
  }

  @Test func `a provider named twice takes part once`() async {
    let provider = ScriptedProvider("a", 1...2)
    let transport = CountingTransport()
    let run = await run([provider, provider], over: transport)
    #expect((run.ids.count, transport.total) == (2, 1))
  }

  @Test func `the photos alone are the photos of the events`() async {
    let search = MergedSearch(
      query, from: [ScriptedProvider("a", 1...3)], over: CountingTransport())
    var photos: [PhotoID] = []
    for await case .photo(let photo) in search { photos.append(photo.id) }
    #expect(await Run(search).ids == photos)
  }

  @Test func `a provider that the cursor names and that is not at hand is refused`()
    async throws
  {
    let run = await run([ScriptedProvider("a", 1...3)], limit: 1)
    let cursor = try #require(run.cursor)
    #expect(throws: UnknownProvider.self) {
      try MergedSearch(continuing: cursor, from: [], over: CountingTransport())
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a provider that moved and then repeats itself does not keep the reader waiting`()
    async throws
  {
    let before = [ScriptedProvider("p", 1...4)]
    let start = await run(before, limit: 2)
    func page(_ numbers: [Int]) -> ScriptedProvider.Page {
      .rows(numbers.map { .scripted("p", "\($0)") })
    }
    let moved = [
      ScriptedProvider("p", pages: [page([8, 9, 3, 4]), page([8, 9, 3, 4]), page([5])])
    ]
    let rest = try await Run(continuing: start.cursor, from: moved)
    #expect(rest.ids.map(\.native) == ["3", "4", "8", "9", "5"])
  }

  @Test func `a page of which a filter left only what was sent before is not the end`() async {
    var provider = ScriptedProvider("a", 1...2, 1...1, 3...3)
    provider.excluded = [.misfit(.license): 99]
    #expect(await run([provider]).ids.map(\.native) == ["1", "2", "3"])
  }

  @Test func `a service that sends pages without a photo for ever is given up`() async {
    var provider = ScriptedProvider("a", pages: Array(repeating: .rows([]), count: 400))
    provider.excluded = [.unreadable: 1]
    let transport = CountingTransport()
    let run = await run([provider], over: transport)
    #expect(run.ids.isEmpty && transport.total <= 255 && run.cursor != nil)
  }

  @Test func `once cancelled it is over, also with photos in hand`() async {
    let search = MergedSearch(
      query, from: [ScriptedProvider("a", 1...50)], over: CountingTransport())
    let task = Task {
      var count = 0
      for await case .photo in search {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    #expect(await task.value == 1)
  }

  @Test func `why a provider ended is still known when the others go on`() async throws {
    let providers = [ScriptedProvider("a", 1...1, 1...1), ScriptedProvider("b", 1...4)]
    let start = await run(providers, limit: 3)
    #expect(start.reports[0].status == .ended(.repeats))
    let rest = try await Run(continuing: start.cursor, from: providers)
    #expect((rest.reports[0].status, rest.reports[0].requests) == (.ended(.repeats), 0))
  }
}
