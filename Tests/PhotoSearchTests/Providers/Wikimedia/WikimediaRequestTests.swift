import Foundation
@testable import PhotoSearch
import Testing

@Suite struct WikimediaRequestTests {
  private let provider = WikimediaCommons()

  private func items(_ filters: PhotoFilters = PhotoFilters()) throws -> [String: String] {
    try provider.items("black dog", filters)
  }

  @Test func `a search asks for 50 pictures with their metadata`() throws {
    #expect(
      try items() == [
        "action": "query", "format": "json", "formatversion": "2", "generator": "search",
        "gsrsearch": "filetype:bitmap black dog", "gsrnamespace": "6", "gsrlimit": "50",
        "prop": "imageinfo", "iiprop": "url|size|mime|timestamp|extmetadata",
        "iiurlwidth": "960",
        "iiextmetadatafilter":
          "ObjectName|ImageDescription|Artist|Attribution|LicenseShortName|License|LicenseUrl"
          + "|DateTime|DateTimeOriginal|GPSLatitude|GPSLongitude",
      ])
  }

  @Test func `every request says who asks and how to reach them`() throws {
    let search = try provider.request(for: PhotoQuery("dog"), at: nil)
    for request in [search] + (try provider.requests(forPhoto: "42")) {
      let agent = try #require(request.headers["User-Agent"])
      #expect(agent.hasPrefix("imgsearch/") && agent.contains("https://") && agent.contains("@"))
    }
  }

  @Test func `what is immaterial or the default leaves the address of a recording`() throws {
    var items = try items()
    for name in provider.api.immaterial { items[name] = nil }
    for (name, value) in provider.api.defaults where items[name] == value { items[name] = nil }
    #expect(
      items == [
        "action": "query", "generator": "search", "gsrsearch": "filetype:bitmap black dog",
      ])
    for name in ["gsroffset", "continue", "iicontinue"] {
      #expect(provider.api.paging[name] == .some(nil))
    }
  }

  @Test func `the latest come first by the date of their upload`() throws {
    #expect(try items(PhotoFilters(sort: .latest))["gsrsort"] == "create_timestamp_desc")
    #expect(try items()["gsrsort"] == nil)
  }

  @Test(arguments: [
    (PhotoQuery(nil), true),
    (PhotoQuery("dog"), false),
    (PhotoQuery("dog", filters: PhotoFilters(color: .red)), true),
    (PhotoQuery("dog", filters: PhotoFilters(sort: .latest)), false),
    (PhotoQuery("dog", filters: PhotoFilters(sort: .popular)), true),
    (PhotoQuery("dog", filters: PhotoFilters(safety: .strict)), true),
    (PhotoQuery("dog", filters: PhotoFilters(safety: .moderate)), true),
    (PhotoQuery("dog", filters: PhotoFilters(safety: .off)), false),
    (PhotoQuery("dog", filters: PhotoFilters(orientation: .square, licenses: [.by])), false),
  ])
  func `it is skipped where it would answer another question`(query: PhotoQuery, aside: Bool) {
    #expect((provider.objection(to: query) != nil) == aside)
  }

  @Test(arguments: [
    ("42", "pageids", "42"), ("0042", "pageids", "42"), ("File:Cat.jpg", "titles", "File:Cat.jpg"),
    ("file:cat_on_snow.jpg", "titles", "File:Cat on snow.jpg"),
  ])
  func `one file is asked for by page id or by title`(
    native: String, name: String, value: String
  ) throws {
    let requests = try provider.requests(forPhoto: native)
    let items = try #require(requests.first).queryItems
    #expect((requests.count, items.first { $0.name == name }?.value) == (1, value))
    #expect(items.first { $0.name == "action" }?.value == "query")
    #expect(items.first { $0.name == "iiprop" }?.value?.hasSuffix("|commonmetadata") == true)
  }

  @Test(arguments: ["", "-1", "0", "4|5", "Cat.jpg", "Category:Cats", "File:A.jpg|File:B.jpg"])
  func `what cannot be a file is not asked for`(native: String) {
    #expect(throws: ProviderError(.wikimedia, .noSuchPhoto("wikimedia:\(native)"))) {
      try provider.requests(forPhoto: native)
    }
  }
}
