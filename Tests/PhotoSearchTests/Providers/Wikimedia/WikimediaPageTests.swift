import Foundation
@testable import PhotoSearch
import Testing

@Suite struct WikimediaPageTests {
  private typealias Replies = WikimediaReplies
  private let provider = WikimediaCommons()

  private func page(
    _ response: WebReply, filters: PhotoFilters = PhotoFilters(), at cursor: PageCursor? = nil
  ) throws -> PhotoPage {
    let query = PhotoQuery("cat", filters: filters)
    return try provider.page(from: response, for: query, at: cursor)
  }

  private func photo(_ file: [String: String] = [:], metadata: [String: String] = [:]) throws
    -> Photo
  {
    let row = Replies.row(file: file, metadata: metadata)
    return try #require(try page(Replies.page([row])).photos.first)
  }

  @Test func `a row becomes a photo with all that it says, without its markup`() throws {
    let photo = try photo(
      [
        "timestamp": #""2018-01-26T05:42:50Z""#,
        "descriptionurl": #""https://commons.wikimedia.org/wiki/File:Cat.jpg""#,
      ],
      metadata: [
        "ObjectName":
          #""<div class=\"fn\"><i>Cat</i><div style=\"display: none;\">label</div></div>""#,
        "ImageDescription": #""<p>A cat\non snow &amp; ice</p>""#,
        "Artist":
          #""<bdi><a href=\"//commons.wikimedia.org/wiki/User:Ann\" title=\"x\">Ann</a></bdi>""#,
        "LicenseShortName": #""CC BY-SA 4.0""#,
      ])
    #expect(photo.id == PhotoID(service: "wikimedia", native: "42"))
    #expect(photo.identities.map(\.description) == ["wikimedia:42", "wikimedia:File:Cat.jpg"])
    #expect((photo.origin, photo.site, photo.title) == (photo.id, "Wikimedia Commons", "Cat"))
    #expect((photo.description, photo.author?.name) == ("A cat on snow & ice", "Ann"))
    #expect(photo.author?.url?.absoluteString == "https://commons.wikimedia.org/wiki/User:Ann")
    #expect(photo.pageURL.absoluteString == "https://commons.wikimedia.org/wiki/File:Cat.jpg")
    #expect(
      (photo.size, photo.license?.id) == (PixelSize(width: 4000, height: 3000), "CC-BY-SA-4.0"))
    #expect(photo.published == Date(timeIntervalSince1970: 1_516_945_370))
  }

  @Test(arguments: ["[]", "{}", "null", "7", #"{"Artist":{"value":""},"License":{}}"#])
  func `without metadata the title is the file's name and the rest unknown`(text: String) throws {
    let photo = try photo(["extmetadata": text])
    #expect(photo.title == "Cat")
    #expect(photo.author == nil && photo.license == nil && photo.description == nil)
    #expect(photo.published == nil)
    #expect(photo.pageURL.absoluteString == "https://commons.wikimedia.org/w/index.php?curid=42")
  }

  @Test(
    arguments: [
      (#"<a href=\"/wiki/User:Ann\">Ann</a>"#, "https://commons.wikimedia.org/wiki/User:Ann"),
      (#"by <a href=\"https://a.example/?x=1&amp;y=2\">Ann</a>"#, "https://a.example/?x=1&y=2"),
      (
        #"<a href=\"/w/index.php?title=User:B&amp;action=edit&amp;redlink=1\">B</a><a href=\"https://c.example/\">C</a>"#,
        "https://c.example/"
      ),
      (#"<a href=\"javascript:alert(1)\">Ann</a>"#, nil), ("Ann", nil), (#"<a href=\"x"#, nil),
    ] as [(String, String?)])
  func `the author's link is the first that leads somewhere`(artist: String, url: String?) throws {
    let photo = try photo(metadata: ["Artist": "\"\(artist)\""])
    #expect(photo.author?.url?.absoluteString == url)
  }

  @Test func `the line of attribution takes the author's place in the credit, and there alone`()
    throws
  {
    var metadata = [
      "Artist": #""<a href=\"/wiki/User:Ann\">Ann</a>""#, "LicenseShortName": #""CC BY 3.0""#,
      "Attribution":
        #""<b>Ann Lee</b> &amp; Sons, <a href=\"https://lee.example/\">lee.example</a>""#,
    ]
    let photo = try photo(metadata: metadata)
    #expect(photo.author?.name == "Ann")
    let line = "“Cat” by Ann Lee & Sons, lee.example (CC BY 3.0) · Wikimedia Commons"
    #expect((photo.credit.text, photo.credit.pieces[2].link) == (line, photo.author?.address))
    metadata["Artist"] = nil
    #expect(try self.photo(metadata: metadata).credit.text == line)
    for attribution in [nil, #""""#, #""Ann""#, "[]"] {
      metadata["Artist"] = #""Ann""#
      metadata["Attribution"] = attribution
      let credit = try self.photo(metadata: metadata).credit.text
      #expect(credit == "“Cat” by Ann (CC BY 3.0) · Wikimedia Commons")
    }
  }

  @Test func `the upload's date may stand in the metadata, where it is not the camera's`() throws {
    let upload = #"{"DateTime":{"value":"2018-01-26 05:42:50","source":"mediawiki-metadata"}}"#
    let camera = #"{"DateTime":{"value":"2018-01-26 05:42:50","source":"file-metadata"}}"#
    let date = Date(timeIntervalSince1970: 1_516_945_370)
    #expect(try photo(["extmetadata": upload]).published == date)
    #expect(try photo(["extmetadata": camera]).published == nil)
  }

  @Test(
    arguments: [
      ("2015-09-12 10:14:54", "2015-09-12T10:14:54"), ("2015-09-12 10:14", "2015-09-12T10:14"),
      ("2009-03-17", "2009-03-17"), ("2009-03", "2009-03"),
      (
        #"1891<div style=\"display: none;\">date QS:P,+1891-00-00T00:00:00Z/9</div>"#, "1891"
      ),
      (#"<time class=\"dtstart\" datetime=\"2009-03-17\">2009-03-17</time>"#, "2009-03-17"),
      ("between 1861 and 1865", nil), ("circa 1900", nil), ("1900s", nil), ("1503", nil),
      ("2009-03-17 (upload date)", nil), ("2009-02-29", nil), ("2009-13", nil), ("", nil),
      ("2009-03-17T25:00:00", nil), ("２００９", nil),
    ] as [(String, String?)])
  func `it was taken when the page has nothing but a date`(date: String, taken: String?) throws {
    #expect(try photo(metadata: ["DateTimeOriginal": "\"\(date)\""]).taken == taken)
  }

  @Test func `photos stand by rank in either format version`() throws {
    let rows = [(7, 3), (8, 1), (100, 2)].map { id, index in
      Replies.row(id: id, title: "File:\(id).jpg", index: index)
    }
    let unranked = Replies.row(id: 5, title: "File:5.jpg", index: nil)
    let array = try page(Replies.page(rows + [unranked]))
    let keyed = zip(["7", "8", "100", "5"], rows + [unranked]).map { "\"\($0)\":\($1)" }
    let object = try provider.page(
      #"{"batchcomplete":"","query":{"pages":{"# + keyed.joined(separator: ",") + "}}}")
    #expect(array.photos.map(\.id.native) == ["8", "100", "7", "5"])
    #expect(object.photos == array.photos)
  }

  @Test(
    arguments: [
      ("image/png", nil), ("image/tiff", nil), ("image/gif", nil), ("image/webp", nil),
      ("image/svg+xml", .withoutImage), ("application/pdf", .withoutImage), ("video/webm", .video),
      ("application/ogg", .video), ("audio/mpeg", .withoutImage),
    ] as [(String, ExclusionReason?)])
  func `only pictures made of pixels are photos`(type: String, reason: ExclusionReason?) throws {
    let page = try page(Replies.page([Replies.row(file: ["mime": "\"\(type)\""])]))
    #expect(page.excluded == (reason.map { [$0: 1] } ?? [:]))
    #expect(page.photos.count == (reason == nil ? 1 : 0))
  }

  @Test(arguments: [
    ("File:A.JPG", true), ("File:A.tif", true), ("File:A.svg", false), ("File:A", false),
  ])
  func `without a type the ending tells`(title: String, isPhoto: Bool) throws {
    let page = try page(Replies.page([Replies.row(title: title, file: ["mime": "null"])]))
    #expect(page.photos.isEmpty == !isPhoto)
  }

  @Test func `a bad row costs that row and is counted`() throws {
    let rows = [
      "null", "7", "[]", "{}", #"{"pageid":"x"}"#, #"{"pageid":-1}"#,
      #"{"title":"File:No.jpg","missing":true}"#, #"{"pageid":9,"imageinfo":[]}"#,
      #"{"pageid":9,"imageinfo":[{"filemissing":true,"mime":"image/jpeg"}]}"#,
      Replies.row(file: ["width": "1e400", "height": "{}", "thumburl": "[]", "extmetadata": "1"]),
      Replies.row(id: 43),
    ]
    let page = try page(Replies.page(rows))
    #expect((page.photos.count, page.excluded) == (2, [.unreadable: 6, .withoutImage: 3]))
  }

  @Test func `filters that the service lacks are judged by each photo`() throws {
    let rows = [
      Replies.row(id: 1, metadata: ["License": #""cc0""#]),
      Replies.row(id: 2, file: ["height": "9000"], metadata: ["License": #""cc0""#]),
      Replies.row(id: 3, metadata: ["License": #""cc-by-sa-4.0""#]),
      Replies.row(id: 4, file: ["height": "null"]),
    ]
    let filters = PhotoFilters(orientation: .landscape, licenses: [.cc0])
    let page = try page(Replies.page(rows), filters: filters)
    #expect(page.photos.map(\.id.native) == ["1"])
    #expect(
      page.excluded == [.misfit(.license): 1, .unknown(.orientation): 1, .misfit(.orientation): 1])
  }

  @Test(arguments: [#"{"batchcomplete":true}"#, #"{"batchcomplete":"","query":{}}"#])
  func `without a query there is nothing, and that is the end`(body: String) throws {
    #expect(try provider.page(body) == PhotoPage(photos: []))
  }
}
