import Foundation
@testable import PhotoSearch
import Testing

@Suite struct OpenverseOriginTests {
  /// ``OriginalsTests`` has whose photo an address is.
  @Test(
    arguments: [
      ("https://www.flickr.com/photos/name/123", "flickr:123"),
      ("https://commons.wikimedia.org/wiki/File:Cat_on_snow.jpg", "wikimedia:File:Cat on snow.jpg"),
      ("https://blog.flickr.com/photos/name/123", nil),
      ("ftp://www.flickr.com/photos/name/123", nil), ("no address", nil),
    ] as [(String, String?)])
  func `an original is told by what its service calls it`(address: String, identity: String?) throws
  {
    let photo = try photo(address, picture: "https://pictures.example/1.jpg")
    let origin = identity.flatMap { PhotoID($0) }
    #expect((photo.origin, photo.aliases) == (origin ?? photo.id, [origin].compactMap(\.self)))
  }

  @Test func `the same file is the same picture from Openverse and from Commons`() throws {
    let reply = WikimediaReplies.page([WikimediaReplies.row(title: "File:Kätzchen im Schnee.jpg")])
    let commons = try #require(
      try WikimediaCommons().page(from: reply, for: PhotoQuery("cat"), at: nil).photos.first)
    let copy = try photo("https://commons.wikimedia.org/wiki/File:K%C3%A4tzchen_im_Schnee.jpg")
    #expect(!Set(commons.identities).isDisjoint(with: copy.identities))
    let byID = try photo("https://commons.wikimedia.org/w/index.php?curid=\(commons.id.native)")
    #expect(!Set(commons.identities).isDisjoint(with: byID.identities))
  }

  @Test func `a page that says nothing leaves it to the picture`() throws {
    let photo = try photo("https://example.org/a-cat")
    #expect(photo.identities == [photo.id, PhotoID(service: "flickr", native: "48500938586")])
  }

  /// - Parameter picture: a picture of Flickr's without one
  private func photo(_ address: String, picture: String? = nil) throws -> Photo {
    var members = ["foreign_landing_url": "\"\(address)\""]
    if let picture { members["url"] = "\"\(picture)\"" }
    let row = OpenverseReplies.row(members)
    let page = try Openverse().page(
      from: OpenverseReplies.page([row]), for: PhotoQuery("cat"), at: nil)
    return try #require(page.photos.first)
  }
}
