import Foundation
@testable import PhotoSearch
import Testing

/// What Unsplash is asked
@Suite struct UnsplashRequestTests {
  private let search = UnsplashSearch(key: "abc")
  private let list = UnsplashList(key: "abc")

  private func arguments(
    _ filters: PhotoFilters = PhotoFilters(), at cursor: PageCursor? = nil
  ) throws -> [String: String] {
    let query = PhotoQuery(words: "black & white cats", filters: filters)
    let request = try search.request(for: query, at: cursor)
    return Dictionary(uniqueKeysWithValues: request.queryItems.map { ($0.name, $0.value ?? "") })
  }

  @Test func `a search is asked for by words and page`() throws {
    let request = try search.request(for: PhotoQuery(words: "kittens"), at: PageCursor("3/9"))
    #expect(
      request.url.absoluteString == "https://api.unsplash.com/search/photos"
        + "?query=kittens&content_filter=high&page=3&per_page=30")
    #expect(request.headers["authorization"] == "Client-ID abc")
    #expect(request.headers["accept-version"] == "v1")
  }

  @Test func `the list is asked for by page`() throws {
    let request = try list.request(for: PhotoQuery(words: nil), at: nil)
    #expect(request.url.absoluteString == "https://api.unsplash.com/photos?page=1&per_page=30")
    #expect(request.headers["authorization"] == "Client-ID abc")
  }

  @Test func `a photo is asked for by its id or slug`() throws {
    let requests = try search.requests(forPhoto: "a-cat-VxRVxQnDW9I")
    #expect(
      requests.map(\.url.absoluteString)
        == ["https://api.unsplash.com/photos/a-cat-VxRVxQnDW9I"])
  }

  @Test(arguments: [
    (nil, "high"), (PhotoFilters.Safety.strict, "high"), (.moderate, "low"), (.off, "low"),
  ])
  func `each safety has its filter`(safety: PhotoFilters.Safety?, filter: String) throws {
    #expect(try arguments(PhotoFilters(safety: safety))["content_filter"] == filter)
  }

  @Test(arguments: [
    (nil, nil), (PhotoFilters.Orientation.landscape, "landscape"), (.portrait, "portrait"),
    (.square, "squarish"),
  ])
  func `each orientation has its word`(
    orientation: PhotoFilters.Orientation?, word: String?
  ) throws {
    #expect(try arguments(PhotoFilters(orientation: orientation))["orientation"] == word)
  }

  @Test func `colors and the latest are asked for`() throws {
    let arguments = try arguments(PhotoFilters(color: .blackAndWhite, sort: .latest))
    #expect(arguments["color"] == "black_and_white")
    #expect(arguments["order_by"] == "latest")
    #expect(try self.arguments()["order_by"] == nil)
  }

  @Test(arguments: [
    ([], true), ([PhotoFilters.LicenseCode.any], true), ([.commercial], true),
    ([.modification], true), ([.cc0], false), ([.by, .bySA], false), ([.cc0, .commercial], false),
    ([.pdm], false),
  ])
  func `a licence filter is honoured when the Unsplash License satisfies it`(
    licenses: [PhotoFilters.LicenseCode], isHonoured: Bool
  ) {
    let filters = PhotoFilters(licenses: licenses)
    let found = PhotoQuery(words: "cats", filters: filters)
    let listed = PhotoQuery(words: nil, filters: filters)
    #expect((search.objection(to: found) == nil) == isHonoured)
    #expect((list.objection(to: listed) == nil) == isHonoured)
  }

  @Test func `search is skipped for popularity alone`() {
    let popular = PhotoQuery(words: "cats", filters: PhotoFilters(sort: .popular))
    #expect(search.objection(to: popular) == "can't sort by popularity")
    let filters = PhotoFilters(
      safety: .off, orientation: .square, color: .teal, sort: .latest)
    #expect(search.objection(to: PhotoQuery(words: "cats", filters: filters)) == nil)
  }

  @Test(arguments: [
    (PhotoFilters(safety: .strict), "can't filter by safety"),
    (PhotoFilters(safety: .off), nil),
    (PhotoFilters(color: .teal), "can't filter by color"),
    (PhotoFilters(sort: .latest), "can't sort"), (PhotoFilters(sort: .popular), "can't sort"),
    (PhotoFilters(orientation: .portrait), nil),
  ])
  func `the list is skipped for what it cannot do`(filters: PhotoFilters, objection: String?) {
    #expect(list.objection(to: PhotoQuery(words: nil, filters: filters)) == objection)
  }

  @Test func `no page past the 200th is asked for`() throws {
    #expect(try arguments(at: PageCursor("200/334"))["page"] == "200")
    #expect(throws: ProviderError.self) { try arguments(at: PageCursor("201/334")) }
    #expect(throws: Never.self) {
      try list.request(for: PhotoQuery(words: nil), at: PageCursor("201"))
    }
  }
}
