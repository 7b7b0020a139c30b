import FixtureMaker
import Foundation
import PhotoSearch
import Testing

/// The library as an app sees it, over our own recordings
struct PhotoClientTests {
  private let photos: PhotoClient

  init() throws {
    photos = PhotoClient(
      application: "MyApp/1.0 (me@example.org)",
      transport: try ReplayTransport(contentsOf: FixtureFiles.folder))
  }

  @Test func `a replay needs no key, and asks all that are recorded`() async throws {
    let search = photos.search("kittens", limit: 12)
    let first = try await search.next(12)
    #expect(
      first.prefix(6).map(\.provider) == [
        .unsplash, .flickr, .pexels, .pixabay, .openverse, .wikimedia,
      ])
    #expect(search.reports.allSatisfy { $0.status == .ok })
    #expect(first.allSatisfy { !$0.credit.text.isEmpty })
  }

  @Test func `a list has no words, and its own providers`() async throws {
    let search = photos.list(limit: 6)
    #expect(try await search.next(6).count == 6)
    #expect(search.reports.map(\.id) == [.unsplashList, .pexelsCurated, .wikimediaFeatured])
    #expect(photos.list(from: [.pexels]).reports.map(\.id) == [.pexelsCurated])
  }

  @Test func `some of the providers can be asked, also those that must be named`() async throws {
    let search = photos.search("kittens", from: [.nasa, .iNaturalist])
    #expect(try await search.next(4).count == 4)
    #expect(search.reports.map(\.id) == [.nasa, .iNaturalist])
  }

  @Test func `a photo is told by its id, and by the address of its page`() async throws {
    let seen = try await photos.search("kittens", from: [.flickr]).next(1)[0]
    let photo = try await photos.photo(seen.id)
    #expect(photo.id == seen.id && photo.details != nil)
    #expect(try await photos.photo("\(seen.id)") == photo)
    #expect(try await photos.photo(" \(seen.pageURL.absoluteString)\n") == photo)
  }

  @Test func `a photo that can't be told says why`() async throws {
    await #expect(throws: PhotoClientError.noPhotoID("a kitten")) {
      try await photos.photo("a kitten")
    }
    await #expect(throws: PhotoClientError.unknownService(PhotoID("myspace:1")!)) {
      try await photos.photo("myspace:1")
    }
    await #expect(throws: ProviderError.self) { try await photos.photo("flickr:99") }
  }

  @Test func `a link to Unsplash says whose it is`() async throws {
    let photo = try await photos.search("kittens", from: [.unsplash]).next(1)[0]
    #expect(photo.pageURL.query?.contains("utm_source=MyApp&") == true)
  }

  @Test func `every request says who asks`() async throws {
    let transport = RequestKeeper()
    let photos = PhotoClient(
      application: "My App\n/1.0 (é me@example.org)", providers: [.openverse, .wikimedia, .nasa],
      transport: transport)
    _ = try? await photos.search("kittens").next(5)
    let agents = await transport.requests.map { $0.headers["User-Agent"] ?? "" }
    #expect(agents.count == 2)
    #expect(agents.allSatisfy { $0.hasPrefix("My App/1.0 ( me@example.org) imgsearch/") })
  }

  @Test func `a saved photo is told where its service asks for it`() async throws {
    let transport = RequestKeeper()
    let photos = PhotoClient(
      application: "MyApp", providers: [.unsplash(key: "abcdefgh"), .flickr(key: "abcdefgh")],
      transport: transport)
    let seen = try await self.photos.search("kittens").next(2)
    for photo in seen { try? await photos.trackDownload(of: photo) }
    let asked = await transport.requests.map(\.url.path)
    #expect(asked.count == 1 && asked[0].hasSuffix("/download"))
  }

  @Test func `a cursor of a service that isn't asked is refused`() async throws {
    let search = photos.search("kittens")
    _ = try await search.next(3)
    let cursor = try #require(search.cursor)
    let other = PhotoClient(
      application: "MyApp", providers: [.openverse], transport: RequestKeeper())
    #expect(throws: PhotoClientError.unknownProvider(.unsplash)) {
      try other.search(continuing: cursor)
    }
  }

  @Test func `errors have words for people in an app`() {
    let errors: [any Error] = [
      PhotoClientError.noAnswer([ProviderError(.flickr, .quotaSpent(until: nil))]),
      ProviderError(.flickr, .transport(.timedOut(host: "api.flickr.com", seconds: 20))),
      TransportError.unreachable(host: "api.flickr.com", reason: "no route"),
      SearchCursorError.damaged, RecordingError.notFound(path: "a.har"),
    ]
    for error in errors {
      let words = error.localizedDescription
      #expect(!words.contains("operation") && !words.contains("--") && words.count > 20)
    }
  }

  @Test func `an app can name every service of the catalog, with its lists`() throws {
    let services: [PhotoService] = [
      .unsplash(key: "key"), .flickr(key: "key"), .pexels(key: "key"), .pixabay(key: "key"),
      .openverse, .wikimedia, .wordpress, .europeana(key: "key"), .finna, .nasa, .iNaturalist,
      .searxng(at: try #require(URL(string: "http://127.0.0.1"))),
    ]
    let client = PhotoClient(application: "MyApp", providers: services, transport: RequestKeeper())
    #expect(Set(client.profiles.map(\.id)) == Set(ProviderCatalog.profiles.map(\.id)))
  }

  @Test func `kept replies go when there is no room, the least used first`() {
    let store = MemoryResponseStore(limit: 25)
    let reply = { WebReply(status: 200, body: Data(repeating: 65, count: $0)) }
    store.keep(reply(10), named: "a")
    store.keep(reply(10), named: "b")
    #expect(store.response(named: "a")?.body.count == 10)
    store.keep(reply(12), named: "c")
    #expect(store.response(named: "b") == nil)
    #expect(store.response(named: "a") != nil && store.response(named: "c") != nil)
    store.keep(reply(50), named: "d")
    #expect(store.response(named: "d") == nil)
  }
}

/// Keeps what it is asked, and has nothing to say
private actor RequestKeeper: HTTPTransport {
  private(set) var requests: [WebRequest] = []

  func send(_ request: WebRequest) async throws -> WebReply {
    requests.append(request)
    throw TransportError.unreachable(host: "example.org", reason: "no route")
  }
}
