import Foundation
@testable import PhotoSearch
import Testing

/// Where Unsplash's pages end, and what of their rows is shown
@Suite struct UnsplashPageTests {
  private func search(_ body: String, at cursor: String? = nil) throws -> PhotoPage {
    try UnsplashSearch(key: nil).page(body, at: cursor)
  }

  private func list(
    _ rows: [String] = [], _ headers: HTTPHeaders = [:], at cursor: String? = nil,
    orientation: PhotoFilters.Orientation? = nil
  ) throws -> PhotoPage {
    try UnsplashList(key: nil).page(
      "[\(rows.joined(separator: ","))]", headers, PhotoFilters(orientation: orientation),
      at: cursor)
  }

  @Test func `a search has no page past the 200th, the list has`() throws {
    #expect(try UnsplashSearch(key: "abc").items(at: "200/334")["page"] == "200")
    #expect(throws: ProviderError.self) { try UnsplashSearch(key: "abc").address(at: "201/334") }
    #expect(throws: Never.self) { try UnsplashList(key: "abc").address(at: "201") }
  }

  @Test(arguments: ["0", "-4", "null", "\"many\"", "1e999", "{}"])
  func `totals that cannot be are not believed beside photos`(pages: String) throws {
    let row = UnsplashReplies.row(1)
    let page = try search(#"{"total":-1,"total_pages":\#(pages),"results":[\#(row)]}"#)
    #expect((page.photos.count, page.next?.text, page.total) == (1, "2", nil))
  }

  @Test(arguments: [
    (#",,"sponsorship":{"tagline":"Buy","sponsor":{}}"#, ExclusionReason.advertisement),
    (#",,"sponsorship":{}"#, .advertisement), (#",,"sponsored":true"#, .advertisement),
    (#",,"premium":true"#, .premium), (#",,"plus":true"#, .premium),
    (#",,"urls":{"raw":"https://plus.unsplash.com/premium_photo-1?ixid=a"}"#, .premium),
    (#",,"urls":{"raw":null,"small":"javascript:alert(1)"}"#, .withoutImage),
    (#",,"urls":[]"#, .unreadable), (#",,"urls":"x""#, .unreadable),
  ])
  func `what is no photo to show is left out and counted`(
    members: String, reason: ExclusionReason
  ) throws {
    let rows = [
      UnsplashReplies.row(1),
      UnsplashReplies.row("odd", adding: members.replacing(",,", with: ",")),
      UnsplashReplies.row(2),
    ]
    let page = try list(rows)
    #expect(
      (page.photos.map(\.id.native), page.excluded) == (["harbour1", "harbour2"], [reason: 1]))
    let body = #"{"total":3,"total_pages":1,"results":[\#(rows.joined(separator: ","))]}"#
    #expect(try search(body).excluded == [reason: 1])
  }

  @Test(arguments: ["\"\"", "7", "\"../x\"", "\"a b\"", "\"a\\u0000\"", "null"])
  func `an id that is none costs the row`(id: String) throws {
    let row = UnsplashReplies.row(1).replacing("{\"id\":\"harbour1\"", with: "{\"id\":\(id)")
    #expect(try list([row]).excluded == [.unreadable: 1])
  }

  @Test(arguments: [
    (nil, nil, "2", nil), ("61", nil, "2", "3"), ("60", nil, "2", nil), ("13", "6", "2", "3"),
    ("12", "6", "2", nil),
    ("x", nil, "1", nil), ("-9", nil, "1", nil), ("99", "9223372036854775807", "2", nil),
  ])
  func `without links a list goes on by its total`(
    total: String?, size: String?, cursor: String, next: String?
  ) throws {
    var headers: HTTPHeaders = [:]
    (headers["X-Total"], headers["X-Per-Page"]) = (total, size)
    #expect(try list([UnsplashReplies.row(1)], headers, at: cursor).next?.text == next)
    let link: HTTPHeaders = ["link": "<https://a/?page=3>; rel=\"next\"", "x-total": "9999"]
    let linked = try list([], link, at: "2")
    #expect((linked.next?.text, linked.total) == ("3", 9_999))
  }

  @Test func `the list judges orientation by each photo`() throws {
    let rows = [
      UnsplashReplies.row(1),
      UnsplashReplies.row("tall", adding: ",\"width\":3000,\"height\":4000"),
      UnsplashReplies.row("vague", adding: ",\"width\":0"),
    ]
    let page = try list(rows, orientation: .portrait)
    #expect(page.photos.map(\.id.native) == ["tall"])
    #expect(page.excluded == [.misfit(.orientation): 1, .unknown(.orientation): 1])
  }

  @Test func `what a photo's reply lacks is told by its place`() throws {
    #expect(
      throws: ProviderError(.unsplashList, .unreadable(path: "urls", problem: "no object"))
    ) { try UnsplashList(key: nil).photo("a", "{\"id\":\"a\",\"urls\":7}") }
  }
}
