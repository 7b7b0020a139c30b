import Foundation
import PhotoSearch
import Synchronization
import Testing

struct CachingTransportTests {
  /// Keeps replies for the time of a test
  private final class MemoryStore: ResponseStore {
    private let replies = Mutex<[String: WebReply]>([:])

    func response(named name: String) -> WebReply? { replies.withLock { $0[name] } }

    func keep(_ response: WebReply, named name: String) {
      replies.withLock { $0[name] = response }
    }

    var names: [String] { replies.withLock { Array($0.keys) } }
  }

  private let store = MemoryStore()
  private let network = CountingTransport()
  private let start = Date(timeIntervalSince1970: 1_000_000)

  private func transport(
    _ mode: CachingTransport.Mode = .fresh, after seconds: TimeInterval = 0,
    verdict: Verdict = .page
  ) -> CachingTransport {
    let time = start.addingTimeInterval(seconds)
    return CachingTransport(
      RetryingTransport(network, verdict: { _, _ in verdict }), store: store, mode: mode,
      now: { time })
  }

  private func request(key: String = "k3y-1") throws -> WebRequest {
    WebRequest(
      url: try #require(URL(string: "https://a.test/search?q=cats&api_key=\(key)")),
      headers: ["Authorization": "Client-ID \(key)"])
  }

  @Test func `what was answered within the hour is not asked again`() async throws {
    let first = try await transport().send(request())
    let second = try await transport(after: 3_599).send(request())
    #expect(first.source == .network)
    #expect(second.source == .cache)
    #expect(second.received == start)
    #expect(network.total == 1)
    #expect(try await transport(after: 3_600).send(request()).source == .network)
  }

  @Test func `of header fields only those are kept that are read`() {
    let headers: HTTPHeaders = [
      "Content-Type": "application/json", "Set-Cookie": "a=b", "Link": "<x>; rel=next",
      "X-RateLimit-Available-anon_burst": "3", "X-Session": "c", "Authorization": "d",
      "MediaWiki-API-Error": "maxlag", "Retry-After": "5", "X-Total": "7", "WWW-Authenticate": "e",
    ]
    #expect(
      headers.keptWithReplies.fields.map(\.name) == [
        "Content-Type", "Link", "X-RateLimit-Available-anon_burst", "MediaWiki-API-Error",
        "Retry-After", "X-Total",
      ])
  }

  @Test func `a reply from the future is asked for again`() async throws {
    _ = try await transport(after: 100).send(request())
    #expect(try await transport().send(request()).source == .network)
  }

  @Test func `refresh asks again and keeps what comes`() async throws {
    _ = try await transport().send(request())
    #expect(try await transport(.refresh, after: 10).send(request()).source == .network)
    #expect(try await transport(after: 3_605).send(request()).source == .cache)
  }

  @Test func `offline takes the old and says what is missing`() async throws {
    let request = try request()
    await #expect(throws: TransportError.self) { try await transport(.offline).send(request) }
    _ = try await transport().send(request)
    #expect(try await transport(.offline, after: 1_000_000).send(request).source == .cache)
    #expect(network.total == 1)
  }

  @Test(arguments: [
    Verdict.again(after: nil, reason: ""), .spent(until: nil), .refused(""), .absent(""),
    .failed(status: 200, message: ""),
  ])
  func `only a page is kept`(verdict: Verdict) async throws {
    _ = try await transport(verdict: verdict).send(request())
    #expect(store.names.isEmpty)
  }

  @Test func `a key is no part of what is kept, and another key finds it`() async throws {
    _ = try await transport().send(request())
    #expect(store.names.allSatisfy { !$0.contains("k3y") })
    #expect(try await transport().send(request(key: "k3y-2")).source == .cache)
  }
}
