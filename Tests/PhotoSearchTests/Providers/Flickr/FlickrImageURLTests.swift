import Foundation
@testable import PhotoSearch
import Testing

/// Addresses from farm, server, id and secret, and back
@Suite struct FlickrImageURLTests {
  private static let shared = ["s", "q", "t", "m", "n", "w", "", "z", "c", "b"]

  private func read(_ text: String) throws -> FlickrImageURL? {
    FlickrImageURL(try #require(URL(string: text)))
  }

  @Test(arguments: shared)
  func `a size that shares the secret is built in both forms`(size: String) throws {
    let suffix = size.isEmpty ? "" : "_" + size
    let image = try #require(
      FlickrImageURL(farm: 66, server: "65535", id: "52980178287", secret: "15d0b6efdc", size: size)
    )
    #expect(
      image.url?.absoluteString
        == "https://live.staticflickr.com/65535/52980178287_15d0b6efdc\(suffix).jpg")
    #expect(
      image.legacyURL?.absoluteString
        == "https://farm66.staticflickr.com/65535/52980178287_15d0b6efdc\(suffix).jpg")
    #expect(image.legacyURL.flatMap { FlickrImageURL($0) } == image)
  }

  @Test(arguments: Set(FlickrSize.all.map(\.suffix)).subtracting(shared))
  func `a size with a secret of its own is never built`(size: String) {
    #expect(FlickrImageURL(server: "65535", id: "1", secret: "15d0b6efdc") != nil)
    #expect(FlickrImageURL(server: "65535", id: "1", secret: "15d0b6efdc", size: size) == nil)
  }

  @Test func `there is no legacy form without a farm`() {
    let image = FlickrImageURL(server: "65535", id: "1", secret: "15d0b6efdc")
    #expect(image?.url != nil && image?.legacyURL == nil)
    #expect(FlickrImageURL(farm: 0, server: "7", id: "1", secret: "ab")?.legacyURL == nil)
  }

  @Test(arguments: [
    ("0", "1", "ab"), ("000", "1", "ab"), ("", "1", "ab"), ("7", "", "ab"), ("7", "1", ""),
    ("7/../8", "1", "ab"), ("-7", "1", "ab"), ("7", "1a", "ab"), ("7", "1", "xyz"),
    ("7", "1", "ab/"), ("7", "1", "a_b"), ("７", "1", "ab"), ("7", "1", "é"),
    ("123456789012345678901", "1", "ab"),
  ])
  func `parts that are none make no address`(server: String, id: String, secret: String) {
    #expect(FlickrImageURL(server: server, id: id, secret: secret) == nil)
  }

  @Test(arguments: [
    "https://live.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "http://live.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "http://farm8.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://farm8.staticflickr.com/7090/7093101501_9337f28800_q.jpg?zz=1",
    "http://farm8.static.flickr.com/7090/7093101501_9337f28800_q.JPG",
    "HTTP://FARM8.staticflickr.com/7090/7093101501_9337f28800_q.jpg#top",
  ])
  func `each form that was ever in use is read`(text: String) throws {
    let image = try #require(try read(text))
    #expect(image.server == "7090" && image.id == "7093101501" && image.secret == "9337f28800")
    #expect(image.size == "q" && image.format == "jpg")
    #expect(image.farm == (text.lowercased().contains("farm8") ? 8 : nil))
    #expect(
      image.url?.absoluteString
        == "https://live.staticflickr.com/7090/7093101501_9337f28800_q.jpg")
  }

  @Test(arguments: FlickrSize.all.map(\.suffix))
  func `an address of any size is read and written alike`(size: String) throws {
    let suffix = size.isEmpty ? "" : "_" + size
    let format = size == "o" ? "png" : "jpg"
    let text = "https://live.staticflickr.com/7090/7093101501_94c7b7c5f7\(suffix).\(format)"
    let image = try #require(try read(text))
    #expect(image.size == size)
    #expect(image.url?.absoluteString == text)
  }

  @Test(arguments: [
    "ftp://live.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://live.staticflickr.com.example/7090/7093101501_9337f28800_q.jpg",
    "https://farm.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://farm-1.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://farm99999999999999999999.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://farm8.evil.com/7090/7093101501_9337f28800_q.jpg",
    "https://live.staticflickr.com:8080/7090/7093101501_9337f28800_q.jpg",
    "https://me@live.staticflickr.com/7090/7093101501_9337f28800_q.jpg",
    "https://live.staticflickr.com/0/7093101501_9337f28800_q.jpg",
    "https://live.staticflickr.com/7090/7093101501_9337f28800_x.jpg",
    "https://live.staticflickr.com/7090/7093101501_9337f28800_.jpg",
    "https://live.staticflickr.com/7090/7093101501_9337f28800_q_q.jpg",
    "https://live.staticflickr.com/7090/7093101501.jpg",
    "https://live.staticflickr.com/7090/7093101501_9337f28800_q",
    "https://live.staticflickr.com/7090/7093101501_9337f28800_q.exe",
    "https://live.staticflickr.com/a/7090/7093101501_9337f28800_q.jpg",
    "https://live.staticflickr.com/7090/../8/7093101501_9337f28800_q.jpg",
    "https://live.staticflickr.com/", "https://www.flickr.com/photos/a/1", "/7090/1_ab.jpg",
  ])
  func `any other address is not taken for one`(text: String) throws {
    #expect(try read(text) == nil)
  }
}
