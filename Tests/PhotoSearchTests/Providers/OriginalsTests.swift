import Foundation
import Testing

@testable import PhotoSearch

/// Whose photo the address of a page or a picture is
@Suite struct OriginalsTests {
  /// The photo of an address, of https unless it says something else
  private func photoID(at address: String) throws -> PhotoID? {
    let text = address.contains("://") ? address : "https://\(address)"
    return ProviderCatalog.photoID(at: WebAddress(try #require(URL(string: text))))
  }

  @Test(arguments: [
    ("unsplash.com/photos/sp-p7uuT0tw", "unsplash:sp-p7uuT0tw"),
    ("unsplash.com/photos/a-cat-NqkTxxK_2ZY?utm_source=x", "unsplash:NqkTxxK_2ZY"),
    ("unsplash.com/de/fotos/eine-katze-NqkTxxK_2ZY", "unsplash:NqkTxxK_2ZY"),
    ("unsplash.com/pt-br/fotografias/um-gato-NqkTxxK_2ZY", "unsplash:NqkTxxK_2ZY"),
    (
      "images.unsplash.com/photo-1448375240586-882707db888b?w=1080",
      "unsplash:photo-1448375240586-882707db888b"
    ),
    ("live.staticflickr.com/65535/48500938586_9cf6d9c729_b.jpg", "flickr:48500938586"),
    ("www.flickr.com/photos/name/123/in/photostream/", "flickr:123"),
    ("images.pexels.com/photos/43007/a-cat.jpeg?h=130", "pexels:43007"),
    ("www.pexels.com/photo/a-cat-on-a-wall-14793362/", "pexels:14793362"),
    (
      "upload.wikimedia.org/wikipedia/commons/4/4a/Cat_on_snow.jpg?utm_source=x",
      "wikimedia:File:Cat on snow.jpg"
    ),
    (
      "upload.wikimedia.org/wikipedia/commons/thumb/4/4a/Cat.jpg/960px-Cat.jpg",
      "wikimedia:File:Cat.jpg"
    ),
    (
      "thumb.wikimedia.org/wikipedia/commons/thumb/4/4a/Cat.jpg/960px-Cat.jpg",
      "wikimedia:File:Cat.jpg"
    ),
    ("commons.wikimedia.org/w/index.php?curid=65845360", "wikimedia:65845360"),
    ("flic.kr/p/2jKzaJ3", "flickr:50376195106"),
    ("openverse.org/image/b1c38329-692a", "openverse:b1c38329-692a"),
    ("wordpress.org/openverse/image/b1c38329-692a", "openverse:b1c38329-692a"),
    ("pexels.com/photo/14793362", "pexels:14793362"),
    ("www.pexels.com/de-de/foto/eine-katze-14793362/", "pexels:14793362"),
    ("pixabay.com/photos/apples-fruits-634572/", "pixabay:634572"),
    ("pixabay.com/de/photos/aepfel-634572/", "pixabay:634572"),
    ("www.pixabay.com/photos/634572", "pixabay:634572"),
    ("pixabay.com/en/blossom-bloom-195893/", "pixabay:195893"),
    ("pixabay.com/illustrations/question-mark-1872665/", "pixabay:1872665"),
    ("cdn.pixabay.com/photo/2015/02/13/00/43/apples-634572_150.jpg", "pixabay:634572"),
    ("cdn.pixabay.com/photo/2015/02/13/00/43/apples-634572_1280.jpg", "pixabay:634572"),
    ("wordpress.org/photos/photo/203627f31f/", "wordpress:203627f31f"),
    ("pd.w.org/2022/05/203627f31f8770f03.61535278-300x200.jpg", "wordpress:203627f31f"),
    ("www.europeana.eu/item/2021650/memorix_1?utm_source=api", "europeana:2021650/memorix_1"),
    ("www.europeana.eu/de/item/2021650/memorix_1", "europeana:2021650/memorix_1"),
    ("www.finna.fi/Record/museo.1A?lng=sv", "finna:museo.1A"),
    ("finna.fi/Record/museo.a%2Fb%3A1", "finna:museo.a/b:1"),
    ("api.finna.fi/Cover/Show?source=Solr&id=museo.1A&index=0&size=large", "finna:museo.1A"),
    ("www.finna.fi/Cover/Show?id=museo.1A&index=2", "finna:museo.1A-2"),
    ("images.nasa.gov/details/PIA12235", "nasa:PIA12235"),
    ("images.nasa.gov/details-PIA12235", "nasa:PIA12235"),
    ("images-assets.nasa.gov/image/PIA12235/PIA12235~orig.jpg", "nasa:PIA12235"),
    ("www.inaturalist.org/observations/57754375", "inaturalist:57754375"),
    ("inaturalist.org/observations/57754375/", "inaturalist:57754375"),
    ("www.flickr.com/photos/98786299@N00/48500938586", "flickr:48500938586"),
    ("http://flickr.com/photos/name/123/in/photostream/", "flickr:123"),
    ("www.flickr.com/photos/name/123?size=o#x", "flickr:123"),
    ("WWW.Flickr.com/photos/name/123/", "flickr:123"),
    ("commons.wikimedia.org/?curid=0042", "wikimedia:42"),
    ("commons.wikimedia.org/wiki/File:Cat_on_snow.jpg", "wikimedia:File:Cat on snow.jpg"),
    ("commons.m.wikimedia.org/wiki/file:cat.jpg", "wikimedia:File:Cat.jpg"),
    ("commons.wikimedia.org/wiki/File:Fu%C3%9F_%26_Hand.jpg", "wikimedia:File:Fuß & Hand.jpg"),
    ("commons.wikimedia.org/wiki/File:Ka%CC%88tzchen.jpg", "wikimedia:File:Kätzchen.jpg"),
    ("commons.wikimedia.org/w/index.php?title=File:Cat.jpg&redirect=no", "wikimedia:File:Cat.jpg"),
  ])
  func `a service knows its own photo's address`(address: String, id: String) throws {
    #expect(try photoID(at: address)?.description == id)
  }

  @Test(arguments: [
    "unsplash.com/s/photos/kitten", "unsplash.com/de/s/fotos/katze",
    "unsplash.com/t/street-photography", "unsplash.com/de/t/street-photography",
    "unsplash.com/collections/1234567/street-photography", "unsplash.com/@someone/photos",
    "unsplash.com/photos/kitten", "unsplash.com/photos/longer-word-photography1",
    "images.unsplash.com/profile-1500034708113-f9b6c1e2b1e2?w=32",
    "images.unsplash.com/photo-of-mine.jpg", "www.flickr.com/photos/tags/2019/",
    "www.flickr.com/search/?text=cat", "www.pexels.com/search/photo/12345/",
    "www.pexels.com/@ada-12345", "upload.wikimedia.org/wikipedia/en/4/4a/Cat.jpg",
    "images.unsplash.com.evil.example/photo-1448375240586-882707db888b",
    "www.pexels.com/video/a-cat-14793362/", "www.pexels.com/photo/a-cat/",
    "evil.example/photo/a-cat-14793362/",
    "cdn.pixabay.com/user/2016/03/14/13-25-18-933_250x250.jpg",
    "pixabay.com/users/desertrose7-752536/", "pixabay.com/videos/cat-12345/",
    "pixabay.com/photos/apples/", "pixabay.com/get/g7f17ce10cc37a9ce-1_640.jpg",
    "evil.example/photos/apples-634572/", "wordpress.org/photos/author/someone/",
    "wordpress.org/photos/", "pd.w.org/2022/05/a-cat.jpg", "s.w.org/203627f31f.jpg",
    "www.europeana.eu/en/collections/topic/48", "www.europeana.eu/item/a/b",
    "www.finna.fi/Search/Results?lookfor=x", "museo.finna.fi.example/Record/museo.1A",
    "images-assets.nasa.gov/video/PIA12235/PIA12235~orig.mp4", "images.nasa.gov/search?q=mars",
    "www.nasa.gov/details/PIA1", "evil.example/details/PIA12235",
    "www.inaturalist.org/observations", "www.inaturalist.org/photos/92152429",
    "evil.example/observations/57754375", "flickr.com.example.org/photos/name/123",
    "example.org/photos/name/123", "blog.flickr.com/photos/name/123", "www.flickr.com/photos/name",
    "www.flickr.com/photos/name/sets/123", "www.flickr.com/groups/name/123",
    "www.flickr.com/photos/name/١٢٣", "www.flickr.com/photos/name/123456789012345678901",
    "commons.wikimedia.org.example.org/?curid=1", "en.wikipedia.org/?curid=1",
    "commons.wikimedia.org/?curid=x", "commons.wikimedia.org/?curid=0",
    "commons.wikimedia.org/?curid=99999999999999999999",
    "commons.wikimedia.org/wiki/Category:Cats", "commons.wikimedia.org/wiki/File:",
    "commons.wikimedia.org/", "cats.example/photos/12345",
  ])
  func `nothing else is taken for a photo`(address: String) throws {
    #expect(try photoID(at: address) == nil)
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
