import Foundation
@testable import PhotoSearch
import Testing

struct CachingTransportTests {
  private let store = SavedStore()
  private let network = CountingTransport()
  private let start = Date(timeIntervalSince1970: 1_000_000)

  private func transport(
    _ mode: CachingTransport.Mode = .fresh, after seconds: TimeInterval = 0,
    verdict: ReplyVerdict = .page,
    lifetime: @escaping @Sendable (WebRequest) -> Duration = { _ in .seconds(3_600) }
  ) -> CachingTransport {
    let time = start.addingTimeInterval(seconds)
    return CachingTransport(
      RetryingTransport(network, verdict: { _, _ in verdict }), store: store, mode: mode,
      lifetime: lifetime, now: { time })
  }

  private func request(key: String = "k3y-1") throws -> WebRequest {
    WebRequest(
      url: try #require(URL(string: "https://a.test/search?q=cats&api_key=\(key)")),
      headers: ["Authorization": "Client-ID \(key)"])
  }

  /// Asks, and reads what comes
  @discardableResult
  private func ask(_ transport: CachingTransport, key: String = "k3y-1") async throws -> WebReply {
    let response = try await transport.send(request(key: key))
    response.wasRead()
    return response
  }

  @Test func `what was answered within the hour is not asked again`() async throws {
    let first = try await ask(transport())
    let second = try await transport(after: 3_599).send(request())
    #expect(
      (first.source, second.source, second.received, network.total) == (.network, .cache, start, 1))
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
    try await ask(transport(after: 100))
    #expect(try await transport().send(request()).source == .network)
  }

  @Test func `refresh asks again and keeps what comes`() async throws {
    try await ask(transport())
    #expect(try await ask(transport(.refresh, after: 10)).source == .network)
    #expect(try await transport(after: 3_605).send(request()).source == .cache)
  }

  @Test func `offline takes the old and says what is missing`() async throws {
    let request = try request()
    await #expect(throws: TransportError.self) { try await transport(.offline).send(request) }
    try await ask(transport())
    #expect(try await transport(.offline, after: 1_000_000).send(request).source == .cache)
    #expect(network.total == 1)
  }

  @Test(arguments: [
    ReplyVerdict.again(after: nil, reason: ""), .spent(until: nil), .refused(""), .absent(""),
    .failed(status: 200, message: ""),
  ])
  func `only a page is kept`(verdict: ReplyVerdict) async throws {
    try await ask(transport(verdict: verdict))
    #expect(store.names.isEmpty)
  }

  @Test func `a page that nobody could read is not kept`() async throws {
    #expect(try await transport().send(request()).verdict == .page)
    #expect(store.names.isEmpty)
    #expect(try await transport().send(request()).source == .network)
  }

  @Test func `of a photo's replies those are kept that told something`() async throws {
    let flickr = Flickr(key: "k")
    let requests = try flickr.requests(forPhoto: "1")
    let bodies = [
      #"{"photo":{"id":"1","secret":"ab","server":"2","farm":3,"owner":{"nsid":"9@N01"}}}"#,
      #"{"message":"maintenance"}"#,
      #"{"photo":{"camera":"Nikon FM2"}}"#,
    ]
    let replies = Dictionary(uniqueKeysWithValues: zip(requests.map(\.url), bodies))
    let transport = CachingTransport(
      RetryingTransport(
        ToldTransport { WebReply(status: 200, body: Data((replies[$0.url] ?? "").utf8)) },
        verdict: { _, _ in .page }),
      store: store, lifetime: { _ in .seconds(3_600) })
    let photo = try await flickr.photo("1", over: transport)
    #expect(photo.details?.camera?.model == "Nikon FM2")
    let kept = Set(store.names)
    #expect(kept == Set([requests[0], requests[2]].map { Redaction().url($0.url) }))
  }

  @Test(arguments: [(86_399, true), (86_400, false)])
  func `a service whose terms ask for it is asked once a day`(
    seconds: TimeInterval, isKept: Bool
  ) async throws {
    try await ask(transport())
    let transport = transport(after: seconds) {
      $0.url.host == "a.test" ? .seconds(86_400) : .seconds(3_600)
    }
    let reply = try await transport.send(request())
    #expect((reply.source == .cache) == isKept)
  }

  @Test func `a key is no part of what is kept, and another key finds it`() async throws {
    try await ask(transport())
    #expect(store.names.allSatisfy { !$0.contains("k3y") })
    #expect(try await ask(transport(), key: "k3y-2").source == .cache)
  }
}
