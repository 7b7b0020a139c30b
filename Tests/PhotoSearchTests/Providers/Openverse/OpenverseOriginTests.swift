import Foundation
@testable import PhotoSearch
import Testing

@Suite struct OpenverseOriginTests {
  @Test(arguments: [
    ("https://www.flickr.com/photos/98786299@N00/48500938586", "flickr:48500938586"),
    ("http://flickr.com/photos/name/123/in/photostream/", "flickr:123"),
    ("https://www.flickr.com/photos/name/123?size=o#x", "flickr:123"),
    ("https://WWW.Flickr.com/photos/name/123/", "flickr:123"),
    ("https://commons.wikimedia.org/w/index.php?curid=65845360", "wikimedia:65845360"),
    ("https://commons.wikimedia.org/?curid=0042", "wikimedia:42"),
    ("https://commons.wikimedia.org/wiki/File:Cat_on_snow.jpg", "wikimedia:File:Cat on snow.jpg"),
    ("https://commons.m.wikimedia.org/wiki/file:cat.jpg", "wikimedia:File:Cat.jpg"),
    (
      "https://commons.wikimedia.org/wiki/File:Fu%C3%9F_%26_Hand.jpg",
      "wikimedia:File:Fuß & Hand.jpg"
    ),
    ("https://commons.wikimedia.org/wiki/File:Ka%CC%88tzchen.jpg", "wikimedia:File:Kätzchen.jpg"),
    (
      "https://commons.wikimedia.org/w/index.php?title=File:Cat.jpg&redirect=no",
      "wikimedia:File:Cat.jpg"
    ),
  ])
  func `an original is told by what its service calls it`(address: String, identity: String) throws
  {
    let photo = try photo(address)
    #expect((photo.origin.description, photo.identities) == (identity, [photo.id, photo.origin]))
  }

  @Test(arguments: [
    "https://flickr.com.example.org/photos/name/123", "https://example.org/photos/name/123",
    "https://blog.flickr.com/photos/name/123", "https://www.flickr.com/photos/name",
    "https://www.flickr.com/photos/name/sets/123", "https://www.flickr.com/groups/name/123",
    "https://www.flickr.com/photos/name/١٢٣",
    "https://www.flickr.com/photos/name/123456789012345678901",
    "https://commons.wikimedia.org.example.org/?curid=1", "https://en.wikipedia.org/?curid=1",
    "https://commons.wikimedia.org/?curid=x", "https://commons.wikimedia.org/?curid=0",
    "https://commons.wikimedia.org/?curid=99999999999999999999",
    "https://commons.wikimedia.org/wiki/Category:Cats", "https://commons.wikimedia.org/wiki/File:",
    "https://commons.wikimedia.org/", "ftp://www.flickr.com/photos/name/123", "no address",
  ])
  func `nothing else is taken for one`(address: String) throws {
    let photo = try photo(address, picture: "https://pictures.example/1.jpg")
    #expect(photo.aliases.isEmpty && photo.origin == photo.id)
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
