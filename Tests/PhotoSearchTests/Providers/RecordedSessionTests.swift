import Foundation
@testable import PhotoSearch
import Testing

/// A session with the real services, as a HAR file: what is asked here has to be what was asked
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct RecordedSessionTests {
  private struct Archive: Decodable {
    let log: Log

    struct Log: Decodable { let entries: [Entry] }
    struct Entry: Decodable { let request: Request }
    struct Request: Decodable { let url: String }
  }

  private func addresses(_ host: String) throws -> [URLComponents] {
    let data = try Recordings.data("har/real.har")
    let entries = try JSONDecoder().decode(Archive.self, from: data).log.entries
    return entries.compactMap { URLComponents(string: $0.request.url) }.filter { $0.host == host }
  }

  private func value(_ name: String, in address: URLComponents) -> String? {
    address.queryItems?.first { $0.name == name }?.value
  }

  private func expect(_ request: WebRequest, of api: APIDescription, is address: URLComponents) {
    let items = request.queryItems.filter { item in
      !api.immaterial.contains(item.name) && api.defaults[item.name] != item.value
    }
    #expect(Set(items) == Set(address.queryItems ?? []))
    #expect(request.url.path == URL(string: address.string ?? "")?.path)
  }

  @Test func `each recorded search of Flickr is asked as it was`() throws {
    let flickr = Flickr(key: "k")
    let addresses = try addresses("api.flickr.com").filter { value("text", in: $0) != nil }
    #expect(addresses.count == 8)
    for address in addresses {
      let query = PhotoQuery(value("text", in: address))
      expect(try flickr.request(for: query, at: nil), of: flickr.api, is: address)
    }
  }

  @Test func `each recorded photo of Flickr is asked for as it was`() throws {
    let flickr = Flickr(key: "k")
    let addresses = try addresses("api.flickr.com").filter { value("photo_id", in: $0) != nil }
    #expect(addresses.count == 4)
    for address in addresses {
      let id = try #require(value("photo_id", in: address))
      let requests = try flickr.requests(forPhoto: id)
      let method = value("method", in: address)
      let request = requests.first { $0.queryItems.first { $0.name == "method" }?.value == method }
      expect(try #require(request), of: flickr.api, is: address)
    }
  }

  @Test func `each recorded request to Unsplash is made as it was`() throws {
    let search = UnsplashSearch(key: "k")
    let list = UnsplashList(key: "k")
    for address in try addresses("api.unsplash.com") {
      if let words = value("query", in: address) {
        let query = PhotoQuery(words)
        expect(try search.request(for: query, at: nil), of: search.api, is: address)
      } else if address.path == "/photos" {
        expect(try list.request(for: PhotoQuery(nil), at: nil), of: list.api, is: address)
      } else {
        let id = try #require(address.path.split(separator: "/").last)
        let requests = try search.requests(forPhoto: String(id))
        expect(try #require(requests.first), of: search.api, is: address)
      }
    }
  }

  @Test func `each recorded search of Openverse is asked as it was`() throws {
    let openverse = Openverse()
    let addresses = try addresses("api.openverse.org")
    #expect(addresses.count == 4)
    for address in addresses {
      let query = PhotoQuery(value("q", in: address))
      expect(try openverse.request(for: query, at: nil), of: openverse.api, is: address)
    }
  }

  @Test func `each recorded search of Commons is asked as it was`() throws {
    let commons = WikimediaCommons()
    let addresses = try addresses("commons.wikimedia.org")
    #expect(addresses.count == 2)
    for address in addresses {
      let words = try #require(value("gsrsearch", in: address)).split(separator: " ").dropFirst()
      let query = PhotoQuery(words.joined(separator: " "))
      expect(try commons.request(for: query, at: nil), of: commons.api, is: address)
    }
  }
}
