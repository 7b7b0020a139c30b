import Foundation
import Testing

@testable import PhotoSearch

/// Which recorded reply answers which request
@Suite struct ReplayMatchingTests {
  private static let photos = "https://api.photos.test/v1/search"

  // An entry, a request, and why the one answers the other, or doesn't

  private static let alike: [(String, String, String)] = [
    ("\(photos)?q=cat", "\(photos)?q=cat", "the same"),
    ("\(photos)?q=cat&color=red", "\(photos)?color=red&q=cat", "order of parameters"),
    ("\(photos)?q=black%20cat", "\(photos)?q=black+cat", "a blank as + and as %20"),
    ("\(photos)?q=%C3%A9t%c3%a9", "\(photos)?q=été", "percent-encoding"),
    ("\(photos)?q=cat", "\(photos)?q=cat&per_page=30&extras=a,b", "immaterial when asked"),
    ("\(photos)?q=cat&per_page=10&format=xml", "\(photos)?q=cat", "immaterial when recorded"),
    ("\(photos)?q=cat", "\(photos)?q=cat&client_id=abcdef", "a key when asked"),
    ("\(photos)?q=cat&api_key=REDACTED", "\(photos)?q=cat&api_key=x", "a key when recorded"),
    ("\(photos)?q=cat", "\(photos)?q=cat&order=relevant&safe=high", "defaults when asked"),
    ("\(photos)?q=cat&order=relevant", "\(photos)?q=cat", "a default when recorded"),
    ("\(photos)?q=cat&page=1", "\(photos)?q=cat", "an absent page is the first"),
    ("\(photos)?q=cat", "\(photos)?q=cat&page=1", "the first page may be absent"),
    ("http://api.photos.test/v1/search?q=cat", "\(photos)?q=cat", "http and https"),
    ("https://API.Photos.test:443/v1/search?q=cat", "\(photos)?q=cat", "host and port"),
    ("http://api.photos.test:80/v1/search?q=cat", "\(photos)?q=cat", "http's own port"),
    ("\(photos)/?q=cat", "\(photos)?q=cat", "a slash at the end"),
    ("\(photos)?tag=a&tag=b", "\(photos)?tag=b&tag=a", "repeated parameters"),
    ("\(photos)?q=cat#top", "\(photos)?q=cat", "a fragment"),
    ("https://api.photos.test/v1/p/%7Ea", "https://api.photos.test/v1/p/~a", "path encoding"),
    ("https://wiki.test/w/api.php?q=a&format=json", "https://wiki.test/w/api.php?q=a", "API 2"),
    ("https://images.test/a.jpg?w=1", "https://images.test/a.jpg?w=1", "a host of no API"),
    ("https://other.test/x?page=1", "https://OTHER.test/x?page=1", "a host of no API, case"),
  ]

  @Test(arguments: alike) func `an entry answers the same request however it is spelled`(
    recorded: String, asked: String, because: String
  ) async throws {
    let transport = try RecordingSamples.transport([RecordingSamples.entry(recorded)])
    let request = try RecordingSamples.request(asked)
    #expect(transport.hasEntry(for: request))
    let response = try await transport.send(request)
    #expect(response.body == Data(recorded.utf8))
    #expect((response.status, response.headers["content-type"]) == (200, "application/json"))
  }

