import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

struct WebAddressTests {
  @Test func `an address is the one that Foundation makes of its text`() throws {
    let pieces = [
      "a", "Z", "7", "-", ".", "..", "_", "~", "/", "//", "?", "#", "%", "%4", "%41", "%zz",
      "%C3%BC",
      "&", "=", "+", ":", ":80", "@", "[", "]", "'", "(", "*", ";", "!", "$", ",", "ü", "😀", " ",
      "\\",
      "^", "|", "\"", "<", "{", "`", "xn--", "\u{7F}", "example.org", "/photos/1",
    ]
    let schemes = ["https://", "http://", "HTTPS://", "//"]
    var random = SeededGenerator(seed: 7)
    let count = LongRun.count(40_000, otherwise: 10_000)
    let addresses = (0..<count).compactMap { _ in
      let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pieces[.random(in: pieces.indices, using: &random)]
      }.joined()
      return WebAddress(schemes[.random(in: schemes.indices, using: &random)] + text)
    }
    try #require(addresses.count > count / 4)
    let wrong = addresses.filter { address in
      let url = URL(string: address.text)
      return url != address.url || url?.absoluteString != address.text
        || address.host != url?.host || address != WebAddress(address.url)
        || address.printable != WebAddress.printable(address.url) || !address.isWeb
    }
    #expect(wrong.map(\.text) == [])
  }

  @Test(arguments: [
    ("  https://example.org/a \n", "https://example.org/a"),
    ("//example.org", "https://example.org"),
    ("http://example.org/a?b=%20c", "http://example.org/a?b=%20c"),
    ("http://WWW.secure.example/a", "https://WWW.secure.example/a"),
    ("HTTP://www.secure.example/é", "https://www.secure.example/%C3%A9"),
    ("https://example.org/a#b", "https://example.org/a#b"),
  ])
  func `an address has the scheme and the signs that it should have`(sent: String, text: String) {
    #expect(WebAddress(sent) { $0 == "www.secure.example" }?.text == text)
  }

  @Test(arguments: [
    "", " ", "example.org", "https:", "https://", "https:///a", "https://[]/a", "https://a%8Db/a",
    "ftp://example.org",
  ])
  func `other text is none`(text: String) { #expect(WebAddress(text) == nil) }
}
