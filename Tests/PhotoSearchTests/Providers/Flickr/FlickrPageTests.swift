import Foundation
@testable import PhotoSearch
import Testing

/// Where a Flickr search ends, and what of its rows is shown
@Suite struct FlickrPageTests {
  private let flickr = Flickr(key: nil)

  private func page(
    _ photos: String, at cursor: String? = nil, filters: PhotoFilters = PhotoFilters()
  ) throws -> PhotoPage {
    try flickr.page("{\"photos\":\(photos),\"stat\":\"ok\"}", [:], filters, at: cursor)
  }

  private func rows(_ rows: String...) -> String {
    "{\"page\":1,\"pages\":1,\"total\":3,\"photo\":[\(rows.joined(separator: ","))]}"
  }

  @Test func `a page answered as another shows nothing and is the end`() throws {
    let row = FlickrReplies.row("1")
    let page = try page("{\"page\":2,\"pages\":9,\"photo\":[\(row)]}", at: "3/9")
    #expect(page == PhotoPage(photos: [], end: .repeats))
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
}
