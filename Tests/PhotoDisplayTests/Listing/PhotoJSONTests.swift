import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

struct PhotoJSONTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `a photo of which little is known has every key, in order, and nulls`() throws {
    let line = try PhotoJSON.line(SamplePhotos.bare(), isFavorite: false)
    #expect(
      line == """
        {"id":"flickr:7","provider":"flickr","origin":"flickr:7","title":null,"description":null,\
        "author":null,"page":"https://example.org/bare","width":null,"height":null,\
        "renditions":[],"license":null,"credit":"Photo (licence unknown) · Flickr",\
        "likes":null,"published":null,"color":null,"blurHash":null,"tags":[],\
        "downloadLocation":null,"isAIGenerated":null,"looksLike":null,"taken":null,\
        "favorite":false}
        """)
  }

  @Test func `a photo of which all is known has all of it, and show adds what few replies tell`()
    throws
  {
    let photo = try SamplePhotos.full()
    let line = #"""
      {"id":"flickr:43213681030","provider":"flickr","origin":"flickr:43213681030",\#
      "title":"Two \"kittens\" \\ 1/2",\#
      "description":"They play\u2028with \u202ewool\u007f. 猫 👨‍👩‍👧‍👦",\#
      "author":{"name":"Jane Doe","url":"https://example.org/people/1"},\#
      "page":"https://example.org/flickr/43213681030","width":4000,"height":3000,\#
      "renditions":[{"role":"thumb","url":"https://live.example.org/43213681030_t.jpg",\#
      "width":100,"height":75},{"role":"regular",\#
      "url":"https://live.example.org/43213681030_b.jpg","width":null,"height":null}],\#
      "license":{"id":"CC-BY-2.0","name":"CC BY 2.0",\#
      "url":"https://creativecommons.org/licenses/by/2.0/"},\#
      "credit":"“Two \"kittens\" \\ 1/2” by Jane Doe (CC BY 2.0) · Flickr","likes":1234,\#
      "published":"2023-05-01T12:00:00Z","color":"#0c2640",\#
      "blurHash":"LKO2?U%2Tw=w]~RBVZRi};RPxuwH","tags":["cat","ball of wool"],\#
      "downloadLocation":"https://api.example.org/download?id=1&x=2","isAIGenerated":null,\#
      "looksLike":null,"taken":"2014-05-03T14:30:09","favorite":true
      """#
    let details = """
      "place":{"name":"Kyoto, Japan","city":"Kyoto","country":"Japan",\
      "latitude":35.011665,"longitude":-135.768326},"camera":{"make":"NIKON CORPORATION",\
      "model":"NIKON D750","exposureTime":"1/250","aperture":"4.0","focalLength":"50.0",\
      "iso":100},"views":12345,"downloads":0}
      """
    #expect(PhotoJSON.line(photo, isFavorite: true) == line + "}")
    #expect(PhotoJSON.line(photo, isFavorite: true, hasDetails: true) == "\(line),\(details)")
    let bare = try PhotoJSON.line(SamplePhotos.bare(), isFavorite: false, hasDetails: true)
    #expect(bare.hasSuffix(",\"place\":null,\"camera\":null,\"views\":null,\"downloads\":null}"))
  }

  /// Joiners and selectors, which emoji and scripts need; soft hyphens; number signs, skin tones
  private static let harmless: [ClosedRange<UInt32>] = [
    0x20...0x20, 0xAD...0xAD, 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D,
    0x180F...0x180F, 0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2,
    0x110BD...0x110BD, 0x110CD...0x110CD, 0x1F3FB...0x1F3FF,
  ]

  @Test func `JSON escapes all that a line of text leaves out, and gives it back`() throws {
    var unsafe = 0
    for value in Array(0...0x33FF) + Array(0xFB00...0x1FFFF) + Array(0xE0000...0xE0FFF) as [UInt32]
    {
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.generalCategory != .spaceSeparator,
        !Self.harmless.contains(where: { $0.contains(value) })
      else { continue }
      let text = "a\(scalar)b"
      guard ["ab", "a b"].contains(SafeText.line(text)) else { continue }
      unsafe += 1
      var json = JSONWriter(capacity: 16)
      json.string(text)
      #expect(
        json.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "U+\(String(value, radix: 16))")
      let read = try JSONDocument(Data(json.text.utf8)).root.string
      #expect(read?.unicodeScalars.elementsEqual(text.unicodeScalars) ?? false)
    }
    #expect(unsafe > 400)
  }

  @Test func `slashes and letters stay, what a terminal should not get is escaped`() throws {
    var photo = try SamplePhotos.bare()
    photo.title =
      "a/b \"q\" \\ é 猫 👨‍👩‍👧‍👦\n\t\u{8}\u{C}\r\u{1}\u{7F}\u{85}\u{61C}\u{200E}\u{2028}\u{202E}\u{2066}\u{FEFF}\u{E0041}"
    let line = PhotoJSON.line(photo, isFavorite: false)
    let escaped = #"""
      "title":"a/b \"q\" \\ é 猫 👨‍👩‍👧‍👦\n\t\b\f\r\u0001\u007f\u0085\u061c\u200e\u2028\u202e\u2066\ufeff\udb40\udc41"
      """#
    #expect(line.contains(escaped))
  }

  @Test(arguments: 0..<300)
  func `any text comes back as it was, and safe on the way`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var photo = try SamplePhotos.bare()
    let title = RandomText.make(upTo: 60, using: &random)
    photo.title = title
    let line = PhotoJSON.line(photo, isFavorite: false)
    let parsed = try #require(object(line)["title"] as? String)
    #expect(Array(parsed.unicodeScalars) == Array(title.unicodeScalars))
    let unsafe = line.unicodeScalars.filter {
      Screen.isForbidden($0) && $0.value != 0xAD && !(0xE000...0xF8FF).contains($0.value)
    }
    #expect(unsafe.isEmpty)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that JSON cannot write is null`(latitude: Double) throws {
    var photo = try SamplePhotos.full()
    photo.details?.place?.latitude = latitude
    #expect(
      PhotoJSON.line(photo, isFavorite: false, hasDetails: true).contains(#""latitude":null"#))
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (951_827_696, "2000-02-29T12:34:56Z"),
    (-1, "1969-12-31T23:59:59Z"), (-0.5, "1969-12-31T23:59:59Z"),
    (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func `dates are UTC to the second`(seconds: Double, text: String) throws {
    var photo = try SamplePhotos.bare()
    photo.published = Date(timeIntervalSince1970: seconds)
    #expect(PhotoJSON.line(photo, isFavorite: false).contains("\"published\":\"\(text)\""))
  }

  @Test(arguments: [Double.nan, .infinity, 1e30, -1e30, 253_402_300_800, -62_167_219_201])
  func `a date that four digits cannot write is null`(seconds: Double) throws {
    var photo = try SamplePhotos.bare()
    photo.published = Date(timeIntervalSince1970: seconds)
    #expect(PhotoJSON.line(photo, isFavorite: false).contains("\"published\":null"))
  }
}
