import Foundation
@testable import PhotoSearch
import Testing

/// Addresses of pictures from server, id and secret, and the photos that they are of
@Suite struct FlickrImageURLTests {
  private static let shared = ["s", "q", "t", "m", "n", "w", "", "z", "c", "b"]

  private func read(_ text: String) throws -> String? {
    FlickrImageURL.photoID(at: try #require(URL(string: text)))
  }

  @Test(arguments: FlickrSize.all.map(\.suffix))
  func `an address is made for the sizes that share the secret alone`(suffix: String) throws {
    let size = try #require(FlickrSize.all.first { $0.suffix == suffix })
    let url = FlickrImageURL.url(
      server: "65535", id: "52980178287", secret: "15d0b6efdc", size: size)
    let end = suffix.isEmpty ? "" : "_" + suffix
    let address = "https://live.staticflickr.com/65535/52980178287_15d0b6efdc\(end).jpg"
    #expect(url?.absoluteString == (Self.shared.contains(suffix) ? address : nil))
  }

  @Test(arguments: [
    ("0", "1", "ab"), ("000", "1", "ab"), ("", "1", "ab"), ("7", "", "ab"), ("7", "1", ""),
    ("7/../8", "1", "ab"), ("-7", "1", "ab"), ("7", "1a", "ab"), ("7", "1", "xyz"),
    ("7", "1", "ab/"), ("7", "1", "a_b"), ("７", "1", "ab"), ("7", "1", "é"),
    ("123456789012345678901", "1", "ab"),
  ])
  func `parts that are none make no address`(server: String, id: String, secret: String) {
    let url = FlickrImageURL.url(server: server, id: id, secret: secret, size: FlickrSize.all[0])
    #expect(url == nil)
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
    #expect(try read(text) == "7093101501")
  }

  @Test(arguments: FlickrSize.all.map(\.suffix))
  func `an address of any size is read`(size: String) throws {
    let suffix = size.isEmpty ? "" : "_" + size
    let format = size == "o" ? "png" : "jpg"
    let text = "https://live.staticflickr.com/7090/7093101501_94c7b7c5f7\(suffix).\(format)"
    #expect(try read(text) == "7093101501")
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
