import Foundation
import Testing

@testable import PhotoSearch

/// Whose photo the address of a page or a picture is
@Suite struct OriginalsTests {
  @Test(arguments: [
    ("https://unsplash.com/photos/sp-p7uuT0tw", "unsplash:sp-p7uuT0tw"),
    ("https://unsplash.com/photos/a-cat-NqkTxxK_2ZY?utm_source=x", "unsplash:NqkTxxK_2ZY"),
    ("https://unsplash.com/de/fotos/eine-katze-NqkTxxK_2ZY", "unsplash:NqkTxxK_2ZY"),
    ("https://unsplash.com/pt-br/fotografias/um-gato-NqkTxxK_2ZY", "unsplash:NqkTxxK_2ZY"),
    (
      "https://images.unsplash.com/photo-1448375240586-882707db888b?w=1080",
      "unsplash:photo-1448375240586-882707db888b"
    ),
    ("https://live.staticflickr.com/65535/48500938586_9cf6d9c729_b.jpg", "flickr:48500938586"),
    ("https://www.flickr.com/photos/name/123/in/photostream/", "flickr:123"),
    ("https://images.pexels.com/photos/43007/a-cat.jpeg?h=130", "pexels:43007"),
    ("https://www.pexels.com/photo/a-cat-on-a-wall-14793362/", "pexels:14793362"),
    (
      "https://upload.wikimedia.org/wikipedia/commons/4/4a/Cat_on_snow.jpg?utm_source=x",
      "wikimedia:File:Cat on snow.jpg"
    ),
    (
      "https://upload.wikimedia.org/wikipedia/commons/thumb/4/4a/Cat.jpg/960px-Cat.jpg",
      "wikimedia:File:Cat.jpg"
    ),
    (
      "https://thumb.wikimedia.org/wikipedia/commons/thumb/4/4a/Cat.jpg/960px-Cat.jpg",
      "wikimedia:File:Cat.jpg"
    ),
    ("https://commons.wikimedia.org/w/index.php?curid=65845360", "wikimedia:65845360"),
    ("https://flic.kr/p/2jKzaJ3", "flickr:50376195106"),
    ("https://openverse.org/image/b1c38329-692a", "openverse:b1c38329-692a"),
    ("https://wordpress.org/openverse/image/b1c38329-692a", "openverse:b1c38329-692a"),
  ])
  func `a service knows its own photo's address`(address: String, id: String) throws {
    let url = try #require(URL(string: address))
    #expect(ProviderCatalog.photoID(at: WebAddress(url))?.description == id)
  }

  @Test(arguments: [
    "https://unsplash.com/s/photos/kitten", "https://unsplash.com/de/s/fotos/katze",
    "https://unsplash.com/t/street-photography", "https://unsplash.com/de/t/street-photography",
    "https://unsplash.com/collections/1234567/street-photography",
    "https://unsplash.com/@someone/photos", "https://unsplash.com/photos/kitten",
    "https://unsplash.com/photos/longer-word-photography1",
    "https://images.unsplash.com/profile-1500034708113-f9b6c1e2b1e2?w=32",
    "https://images.unsplash.com/photo-of-mine.jpg",
    "https://www.flickr.com/photos/tags/2019/", "https://www.flickr.com/search/?text=cat",
    "https://www.pexels.com/search/photo/12345/", "https://www.pexels.com/@ada-12345",
    "https://upload.wikimedia.org/wikipedia/en/4/4a/Cat.jpg",
    "https://images.unsplash.com.evil.example/photo-1448375240586-882707db888b",
    "https://cats.example/photos/12345",
  ])
  func `nothing else is taken for a photo`(address: String) throws {
    #expect(ProviderCatalog.photoID(at: WebAddress(try #require(URL(string: address)))) == nil)
  }

  @Test(arguments: [
    // The picture goes before the page.
    (
      "https://www.flickr.com/photos/a/111", "https://live.staticflickr.com/1/222_ab12.jpg",
      ["flickr:222"]
    ),
    ("https://blog.example/", "https://images.pexels.com/photos/7/a.jpeg", ["pexels:7"]),
    ("https://www.pexels.com/photo/7/", "https://pin.example/7.jpg", ["pexels:7"]),
    (
      "https://unsplash.com/photos/NqkTxxK_2ZY", "https://live.staticflickr.com/1/222_ab12.jpg",
      ["flickr:222"]
    ),
    // By the name of its picture alone Unsplash can't be asked.
    (
      "https://unsplash.com/photos/NqkTxxK_2ZY",
      "https://images.unsplash.com/photo-1448375240586-882707db888b",
      ["unsplash:NqkTxxK_2ZY", "unsplash:photo-1448375240586-882707db888b"]
    ),
    (
      "https://blog.example/", "https://images.unsplash.com/photo-1448375240586-882707db888b",
      ["unsplash:photo-1448375240586-882707db888b"]
    ),
    ("https://blog.example/", "https://img.example/a.jpg", []),
  ])
  func `page and picture together tell the original`(
    page: String, picture: String, names: [String]
  ) throws {
    let pageID = ProviderCatalog.photoID(at: try #require(WebAddress(page)))
    let originals = ProviderCatalog.originals(
      pageID: pageID, picture: try #require(WebAddress(picture)))
    #expect(originals.map(\.description) == names)
  }

  @Test func `a photo leaves one mark, and two while its other names may be met`() {
    let providers = ["searxng", "unsplash"].map(ProviderID.init(rawValue:))
    var seen = SeenPhotos(of: providers)
    let name = { PhotoID(service: "unsplash", native: $0) }
    let picture = name("photo-1448375240586-882707db888b")
    let photo = Photo.scripted("searxng", "1", aliases: [name("NqkTxxK_2ZY"), picture])
    seen.insert(photo, keeping: .last)
    #expect(seen.marks.count == 1)
    seen.insert(photo, keeping: .all)
    #expect(seen.marks.count == 2)
    #expect(seen.contains(.scripted("unsplash", "NqkTxxK_2ZY", aliases: [picture])))
    #expect(seen.contains(.scripted("searxng", "2", aliases: [picture])))
    #expect(!seen.contains(.scripted("searxng", "3")))
  }
}
