import Foundation
@testable import PhotoSearch
import Testing

/// What is peculiar to NASA; what it shares with all providers is in the contract
@Suite struct NASATests {
  private let nasa = NASA()

  private func reply(_ items: String) -> String {
    #"{"collection":{"items":[\#(items)],"metadata":{"total_hits":1}}}"#
  }

  private func row(_ members: String = "", id: String = "PIA1", links: String? = nil) -> String {
    let thumb =
      #"{"href":"http://images-assets.nasa.gov/image/a/a~thumb.jpg","rel":"preview","#
      + #""render":"image"}"#
    let data = #""nasa_id":"\#(id)""# + (members.isEmpty ? "" : ",\(members)")
    return #"{"data":[{\#(data)}],"links":[\#(links ?? thumb)]}"#
  }

  private func photo(_ row: String) throws -> Photo {
    try #require(try nasa.page(reply(row)).photos.first)
  }

  @Test func `a row of before 2025 has a thumbnail, with https, and no size`() throws {
    let photo = try photo(row(#""title":"A &amp; B","description":"A & B","date_created":"2010""#))
    #expect(photo.title == "A & B" && photo.description == nil)
    #expect(photo.published == nil && photo.size == nil && photo.author == nil)
    #expect(
      photo.renditions == [
        Rendition(.thumb, WebAddress("https://images-assets.nasa.gov/image/a/a~thumb.jpg"))
      ])
    #expect(photo.pageURL.absoluteString == "https://images.nasa.gov/details/PIA1")
    #expect(photo.credit.text == "“A & B” (licence unknown) · NASA")
  }

  @Test(
    arguments: [
      ("NASA/Bill Ingalls", "2019-05-31T00:00:00Z", "2019-05-31"),
      ("Kim Shiflett", "2019-05-31T16:03:12Z", "2019-05-31"), ("NASA/Bill Ingalls", "2010", "2010"),
      ("NASA", "2019-05-31T00:00:00Z", nil), ("NASA/JPL", "2019-05-31T00:00:00Z", nil),
      ("n/a", "2019-05-31T00:00:00Z", nil), ("NASA/Bill Ingalls", "May 2019", nil),
    ] as [(String, String, String?)])
  func `a picture was taken on its day if a photographer is named`(
    photographer: String, date: String, taken: String?
  ) throws {
    let row = row(#""photographer":"\#(photographer)","date_created":"\#(date)""#)
    #expect(
      try (photo(row).taken, photo(self.row(#""date_created":"\#(date)""#)).taken) == (taken, nil))
  }

  @Test func `a row of today has the original and what was made of it`() throws {
    let links = [
      ("medium", "alternate", 1_280), ("small", "alternate", 640), ("thumb", "preview", 640),
      ("large", "alternate", 1_920), ("orig", "canonical", 4_000),
    ].map { name, relation, width in
      #"{"href":"https://images-assets.nasa.gov/image/a/a~\#(name).jpg","rel":"\#(relation)","#
        + #""render":"image","width":\#(width),"height":\#(width / 2)}"#
    }
    let photo = try photo(row(links: links.joined(separator: ",")))
    #expect(photo.renditions.map(\.role) == Rendition.Role.allCases)
    #expect(
      photo.renditions.map { $0.url.lastPathComponent } == [
        "a~thumb.jpg", "a~small.jpg", "a~medium.jpg", "a~large.jpg", "a~orig.jpg",
      ])
    #expect(photo.size == PixelSize(width: 4_000, height: 2_000))
  }

  @Test(arguments: ["N/A", "n/a", "None", "unknown"])
  func `who isn't told is nobody`(name: String) throws {
    let photo = try photo(row(#""photographer":"\#(name)","secondary_creator":"Ada""#))
    #expect(photo.author?.name == "Ada")
    #expect(try self.photo(row(#""photographer":"\#(name)""#)).author == nil)
  }

  @Test(arguments: [
    ("STS-1 #2", "STS-1%20%232"), ("R&D_9", "R%26D_9"), ("#", "%23"), ("a&b#c&d=1", nil),
    ("A#B&C", "A%23B%26C"), ("NASA 60th_SEAL_BLACK_300DPI", "NASA%2060th_SEAL_BLACK_300DPI"),
  ])
  func `an id with blanks, & or # is that everywhere, and cuts no address`(
    id: String, path: String?
  ) throws {
    let link =
      #"{"href":"http://images-assets.nasa.gov/image/\#(id)/\#(id)~thumb.jpg","rel":"preview","#
      + #""render":"image"}"#
    guard let path else {
      #expect(try nasa.page(reply(row(id: id, links: link))).photos.isEmpty)
      return
    }
    let photo = try photo(row(id: id, links: link))
    #expect(photo.pageURL.absoluteString == "https://images.nasa.gov/details/\(path)")
    let picture = try #require(photo.renditions.first?.url)
    let name = path.replacing("%26", with: "&")
    #expect(
      picture.absoluteString == "https://images-assets.nasa.gov/image/\(name)/\(name)~thumb.jpg")
    #expect(nasa.native(at: photo.pageURL) == id && nasa.native(at: picture) == id)
    let asked = try nasa.requests(forPhoto: id).map(\.url.absoluteString)
    #expect(
      try (asked, nasa.photo(id, reply(row(id: id))).id, PhotoID("nasa:\(id)")?.native)
        == (["https://images-api.nasa.gov/search?nasa_id=\(path)&media_type=image"], photo.id, id))
  }

  @Test(arguments: [
    ("a b", 1), (" a", 0), ("a ", 0), ("a/b", 0), ("a\u{A0}b", 0), ("a:b", 0), ("a?b", 0),
    ("Kitten (2)", 1), ("..", 0), ("PIA1.2", 1), ("as11-40-5874", 1), ("GSFC_2_e1", 1),
  ])
  func `an id that could change an address costs its row`(id: String, shown: Int) throws {
    let page = try nasa.page(reply(row(id: id)))
    #expect(page.photos.count == shown && page.excluded.values.reduce(0, +) == 1 - shown)
    #expect(nasa.calls(forPhoto: id).count == shown)
  }

  @Test func `of rows with similar ids the one that was asked for is shown`() throws {
    let rows = [row(id: "PIA12"), row(#""location":"Mars, PA""#)].joined(separator: ",")
    let photo = try nasa.photo("PIA1", reply(rows))
    #expect(photo.id.description == "nasa:PIA1" && photo.details?.place?.name == "Mars, PA")
    #expect(throws: ProviderError(.nasa, .noSuchPhoto("nasa:PIA"))) {
      try nasa.photo("PIA", reply(rows))
    }
  }
}

/// What the adapter makes of replies that NASA gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct NASARecordingTests {
  private let nasa = NASA()

  @Test func `a photo of 2023 is told with what it has`() async throws {
    let page = try await Recordings.answer(to: "one", of: nasa).get()
    #expect(page.total == 25_073 && page.next?.text == "2/251" && page.excluded.isEmpty)
    let photo = try #require(page.photos.first)
    #expect(photo.id.description == "nasa:NHQ201905310026" && photo.title == "Mars Celebration")
    #expect(photo.description?.hasSuffix("Photo Credit: (NASA/Bill Ingalls)") == true)
    #expect(photo.author == Author(name: "NASA/Bill Ingalls", url: nil))
    #expect(photo.license == .usGovernmentWork)
    #expect(photo.published == Date(timeIntervalSince1970: 1_559_260_800) && photo.size == nil)
    #expect(
      (photo.taken, photo.tags, photo.renditions.map(\.role), nasa.native(at: photo.pageURL))
        == ("2019-05-31", ["Mars", "Mars Celebration", "Pennsylvania"], [.thumb], photo.id.native))
  }

  /// Its addresses were cut where it was recorded: with others in their places it is whole
  @Test func `a row of 2025 without addresses is left out, and with them has every size`()
    async throws
  {
    let page = try await Recordings.answer(to: "sizes", of: nasa).get()
    #expect(page.photos.isEmpty && page.next == nil && page.excluded == [.withoutImage: 1])
    var reply = try Recordings.reply("nasa-search-2")
    let text = String(decoding: reply.body, as: UTF8.self)
    reply.body = Data(
      text.replacing("\"https://\"", with: "\"https://images-assets.nasa.gov/a.jpg\"").utf8)
    let photo = try #require(nasa.page(from: reply, for: PhotoQuery("sizes"), at: nil).photos.first)
    #expect(photo.id.description == "nasa:iss026-s-001" && photo.published == nil)
    // Nobody is named, and the Johnson Space Center keeps it.
    #expect(photo.author == nil && photo.license == .usGovernmentWork)
    #expect(photo.renditions.map(\.role) == Rendition.Role.allCases)
    #expect(photo.renditions.map(\.size?.width) == [640, 640, 1_280, 1_920, 4_000])
    #expect(photo.size == PixelSize(width: 4_000, height: 3_926))
  }
}
