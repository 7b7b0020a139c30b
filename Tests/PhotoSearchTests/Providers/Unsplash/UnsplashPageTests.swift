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

  @Test func `the first page's totals are carried on`() throws {
    let first = try search(#"{"total":70,"total_pages":3,"results":[]}"#)
    #expect(first.next?.text == "2/3" && first.total == 70)
    let empty = try search(#"{"total":0,"total_pages":0,"results":[]}"#, at: "2/3")
    #expect(empty.next?.text == "3/3" && empty.total == nil && empty.isEmpty)
    let last = try search(#"{"total":70,"total_pages":99,"results":[]}"#, at: "3/3")
    #expect(last.next == nil && last.end == .exhausted)
  }

  @Test func `the wall stands at page 200`() throws {
    let page = try search(#"{"total":10001,"total_pages":334,"results":[]}"#, at: "199/334")
    #expect(page.next?.text == "200/334")
    let wall = try search(#"{"total":10001,"total_pages":334,"results":[]}"#, at: "200/334")
    #expect(wall.next == nil && wall.end == .depthLimit(6_000))
    let exact = try search(#"{"total":6000,"total_pages":200,"results":[]}"#, at: "200/200")
    #expect(exact.next == nil && exact.end == .exhausted)
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
    ("<https://a/photos?page=9>; rel=\"last\", <https://a/photos?page=3>; rel=\"next\"", true),
    ("<https://a/photos?page=3>; rel=\"next\", <https://a/photos?page=9>; rel=\"last\"", true),
    ("<https://a/photos?page=1>; rel=\"first\", <https://a/photos?page=1>; rel=\"prev\"", false),
    ("", false),
  ])
  func `a list goes on while a next page is linked`(link: String, isFollowed: Bool) throws {
    let page = try list([], ["link": link, "x-total": "9999"], at: "2")
    #expect((page.next?.text, page.total) == ((isFollowed ? "3" : nil), 9_999))
  }

  @Test(arguments: [
    ("61", nil, "2", "3"), ("60", nil, "2", nil), ("13", "6", "2", "3"), ("12", "6", "2", nil),
    ("x", nil, "1", nil), ("-9", nil, "1", nil), ("99", "9223372036854775807", "2", nil),
  ])
  func `without links a list goes on by its total`(
    total: String, size: String?, cursor: String, next: String?
  ) throws {
    var headers: HTTPHeaders = ["X-Total": total]
    headers["X-Per-Page"] = size
    #expect(try list([], headers, at: cursor).next?.text == next)
  }

  @Test func `without links and total a list has ended`() throws {
    #expect(try list([UnsplashReplies.row(1)]).next == nil)
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

  @Test func `what is missing is told by its place`() throws {
    #expect(
      throws: ProviderError(.unsplash, .unreadable(path: "results", problem: "no array"))
    ) { try search(#"{"results":{}}"#) }
    #expect(
      throws: ProviderError(.unsplash, .unreadable(path: "results", problem: "nothing"))
    ) { try search("{}") }
    #expect(
      throws: ProviderError(.unsplashList, .unreadable(path: "urls", problem: "no object"))
    ) { try UnsplashList(key: nil).photo("a", "{\"id\":\"a\",\"urls\":7}") }
  }
}
