import Foundation
@testable import PhotoSearch
import Testing

struct UnsplashSavingTests {
  private func photo(_ location: String?, id: String = "unsplash:Abc_1") throws -> Photo {
    let page = try #require(URL(string: "https://unsplash.com/photos/Abc_1"))
    var photo = Photo(
      id: try #require(PhotoID(id)), provider: .unsplash, site: "Unsplash", pageURL: page)
    photo.downloadLocation = location.flatMap { URL(string: $0) }
    return photo
  }

  private let providers: [any PhotoProvider] = [
    UnsplashSearch(key: "made-up"), UnsplashList(key: "made-up"),
  ]

  @Test func `a saved photo's own address is called with the key`() throws {
    let address = "https://api.unsplash.com/photos/Abc_1/download?ixid=M3wx"
    for provider in providers {
      let request = try #require(provider.request(onSaving: try photo(address)))
      #expect(request.url.absoluteString == address)
      #expect(request.headers["Authorization"] == "Client-ID made-up")
    }
  }

  @Test(arguments: [
    "https://evil.example/photos/Abc_1/download", "http://api.unsplash.com/photos/Abc_1/download",
    "https://api.unsplash.com.evil.example/photos/Abc_1/download",
    "https://api.unsplash.com:8443/photos/Abc_1/download",
    "https://api.unsplash.com@evil.example/photos/Abc_1/download",
    "https://me@api.unsplash.com/photos/Abc_1/download",
    "https://evil.example/api.unsplash.com/photos/Abc_1/download",
    "https://api.unsplash.com/photos/Other/download", "https://api.unsplash.com/me",
    "https://api.unsplash.com/photos/Abc_1/download/../../../me", "file:///photos/Abc_1/download",
  ])
  func `no other address gets the key`(address: String) throws {
    for provider in providers { #expect(provider.request(onSaving: try photo(address)) == nil) }
  }

  @Test func `a service elsewhere is called there, and only there`() throws {
    let base = try #require(URL(string: "http://127.0.0.1:8080/unsplash"))
    let provider = UnsplashSearch(key: "made-up", base: base)
    let own = "http://127.0.0.1:8080/unsplash/photos/Abc_1/download"
    for address in [own, "https://api.unsplash.com/photos/Abc_1/download"] {
      let request = try #require(provider.request(onSaving: try photo(address + "?ixid=M3wx")))
      #expect(request.url.absoluteString == own + "?ixid=M3wx")
    }
    let strange = "http://127.0.0.1:8081/unsplash/photos/Abc_1/download"
    #expect(provider.request(onSaving: try photo(strange)) == nil)
  }

  @Test func `without a key, an address or a photo of its own there is no call`() throws {
    let address = "https://api.unsplash.com/photos/Abc_1/download"
    #expect(UnsplashSearch(key: nil).request(onSaving: try photo(address)) == nil)
    #expect(UnsplashSearch(key: "k").request(onSaving: try photo(nil)) == nil)
    #expect(UnsplashSearch(key: "k").request(onSaving: try photo(address, id: "flickr:1")) == nil)
    #expect(Flickr(key: "k").request(onSaving: try photo(address)) == nil)
  }
}
