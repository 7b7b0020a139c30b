import Synchronization
import Testing

@testable import PhotoSearch

@Suite(.timeLimit(.minutes(20)))
struct PatienceTests {
  private static func providers(pages: Int = 1) -> [ScriptedProvider] {
    ["a", "b", "c"].map { ScriptedProvider($0, pages: pages, of: 2) }
  }

  private let transport = GatedTransport()
  private let clock = ManualClock()

  /// A search whose requests are answered by hand
  private func search(
    _ order: MergeOrder = .interleaved, of providers: [ScriptedProvider] = providers(),
    limit: Int? = nil, patience: Duration? = .seconds(1)
  ) -> MergedSearch {
    var search = MergedSearch(
      PhotoQuery("kittens"), from: providers, order: order, limit: limit, over: transport)
    search.patience = patience
    search.clock = clock
    return search
  }

  /// Begins a search, and waits until all three are asked
  private func begin(_ search: MergedSearch) async -> Task<Run, Never> {
    let task = Task { await Run(search) }
    await transport.waitForRequests(3)
    return task
  }

  private static func late(_ run: Run) -> [String] {
    run.events.compactMap { if case .late(let id) = $0 { id.rawValue } else { nil } }
  }

  @Test(arguments: [MergeOrder.interleaved, .newest])
  func `who has not answered after a second is not waited for, and nothing of it is skipped`(
    order: MergeOrder
  ) async throws {
    let task = await begin(search(order, limit: 4))
    transport.open("b 1", "c 1")
    await clock.pass(.seconds(1))
    let run = await task.value
    #expect(Set(run.names) == ["b:1", "c:1", "b:2", "c:2"])
    #expect((Self.late(run), run.reports[0].status) == (["a"], .ok))
    let rest = try await Run(continuing: run.cursor, from: Self.providers())
    #expect(rest.names == ["a:1", "a:2"])
  }

  @Test func `patience counts from when the page was first asked for`() async {
    let task = await begin(search(limit: 4))
    clock.advance(by: .seconds(0.4))
    transport.open("a 1", "c 1")
    await clock.pass(.seconds(0.6))
    let run = await task.value
    #expect((run.names, Self.late(run)) == (["a:1", "c:1", "a:2", "c:2"], ["b"]))
  }

  @Test func `on a slow line nobody is late who is not slower than the line`() async {
    let task = await begin(search(limit: 6))
    clock.advance(by: .seconds(1.5))
    transport.open("b 1")
    // Twice the 1.5 s that the first answer took.
    await clock.sleeper(for: .seconds(1.5))
    clock.advance(by: .seconds(1.4))
    transport.open("a 1", "c 1")
    let run = await task.value
    #expect(run.names == ["a:1", "b:1", "c:1", "a:2", "b:2", "c:2"])
    #expect(Self.late(run).isEmpty)
  }

  @Test func `a failure that comes at once is no measure of the line`() async {
    let failing = [ScriptedProvider("a", pages: [.failure])] + Self.providers().dropFirst()
    let task = await begin(search(of: failing, limit: 4))
    transport.open("a 1")
    await transport.waitUntil { $0 == ["b 1", "c 1"] }
    clock.advance(by: .seconds(1.5))
    transport.open("c 1")
    await clock.sleeper(for: .seconds(1.5))
    transport.open("b 1")
    let run = await task.value
    #expect(run.names == ["b:1", "c:1", "b:2", "c:2"] && Self.late(run).isEmpty)
  }

  @Test func `a provider ten times slower holds the others' photos for one second in all`()
    async
  {
    let search = search(of: Self.providers(pages: 2), limit: 12)
    let shown = PhotoCache()
    let task = Task {
      for await case .photo(let photo) in search { shown.add(photo.id, at: clock.now.offset) }
    }
    await transport.waitForRequests(3)
    clock.advance(by: .seconds(0.3))
    transport.open("b 1", "c 1")
    await transport.waitUntil { $0 == ["a 1", "b 2", "c 2"] }
    await clock.sleeper(for: .seconds(0.7))
    clock.advance(by: .seconds(0.3))
    transport.open("b 2", "c 2")
    clock.advance(by: .seconds(0.4))
    await shown.wait(for: 8)
    clock.advance(by: .seconds(2))
    transport.open("a 1")
    await transport.waitUntil { $0 == ["a 2"] }
    await shown.wait(for: 10)
    clock.advance(by: .seconds(3))
    transport.open("a 2")
    await task.value
    let photos = shown.all
    #expect(photos.count == 12)
    #expect(photos.prefix(8).allSatisfy { !$0.id.hasPrefix("a") && $0.time == .seconds(1) })
    #expect(photos.dropFirst(8).map(\.id) == ["a:1", "a:2", "a:3", "a:4"])
    #expect(photos.dropFirst(8).map(\.time) == [3, 3, 6, 6].map(Duration.seconds))
  }

  @Test func `when only late providers remain, they are waited for and take part again`() async {
    let task = await begin(search())
    transport.open("b 1", "c 1")
    await clock.pass(.seconds(1))
    await transport.waitUntil { $0 == ["a 1"] }
    transport.open("a 1")
    let run = await task.value
    #expect((run.ids.count, Set(run.ids).count, run.cursor) == (6, 6, nil))
  }

  @Test(arguments: [
    (MergeOrder.sequential, Duration?.some(.seconds(1))), (.interleaved, nil), (.newest, nil),
  ])
  func `one after another, and forever, wait for every provider`(
    order: MergeOrder, patience: Duration?
  ) async {
    let search = search(order, limit: 6, patience: patience)
    let task = Task { await Run(search) }
    for name in order == .sequential ? ["a 1", "b 1", "c 1"] : ["c 1", "b 1", "a 1"] {
      await transport.waitUntil { $0.contains(name) }
      clock.advance(by: .seconds(60))
      transport.open(name)
    }
    let run = await task.value
    #expect(Self.late(run).isEmpty && run.ids.first?.description == "a:1" && run.ids.count == 6)
  }
}

/// When each photo was shown
private final class PhotoCache: Sendable {
  private let photos = Mutex<[(id: String, time: Duration)]>([])

  var all: [(id: String, time: Duration)] { photos.withLock { $0 } }

  func add(_ id: PhotoID, at time: Duration) {
    photos.withLock { $0.append((id.description, time)) }
  }

  func wait(for count: Int) async { while all.count < count { await Task.yield() } }
}