  private static let different: [(String, String, String)] = [
    ("\(photos)?q=cat", "\(photos)?q=cats", "other words"),
    ("\(photos)?q=cat", "\(photos)?q=Cat", "words in another case"),
    ("\(photos)?q=cat", "\(photos)?q=cat&order=latest", "an order not recorded"),
    ("\(photos)?q=cat&order=latest", "\(photos)?q=cat&order=relevant", "the default order"),
    ("\(photos)?q=cat&color=red", "\(photos)?q=cat", "a filter not asked"),
    ("\(photos)?q=cat", "\(photos)?q=cat&color=red", "a filter asked"),
    ("\(photos)?q=cat", "\(photos)?q=cat&page=2", "a later page"),
    ("\(photos)?q=cat&page=2", "\(photos)?q=cat", "the first page"),
    ("\(photos)?tag=a&tag=a", "\(photos)?tag=a", "a parameter repeated less often"),
    ("\(photos)?q=cat&page=1&page=2", "\(photos)?q=cat&page=2", "two pages at once"),
    ("\(photos)?q=cat&color=", "\(photos)?q=cat", "an empty filter"),
    ("\(photos)?q=cat&unknown=1", "\(photos)?q=cat", "a parameter nobody knows"),
    ("https://api.photos.test/v1/p/a%2Fb", "https://api.photos.test/v1/p/a/b", "a path"),
    ("https://api.photos.test/v2/search?q=cat", "\(photos)?q=cat", "another version"),
    ("https://api.photos.test:8443/v1/search?q=cat", "\(photos)?q=cat", "another port"),
    ("https://photos.test/v1/search?q=cat", "\(photos)?q=cat", "another host"),
    ("https://wiki.test/w/api.php?q=a&offset=0", "https://wiki.test/w/api.php?q=a", "an offset"),
    ("https://other.test/x?page=1", "https://other.test/x", "a page at a host of no API"),
  ]

  @Test(arguments: different) func `an entry never answers what it was not asked`(
    recorded: String, asked: String, because: String
  ) async throws {
    let transport = try RecordingSamples.transport([RecordingSamples.entry(recorded)])
    let request = try RecordingSamples.request(asked)
    #expect(!transport.hasEntry(for: request))
    await #expect(throws: TransportError.self) { try await transport.send(request) }
  }

  @Test func `a request of another method is another request`() async throws {
    let transport = try RecordingSamples.transport([
      RecordingSamples.entry("\(Self.photos)?q=cat", method: "POST")
    ])
    #expect(!transport.hasEntry(for: try RecordingSamples.request("\(Self.photos)?q=cat")))
    let post = try RecordingSamples.request("\(Self.photos)?q=cat", method: "post")
    #expect(transport.hasEntry(for: post))
  }

  @Test func `of equal entries the first answers, again and again`() async throws {
    let url = "\(Self.photos)?q=cat"
    let transport = try RecordingSamples.transport([
      RecordingSamples.entry(url, body: "first"), RecordingSamples.entry(url, body: "second"),
    ])
    for _ in 0..<3 {
      let response = try await transport.send(try RecordingSamples.request(url))
      #expect(response.body == Data("first".utf8))
    }
  }

  @Test(arguments: [
    "http://localhost:8080", "http://localhost:8080/", "http://LOCALHOST:8080/proxy/photos/",
    "https://wiki.test/w",
  ])
  func `a request to another base is answered from the default address`(_ base: String) throws {
    let url = "https://api.photos.test/v1/search?q=cat"
    let transport = try RecordingSamples.transport(
      [RecordingSamples.entry(url), RecordingSamples.entry("https://wiki.test/w/api.php?q=a")],
      photosAt: base)
    let start = base.hasSuffix("/") ? String(base.dropLast()) : base
    #expect(transport.hasEntry(for: try RecordingSamples.request("\(start)/search?q=cat&page=1")))
    #expect(transport.hasEntry(for: try RecordingSamples.request("\(url)&page=1")))
    #expect(
      transport.hasEntry(for: try RecordingSamples.request("https://wiki.test/w/api.php?q=a")))
  }

  @Test func `APIs at one address are read as one`() throws {
    let base = try RecordingSamples.address("https://api.photos.test/v1")
    let apis = [
      APIDescription(
        defaultBase: base, immaterial: ["a"], defaults: ["order": "relevant"], paging: [:]),
      APIDescription(
        defaultBase: base, immaterial: ["b"], defaults: ["order": "latest", "safe": "high"],
        paging: ["page": "1"]),
    ]
    let transport = ReplayTransport(
      archive: HARArchive(entries: [RecordingSamples.entry("\(Self.photos)?q=cat")]), apis: apis)
    let asked = "\(Self.photos)?q=cat&a=1&b=2&page=1&safe=high"
    #expect(transport.hasEntry(for: try RecordingSamples.request("\(asked)&order=relevant")))
    #expect(!transport.hasEntry(for: try RecordingSamples.request("\(asked)&order=latest")))
  }
}
