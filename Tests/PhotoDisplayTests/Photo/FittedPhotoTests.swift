import FixtureMaker
import Foundation
import PhotoSearch
import Terminal
import Testing

@testable import PhotoDisplay

/// A photo as it is passed on whole to who reads all of it
struct FittedPhotoTests {
  private func photo(_ text: String) throws -> Photo {
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "1"), provider: .flickr, site: text,
      pageURL: try #require(URL(string: "https://www.flickr.com/photos/x/1")))
    photo.title = text
    photo.description = text
    photo.author = Author(name: text, url: URL(string: "https://www.flickr.com/people/x"))
    photo.attribution = text
    photo.license = License(id: text, name: text, url: nil, permits: .commercialUse)
    photo.taken = text
    photo.color = text
    photo.tags = Array(repeating: text, count: 100)
    photo.details = PhotoDetails(
      place: PhotoPlace(name: text, city: text, country: text),
      camera: PhotoCamera(
        make: text, model: text, exposureTime: text, aperture: text, focalLength: text)
    )
    return photo
  }

  /// All texts in a photo, whatever member they are in, apart from ids and addresses
  private func texts(of value: Any) -> [String] {
    if let text = value as? String { return [text] }
    if value is PhotoID || value is ProviderID || value is WebAddress { return [] }
    return Mirror(reflecting: value).children.flatMap { texts(of: $0.value) }
  }

  @Test(arguments: HostileText.all)
  func `texts of strangers are one line, harmless and cut`(text: String) throws {
    let fitted = try #require(photo(text).fitted(title: 80))
    for text in texts(of: fitted) {
      #expect(SafeText.line(text) == text && DisplayWidth.of(text) <= 500)
    }
    #expect(DisplayWidth.of(fitted.title ?? "") <= 80)
    #expect(fitted.tags.count <= 20 && fitted.tags.allSatisfy { DisplayWidth.of($0) <= 30 })
  }

  @Test func `each fact that is a text, or may hold one, is in this test`() throws {
    let photo = try photo("x")
    let parts: [(Any, [String])] = [
      (photo, ["size", "likes", "published", "blurHash", "download", "isAIGenerated", "fetched"]),
      (try #require(photo.details), ["views", "downloads"]),
      (try #require(photo.details?.place), ["latitude", "longitude"]),
      (try #require(photo.details?.camera), ["iso"]), (try #require(photo.author), []),
      (try #require(photo.license), ["address"]),
    ]
    for (part, others) in parts {
      let lacking = Mirror(reflecting: part).children.filter { "\($0.value)" == "nil" }
      #expect(lacking.compactMap(\.label) == others, "a new text has to be set in `photo`")
    }
  }

  @Test(arguments: HostileText.all)
  func `texts of strangers are harmless on the page, too`(text: String) throws {
    let photo = try JSONValue(
      parsing: Data(PageEntry.json(photo("x\(text)y"), isFavorite: false).utf8))
    func check(_ value: JSONValue) {
      // A text of ASCII alone keeps its blanks.
      func words(_ text: String) -> [Substring] { text.split(separator: " ") }
      if let text = value.string { #expect(words(SafeText.line(text)) == words(text)) }
      for value in value.elements ?? value.members?.map(\.value) ?? [] { check(value) }
    }
    check(photo)
  }

  @Test func `what is plain stays as it is, and so do permissions`() throws {
    var plain = try photo("Red panda")
    plain.taken = "2014-05"
    let fitted = try #require(plain.fitted(title: 80))
    #expect(texts(of: fitted) == Array(texts(of: plain).prefix(texts(of: fitted).count)))
    #expect(fitted.license?.permits == .commercialUse && fitted.author?.url == plain.author?.url)
    #expect(fitted.pageURL == plain.pageURL && fitted.id == plain.id && fitted.taken == plain.taken)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://evil.example/",
    "https://evil.example/" + String(repeating: "x", count: 1_000),
  ])
  func `an address that leads nowhere on the web, or is overlong, is left out`(
    address: String
  ) throws {
    let url = try #require(URL(string: address))
    var photo = try photo("x")
    photo.author = Author(name: "x", url: url)
    photo.license = License(id: "x", name: "x", url: url)
    photo.renditions = [Rendition(role: .thumb, url: url, size: nil)]
    let fitted = try #require(photo.fitted(title: 80))
    #expect(fitted.author?.url == nil && fitted.license?.url == nil && fitted.renditions.isEmpty)
    photo.pageURL = url
    #expect(photo.fitted(title: 80) == nil)
  }

  @Test(arguments: ["a\nb", "\u{202E}1", String(repeating: "1", count: 300)])
  func `an id that can't be passed on costs the photo`(native: String) throws {
    var photo = try photo("x")
    photo.id = PhotoID(service: "flickr", native: native)
    #expect(photo.fitted(title: 80) == nil)
  }
}
