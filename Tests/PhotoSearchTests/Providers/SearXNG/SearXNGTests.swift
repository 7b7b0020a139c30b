import Foundation
@testable import PhotoSearch
import Testing

/// What is peculiar to SearXNG; what it shares with all providers is in the contract
@Suite struct SearXNGTests {
  private let search = SearXNG(base: URL(constant: "http://searx.home:8080"))

  private func page(
    _ rows: [String], silent: String = "[]", at cursor: String? = nil
  ) throws -> PhotoPage {
    try search.page(
      #"{"results":[\#(rows.joined(separator: ","))],"unresponsive_engines":\#(silent)}"#,
      at: cursor)
  }

  private func row(_ members: String = "") -> String {
    #"{"url":"https://www.cats.example/a","img_src":"https://img.example/a.jpg"\#(members)}"#
  }

  private func photo(_ members: String) throws -> Photo {
    try #require(try page([row(members)]).photos.first)
  }

  @Test func `other engines are asked where they are chosen`() throws {
    let chosen = SearXNG(access: APIAccess(key: "set", sources: ["unsplash", "bing images"]))
    #expect(try chosen.items()["engines"] == "unsplash,bing images")
  }

  @Test func `a photo is told with its site, without a licence, and without Bing's marks`() throws {
    let photo = try photo(
      #","title":"A \#u{E000}cat\#u{E001}","content":"On a \#u{E000}wall\#u{E001} &amp; awake","source":"#
        + #""","author":"Ada","resolution":"1882×1264","thumbnail_src":"//ts.example/t","#
        + #""publishedDate":"2026-03-01T10:00:00""#)
    #expect(photo.title == "A cat" && photo.description == "On a wall & awake")
    #expect(photo.author?.name == "Ada" && photo.license == nil && photo.site == "cats.example")
    #expect(photo.size == PixelSize(width: 1_882, height: 1_264))
    #expect(photo.renditions.map(\.role) == [.small, .original])
    #expect(photo.renditions.map(\.url.absoluteString).first == "https://ts.example/t")
    #expect(photo.credit.text == "“A cat” by Ada (licence unknown) · cats.example")
  }

  @Test(arguments: [
    ("https://www.cats.example/a", "https://img.example/a.jpg", "cats.example"),
    // Somebody's page that shows a picture of Unsplash's isn't Unsplash's.
    ("https://cats.example/a", "https://images.unsplash.com/photo-1-a", "cats.example"),
    ("https://unsplash.com/photos/a-cat-abcdefghijk", "https://img.example/a.jpg", "Unsplash"),
    ("https://www.flickr.com/photos/ada/123/", "https://img.example/a.jpg", "Flickr"),
    ("https://unsplash.com.example/photos/abcdefghijk", "https://img.example/a.jpg", nil),
    ("https://www./a", "https://img.example/a.jpg", "www."),
  ])
  func `the site is whose address the page has, whatever the row says of its source`(
    page: String, picture: String, site: String?
  ) throws {
    let row = #"{"url":"\#(page)","img_src":"\#(picture)","source":"Unsplash"}"#
    let photo = try #require(try self.page([row]).photos.first)
    #expect(photo.site == site ?? "unsplash.com.example")
    #expect(photo.credit.text == "Photo (licence unknown) · \(photo.site)")
  }

  @Test(arguments: [
    ("1882×1264", 1_882), ("680x470", 680), ("8153 x 6438", 8_153), (" 12 X 9 px", 12), ("", nil),
    ("large", nil), ("12", nil), ("0x9", nil), ("1 x 2 x 3", nil), ("99999999999999999999x9", nil),
  ])
  func `a size is read however an engine writes it`(text: String, width: Int?) throws {
    #expect(try photo(#","resolution":"\#(text)""#).size?.width == width)
  }

  @Test func `the id is that of page and picture, and the same picture elsewhere is known`() throws
  {
    let photo = try photo("")
    #expect(photo.id.native.count == 16 && photo.origin == photo.id)
    let rows = [
      #"{"url":"https://other.example/","img_src":"https://img.example/a.jpg"}"#,
      #"{"url":"https://www.cats.example/a","img_src":"https://img.example/b.jpg"}"#,
    ]
    let others = try page(rows).photos
    #expect(Set(others.map(\.id) + [photo.id]).count == 3)
    #expect(others.map { Set($0.identities).isDisjoint(with: photo.identities) } == [false, true])
  }

  @Test func `icons, and rows without picture or page, are left out and counted`() throws {
    let page = try page([
      row(), row(#","img_format":"SVG""#), row(#","img_format":"image/svg+xml""#),
      #"{"url":"https://a.example/","img_src":"https://a.example/i.SVG?x=1"}"#,
      #"{"url":"https://a.example/","title":"a page of the web"}"#,
      #"{"url":"","img_src":"https://a.example/i.jpg"}"#,
    ])
    #expect(page.photos.count == 1)
    #expect(page.excluded == [.drawing: 3, .withoutImage: 1, .unreadable: 1])
  }

  @Test func `engines that didn't answer are noticed, and keep an empty page from being the end`()
    throws
  {
    let silent = #"[["bing images","timeout"],["artic"],7,[],["a\#u{1B}[2J","Suspended: x"]]"#
    let some = try page([row()], silent: silent)
    #expect(
      some.notices.prefix(2) == [
        "bing images didn't answer (timeout)", "artic didn't answer (no reason given)",
      ])
    #expect(some.notices.count == 3 && some.next?.text == "2")
    #expect(try page([], silent: silent).next?.text == "2")
  }

  @Test func `where nobody is silent and nothing is found, it may be for an engine's name`() throws
  {
    let nothing = try page([])
    #expect(nothing.next == nil && nothing.end == .exhausted)
    #expect(try #require(nothing.notices.first).contains("by bing images, duckduckgo images"))
    #expect(try #require(nothing.notices.first).contains("doesn't have"))
    #expect(try page([], at: "4").next?.text == "5")
  }

  @Test(arguments: [
    (403, "<!doctype html>", "search.formats"), (401, "", "password"),
  ])
  func `a setting of the instance is named`(status: Int, body: String, words: String) throws {
    guard case .refused(let message) = search.verdict(status, body) else {
      Issue.record("\(search.verdict(status, body))")
      return
    }
    #expect(message.contains(words))
    let reason = ProviderError.Reason.misconfigured(variable: "SEARXNG_URL", message: message)
    #expect("\(reason)".contains("SEARXNG_URL") && "\(reason)".contains(words))
  }

  @Test(arguments: [
    "http://searx.home:8081/search", "http://other.home:8080/search", "http://searx.home/search",
    "ftp://searx.home:8080/search",
  ])
  func `plain http goes to where somebody put it, and nowhere else`(address: String) async throws {
    let place = URL(constant: "http://searx.home:8080")
    #expect(throws: Never.self) {
      try Origin.check(place.appending(path: "search"), plain: [Origin(place)])
    }
    let url = try #require(URL(string: address))
    let error = await #expect(throws: TransportError.self) {
      try await LiveTests.send(url, over: LiveTransport(plain: [place]))
    }
    guard case .forbidden? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
  }

  @Test func `without an address nothing is asked, and it is said how to start one`() {
    let missing = #expect(throws: ProviderError.self) {
      try SearXNG().request(for: search.query(), at: nil)
    }
    #expect("\(missing.map { "\($0)" } ?? "")".contains("set SEARXNG_URL"))
    #expect("\(missing.map { "\($0)" } ?? "")".contains("docs.searxng.org"))
  }
}

