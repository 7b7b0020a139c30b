import Foundation
@testable import PhotoSearch
import Testing

/// What is peculiar to Pexels; what it shares with all providers is in the contract
@Suite struct PexelsTests {
  private let search = PexelsSearch(key: "abc")
  private let curated = PexelsCurated(key: "abc")

  private func page(
    _ members: String, rows: Int = 0, at cursor: String? = nil
  ) throws -> PhotoPage {
    let rows = (0..<rows).map {
      #"{"id":4300\#($0),"url":"https://www.pexels.com/photo/4300\#($0)/","src":{"small":"#
        + #""https://images.pexels.com/photos/4300\#($0)/a.jpeg?h=130"}}"#
    }
    let body = "{\(members),\"photos\":[\(rows.joined(separator: ","))]}"
    return try search.page(body, at: cursor)
  }

  @Test(
    arguments: [
      // By the total, though there is the address of a next page, too.
      (
        #""total_results":160,"per_page":80,"next_page":"x""#, 80, "1/2", "2/2", EndReason.exhausted
      ),
      (#""total_results":160,"per_page":80,"next_page":"x""#, 80, "2/2", nil, .exhausted),
      // A short page isn't the end; one without the address of a next page is.
      (#""total_results":7737,"per_page":80,"next_page":"x""#, 3, nil, "2/97", .exhausted),
      (#""total_results":0,"per_page":1,"page":1"#, 0, "4/97", nil, .exhausted),
      // The wall, where the total ends too.
      (#""total_results":8000,"per_page":80,"next_page":"x""#, 80, "99/100", "100/100", .exhausted),
      (
        #""total_results":8000,"per_page":80,"next_page":"x""#, 80, "100/100", nil,
        .depthLimit(8_000)
      ),
      // What the reply itself was cut to counts.
      (#""total_results":45,"per_page":15,"next_page":"x""#, 15, nil, "2/3", .exhausted),
      (#""total_results":45,"per_page":0,"next_page":"x""#, 15, nil, "2", .exhausted),
    ] as [(String, Int, String?, String?, EndReason)])
  func `the end is where the total, the wall or the service says`(
    members: String, rows: Int, cursor: String?, next: String?, end: EndReason
  ) throws {
    let page = try page(members, rows: rows, at: cursor)
    #expect((page.photos.count, page.next?.text, page.end) == (rows, next, end))
  }

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
  private let curated = PexelsCurated(key: "k")

  @Test(
    arguments: [
      ("pexels-search-1", 1, 8_000, "2/8000"), ("pexels-search-2", 1, 8_000, "2/8000"),
      ("pexels-search-4", 0, 0, nil), ("pexels-search-6", 15, 1_880, "2/126"),
      ("pexels-search-7", 10, 8_000, "2/800"), ("pexels-search-8", 1, 8_000, "2/8000"),
      ("pexels-search-9", 1, 371, "2/371"), ("pexels-curated-1", 1, 8_000, "2/1600"),
      ("pexels-curated-3", 10, 8_000, "2/800"), ("pexels-curated-4", 0, 8_000, nil),
    ] as [(String, Int, Int, String?)])
  func `each photo comes out, and what comes next`(
    name: String, shown: Int, total: Int, next: String?
  ) throws {
    let reply = try Recordings.reply(name)
    let provider: any PhotoProvider = name.contains("curated") ? curated : search
    #expect(provider.verdict(on: reply) == .page)
    let words = name.contains("curated") ? nil : "cat"
    let page = try provider.page(from: reply, for: PhotoQuery(words), at: nil)
    #expect(page.photos.count == shown && page.excluded.isEmpty)
    #expect((page.total, page.next?.text) == (total, next))
    for photo in page.photos {
      expectSound(photo)
      #expect(
        (photo.renditions.map(\.role), photo.author?.url?.host, search.native(at: photo.pageURL))
          == ([.thumb, .small, .regular, .original], "www.pexels.com", photo.id.native))
    }
  }

  @Test func `a photo of 2026 is told whole, one of 2020 with what it has`() throws {
    let query = PhotoQuery("cat")
    let new = try search.page(from: Recordings.reply("pexels-search-1"), for: query, at: nil)
    let photo = try #require(new.photos.first)
    #expect(photo.id.description == "pexels:14793362")
    #expect(photo.title?.hasPrefix("Woman in white sitting on a rocky beach") == true)
    #expect(photo.author?.name == "Serg Alesenko")
    #expect((photo.size, photo.color) == (PixelSize(width: 6_240, height: 4_160), "#94a0b6"))
    #expect(photo.rendition(.thumb)?.url.query?.contains("h=130") == true)
    let old = try search.page(from: Recordings.reply("pexels-search-6"), for: query, at: nil)
    #expect(old.photos.allSatisfy { $0.title == nil && $0.color == nil })
  }

  @Test(arguments: [
    ("cat", 15, ProviderError.Reason?.none), ("nature", 10, nil), ("retreat", 1, nil),
    ("nothing", 0, nil),
    (
      "refused", 0,
      .keyRefused(
        variable: "PEXELS_API_KEY",
        address: PexelsSearch.profile.key?.address ?? URL(filePath: "/"),
        message: "Access to this API has been disallowed")
    ),
  ])
  func `a recorded session replays, its refusal too`(
    words: String, shown: Int, refusal: ProviderError.Reason?
  ) async throws {
    let replay = ReplayTransport(
      archive: try Recordings.archive.get(), apis: [search.api, curated.api])
    switch await search.page(of: PhotoQuery(words), at: nil, over: replay) {
    case .success(let page):
      #expect(page.photos.count == shown && refusal == nil && (page.next == nil) == (shown == 0))
    case .failure(let error): #expect(error.reason == refusal)
    }
  }
}
