import Foundation
@testable import PhotoSearch
import Testing

/// What Unsplash is asked
@Suite struct UnsplashRequestTests {
  private let search = UnsplashSearch(key: "abc")
  private let list = UnsplashList(key: "abc")

  private func arguments(
    _ filters: PhotoFilters = PhotoFilters(), at cursor: String? = nil
  ) throws -> [String: String] { try search.items("black & white cats", filters, at: cursor) }

  @Test func `a search is asked for by words and page`() throws {
    let request = try search.request(for: PhotoQuery("kittens"), at: PageCursor("3/9"))
    #expect(
      request.url.absoluteString == "https://api.unsplash.com/search/photos"
        + "?query=kittens&content_filter=high&page=3&per_page=30")
    #expect(request.headers["authorization"] == "Client-ID abc")
    #expect(request.headers["accept-version"] == "v1")
  }

  @Test func `the list is asked for by page`() throws {
    let request = try list.request(for: PhotoQuery(nil), at: nil)
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
    #expect(try (arguments["order_by"], self.arguments()["order_by"]) == ("latest", nil))
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
    #expect((search.objection(filters) == nil) == isHonoured)
    #expect((list.objection(filters) == nil) == isHonoured)
  }

  @Test func `search is skipped for popularity alone`() {
    #expect(search.objection(PhotoFilters(sort: .popular)) == "can't sort by popularity")
    let filters = PhotoFilters(safety: .off, orientation: .square, color: .teal, sort: .latest)
    #expect(search.objection(filters) == nil)
  }

  @Test(arguments: [
    (PhotoFilters(safety: .strict), "can't filter by safety"),
    (PhotoFilters(safety: .off), nil),
    (PhotoFilters(color: .teal), "can't filter by color"),
    (PhotoFilters(sort: .latest), "can't sort"), (PhotoFilters(sort: .popular), "can't sort"),
    (PhotoFilters(orientation: .portrait), nil),
  ])
  func `the list is skipped for what it cannot do`(filters: PhotoFilters, objection: String?) {
    #expect(list.objection(filters) == objection)
  }

  @Test func `no page past the 200th is asked for`() throws {
    #expect(try arguments(at: "200/334")["page"] == "200")
    #expect(throws: ProviderError.self) { try arguments(at: "201/334") }
    #expect(throws: Never.self) { try list.address(at: "201") }
  }
}
