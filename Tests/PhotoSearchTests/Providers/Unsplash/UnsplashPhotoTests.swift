import Foundation
@testable import PhotoSearch
import Testing

/// What is made of a photo of Unsplash
@Suite struct UnsplashPhotoTests {
  private static let referral = "?utm_source=imgsearch&utm_medium=referral"

  private func photo(_ id: String = "harbour7", adding members: String = "") throws -> Photo {
    try UnsplashSearch(key: nil).photo(id, UnsplashReplies.row(id, adding: members))
  }

  @Test func `a photo is told whole`() throws {
    let photo = try photo()
    #expect(photo.id.description == "unsplash:harbour7")
    #expect(photo.site == "Unsplash" && photo.license == .unsplash)
    #expect(photo.title == "cranes over the harbour")
    #expect((photo.description, photo.author?.name) == ("Two cranes & a gull", "Ada L."))
    #expect(photo.author?.url?.absoluteString == "https://unsplash.com/@ada_l" + Self.referral)
    #expect(
      photo.pageURL.absoluteString == "https://unsplash.com/photos/cranes-harbour7" + Self.referral)
    #expect((photo.likes, photo.published) == (0, Date(timeIntervalSince1970: 1_620_299_289)))
    #expect((photo.color, photo.blurHash) == ("#a0b1c2", "LKO2?U%2Tw=w]~RBVZRi};RPxuwH"))
    #expect(
      (photo.tags, photo.downloadLocation?.absoluteString)
        == (["harbour", "crane"], "https://api.unsplash.com/photos/harbour7/download?ixid=abc"))
  }

  @Test func `renditions are as sent, and the scaled ones as large as they say`() throws {
    let photo = try photo()
    #expect(
      photo.renditions.map {
        "\($0.role) \($0.url.query ?? "") \($0.size?.width ?? 0)x\($0.size?.height ?? 0)"
      } == [
        "thumb ixid=abc&w=200 200x150", "small ixid=abc&w=400 400x300",
        "regular ixid=abc&w=1080 1080x810", "full ixid=abc&q=85 4000x3000",
        "original ixid=abc 4000x3000",
      ])
  }

  @Test(arguments: [
    ("300", "3000", "200x2000", "300x3000"), ("1", "1", "1x1", "1x1"),
    ("10000000", "1", "200x1", "1080x1"), ("1081", "10000000", "200x1850139", "1080x9990749"),
    ("10000001", "1", nil, nil), ("5", "9223372036854775807", nil, nil), ("0", "5", nil, nil),
    ("-4", "5", nil, nil), ("1e400", "5", nil, nil), ("null", "5", nil, nil),
  ])
  func `sizes are never more than there is, whatever is sent`(
    width: String, height: String, thumb: String?, regular: String?
  ) throws {
    let photo = try photo(adding: ",\"width\":\(width),\"height\":\(height)")
    func words(_ role: Rendition.Role) -> String? {
      photo.rendition(role)?.size.map { "\($0.width)x\($0.height)" }
    }
    #expect((words(.thumb), words(.regular), photo.renditions.count) == (thumb, regular, 5))
  }

  @Test(arguments: [
    (#""description":null"#, "cranes over the harbour", nil as String?),
    (#""alt_description":null"#, "Two cranes & a gull", nil),
    (#""alt_description":"Two cranes &amp; a gull""#, "Two cranes & a gull", nil),
    (#""description":"","alt_description":" ""#, nil, nil),
    (#""description":null,"alt_description":null"#, nil, nil),
  ])
  func `the title is the short text, the description what it does not say`(
    members: String, title: String?, description: String?
  ) throws {
    let photo = try photo(adding: "," + members)
    #expect((photo.title, photo.description) == (title, description))
  }

  @Test func `links that are none give way to those that every photo has`() throws {
    let photo = try photo(
      adding: """
        ,"links":{"html":"<OAUTH_URI>photos/x","download_location":"<API_URI>photos/x/download"},
        "user":{"username":"a/b","name":null,"links":{"html":"javascript:alert(1)"}}
        """)
    #expect(photo.pageURL.absoluteString == "https://unsplash.com/photos/harbour7" + Self.referral)
    #expect(photo.author?.url?.absoluteString == "https://unsplash.com/@a%2Fb" + Self.referral)
    #expect((photo.author?.name, photo.downloadLocation) == ("a/b", nil))
  }

  @Test func `links keep their own query and fragment`() throws {
    let photo = try photo(
      adding: #","links":{"html":"http://staging.unsplash.com/photos/x?a=1#top"}"#)
    #expect(
      photo.pageURL.absoluteString
        == "https://staging.unsplash.com/photos/x?a=1&utm_source=imgsearch&utm_medium=referral#top")
  }

  @Test(arguments: [
    (#"{"name":"","first_name":"Ada","last_name":null,"username":"ada"}"#, "Ada"),
    (#"{"first_name":"Ada","last_name":"L.","username":"ada"}"#, "Ada L."),
    (#"{"username":"ada"}"#, "ada"), ("{}", nil), ("null", nil), ("[]", nil),
  ])
  func `an author has the best name there is`(user: String, name: String?) throws {
    #expect(try photo(adding: ",\"user\":\(user)").author?.name == name)
  }

  @Test(arguments: ["\"red\"", "\"#12345\"", "\"#12345g\"", "\"#１２３４５６\"", "null", "7", "\"\""])
  func `a color that is none is unknown`(color: String) throws {
    #expect(try photo(adding: ",\"color\":\(color)").color == nil)
  }

  @Test func `place and camera are told as far as they are known`() throws {
    let bare = try photo(adding: #","location":null,"exif":{"make":null,"iso":null},"views":null"#)
    #expect(bare.details == PhotoDetails())
    let atSea = try photo(
      adding:
        #","location":{"city":"Rome","country":"Italy","position":{"latitude":0.0,"longitude":0}}"#)
    #expect(atSea.details?.place?.name == "Rome, Italy")
    #expect(atSea.details?.place?.latitude == nil && atSea.details?.place?.longitude == nil)
    let off = try photo(adding: #","location":{"position":{"latitude":91,"longitude":7}}"#)
    #expect(off.details?.place == nil)
    let known = try UnsplashList(key: nil).photo("harbour7", UnsplashReplies.photo)
    #expect(known.details?.camera?.model == "L-7" && known.details?.camera?.aperture == "3.5")
    #expect(known.details?.views == 12 && known.details?.downloads == 0)
    #expect(known.provider == .unsplashList)
  }

  @Test func `a photo that a list leaves out can still be shown`() throws {
    #expect(try photo(adding: #","premium":true,"sponsorship":{}"#).id.native == "harbour7")
  }
}