/// What the adapter makes of replies that SearXNG gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct SearXNGRecordingTests {
  private let search = SearXNG(access: APIAccess(key: Redaction.word))

  @Test func `723 rows are 55 photos, the icons and those without a page counted`() async throws {
    let page = try await Recordings.answer(to: "attention", of: search).get()
    #expect((page.photos.count, page.excluded) == (55, [.drawing: 656, .unreadable: 12]))
    #expect((page.notices.count, page.notices.last) == (2, "flickr didn't answer (timeout)"))
    #expect(page.next?.text == "2" && page.total == nil)
    for photo in page.photos {
      expectSound(photo)
      #expect(photo.title != nil && photo.license == nil && photo.renditions.count == 2)
      let texts = [photo.title, photo.description].compactMap(\.self)
      #expect(texts.allSatisfy { !$0.contains("\u{E000}") && !$0.contains("\u{E001}") })
    }
    #expect(page.photos.count { $0.size == nil } == 1)
    let first = try #require(page.photos.first)
    #expect(first.site == "biodagar.com" && first.size == PixelSize(width: 1_882, height: 1_264))
    let commons = try #require(page.photos.first { $0.pageURL.host == "zh.wikipedia.org" })
    #expect(
      commons.origin.description == "wikimedia:File:The-Transformer-model-architecture.png")
  }

  @Test func `each row that is a service's own photo carries its identity`() async throws {
    let page = try await Recordings.answer(to: "photos", of: search).get()
    #expect(page.photos.count == 15)
    for photo in page.photos {
      expectSound(photo)
      let service = [
        "www.flickr.com": "flickr", "unsplash.com": "unsplash",
        "commons.wikimedia.org": "wikimedia",
      ][photo.pageURL.host ?? ""]
      #expect(photo.origin.service == service ?? "searxng", "\(photo.pageURL)")
      #expect(photo.identities.contains(photo.origin))
    }
    let unsplash = try #require(page.photos.first { $0.origin.service == "unsplash" })
    #expect(
      unsplash.aliases.map(\.description)
        == ["unsplash:sp-p7uuT0tw", "unsplash:photo-1448375240586-882707db888b"])
    #expect(unsplash.site == "Unsplash")
    #expect(
      page.notices == [
        "artic didn't answer (too many requests)", "bing images didn't answer (timeout)",
      ])
  }

  @Test func `nothing and a refusal are told from each other`() async throws {
    let nothing = try await Recordings.answer(to: "nothing", of: search).get()
    #expect(nothing.isEmpty && nothing.next == nil)
    let answer = try await Recordings.answer(to: "refused", of: search)
    let refused = try #require(#expect(throws: ProviderError.self) { try answer.get() })
    #expect("\(refused)".contains("search.formats"))
  }
}
