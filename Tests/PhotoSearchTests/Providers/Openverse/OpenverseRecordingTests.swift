import Foundation
@testable import PhotoSearch
import Testing

/// What the adapter makes of replies that the real service gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct OpenverseRecordingTests {
  private let provider = Openverse()

  private func page(_ name: String) throws -> PhotoPage {
    let reply = try Recordings.reply(name)
    #expect(provider.verdict(on: reply) == .page)
    return try provider.page(from: reply, for: PhotoQuery("cat"), at: nil)
  }

  @Test func `each photo of 2022, without sizes, comes out as the copy that it is`() throws {
    let page = try page("openverse-search-2")
    #expect(page.photos.count == 20)
    #expect(page.excluded.isEmpty && page.total == 10_000 && page.next?.text == "2/20")
    for photo in page.photos {
      #expect(
        (photo.size, photo.site, photo.origin.service) == (nil, "Flickr via Openverse", "flickr"))
      #expect(photo.license?.code != nil && photo.author?.name != nil)
      #expect(photo.pageURL.absoluteString.hasSuffix("/\(photo.origin.native)"))
    }
    #expect(page.photos.first?.origin.description == "flickr:169329862")
    #expect(page.photos.first?.license == .creativeCommons("by", version: "2.0"))
  }

  @Test func `each photo of 2026 comes out whole`() throws {
    let page = try page("openverse-search-5")
    #expect(page.photos.count == 3)
    #expect(page.excluded.isEmpty && page.total == 240 && page.next?.text == "2/80")
    for photo in page.photos {
      expectSound(photo)
      #expect(photo.size != nil && photo.title != nil && !photo.tags.isEmpty)
    }
    let photo = try #require(page.photos.first)
    #expect(photo.title == "Walking through the Cypress Tree Tunnel")
    #expect(photo.identities.map(\.native) == [OpenverseReplies.uuid, "48500938586"])
    #expect(
      photo.credit.text == "“Walking through the Cypress Tree Tunnel” by PeterThoeny "
        + "(CC BY-NC-SA 2.0) · Flickr via Openverse")
  }

  @Test func `a search without a result is at its end`() throws {
    #expect(try page("openverse-search-6") == PhotoPage(photos: [], total: 0))
  }
}
