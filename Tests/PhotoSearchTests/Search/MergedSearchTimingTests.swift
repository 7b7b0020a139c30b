import PhotoSearch
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MergedSearchTimingTests {
  private static let providers = ["a", "b", "c"].map { ScriptedProvider($0, pages: 3, of: 2) }

  private let transport = GatedTransport()

  /// Begins a search, and waits until so many requests are under way
  private func reading(
    _ limit: Int?, order: MergeOrder = .interleaved, asked: Int = 3
  ) async -> Task<[String], Never> {
    let search = MergedSearch(
      PhotoQuery("kittens"), from: Self.providers, order: order, limit: limit, over: transport)
    let task = Task { await Run(search).names }
    await transport.waitForRequests(asked)
    return task
  }

  @Test(arguments: [(1, ["a 1"]), (2, ["a 1", "b 1"]), (30, ["a 1", "b 1", "c 1"])])
  func `the first pages that are certain to be needed are asked for side by side`(
    limit: Int, expected: [String]
  ) async {
    let task = await reading(limit, asked: expected.count)
    #expect(transport.waiting == Set(expected))
    task.cancel()
    _ = await task.value
  }

  @Test func `a next page that is certain is asked for while another provider is waited for`()
    async
  {
    let task = await reading(18)
    transport.open("b 1")
    await transport.waitForRequests(3)
    #expect(transport.waiting == ["a 1", "b 2", "c 1"])
    transport.open("b 2")
    await transport.waitForRequests(3)
    #expect(transport.waiting == ["a 1", "b 3", "c 1"])
    task.cancel()
    _ = await task.value
  }

  @Test func `one after another asks the second only when the first cannot be enough`() async {
    let task = await reading(4, order: .sequential, asked: 1)
    #expect(transport.waiting == ["a 1"])
    transport.open("a 1")
    await transport.waitForRequests(1)
    #expect(transport.waiting == ["a 2"])
    transport.open("a 2")
    #expect(await task.value == ["a:1", "a:2", "a:3", "a:4"])
  }

  @Test func `cancelling ends the requests under way and the sequence`() async {
    let task = await reading(30)
    task.cancel()
    #expect(await task.value == [])
    #expect(transport.waiting.isEmpty && transport.cancelled == ["a 1", "b 1", "c 1"])
  }

  @Test func `leaving a search ends the requests under way`() async {
    let search = MergedSearch(
      PhotoQuery("kittens"), from: Self.providers, limit: 30, over: transport)
    let task = Task { for await case .photo in search { break } }
    await transport.waitForRequests(3)
    transport.open("a 1")
    await task.value
    while transport.cancelled.count < 2 { await Task.yield() }
    #expect(transport.cancelled.isSuperset(of: ["b 1", "c 1"]))
  }
}
