import FixtureMaker
import PhotoSearch
import Testing

/// The cursor law on our own recordings, with the real adapters
struct FixtureCursorTests {
  /// Whether long lists are cut behind each of their photos, too, which takes a minute of CPU
  private static let isThorough = LongRun.isAsked

  /// Each page is read once, however often its list is cut.
  private static let providers: [any PhotoProvider] =
    ProviderCatalog.providers { _ in Redaction.word }.map(RememberingProvider.init)

  private static let transport = Result {
    RememberingTransport(
      ReplayTransport(archive: try FixtureFiles.archive.get(), apis: providers.map(\.api)))
  }

  private func search(
    _ words: String?, _ order: MergeOrder, names: [ProviderID]
  ) throws -> MergedSearch {
    MergedSearch(
      PhotoQuery(words), from: Self.providers.filter { names.contains($0.id) },
      order: order, over: try Self.transport.get())
  }

  /// A list that is cut behind each of its photos, a long one behind each fourth of them
  struct Cut: CustomTestStringConvertible, Sendable {
    let words: String?
    let order: MergeOrder
    var names: [ProviderID] = [.unsplash, .flickr, .pixabay, .openverse, .wikimedia]
    /// As many of a long one as the time allows
    var most = 15

    var testDescription: String {
      "\(words ?? "a list"), \(order) of \(names.map(\.rawValue).joined(separator: ", "))"
    }
  }

  private static let cuts =
    [
      Cut(words: "harbor", order: .interleaved), Cut(words: "harbor", order: .sequential),
      Cut(words: "gap", order: .interleaved), Cut(words: "midway", order: .sequential),
      Cut(words: "wall", order: .interleaved),
      Cut(words: "kittens", order: .newest, names: [.unsplash, .flickr, .pixabay, .wikimedia]),
      Cut(words: nil, order: .interleaved, names: [.unsplashList, .wikimediaFeatured]),
    ]
    // The whole web has copies of their photos.
    + MergeOrder.allCases.map {
      Cut(words: "kittens", order: $0, names: [.unsplash, .searxng], most: .max)
    }
    // An observation may have several photos: a cursor stands between them, too.
    + [("kittens", MergeOrder.interleaved), ("harbor", .sequential)].map {
      Cut(words: $0, order: $1, names: [.nasa, .iNaturalist, .pexels], most: .max)
    }

    // The archives; Finna's records may have several pictures.
    + [
      Cut(words: "owls", order: .interleaved, names: [.wordpress, .europeana], most: .max),
      Cut(words: "pöllöt", order: .sequential, names: [.finna], most: .max),
    ]

  @Test(arguments: cuts)
  func `stopped after every single photo and continued by its printed cursor, nothing changes`(
    of list: Cut
  ) async throws {
    let whole = await Run(try search(list.words, list.order, names: list.names))
    #expect(whole.ids.count > 3 && Set(whole.ids).count == whole.ids.count)
    let last = min(whole.ids.count, Self.isThorough ? .max : list.most) - 1
    let isWhole = Self.isThorough || last < 15 || list.most == .max
    for step in Set(stride(from: 1, to: last, by: isWhole ? 1 : 4)).union([last]).sorted() {
      let next = try await Run(
        continuing: whole.cursors[step - 1], from: Self.providers, limit: 1,
        over: Self.transport.get())
      #expect(next.ids == [whole.ids[step]], "after \(step)")
      #expect(next.cursor == whole.cursors[step], "after \(step)")
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `300 photos of the four take three answers after one another, as Commons alone does`()
    async throws
  {
    let transport = GatedTransport(over: try Self.transport.get())
    let names: [ProviderID] = [.unsplash, .flickr, .openverse, .wikimedia]
    let providers = Self.providers.filter { names.contains($0.id) }
    let search = MergedSearch(PhotoQuery("kittens"), from: providers, limit: 300, over: transport)
    let task = Task { await Run(search) }
    for round: Set in [
      ["photos 1", "rest 1", "images 1", "api.php "],
      ["photos 2", "photos 3", "images 2", "images 3", "images 4", "images 5", "api.php 50"],
      ["rest 2", "api.php 50"],
    ] {
      await transport.waitUntil { $0 == round }
      transport.open(Array(round))
    }
    let run = await task.value
    #expect((run.ids.count, run.reports.map(\.requests)) == (300, [3, 2, 5, 3]))
  }

  /// Behind every 251st photo; behind each one where IMGSEARCH_LONG is set, there to
  /// the next photo and its cursor, from which the rest follows
  @Test(arguments: MergeOrder.allCases)
  func `a list of all services that is cut anywhere goes on as it would have`(
    order: MergeOrder
  ) async throws {
    let names = Self.providers.filter {
      let filters = PhotoFilters(sort: order == .newest ? .latest : .relevant)
      guard Fixtures.expectations.answer($0.id, "kittens") != nil else { return false }
      return $0.objection(to: PhotoQuery("kittens", filters: filters)) == nil
    }.map(\.id)
    #expect(names.count == (order == .newest ? 8 : 12))
    let whole = await Run(try search("kittens", order, names: names))
    #expect(Set(whole.ids.map(\.service)) == Set(names.map(\.rawValue)))
    #expect(whole.ids.count > 300 && Set(whole.ids).count == whole.ids.count)
    for cut in stride(from: 1, to: whole.ids.count, by: Self.isThorough ? 1 : 251) {
      let rest = try await Run(
        continuing: whole.cursors[cut - 1], from: Self.providers,
        limit: Self.isThorough ? 1 : nil, over: Self.transport.get())
      #expect(
        rest.ids == Array(whole.ids[cut...].prefix(Self.isThorough ? 1 : .max)), "cut at \(cut)")
      if Self.isThorough { #expect(rest.cursor == whole.cursors[cut], "cut at \(cut)") }
    }
  }
}
