import Foundation
import Testing

@testable import PhotoSearch

/// What is peculiar to the WordPress Photo Directory; the contract has what all providers promise
@Suite struct WordPressTests {
  private let wordPress = WordPress()

  private func row(_ members: String) -> String {
    #"{"slug":"203627f31f","link":"https://wordpress.org/photos/photo/203627f31f/",\#(members)}"#
  }

  private func photo(_ members: String) throws -> Photo {
    try wordPress.photo("203627f31f", "[\(row(members + media))]")
  }

  private let media =
    #","_embedded":{"wp:featuredmedia":[{"source_url":"https://pd.w.org/2022/05/a.jpg"}]}"#

  @Test func `it is asked one page at a time, at an address with or without its version`() throws {
    #expect(wordPress.api.requestsAtOnce == ["wordpress.org": 1])
    for address in [
      "http://127.0.0.1:8080/photos/wp-json", "http://127.0.0.1:8080/photos/wp-json/wp/v2",
    ] {
      let own = WordPress(key: nil, base: URL(string: address))
      #expect(
        try own.address("cat").hasPrefix(
          "http://127.0.0.1:8080/photos/wp-json/wp/v2/photos?search=cat"))
    }
  }

  @Test(
    arguments: [
      ("Photo detail", "<p>A cat &amp; a dog</p>\\n", "A cat & a dog", nil),
      ("203627f31f", "<p>A cat</p>", "A cat", nil), ("Photo detail", "", nil, nil),
      ("Morning", "<p>A cat</p>", "Morning", "A cat"), ("A cat", "<p>A cat</p>", "A cat", nil),
    ] as [(String, String, String?, String?)])
  func `the caption is the title, unless there is one`(
    title: String, caption: String, shown: String?, description: String?
  ) throws {
    let photo = try photo(#""title":{"rendered":"\#(title)"},"content":{"rendered":"\#(caption)"}"#)
    #expect(photo.title == shown && photo.description == description)
    #expect(photo.license == .cc0 && photo.credit.text.hasSuffix("(CC0 1.0) · WordPress"))
  }

  private static let captions = ["The cat", "Education", "Categories of cats", "A bobcat"]

  @Test(arguments: [
    ("cat", captions, ["The cat", "Categories of cats"], 2),
    ("cat -the", captions, ["Categories of cats"], 2),
    (
      "man", ["A man", "Two women", "A woman reads a manuscript"],
      ["A man", "A woman reads a manuscript"], 1
    ),
  ])
  func `a word inside of another is left out and counted, and so is a row without its picture`(
    words: String, captions: [String], shown: [String], inside: Int
  ) throws {
    let rows = captions.map { row(#""content":{"rendered":"\#($0)"}\#(media)"#) }
    let bare = row(#""content":{"rendered":"\#(shown[0])"}"#)
    let reply = WebReply("[\((rows + [bare]).joined(separator: ","))]")
    let page = try wordPress.page(from: reply, for: PhotoQuery(words), at: nil)
    #expect(page.photos.map(\.title) == shown)
    #expect((page.excluded[.words], page.excluded[.withoutImage]) == (inside, 1))
    #expect(try wordPress.items(words)["search"] == words.replacing(" -the", with: ""))
  }

  @Test func `a page that links no next one is the last`() throws {
    #expect(try wordPress.page("[]", ["Link": "<x>; rel=\"prev\""]).next == nil)
  }

  @Test func `an item of Openverse's that is here, too, is the same picture`() throws {
    let row = OpenverseReplies.row([
      "foreign_landing_url": "\"https://wordpress.org/photos/photo/203627f31f/\""
    ])
    let page = try Openverse().page(
      from: OpenverseReplies.page([row]), for: PhotoQuery("cat"), at: nil)
    #expect(page.photos.first?.origin == PhotoID(service: "wordpress", native: "203627f31f"))
  }

  @Test(.enabled(if: Recordings.areThere, Recordings.skipped))
  func `the real reply gives its photo field by field`() throws {
    let row = String(
      decoding: try Recordings.data("recorded/wordpress-photos-1.json"), as: UTF8.self)
    let page = try wordPress.page(
      from: WebReply("[\(row)]", headers: ["X-WP-Total": "1", "X-WP-TotalPages": "1"]),
      for: PhotoQuery("coffee"), at: nil)
    let photo = try #require(page.photos.first)
    expectSound(photo)
    #expect(page.total == 1 && page.next == nil && page.excluded.isEmpty)
    #expect(photo.id.description == "wordpress:203627f31f")
    #expect(photo.pageURL.absoluteString == "https://wordpress.org/photos/photo/203627f31f/")
    #expect(photo.title == "Coffee Bean with bags" && photo.description == nil)
    #expect(photo.author?.name == "Shusei Toda")
    #expect(photo.author?.url?.absoluteString == "https://wordpress.org/photos/author/st810amaze/")
    #expect(photo.size == PixelSize(width: 4_000, height: 2_667) && photo.license == .cc0)
    #expect(photo.renditions.map(\.role) == Rendition.Role.allCases)
    #expect(photo.renditions.map { $0.size?.width } == [300, 768, 1_536, 2_048, 4_000])
    #expect(
      photo.rendition(.original)?.url.absoluteString
        == "https://pd.w.org/2022/05/203627f31f8770f03.61535278.jpg")
    #expect(photo.published == Date(timeIntervalSince1970: 1_652_727_055))
    #expect(photo.taken == "2022-05-12T06:48:25" && photo.tags == ["bean", "coffee"])
    let camera = try wordPress.photo("203627f31f", "[\(row)]").details?.camera
    #expect(camera?.model == "ILCE-7M4" && camera?.exposureTime == "1/125" && camera?.iso == 6_400)
    #expect(camera?.aperture == "4" && camera?.focalLength == "55")
  }
}
