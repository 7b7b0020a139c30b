import Foundation
@testable import PhotoSearch
import Testing

/// What is made of a Flickr row, and of the three replies for one photo
@Suite struct FlickrPhotoTests {
  private func photo(_ row: String) throws -> Photo {
    let body = "{\"photos\":{\"page\":1,\"pages\":1,\"photo\":[\(row)]},\"stat\":\"ok\"}"
    return try #require(try Flickr(key: nil).page(body).photos.first)
  }

  @Test func `a row with its extras is told whole`() throws {
    let photo = try photo(FlickrReplies.row("43001"))
    #expect(photo.id.description == "flickr:43001")
    #expect((photo.site, photo.title) == ("Flickr", "Cranes & gulls"))
    #expect((photo.description, photo.author?.name) == ("In the old port. Evening.", "Ada L."))
    #expect(photo.author?.url?.absoluteString == "https://www.flickr.com/people/12345678@N01/")
    #expect(photo.pageURL.absoluteString == "https://www.flickr.com/photos/12345678@N01/43001")
    #expect(photo.size == PixelSize(width: 4_000, height: 3_000))
    #expect(photo.license == .creativeCommons("by", version: "2.0"))
    #expect(photo.published == Date(timeIntervalSince1970: 1_620_299_289))
    #expect(photo.tags == ["harbour", "crane"])
    #expect(photo.likes == nil && photo.color == nil && photo.details == nil && photo.taken == nil)
    #expect(
      photo.renditions.map { "\($0.role) \($0.url.lastPathComponent) \($0.size?.width ?? 0)" } == [
        "thumb 43001_0a1b2c3d4e_q.jpg 150", "small 43001_0a1b2c3d4e_n.jpg 320",
        "regular 43001_0a1b2c3d4e_c.jpg 800", "full 43001_0a1b2c3d4e_k.jpg 2048",
        "original 43001_0a1b2c3d4e_o.png 4000",
      ])
  }

  @Test func `a row without extras gets the addresses that can be built`() throws {
    let photo = try photo(FlickrReplies.bareRow("43001"))
    #expect(
      photo.renditions.map { "\($0.role) \($0.url.absoluteString) \($0.size?.width ?? 0)" } == [
        "thumb https://live.staticflickr.com/65535/43001_0a1b2c3d4e_q.jpg 150",
        "small https://live.staticflickr.com/65535/43001_0a1b2c3d4e_n.jpg 0",
        "regular https://live.staticflickr.com/65535/43001_0a1b2c3d4e.jpg 0",
        "full https://live.staticflickr.com/65535/43001_0a1b2c3d4e_b.jpg 0",
      ])
    #expect(photo.size == nil && photo.description == nil && photo.published == nil)
    #expect(photo.license == nil && photo.tags.isEmpty && photo.author?.name == nil)
  }

  @Test func `without the original's size the largest rendition's stands in`() throws {
    let row = """
      ,"o_width":null,"url_q":null,"url_t":"https://live.staticflickr.com/7/1_ab_t.jpg",
      "url_c":null,"url_z":"https://live.staticflickr.com/7/1_ab_z.jpg","width_z":"640",
      "height_z":480,"url_k":null,"url_o":null
      """
    let photo = try photo(FlickrReplies.row("1", adding: row))
    #expect(
      (photo.size, photo.renditions.map(\.role), photo.rendition(.thumb)?.url.lastPathComponent)
        == (PixelSize(width: 640, height: 480), [.thumb, .small, .regular], "1_ab_t.jpg"))
    #expect(photo.rendition(.original)?.role == .regular)
  }

  @Test(arguments: ["\"\"", "\" \"", "\"&nbsp;\"", "null", "7", "{\"x\":1}"])
  func `a title that says nothing is none`(title: String) throws {
    #expect(try photo(FlickrReplies.row("1", adding: ",\"title\":\(title)")).title == nil)
  }

  @Test(arguments: ["\"2013\"", "0", "\"-5\"", "1e99", "\"soon\"", "99999999999999"])
  func `a date that cannot be is none`(date: String) throws {
    let row = FlickrReplies.row("1", adding: ",\"dateupload\":\(date)")
    #expect(try photo(row).published == nil)
  }

  @Test(
    arguments: [
      ("2014-05-03 14:30:09", "0", nil, "2014-05-03T14:30:09"),
      ("2014-05-03 00:00:00", "\"0\"", "0", "2014-05-03"),
      ("2014-05-01 00:00:00", "4", "\"0\"", "2014-05"),
      ("2014-01-01 00:00:00", "\"6\"", nil, "2014"), ("1900-01-01 00:00:00", "8", nil, nil),
      ("2014-05-03 14:30:09", "0", "1", nil), ("2014-05-03 14:30:09", "0", "\"1\"", nil),
      ("2014-05-03 14:30:09", "5", nil, nil), ("2014-05-03 14:30:09", "null", nil, nil),
      ("0000-00-00 00:00:00", "0", nil, nil),
    ] as [(String, String, String?, String?)])
  func `it was taken as precisely as Flickr knows, in a row and in the photo's own reply`(
    date: String, granularity: String, unknown: String?, taken: String?
  ) throws {
    func members(_ name: String) -> String {
      #","\#(name)":"\#(date)","\#(name)granularity":\#(granularity)"#
        + (unknown.map { #","\#(name)unknown":\#($0)"# } ?? "")
    }
    #expect(try photo(FlickrReplies.row("1", adding: members("datetaken"))).taken == taken)
    let info = FlickrReplies.info.replacing(
      "{\"posted\":\"1620299289\"", with: "{\"posted\":\"1620299289\"\(members("taken"))")
    #expect(try Flickr(key: nil).photo("43007", info).taken == taken)
  }

  @Test(arguments: [
    ("0", "LicenseRef-All-Rights-Reserved"), ("\"1\"", "CC-BY-NC-SA-2.0"),
    ("2", "CC-BY-NC-2.0"), ("3", "CC-BY-NC-ND-2.0"), ("4", "CC-BY-2.0"), ("5", "CC-BY-SA-2.0"),
    ("6", "CC-BY-ND-2.0"), ("7", "LicenseRef-No-Known-Copyright"),
    ("8", "LicenseRef-US-Government-Work"), ("9", "CC0-1.0"), ("10", "CC-PDM-1.0"),
    ("11", "CC-BY-4.0"), ("12", "CC-BY-SA-4.0"), ("13", "CC-BY-ND-4.0"), ("14", "CC-BY-NC-4.0"),
    ("\"15\"", "CC-BY-NC-SA-4.0"), ("16", "CC-BY-NC-ND-4.0"), ("17", nil), ("-1", nil),
    ("\"x\"", nil), ("null", nil),
  ])
  func `each licence has its number`(number: String, id: String?) throws {
    let row = FlickrReplies.row("1", adding: ",\"license\":\(number)")
    #expect(try photo(row).license?.id == id)
  }

  @Test func `three replies make one photo`() throws {
    let photo = try Flickr(key: nil).photo(
      "43007", FlickrReplies.info, FlickrReplies.sizes, FlickrReplies.exposure)
    #expect(photo.renditions.map(\.role) == [.thumb, .full, .original])
    #expect(photo.rendition(.full)?.url.lastPathComponent == "43007_ffffffffff_h.jpg")
    #expect(photo.size == PixelSize(width: 4_000, height: 3_000))
    #expect((photo.description, photo.tags) == ("In the old port.", ["Old Port"]))
    #expect(photo.details?.views == 0 && photo.details?.downloads == nil)
    #expect(photo.details?.place?.name == "Lisbon, Lisboa, Portugal")
    #expect(photo.details?.place?.city == "Lisbon")
    #expect(photo.details?.camera?.make == "Lumo" && photo.details?.camera?.model == "L-7")
    #expect(photo.details?.camera?.exposureTime == "1/250")
    #expect((photo.details?.camera?.aperture, photo.details?.camera?.focalLength) == ("3.5", "50"))
  }

  @Test func `what the photo's own reply lacks stays unknown`() throws {
    let info = """
      {"photo":{"id":43007,"secret":"0a1b2c3d4e","server":"65535","owner":{"nsid":"1@N01",
      "username":"ada_l","realname":""},"title":"Bare","location":{"latitude":0,"longitude":0}}}
      """
    let photo = try Flickr(key: nil).photo("43007", info)
    #expect(photo.author?.name == "ada_l")
    #expect((photo.title, photo.renditions.count, photo.details) == ("Bare", 4, PhotoDetails()))
  }

  @Test func `what only some replies about a photo carry is taken when it is there`() throws {
    let info = FlickrReplies.info.replacing(
      "\"views\":\"0\",",
      with: """
        "views":"0","o_width":"9000","o_height":6000,"count_faves":"12",
        "url_k":"https://live.staticflickr.com/65535/43007_aa_k.jpg","width_k":2048,"height_k":1365,
        "url_3k":"https://live.staticflickr.com/65535/43007_bb_3k.jpg","width_3k":"3072",
        "height_3k":"2048","url_4k":"https://live.staticflickr.com/65535/43007_cc_4k.jpg",
        "width_4k":4096,"height_4k":2731,
        """)
    let photo = try Flickr(key: nil).photo("43007", info)
    #expect((photo.size, photo.likes) == (PixelSize(width: 9_000, height: 6_000), 12))
    #expect(photo.renditions.map { $0.url.lastPathComponent } == ["43007_cc_4k.jpg"])
    let sized = try Flickr(key: nil).photo(
      "43007", info, FlickrReplies.sizes, FlickrReplies.exposure)
    #expect(sized.size == PixelSize(width: 9_000, height: 6_000))
  }

  @Test func `a video is said to be one, whatever else is told of it`() {
    let info = FlickrReplies.info.replacing("\"media\":\"photo\"", with: "\"media\":\"video\"")
    #expect(throws: ProviderError(.flickr, .video("flickr:43007"))) {
      try Flickr(key: nil).photo("43007", info, FlickrReplies.sizes, FlickrReplies.exposure)
    }
  }
}
