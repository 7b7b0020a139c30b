import Foundation
@testable import PhotoSearch
import Testing

/// What is peculiar to Pixabay; what it shares with all providers is in the contract
@Suite struct PixabayTests {
  private let pixabay = PixabaySearch(key: "abc")

  private func photo(_ members: String = "") throws -> Photo {
    let row =
      #"{"id":7,"type":"photo","pageURL":"https://pixabay.com/photos/a-cat-7/","previewURL":"#
      + #""https://cdn.pixabay.com/photo/2020/01/02/03/04/a-cat-7_150.jpg"\#(members)}"#
    return try pixabay.photo("7", "{\"totalHits\":1,\"hits\":[\(row)]}")
  }

  @Test(arguments: [
    (100, nil), (101, "can't search for so many words"),
  ])
  func `it is skipped for more words than it reads`(count: Int, objection: String?) {
    let query = PhotoQuery(String(repeating: "é", count: count))
    #expect(pixabay.objection(to: query) == objection)
  }

  @Test func `an id that has no photo any more may be told by an empty list`() {
    #expect(throws: ProviderError(.pixabay, .noSuchPhoto("pixabay:7"))) {
      try pixabay.photo("7", #"{"total":0,"totalHits":0,"hits":[]}"#)
    }
  }

  @Test(arguments: [
    ("true", true), ("1", true), ("false", false), ("0", false), ("null", nil), ("\"x\"", nil),
  ])
  func `a flag is a bool or a number`(value: String, isAIGenerated: Bool?) throws {
    #expect(try photo(",\"isAiGenerated\":\(value)").isAIGenerated == isAIGenerated)
    #expect(try photo().isAIGenerated == nil)
  }

  @Test func `a tag that repeats is one, and the first stand for a title`() throws {
    let photo = try photo(#","tags":"fire, match, fire,  , burn, fire & smoke","user":"""#)
    #expect(photo.tags == ["fire", "match", "burn", "fire & smoke"])
    #expect(photo.title == "fire, match, burn" && photo.author == nil)
    #expect(try self.photo(#","tags":"a, b","name":"A &amp; B""#).title == "A & B")
    #expect(try self.photo().title == nil)
  }

  @Test func `the profile is told, or made of name and number`() throws {
    let made = try photo(#","user":"Ann/L.","user_id":9"#)
    #expect(made.author?.url?.absoluteString == "https://pixabay.com/users/Ann%2FL.-9/")
    let told = try photo(#","user":"ann","user_id":9,"userURL":"https://pixabay.com/users/9/""#)
    #expect(told.author?.url?.absoluteString == "https://pixabay.com/users/9/")
    #expect(told.credit.text == "Photo by ann on Pixabay")
  }

  @Test func `when a photo was seen is known, as the addresses of its pictures die`() async throws {
    let received = Date(timeIntervalSince1970: 1_000.7)
    let row =
      #"{"id":7,"pageURL":"https://pixabay.com/photos/a-7/","previewURL":"https://a/7","#
      + #""webformatURL":"https://pixabay.com/get/a"}"#
    let body = Data(#"{"total":1,"totalHits":1,"hits":[\#(row)]}"#.utf8)
    let transport = ToldTransport { _ in WebReply(status: 200, body: body, received: received) }
    let photo = try await pixabay.photo("7", over: transport)
    let page = try await pixabay.page(of: PhotoQuery("a"), at: nil, over: transport).get()
    for photo in [photo] + page.photos {
      #expect(photo.fetched == Date(timeIntervalSince1970: 1_000))
      #expect(photo.renditions.map(\.isPermanent) == [true, false])
      #expect(photo.lasting.renditions.map(\.role) == [.thumb] && photo.lasting.fetched == nil)
      #expect(photo.lastingRendition(.full)?.role == .thumb)
      for (seconds, isGood) in [(-1, false), (0, true), (86_399, true), (86_400, false)] {
        let time = Date(timeIntervalSince1970: 1_000 + Double(seconds))
        #expect(photo.knowsAddresses(at: time) == isGood)
      }
    }
  }
}

/// What the adapter makes of replies that Pixabay gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct PixabayRecordingTests {
  private let pixabay = PixabaySearch(key: "k")

  @Test(
    arguments: [
      ("apples", 20, 0, 8_737), ("mixed", 12, 8, 1_421), ("second", 19, 1, 11_396),
      ("three", 3, 0, 3), ("full", 1, 0, 4_692), ("nothing", 0, 0, 0),
    ])
  func `each photo of a recorded session comes out, drawings are left out`(
    words: String, shown: Int, drawings: Int, total: Int
  ) async throws {
    let page = try await Recordings.answer(to: words, of: pixabay).get()
    #expect(page.photos.count == shown)
    #expect((page.excluded, page.total) == ((drawings > 0 ? [.drawing: drawings] : [:]), total))
    #expect(page.next?.text == (total > 500 ? "2/3" : nil))
    for photo in page.photos {
      expectSound(photo)
      #expect(photo.title != nil && photo.author?.url?.host == "pixabay.com")
      #expect(photo.size != nil && photo.license == .pixabay && photo.likes != nil)
      #expect(!photo.tags.isEmpty && Set(photo.tags).count == photo.tags.count)
      #expect(photo.renditions.prefix(3).map(\.role) == [.thumb, .regular, .full])
      #expect(
        photo.renditions.map(\.isPermanent) == [true]
          + photo.renditions.dropFirst().map { _ in false })
      #expect(pixabay.native(at: photo.pageURL) == photo.id.native)
      #expect(pixabay.native(at: photo.renditions[0].url) == photo.id.native)
    }
  }

  @Test func `a photo with full access has its original`() async throws {
    let photo = try #require(
      try await Recordings.answer(to: "full", of: pixabay).get().photos.first)
    #expect(photo.id.description == "pixabay:195893" && photo.title == "blossom, bloom, flower")
    #expect(photo.renditions.map(\.role) == [.thumb, .regular, .full, .original])
    #expect(photo.rendition(.full)?.url.absoluteString.hasSuffix("_1920.jpg") == true)
    #expect(photo.rendition(.original)?.size == PixelSize(width: 4_000, height: 2_250))
    #expect(photo.author?.url?.absoluteString == "https://pixabay.com/users/Josch13-48777/")
  }

  @Test func `rows of 2025 have their flags, whatever form they have`() throws {
    let body =
      #"{"total":2,"totalHits":2,"hits":"#
      + String(decoding: try Recordings.data("recorded/pixabay-hits-2.json"), as: UTF8.self) + "}"
    let page = try pixabay.page(body)
    #expect(page.photos.map(\.isAIGenerated) == [false, false])
    #expect(page.photos.map(\.tags.count) == [7, 5])
    #expect(
      page.photos.first?.author?.url?.absoluteString == "https://pixabay.com/users/8655781/")
  }
}
