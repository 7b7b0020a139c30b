import Foundation
import PhotoSearch
import Testing

/// The cursor law on our own recordings, with the real adapters
struct FixtureCursorTests {
  private static let providers = ProviderCatalog.providers { _ in Redaction.word }

  private static let transport: Result<ReplayTransport, any Error> = Result {
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")
    return ReplayTransport(
      archive: try HARArchive(contentsOf: fixtures), apis: providers.map(\.api))
  }

  private func search(
    _ words: String?, _ order: MergeOrder, names: [ProviderID]
  ) throws -> MergedSearch {
    MergedSearch(
      PhotoQuery(words: words), from: Self.providers.filter { names.contains($0.id) },
      order: order, over: try Self.transport.get())
  }

  @Test(
    arguments: [
      ("harbor", .interleaved), ("harbor", .sequential), ("gap", .interleaved),
      ("midway", .sequential), ("wall", .interleaved), ("kittens", .newest), (nil, .interleaved),
    ] as [(String?, MergeOrder)])
  func `stopped after every single photo and continued by its printed cursor, nothing changes`(
    words: String?, order: MergeOrder
  ) async throws {
    let names: [ProviderID] =
      words == nil
      ? [.unsplashList, .wikimediaFeatured]
      : [.unsplash, .flickr, .pixabay, .openverse, .wikimedia].filter {
        order != .newest || $0 != .openverse
      }
    let search = try search(words, order, names: names)
    let whole = await Run(search)
    #expect(whole.ids.count > 3)
    // Every photo of short lists, and as many of long ones as the time allows.
    let steps = min(whole.ids.count, 60)
    var cursor: SearchCursor? = whole.cursors[0]
    for step in 1..<steps {
      let token = try #require(cursor).description
      let next = await Run(
        try MergedSearch(
          continuing: SearchCursor(token), from: Self.providers, limit: 1,
          over: Self.transport.get()))
      #expect(next.ids == [whole.ids[step]], "after \(step)")
      cursor = next.cursor
      #expect(cursor == whole.cursors[step], "after \(step)")
    }
  }

  @Test(arguments: MergeOrder.allCases)
  func `beside copies of its photos by the whole web, a list can be cut behind each of them`(
    order: MergeOrder
  ) async throws {
    let search = try search("kittens", order, names: [.unsplash, .searxng])
    let whole = await Run(search)
    #expect(whole.ids.count > 60)
    for cut in 1..<whole.ids.count {
      let rest = await Run(
        try MergedSearch(
          continuing: SearchCursor(try #require(whole.cursors[cut - 1]).description),
          from: Self.providers, over: Self.transport.get()))
      #expect(rest.ids == Array(whole.ids[cut...]), "cut at \(cut)")
    }
  }

  /// An observation of iNaturalist may have several photos: a cursor stands between them, too
  @Test(arguments: [("kittens", MergeOrder.interleaved), ("harbor", .sequential)])
  func `stopped at every single photo of NASA and iNaturalist, the rest is the rest`(
    words: String, order: MergeOrder
  ) async throws {
    let whole = await Run(try search(words, order, names: [.nasa, .iNaturalist, .pexels]))
    #expect(whole.ids.count > 20 && Set(whole.ids).count == whole.ids.count)
    for cut in 1..<whole.ids.count {
      let token = try #require(whole.cursors[cut - 1]).description
      let next = await Run(
        try MergedSearch(
          continuing: SearchCursor(token), from: Self.providers, limit: 3,
          over: Self.transport.get()))
      #expect(next.ids == Array(whole.ids[cut...].prefix(3)), "cut at \(cut)")
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `300 photos of the four take three answers after one another, as Commons alone does`()
    async throws
  {
    let transport = GatedTransport(over: try Self.transport.get())
    let names: [ProviderID] = [.unsplash, .flickr, .openverse, .wikimedia]
    let providers = Self.providers.filter { names.contains($0.id) }
    let search = MergedSearch(
      PhotoQuery(words: "kittens"), from: providers, limit: 300, over: transport)
    let task = Task { await Run(search) }
    for round: Set in [
      ["photos 1", "rest 1", "images 1", "api.php "],
      ["photos 2", "photos 3", "images 2", "images 3", "images 4", "images 5", "api.php 50"],
      ["rest 2", "api.php 50"],
    ] {
      await transport.waitUntil { $0 == round }
      for name in round { transport.open(name) }
    }
    let run = await task.value
    #expect(run.ids.count == 300)
    #expect(run.reports.map(\.requests) == [3, 2, 5, 3])
  }

  @Test(arguments: MergeOrder.allCases)
  func `cut anywhere, the rest is the rest`(order: MergeOrder) async throws {
    let names: [ProviderID] =
      [.unsplash, .flickr, .pixabay, .wikimedia, .searxng]
      + (order == .newest ? [] : [.openverse, .pexels])
    let whole = await Run(try search("kittens", order, names: names))
    #expect(whole.ids.count > 300)
    for cut in stride(from: 1, to: whole.ids.count, by: 23) {
      let cursor = try #require(whole.cursors[cut - 1])
      let rest = await Run(
        try MergedSearch(
          continuing: cursor, from: Self.providers, over: Self.transport.get()))
      #expect(rest.ids == Array(whole.ids[cut...]), "cut at \(cut)")
    }
  }
}
