import Foundation
@testable import PhotoSearch
import Testing

/// What the adapters make of replies that the real services gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct RecordedRepliesTests {
  private let search = PhotoQuery("dog")
  private let list = PhotoQuery(nil)

  /// A recording, and what has to come of it
  struct Expected: Sendable, CustomTestStringConvertible {
    let name: String
    let shown: Int
    var excluded: [ExclusionReason: Int] = [:]
    var total: Int?
    var next: String?
    var testDescription: String { name }
  }

  @Test(arguments: [
    Expected(name: "flickr-search-1", shown: 1, total: 1),
    Expected(name: "flickr-search-2", shown: 2, total: 2),
    Expected(name: "flickr-search-5", shown: 97, total: 97),
    Expected(
      name: "flickr-search-7", shown: 299, excluded: [.withoutImage: 1], total: 75_541,
      next: "2/252"),
    Expected(name: "flickr-search-11", shown: 9, total: 1_000, next: "2/112"),
    Expected(name: "flickr-search-13", shown: 20, total: 513, next: "2/26"),
    Expected(name: "flickr-search-16", shown: 0, total: 0),
  ])
  func `each photo of a Flickr search comes out`(expected: Expected) throws {
    let page = try page(of: Flickr(key: nil), for: search, expected)
    #expect(page.photos.allSatisfy { !$0.renditions.isEmpty })
    #expect(page.photos.allSatisfy { $0.rendition(.thumb)?.size?.width ?? 150 <= 150 })
  }

  @Test(arguments: [
    Expected(
      name: "unsplash-search-1", shown: 9, excluded: [.advertisement: 1], total: 10_001,
      next: "2/1001"),
    Expected(name: "unsplash-search-4", shown: 10, total: 15_149, next: "2/1515"),
    Expected(name: "unsplash-search-6", shown: 10, total: 10_000, next: "2/1000"),
    Expected(name: "unsplash-search-11", shown: 0, total: 0),
  ])
  func `each photo of an Unsplash search comes out`(expected: Expected) throws {
    let page = try page(of: UnsplashSearch(key: nil), for: search, expected)
    #expect(page.photos.allSatisfy { $0.renditions.count == 5 && $0.title != nil })
  }

  @Test(arguments: [
    Expected(name: "unsplash-list-1", shown: 6, total: 106_519, next: "2"),
    Expected(name: "unsplash-list-4", shown: 8, excluded: [.advertisement: 2]),
    Expected(name: "unsplash-list-7", shown: 0, total: 0),
  ])
  func `each photo of an Unsplash list comes out`(expected: Expected) throws {
    let page = try page(of: UnsplashList(key: nil), for: list, expected)
    #expect(page.photos.allSatisfy { $0.renditions.count == 5 && $0.author?.name != nil })
  }

  private func page(
    of provider: any PhotoProvider, for query: PhotoQuery, _ expected: Expected
  ) throws -> PhotoPage {
    let reply = try Recordings.reply(expected.name)
    #expect(provider.verdict(on: reply) == .page)
    let page = try provider.page(from: reply, for: query, at: nil)
    #expect((page.photos.count, page.excluded) == (expected.shown, expected.excluded))
    #expect((page.total, page.next?.text) == (expected.total, expected.next))
    for photo in page.photos { expectSound(photo) }
    return page
  }

  @Test func `a Flickr photo with all its extras is told whole`() throws {
    let reply = try Recordings.reply("flickr-search-2")
    let page = try Flickr(key: nil).page(from: reply, for: search, at: nil)
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

  @Test func `refusals are told from pages`() throws {
    let flickr = Flickr(key: nil)
    let unsplash = UnsplashSearch(key: nil)
    #expect(
      flickr.verdict(on: try Recordings.reply("flickr-error-1"))
        == .refused("Invalid API Key (Key has invalid format)"))
    #expect(
      flickr.verdict(on: try Recordings.exchange("flickr-error-4"))
        == .again(
          after: nil, reason: "Sorry, the Flickr API service is not currently available."))
    #expect(
      flickr.verdict(on: try Recordings.exchange("flickr-error-5"))
        == .failed(status: 1, message: "Required parameter missing"))
    #expect(
      unsplash.verdict(on: try Recordings.reply("unsplash-error-1"))
        == .absent("Couldn't find Photo"))
    #expect(
      unsplash.verdict(on: try Recordings.reply("unsplash-error-2"))
        == .refused("OAuth error: The access token is invalid"))
    #expect(unsplash.verdict(on: try Recordings.exchange("unsplash-error-4")) == .spent(until: nil))
  }
}
