import FixtureMaker
import Foundation
import PhotoSearch
import Testing

/// A photo read again from what was written of it
struct PhotoReadingTests {
  @Test(arguments: 0..<300)
  func `a round trip loses nothing`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let photo = try RandomPhoto.make(using: &random)
    let text = PhotoJSON.complete(photo)
    #expect(!text.contains("\n"))
    let read = try PhotoJSON.photo(from: text)
    #expect((read, read.credit) == (photo, photo.credit))
    var named = photo
    named.site = "Flickr"
    let line = PhotoJSON.line(named, isFavorite: true)
    let listed = try PhotoJSON.photo(from: line)
    #expect(PhotoJSON.line(listed, isFavorite: true) == line)
  }

  @Test func `a line of ndjson is a photo, and says its site in its credit line`() throws {
    let line = """
      {"id":"openverse:abc","provider":"openverse","origin":"flickr:1","title":"A","description":\
      null,"author":{"name":"Jo","url":null},"page":"https://example.org/1","width":4,"height":3,\
      "renditions":[{"role":"thumb","url":"https://example.org/t.jpg","width":1,"height":1}],\
      "license":{"id":"CC-BY-2.0","name":"CC BY 2.0","url":null},\
      "credit":"“A” by Jo (CC BY 2.0) · nappy via Openverse","likes":null,\
      "published":"2023-05-01T12:00:00Z","color":null,"blurHash":null,"tags":["x"],\
      "downloadLocation":null,"isAIGenerated":null,"favorite":false}
      """
    let photo = try PhotoJSON.photo(from: line)
    #expect(photo.site == "nappy via Openverse")
    #expect(photo.aliases == [PhotoID(service: "flickr", native: "1")])
    #expect((photo.origin, photo.details) == (PhotoID(service: "flickr", native: "1"), nil))
    #expect(photo.published == Date(timeIntervalSince1970: 1_682_942_400) && photo.taken == nil)
    #expect(photo.credit.text == "“A” by Jo (CC BY 2.0) · nappy via Openverse")
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}", #"{"id":"x","page":"https://e.org"}"#,
    #"{"id":"flickr:1"}"#, #"{"id":"flickr:1","page":"javascript:alert(1)"}"#,
    #"{"id":"flickr:1","page":"file:///etc/passwd"}"#, #"{"id":7,"page":"https://e.org"}"#,
    String(repeating: "[", count: 100_000), String(repeating: "x", count: 2_000_000), "7",
    #"{"page":"https://e.org"}"#,
    #"{"id":"flickr:1","page":"https://e.org","x":"# + String(repeating: "[", count: 200)
      + String(repeating: "]", count: 200) + "}",
  ])
  func `what is no photo is refused, by JSONDecoder, too`(text: String) {
    #expect(throws: PhotoJSON.Problem.self) { try PhotoJSON.photo(from: text) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Photo.self, from: Data(text.utf8))
    }
  }

  @Test func `what makes no sense in a photo is as if it were not there`() throws {
    let line = """
      {"id":"flickr:1","page":"https://e.org/","author":7,"width":-1,"height":1e99,"likes":-5,\
      "renditions":[{"role":"huge","url":"https://e.org"},{"role":"thumb","url":"ftp://e.org"},\
      7,null,{"role":"full","url":"https://e.org/f","width":99999999999,"height":1}],\
      "license":{"name":"X"},"published":"2023-99-99T99:99:99Z","taken":"soon","tags":{"a":1},\
      "downloadLocation":"file:///x","place":[],"camera":5,"views":1e400,"downloads":-1,\
      "aliases":["",7,"flickr:2"]}
      """
    let photo = try PhotoJSON.photo(from: line)
    #expect(photo.author == nil && photo.size == nil && photo.likes == nil)
    #expect((photo.renditions.map(\.role), photo.renditions.first?.size) == ([.full], nil))
    #expect(photo.license == nil && photo.published == nil && photo.tags.isEmpty)
    #expect((photo.taken, photo.downloadLocation, photo.details) == (nil, nil, PhotoDetails()))
    #expect(photo.aliases == [PhotoID(service: "flickr", native: "2")])
  }

  @Test(arguments: 0..<200)
  func `no change of a record traps`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = Array(PhotoJSON.complete(try RandomPhoto.make(using: &random)).utf8)
    for _ in 0..<8 {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    do {
      let photo = try PhotoJSON.photo(from: String(decoding: bytes, as: UTF8.self))
      #expect(["http", "https"].contains(photo.pageURL.scheme?.lowercased()))
    } catch { #expect(!error.description.isEmpty) }
  }
}
