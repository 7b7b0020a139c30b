import FixtureMaker
import Foundation
import LoopbackServer
@testable import PhotoSearch
import Synchronization
import Testing

/// A cache that outlives the app, as an app would write it
final class SavedStore: ResponseStore {
  private let replies: Mutex<[String: WebReply]>

  init(_ saved: [String: WebReply] = [:]) { replies = Mutex(saved) }

  convenience init(reading saved: Data) throws {
    self.init(try JSONDecoder().decode([String: WebReply].self, from: saved))
  }

  var names: [String] { replies.withLock { Array($0.keys) } }

  var saved: Data { get throws { try JSONEncoder().encode(replies.withLock { $0 }) } }

  func response(named name: String) -> WebReply? { replies.withLock { $0[name] } }

  func keep(_ response: WebReply, named name: String) { replies.withLock { $0[name] = response } }
}

/// The standard layers, over real sockets
@Suite(.timeLimit(.minutes(20))) struct NetworkTransportTests {
  private let services: FixtureServer

  init() throws { services = try FixtureServer(FixtureFiles.archive.get()) }

  private func photos(cache: (any ResponseStore)? = MemoryResponseStore()) -> PhotoClient {
    let adapters: [any JSONPhotoProvider.Type] = [Openverse.self, WikimediaCommons.self]
    let asked = adapters.map { adapter in
      PhotoService(
        adapter.init(
          access: APIAccess(
            base: services.url(of: adapter.profile.service), application: "MyApp/1.0")))
    }
    return PhotoClient(
      application: "MyApp/1.0", providers: asked,
      transport: NetworkTransport(for: asked, application: "MyApp/1.0", cache: cache))
  }

  @Test func `a page is asked for once, and says who asks`() async throws {
    let photos = photos()
    let first = try await photos.search("kittens").next(20)
    #expect(first.count == 20)
    let asked = services.requests
    #expect(
      asked.allSatisfy { $0.headers["User-Agent"]?.hasPrefix("MyApp/1.0 imgsearch/") == true })
    #expect(try await photos.search("kittens").next(20) == first)
    #expect(services.requests.count == asked.count)
  }

  @Test func `a store that an app saves answers after a restart, for an hour`() async throws {
    let store = SavedStore()
    let first = try await photos(cache: store).search("kittens").next(20)
    let asked = services.requests.count
    let again = try SavedStore(reading: store.saved)
    #expect(try await photos(cache: again).search("kittens").next(20) == first)
    #expect(first.count == 20 && asked > 0 && services.requests.count == asked)

    let yesterday = try JSONDecoder().decode([String: WebReply].self, from: store.saved)
      .mapValues { reply in
        var reply = reply
        reply.received = reply.received?.addingTimeInterval(-86_400)
        return reply
      }
    let old = SavedStore(yesterday)
    #expect(try await photos(cache: old).search("kittens").next(20) == first)
    #expect(services.requests.count == 2 * asked)
  }

  @Test func `without a cache it is asked for again`() async throws {
    let photos = photos(cache: nil)
    for _ in 0..<2 { #expect(try await photos.search("kittens").next(4).count == 4) }
    #expect(services.counts == ["openverse": 2, "wikimedia": 2])
  }

  @Test func `a passing fault is asked again, a spent quota is told`() async throws {
    services.set(.broken(503).on(1...1), of: "wikimedia")
    services.set(.tooMany(retryAfter: 3_600), of: "openverse")
    let search = photos().search("kittens")
    #expect(try await search.next(3).allSatisfy { $0.provider == .wikimedia })
    #expect(services.counts == ["openverse": 1, "wikimedia": 2])
    guard case .failed(let error) = search.reports[0].status,
      case .quotaSpent(let until?) = error.reason
    else {
      Issue.record("\(search.reports[0].status)")
      return
    }
    #expect((3_500...3_600).contains(until.timeIntervalSinceNow))
  }

  @Test func `where nobody can be reached, each reason is said once`() async throws {
    services.set(.broken(), of: "openverse", "wikimedia")
    let search = photos().search("kittens")
    let error = await #expect(throws: PhotoClientError.self) { try await search.next(3) }
    let words = try #require(error).localizedDescription
    #expect(words.hasPrefix("No photo service answered. Openverse, Wikimedia Commons: "))
    #expect(words.split(separator: "try again").count == 2)
  }

  @Test func `what a service says is left of its quota is in the report`() async throws {
    services.set(
      Fault { _, sound in
        var answer = sound
        answer.headers = [
          .init(name: "X-RateLimit-Limit-anon_sustained", value: "200/day"),
          .init(name: "X-RateLimit-Available-anon_sustained", value: "199"),
        ]
        return answer
      }, of: "openverse")
    let search = photos().search("kittens", from: [.openverse])
    _ = try await search.next(1)
    #expect(search.reports[0].quota == Quota(remaining: 199, limit: 200, period: "day"))
  }
}
