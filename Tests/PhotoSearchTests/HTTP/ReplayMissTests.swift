import Foundation
import Testing

@testable import PhotoSearch

/// What a request that no entry answers, or one without a reply, ends with
@Suite struct ReplayMissTests {
  private static let photos = "https://api.photos.test/v1/search"

  private static let recorded = [
    "\(photos)?q=kittens", "\(photos)?q=kittens&page=2", "\(photos)?q=paris",
    "\(photos)?q=kittens&color=red", "\(photos)?q=late&page=3",
    "https://api.photos.test/v1/photos/abc", "https://wiki.test/w/api.php?q=kitten",
    "https://images.test/kitten.jpg",
  ].map { RecordingSamples.entry($0) }

  private func miss(_ address: String) async throws -> (String, String?, Bool) {
    let transport = try RecordingSamples.transport(Self.recorded)
    let request = try RecordingSamples.request(address)
    let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
    guard case .notRecorded(let asked, let nearest, let isPast) = error else {
      Issue.record("another error: \(String(describing: error))")
      return ("", nil, false)
    }
    return (asked, nearest, isPast)
  }

  @Test func `a miss names what was asked, without keys`() async throws {
    let (asked, nearest, _) = try await miss(
      "\(Self.photos)?q=black%20dogs&api_key=SECRET&per_page=30&order=latest")
    #expect(asked == "GET api.photos.test/v1/search order=latest q=\"black dogs\"")
    #expect(nearest?.contains("SECRET") == false)
  }

  @Test(arguments: [
    ("q=kitten", "q=kittens"), ("q=pariss", "q=paris"), ("q=kittens&page=7", "q=kittens"),
    ("q=kittens&color=read", "color=red q=kittens"), ("q=late&page=4", "page=3 q=late"),
  ])
  func `a miss names the nearest entry`(_ asked: String, _ nearest: String) async throws {
    let found = try await miss("\(Self.photos)?\(asked)").1
    #expect(found == "GET api.photos.test/v1/search \(nearest)")
  }

  @Test func `the nearest entry is of the same endpoint`() async throws {
    let found = try await miss("https://api.photos.test/v1/photos/abd").1
    #expect(found == "GET api.photos.test/v1/photos/abc")
  }

  @Test func `what a host of no API was asked has no nearest entry`() async throws {
    let (asked, nearest, isPast) = try await miss("https://images.test/dog.jpg?page=2")
    #expect(asked == "GET images.test/dog.jpg page=2" && nearest == nil && !isPast)
  }

  @Test(arguments: [
    ("q=kittens&page=3", true), ("q=kittens&page=2&color=red", true), ("q=dogs&page=2", false),
    ("q=dogs", false), ("q=late", false), ("q=late&page=2", false),
    ("q=kittens&order=latest&page=2", false),
  ])
  func `a miss is past the first page when the first page of that request is there`(
    _ query: String, _ isPast: Bool
  ) async throws {
    #expect(try await miss("\(Self.photos)?\(query)").2 == isPast)
  }

  @Test func `a page of a continue is past the first`() async throws {
    #expect(try await miss("https://wiki.test/w/api.php?q=kitten&offset=50&continue=a%7C").2)
  }

  @Test func `a miss cannot steer a terminal`() async throws {
    let (asked, _, _) = try await miss("\(Self.photos)?q=%1B%5B31m%E2%80%AEred%E2%80%8D")
    #expect(asked == "GET api.photos.test/v1/search q=\\u{1b}[31m\\u{202e}red\u{200D}")
  }

  @Test func `long words do not make a miss slow`() async throws {
    let words = String(repeating: "kitten", count: 20_000)
    #expect(try await miss("\(Self.photos)?q=\(words)").1 != nil)
  }

  @Test(
    arguments: [
      ("refused", nil, TransportError.unreachable(host: "api.photos.test", reason: "refused")),
      (nil, nil, .unreachable(host: "api.photos.test", reason: "the recording has no reply")),
      ("timed out after 2.5 s", nil, .timedOut(host: "api.photos.test", seconds: 2.5)),
      ("net::ERR_TIMED_OUT", 20, .timedOut(host: "api.photos.test", seconds: 20)),
      (
        "net::ERR_TIMED_OUT", nil,
        .unreachable(host: "api.photos.test", reason: "net::ERR_TIMED_OUT")
      ),
      ("larger than 32000000 bytes", nil, .tooLarge(host: "api.photos.test", limit: 32_000_000)),
    ] as [(String?, Double?, TransportError)])
  func `an exchange without a reply replays as what it ended with`(
    _ reason: String?, _ duration: Double?, _ expected: TransportError
  ) async throws {
    let url = "\(Self.photos)?q=cat"
    let transport = try RecordingSamples.transport([
      RecordingSamples.entry(url, status: 0, error: reason, duration: duration)
    ])
    let request = try RecordingSamples.request(url)
    await #expect(throws: expected) { try await transport.send(request) }
    #expect(transport.hasEntry(for: request))
  }
}
