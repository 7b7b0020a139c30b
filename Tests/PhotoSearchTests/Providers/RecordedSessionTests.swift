import Foundation
@testable import PhotoSearch
import Testing

/// A session with the real services, as a HAR file: what is asked here has to be what was asked
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct RecordedSessionTests {
  private func value(_ name: String, in address: URLComponents) -> String? {
    address.queryItems?.first { $0.name == name }?.value
  }

  /// How a provider asks for what a recorded address asks for
  private func request(_ id: ProviderID, like address: URLComponents) throws -> WebRequest? {
    let provider = try id.adapter
    if let native = value("photo_id", in: address) ?? Self.unsplashPhoto(address.path) {
      let method = value("method", in: address)
      return try provider.requests(forPhoto: native).first { request in
        request.queryItems.first { $0.name == "method" }?.value == method
      }
    }
    let words = ["text", "query", "q", "gsrsearch"].compactMap { value($0, in: address) }.first
    return try provider.request(
      for: PhotoQuery(words?.replacing("filetype:bitmap ", with: "")), at: nil)
  }

  private static func unsplashPhoto(_ path: String) -> String? {
    path.hasPrefix("/photos/") ? String(path.dropFirst("/photos/".count)) : nil
  }

  private static let archive = Result {
    try HARArchive(contentsOf: Recordings.file("har/real.har"))
  }

  @Test(arguments: [
    (ProviderID.flickr, 12), (.unsplash, 9), (.unsplashList, 1), (.openverse, 4), (.wikimedia, 2),
  ])
  func `each recorded request is made as it was, and answered`(id: ProviderID, count: Int) throws {
    let archive = try Self.archive.get()
    let api = try id.adapter.api
    let replay = ReplayTransport(archive: archive, apis: [api])
    let own = archive.entries.filter { entry in
      guard let address = URLComponents(string: entry.url), address.host == api.defaultBase.host
      else { return false }
      return id.rawValue.hasPrefix("unsplash")
        ? (address.path == "/photos") == (id == .unsplashList) : true
    }
    #expect(own.count == count)
    for entry in own {
      let address = try #require(URLComponents(string: entry.url))
      let request = try #require(try request(id, like: address))
      #expect(try replay.response(to: request).body == entry.body && !entry.body.isEmpty)
    }
  }
}
