import Foundation
@testable import PhotoSearch
import Testing

/// What the adapters make of replies that the real services gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct RecordedRepliesTests {
  @Test(
    arguments: [
      ("flickr-search-1", 1, [:], 1, nil),
      ("flickr-search-2", 2, [:], 2, nil),
      ("flickr-search-5", 97, [:], 97, nil),
      ("flickr-search-7", 299, [.withoutImage: 1], 75_541, "2/252"),
      ("flickr-search-11", 9, [:], 1_000, "2/112"),
      ("flickr-search-13", 20, [:], 513, "2/26"),
      ("flickr-search-16", 0, [:], 0, nil),
      ("unsplash-search-1", 9, [.advertisement: 1], 10_001, "2/1001"),
      ("unsplash-search-4", 10, [:], 15_149, "2/1515"),
      ("unsplash-search-6", 10, [:], 10_000, "2/1000"),
      ("unsplash-search-11", 0, [:], 0, nil),
      ("unsplash-list-1", 6, [:], 106_519, "2"),
      ("unsplash-list-4", 8, [.advertisement: 2], nil, nil),
      ("unsplash-list-7", 0, [:], 0, nil),
      ("pexels-search-1", 1, [:], 8_000, "2/8000"),
      ("pexels-search-2", 1, [:], 8_000, "2/8000"),
      ("pexels-search-4", 0, [:], 0, nil),
      ("pexels-search-6", 15, [:], 1_880, "2/126"),
      ("pexels-search-7", 10, [:], 8_000, "2/800"),
      ("pexels-search-8", 1, [:], 8_000, "2/8000"),
      ("pexels-search-9", 1, [:], 371, "2/371"),
      ("pexels-curated-1", 1, [:], 8_000, "2/1600"),
      ("pexels-curated-3", 10, [:], 8_000, "2/800"),
      ("pexels-curated-4", 0, [:], 8_000, nil),
    ] as [(String, Int, [ExclusionReason: Int], Int?, String?)])
  func `each photo of a recorded page comes out, and what comes next`(
    name: String, shown: Int, excluded: [ExclusionReason: Int], total: Int?, next: String?
  ) throws {
    let id = name.split(separator: "-").dropLast().joined(separator: "-")
    let provider = try ProviderID(rawValue: id.replacing("-search", with: "")).adapter
    let page = try Recordings.page(name, of: provider)
    #expect((page.photos.count, page.excluded) == (shown, excluded))
    #expect((page.total, page.next?.text) == (total, next))
    for photo in page.photos {
      switch provider.profile.service {
      case "unsplash": #expect(photo.renditions.count == 5 && photo.author?.name != nil)
      case "pexels":
        #expect(photo.renditions.map(\.role) == [.thumb, .small, .regular, .original])
        #expect(photo.author?.url?.host == "www.pexels.com")
        #expect(ProviderCatalog.photoID(at: photo.page) == photo.id)
      default:
        #expect(!photo.renditions.isEmpty)
        #expect(photo.rendition(.thumb)?.size?.width ?? 150 <= 150)
      }
      if provider.id == .unsplash { #expect(photo.title != nil) }
    }
  }

  @Test func `a Flickr photo with all its extras is told whole`() throws {
    let page = try Recordings.page("flickr-search-2", of: Flickr(key: nil))
    let photo = try #require(page.photos.first)
    #expect(
      (photo.id.description, photo.pageURL.absoluteString)
        == ("flickr:10115956703", "https://www.flickr.com/photos/78733179@N04/10115956703"))
    #expect((photo.description, photo.license) == ("It's a photo", .allRightsReserved))
    #expect(photo.size == PixelSize(width: 2_560, height: 1_600))
    #expect(photo.tags == ["foo", "vision:night=077"])
    #expect(photo.published == Date(timeIntervalSince1970: 1_381_061_206))
    #expect(photo.renditions.map(\.role) == Rendition.Role.allCases)
    #expect(photo.renditions.map { $0.size?.width } == [150, 320, 800, 2_048, 2_560])
    #expect(photo.rendition(.full)?.url.path.hasSuffix("67c9dd116f_k.jpg") == true)
    #expect(photo.rendition(.original)?.url.path.hasSuffix("e40de5bf26_o.jpg") == true)
  }

  @Test func `a single Unsplash photo has its place and camera`() throws {
    let reply = try Recordings.reply("unsplash-photo-1")
    let photo = try UnsplashSearch(key: nil).photo("ZUaqqMxtxYk", from: [.success(reply)])
    #expect(
      (photo.id.description, photo.details?.place?.city, photo.details?.place?.latitude)
        == ("unsplash:ZUaqqMxtxYk", "Scoresbysund", 70.489375))
    #expect((photo.details?.camera?.model, photo.details?.camera?.iso) == ("NIKON D3100", 140))
    #expect(photo.tags == ["greenland", "scoresbysund", "inutsaaip aqqulaa 366"])
  }

  @Test(arguments: ["unsplash-photo-3", "unsplash-photo-5"])
  func `a single Unsplash photo may lack its place`(name: String) throws {
    let photo = try UnsplashList(key: nil).photo("any", from: [.success(Recordings.reply(name))])
    expectSound(photo)
    #expect((photo.details?.place?.latitude, photo.details?.camera?.make) == (nil, "Canon"))
  }

  @Test func `a single Flickr photo is put together from three replies`() throws {
    let replies = try ["flickr-getinfo-1", "flickr-getsizes-1", "flickr-getexif-2"].map {
      Result<WebReply, ProviderError>.success(try Recordings.reply($0))
    }
    let photo = try Flickr(key: nil).photo("any", from: replies)
    expectSound(photo)
    #expect((photo.title, photo.author?.name) == ("Hana", "Janko Marohnić"))
    #expect((photo.size, photo.published) == (PixelSize(width: 2_560, height: 1_600), nil))
    #expect(
      (photo.details?.views, photo.details?.place?.name, photo.details?.camera?.model)
        == (3, "Ulbo, Zadarsko-Kninska, Croatia", "Canon PowerShot G12"))
    #expect(
      (photo.details?.camera?.exposureTime, photo.details?.camera?.focalLength) == ("1/60", "6.1"))
  }

  @Test func `a single Flickr photo is told without its sizes and exposure`() throws {
    let error = ProviderError(.flickr, .rejected(status: 2, message: "Permission denied"))
    let photo = try Flickr(key: nil).photo(
      "any",
      from: [
        .success(Recordings.reply("flickr-getinfo-4")), .failure(error), .failure(error),
      ])
    expectSound(photo)
    #expect(photo.license == .creativeCommons("by-nc", version: "2.0"))
    #expect((photo.tags, photo.renditions.count) == (["idyllwild"], 4))
  }
}
