import Foundation
@testable import PhotoSearch
import Testing

/// Where a Flickr search ends, and what of its rows is shown
@Suite struct FlickrPageTests {
  private let flickr = Flickr(key: nil)

  private func page(
    _ photos: String, stat: String = "\"stat\":\"ok\"", at cursor: String? = nil,
    filters: PhotoFilters = PhotoFilters()
  ) throws -> PhotoPage {
    try flickr.page("{\"photos\":\(photos),\(stat)}", [:], filters, at: cursor)
  }

  private func rows(_ rows: String...) -> String {
    "{\"page\":1,\"pages\":1,\"total\":3,\"photo\":[\(rows.joined(separator: ","))]}"
  }

  @Test(arguments: [
    ("\"75541\"", 75_541), ("1000", 1_000), ("\"\"", nil), ("-3", nil), ("{}", nil),
  ])
  func `a total comes as number or text`(text: String, total: Int?) throws {
    let page = try page("{\"page\":1,\"pages\":0,\"total\":\(text),\"photo\":[]}")
    #expect(page.total == total)
  }

  @Test func `the first page's promise is carried on`() throws {
    let first = try page("{\"page\":\"1\",\"pages\":\"3\",\"photo\":[]}")
    #expect(first.next?.text == "2/3")
    let second = try page("{\"page\":2,\"pages\":1,\"photo\":[]}", at: "2/3")
    #expect(second.next?.text == "3/3")
    let third = try page("{\"page\":3,\"pages\":9,\"photo\":[]}", at: "3/3")
    #expect(third.next == nil && third.end == .exhausted)
  }

  @Test func `the wall stands at 4,000 photos`() throws {
    let page39 = try page("{\"page\":39,\"pages\":252,\"photo\":[]}", at: "39/252")
    #expect(page39.next?.text == "40/252")
    let page40 = try page("{\"page\":40,\"pages\":252,\"photo\":[]}", at: "40/252")
    #expect(page40.next == nil && page40.end == .depthLimit(4_000))
    let exact = try page("{\"page\":40,\"pages\":40,\"photo\":[]}", at: "40/40")
    #expect(exact.next == nil && exact.end == .exhausted)
  }

  @Test func `a page answered as another shows nothing and is the end`() throws {
    let row = FlickrReplies.row("1")
    let page = try page("{\"page\":2,\"pages\":9,\"photo\":[\(row)]}", at: "3/9")
    #expect(page == PhotoPage(photos: [], end: .repeats))
  }

  @Test func `an offset too deep is the wall, and of the first page a refusal in its words`() throws
  {
    let fail = #""stat":"fail","code":20,"message":"Excessive photo offset in search""#
    let page = try page("null", stat: fail, at: "7/99")
    #expect(page == PhotoPage(photos: [], end: .depthLimit(600)))
    let words = "Excessive photo offset in search"
    #expect(throws: ProviderError(.flickr, .rejected(status: 200, message: words))) {
      try self.page("null", stat: fail)
    }
  }

  @Test func `pages that promise nothing beside photos are not believed`() throws {
    let row = FlickrReplies.row("1")
    #expect(try page("{\"page\":1,\"pages\":0,\"photo\":[\(row)]}").next?.text == "2")
    #expect(try page("{\"photo\":[\(row)]}").next?.text == "2")
  }

  @Test func `videos and rows without a picture are left out`() throws {
    let page = try page(
      rows(
        FlickrReplies.row("1", adding: ",\"media\":\"video\""),
        FlickrReplies.bareRow("2", adding: ",\"server\":\"0\""),
        FlickrReplies.bareRow("3", adding: ",\"server\":0"),
        FlickrReplies.bareRow("4", adding: ",\"secret\":\"not hex\""),
        FlickrReplies.bareRow("5", adding: ",\"owner\":\"../x\""),
        FlickrReplies.bareRow("six"), FlickrReplies.bareRow("7")))
    #expect(page.photos.map(\.id.native) == ["7"])
    #expect(page.excluded == [.video: 1, .withoutImage: 3, .unreadable: 2])
  }

  @Test(arguments: [
    (PhotoFilters.Orientation.landscape, ["1"]), (.portrait, ["2"]), (.square, ["3"]),
  ])
  func `orientation is judged by each photo`(
    orientation: PhotoFilters.Orientation, shown: [String]
  ) throws {
    let page = try page(
      rows(
        FlickrReplies.row("1"),
        FlickrReplies.row("2", adding: ",\"o_width\":\"3000\",\"o_height\":4000"),
        FlickrReplies.row("3", adding: ",\"o_width\":\"3000\",\"o_height\":3100"),
        FlickrReplies.bareRow("4")), filters: PhotoFilters(orientation: orientation))
    #expect(page.photos.map(\.id.native) == shown)
    #expect(page.excluded == [.misfit(.orientation): 2, .unknown(.orientation): 1])
  }

  @Test(arguments: ["jsonFlickrApi(%)", "jsonFlickrApi(%);", " my.call_1( % ) ;\n", "\u{FEFF}%"])
  func `a page as a function's argument is read`(form: String) throws {
    let body = "{\"photos\":\(rows(FlickrReplies.row("1"))),\"stat\":\"ok\"}"
    #expect(try flickr.page(form.replacing("%", with: body)).photos.count == 1)
  }

  @Test(arguments: [
    ("{}", "photos", "nothing"), ("{\"photos\":[]}", "photos", "no object"),
    ("{\"photos\":{\"photo\":{}}}", "photos.photo", "no array"),
    ("{\"photos\":{}}", "photos.photo", "nothing"),
  ])
  func `what is missing is told by its place`(
    body: String, path: String, problem: String
  ) throws {
    #expect(throws: ProviderError(.flickr, .unreadable(path: path, problem: problem))) {
      try flickr.page(body)
    }
  }
}
