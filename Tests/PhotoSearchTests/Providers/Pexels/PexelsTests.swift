import Foundation
@testable import PhotoSearch
import Testing

/// What is peculiar to Pexels; what it shares with all providers is in the contract
@Suite struct PexelsTests {
  private let search = PexelsSearch(key: "abc")

  @Test func `what is left of the month is told`() {
    let reply = WebReply(
      status: 200,
      headers: [
        "X-Ratelimit-Limit": "25000", "X-Ratelimit-Remaining": "24971",
        "X-Ratelimit-Reset": "1790000000",
      ])
    #expect(search.quota(in: reply) == Quota(remaining: 24_971, limit: 25_000, period: "month"))
    #expect(search.quota(in: WebReply(status: 401)) == nil)
  }

  @Test func `a photo is told with its licence, credit and color, and no cut thumbnail`() throws {
    let row = """
      {"id":7,"width":6000,"height":4000,"url":"https://www.pexels.com/photo/7/",
      "photographer":"Ada L.","photographer_url":"https://www.pexels.com/@ada",
      "avg_color":"#A0B1C2","alt":"Cranes &amp; gulls","src":{"tiny":"https://a.example/t",
      "small":"https://a.example/s","large2x":"https://a.example/l","original":
      "https://a.example/o"}}
      """
    let photo = try search.photo("7", row)
    #expect(photo.title == "Cranes & gulls" && photo.color == "#a0b1c2")
    #expect(photo.renditions.map(\.url.path) == ["/s", "/l", "/o"])
    #expect(photo.rendition(.original)?.size == PixelSize(width: 6_000, height: 4_000))
    #expect(photo.license?.permits == [.commercialUse, .modification])
    #expect((photo.credit.text, photo.details) == ("Photo by Ada L. on Pexels", PhotoDetails()))
  }
}

/// What the adapter makes of replies that Pexels gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct PexelsRecordingTests {
  private let search = PexelsSearch(key: "k")

  @Test func `a photo of 2026 is told whole, one of 2020 with what it has`() throws {
    let photo = try #require(Recordings.page("pexels-search-1", of: search).photos.first)
    #expect(photo.id.description == "pexels:14793362")
    #expect(photo.title?.hasPrefix("Woman in white sitting on a rocky beach") == true)
    #expect(photo.author?.name == "Serg Alesenko")
    #expect((photo.size, photo.color) == (PixelSize(width: 6_240, height: 4_160), "#94a0b6"))
    #expect(photo.rendition(.thumb)?.url.query?.contains("h=130") == true)
    let old = try Recordings.page("pexels-search-6", of: search)
    #expect(old.photos.allSatisfy { $0.title == nil && $0.color == nil })
  }

  @Test(arguments: [("cat", 15), ("nature", 10), ("retreat", 1), ("nothing", 0)])
  func `a recorded session replays`(words: String, shown: Int) async throws {
    let page = try await Recordings.answer(to: words, of: search).get()
    #expect(page.photos.count == shown && (page.next == nil) == (shown == 0))
  }
}
