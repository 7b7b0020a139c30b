import Foundation
@testable import PhotoSearch
import Testing

@Suite struct WikimediaRenditionTests {
  private typealias Replies = WikimediaReplies

  private func renditions(_ file: [String: String]) throws -> [Rendition] {
    let page = try WikimediaCommons().page(
      from: Replies.page([Replies.row(file: file)]), for: PhotoQuery("cat"), at: nil)
    return try #require(page.photos.first).renditions
  }

  private static let folder = "https://thumb.wikimedia.org/wikipedia/commons/thumb/5/58/Cat.jpg"

  @Test func `a thumbnail's width is that of its address, not the one it is said to have`() throws {
    let renditions = try renditions([
      "thumburl":
        "\"\(Self.folder)/960px-Cat.jpg?utm_source=commons.wikimedia.org&utm_content=thumbnail\"",
      "thumbwidth": "640", "thumbheight": "480",
    ])
    let regular = try #require(renditions.first)
    #expect((regular.role, regular.size) == (.regular, PixelSize(width: 960, height: 720)))
    #expect(regular.url.absoluteString == "\(Self.folder)/960px-Cat.jpg")
    #expect(renditions.map(\.role) == [.regular, .original])
  }

  @Test func `without the original's size the shape is the thumbnail's`() throws {
    let sizes = try renditions([
      "thumburl": "\"\(Self.folder)/960px-Cat.jpg\"", "thumbwidth": "640", "thumbheight": "320",
      "width": "null",
    ]).map(\.size)
    #expect(sizes == [PixelSize(width: 960, height: 480), nil])
  }

  @Test(arguments: [
    ("20px-Cat.jpg", Rendition.Role.thumb), ("330px-Cat.jpg", .small), ("500px-Cat.jpg", .small),
    ("960px-Cat.jpg", .regular), ("1280px-Cat.jpg", .regular), ("1920px-Cat.jpg", .full),
    ("lossy-page1-1920px-Cat.tif.jpg", .full), ("Cat.jpg", .small), ("px-Cat.jpg", .small),
    ("123456px-Cat.jpg", .small),
  ])
  func `a role is by width`(name: String, role: Rendition.Role) throws {
    let renditions = try renditions([
      "thumburl": "\"\(Self.folder)/\(name)\"", "thumbwidth": "400", "thumbheight": "300",
    ])
    #expect(renditions.map(\.role) == [role, .original])
  }

  @Test func `an original too small to be scaled is listed once`() throws {
    let renditions = try renditions([
      "thumburl": "\"\(Replies.original)?utm_content=thumbnail_unscaled\"", "thumbwidth": "640",
      "url": "\"\(Replies.original)?utm_content=original\"",
    ])
    #expect(renditions.map(\.url.absoluteString) == [Replies.original])
    #expect(renditions.map(\.role) == [.original])
  }

  @Test func `what is sent for finer screens is a size more`() throws {
    let renditions = try renditions([
      "thumburl": "\"\(Self.folder)/960px-Cat.jpg\"",
      "responsiveUrls": "{\"2\":\"\(Self.folder)/1920px-Cat.jpg\"}",
    ])
    #expect(renditions.map(\.role) == [.regular, .full, .original])
    #expect(renditions[1].size == PixelSize(width: 1920, height: 1440))
  }

  @Test func `a query that is not for counting stays`() throws {
    let renditions = try renditions([
      "url": "\"\(Replies.original)?utm_source=x&download&a=%26\"", "thumburl": "null",
    ])
    #expect(renditions.map(\.url.absoluteString) == ["\(Replies.original)?download&a=%26"])
  }

  @Test func `sizes beyond all measure are not believed`() throws {
    let renditions = try renditions([
      "thumburl": "\"\(Self.folder)/960px-Cat.jpg\"", "width": "1", "height": "9000000000000000000",
    ])
    #expect(renditions.first?.size == nil)
  }
}
