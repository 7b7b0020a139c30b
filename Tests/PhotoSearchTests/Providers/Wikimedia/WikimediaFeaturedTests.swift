import Foundation
@testable import PhotoSearch
import Testing

/// Commons' featured pictures: a list without words, in the order of a category
@Suite struct WikimediaFeaturedTests {
  private let provider = WikimediaFeatured()
  private let query = PhotoQuery(nil)

  private func page(
    _ ids: [Int], list: [Int], members: String = "\"batchcomplete\":true",
    at cursor: PageCursor? = nil
  ) throws -> PhotoPage {
    let rows = ids.map { WikimediaReplies.row(id: $0, title: "File:\($0).jpg", index: nil) }
    let listed = list.map { "{\"pageid\":\($0),\"timestamp\":\"2026-01-01T00:00:00Z\"}" }
    return try provider.page(
      "{\(members),\"query\":{\"categorymembers\":[\(listed.joined(separator: ","))],"
        + "\"pages\":[\(rows.joined(separator: ","))]}}", at: cursor?.text)
  }

  @Test func `the newest members of the category are asked for, and once more for their order`()
    throws
  {
    let items = try provider.items()
    let category = "Category:Featured pictures on Wikimedia Commons"
    #expect((items["generator"], items["list"]) == ("categorymembers", "categorymembers"))
    for (name, value) in [
      ("title", category), ("namespace", "6"), ("sort", "timestamp"), ("dir", "desc"),
      ("limit", "50"),
    ] { #expect((items["gcm" + name], items["cm" + name]) == (value, value)) }
    #expect(items["cmprop"] == "ids|timestamp")
    let search = try WikimediaCommons().request(for: PhotoQuery("dog"), at: nil).queryItems
    for item in search where ["prop", "iiprop", "iiurlwidth"].contains(item.name) {
      #expect(items[item.name] == item.value)
    }
  }

  @Test func `photos come in the order of the list, those that it doesn't name behind them`() throws
  {
    let page = try page([11, 12, 13, 14, 15], list: [14, 99, 11, 13])
    #expect(page.photos.map(\.id.native) == ["14", "11", "13", "12", "15"])
    #expect(page.photos.allSatisfy { $0.provider == .wikimediaFeatured })
    #expect(page.photos.allSatisfy { $0.id.service == "wikimedia" })
  }

  @Test func `a short page is not the end, and what it wants back is sent back`() throws {
    let next = try page(
      [11], list: [11],
      members: #"""
        "batchcomplete":true,"continue":{"gcmcontinue":"20260101|11","cmcontinue":"20260101|12",
        "continue":"gcmcontinue||"}
        """#
    ).next
    let items = try provider.items(at: next?.text)
    #expect(items["gcmcontinue"] == "20260101|11")
    #expect((items["cmcontinue"], items["continue"]) == ("20260101|12", "gcmcontinue||"))
  }

  @Test func `in the midst of a batch the list stays where the batch began`() throws {
    let place = PageCursor("cmcontinue=2026|2&continue=gcmcontinue||&gcmcontinue=2026|2")
    let next = try page(
      [11], list: [11],
      members: #"""
        "continue":{"gcmcontinue":"2026|2","cmcontinue":"2025|9","iicontinue":"A.jpg|2020",
        "continue":"gcmcontinue||categorymembers"}
        """#, at: place
    ).next
    let items = try provider.items(at: next?.text)
    #expect((items["gcmcontinue"], items["cmcontinue"]) == ("2026|2", "2026|2"))
    #expect((items["iicontinue"], items["continue"]) == ("A.jpg|2020", "gcmcontinue||"))
  }

  @Test func `in the midst of the first batch the list begins where it began`() throws {
    let next = try page(
      [11], list: [11],
      members: #""continue":{"cmcontinue":"2025|9","iicontinue":"A.jpg|2020","continue":"||"}"#
    ).next
    let items = try provider.items(at: next?.text)
    #expect((items["cmcontinue"], items["iicontinue"]) == (nil, "A.jpg|2020"))
  }

  @Test func `where only the list goes on, the pictures are at their end`() throws {
    let page = try page(
      [11], list: [11],
      members: #""batchcomplete":true,"continue":{"cmcontinue":"2025|9","continue":"-||imageinfo"}"#
    )
    #expect((page.next, page.end) == (nil, .exhausted))
  }

  @Test func `a place of the search is none of the list's`() throws {
    let cursor = PageCursor("action=purge")
    #expect(throws: ProviderError(.wikimediaFeatured, .unknownPage(cursor))) {
      try provider.request(for: query, at: cursor)
    }
  }

  @Test func `its requests are known as its own, and those for a single file as the search's`()
    throws
  {
    let registry = ProviderRegistry([WikimediaCommons(), provider])
    let list = try provider.request(for: query, at: nil).url
    let search = try WikimediaCommons().request(for: PhotoQuery("dog"), at: nil).url
    let file = try provider.requests(forPhoto: "42")[0].url
    #expect(registry.provider(of: list)?.id == .wikimediaFeatured)
    #expect(registry.provider(of: search)?.id == .wikimedia)
    #expect(registry.provider(of: file)?.id == .wikimedia)
  }
}
