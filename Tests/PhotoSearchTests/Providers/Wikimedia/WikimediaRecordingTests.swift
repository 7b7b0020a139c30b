import Foundation
@testable import PhotoSearch
import Testing

/// What the adapter makes of replies that the real service gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct WikimediaRecordingTests {
  private let provider = WikimediaCommons()

  private func page(_ name: String, at cursor: PageCursor? = nil) throws -> PhotoPage {
    try Recordings.page(name, of: provider, at: cursor)
  }

  @Test func `a reply of 2023 with addresses only comes out by rank`() throws {
    let page = try page("commons-search-1")
    #expect(page.photos.count == 6 && page.excluded.isEmpty && page.next?.text == "6")
    #expect(
      (page.photos[1].title, page.photos[3].id.native, page.photos[5].identities.map(\.native))
        == ("Collage of Six Cats-02", "8398053", ["9437797", "File:Felis catus-cat on snow.jpg"]))
    let renditions = page.photos[3].renditions
    #expect(
      (renditions.map(\.role), renditions.map(\.size?.width), renditions.first?.size)
        == ([.small, .regular, .original], [366, 732, nil], PixelSize(width: 366, height: 364)))
  }

  @Test func `a reply of 2026 comes out whole`() throws {
    let page = try page("commons-search-2")
    #expect((page.photos.count, page.next?.text) == (2, "2"))
    let photo = try #require(page.photos.first)
    #expect(photo.title?.hasPrefix("Col. John Singleton Mosby and some members") == true)
    #expect(photo.author == Author(name: "Civil War Glass Negatives", url: nil))
    #expect((photo.license, photo.size) == (.publicDomain, PixelSize(width: 8153, height: 6438)))
    #expect(photo.description?.contains("Milhollen & Kaplan, eds. New York") == true)
    #expect(photo.published == Date(timeIntervalSince1970: 1_525_488_665) && photo.taken == nil)
    for photo in page.photos {
      #expect(photo.renditions.map(\.role) == [.regular, .original])
      #expect(photo.renditions.first?.size == PixelSize(width: 960, height: 758))
      #expect(photo.renditions.allSatisfy { $0.url.query == nil })
    }
    #expect(page.photos[1].rendition(.original)?.url.pathExtension == "tif")
  }

  @Test func `a batch in two replies gives each photo once`() throws {
    let first = try page("commons-imageinfo-2")
    #expect(first.photos.count == 9 && first.photos.contains { $0.taken == "1891" })
    #expect(first.photos.contains { $0.taken == "2015-09-12T10:14:54" } && first.excluded.isEmpty)
    let next = try #require(first.next)
    #expect(next.text.hasPrefix("continue=||imageinfo&gucontinue="))

    let second = try page("commons-imageinfo-3", at: next)
    #expect(second.photos.isEmpty)
    #expect(second.excluded.isEmpty && second.next != nil && second.next != next)
  }

  @Test func `licences, authors and names are read from their markup`() throws {
    let photos = try page("commons-imageinfo-2").photos
    let munch = try #require(photos.last)
    #expect((munch.title, munch.author?.name) == ("Night in Nice", "Edvard Munch"))
    #expect(munch.author?.url?.absoluteString == "https://en.wikipedia.org/wiki/en:Edvard_Munch")
    #expect(
      Set(photos.compactMap(\.license?.id))
        == ["CC-BY-SA-4.0", "CC-BY-SA-3.0-DE", "LicenseRef-Public-Domain"])
    #expect(photos.allSatisfy { $0.author?.name != nil })
  }
}
