import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

struct CreditTextTests {
  private func photo(title: String?, author: String? = "Jane Doe") throws -> Photo {
    try SamplePhotos.photo(
      "flickr:1", title: title, author: author, pixels: nil,
      license: .creativeCommons("by", version: "2.0"))
  }

  @Test func `text is the line alone`() throws {
    let credit = try photo(title: "Kittens").credit
    #expect(CreditText.line(credit, as: .text) == "“Kittens” by Jane Doe (CC BY 2.0) · Flickr")
  }

  @Test func `text of Creative Commons' licences names the addresses that they ask for`() throws {
    #expect(
      CreditText.line(of: try photo(title: "Kittens"), as: .text)
        == "“Kittens” by Jane Doe (CC BY 2.0: https://creativecommons.org/licenses/by/2.0/) · "
        + "Flickr: https://example.org/flickr/1")
  }

  @Test(arguments: [
    (License.cc0, "“Kittens” by Jane Doe (CC0 1.0) · Flickr"),
    (.publicDomainMark, "“Kittens” by Jane Doe (Public Domain Mark 1.0) · Flickr"),
    (.unsplash, "Photo by Jane Doe on Flickr"),
    (.allRightsReserved, "“Kittens” by Jane Doe (All rights reserved) · Flickr"),
  ])
  func `text of other licences is the short line`(license: License, line: String) throws {
    var photo = try photo(title: "Kittens")
    photo.license = license
    #expect(CreditText.line(of: photo, as: .text) == line)
  }

  @Test func `an address that is longer than a credit, or none of the web, stays out`() throws {
    var photo = try photo(title: "Kittens")
    let short =
      "“Kittens” by Jane Doe (CC BY 2.0: https://creativecommons.org/licenses/by/2.0/) · Flickr"
    for address in ["https://example.org/" + String(repeating: "x", count: 600), "file:///x"] {
      photo.pageURL = try SamplePhotos.url(address)
      #expect(CreditText.line(of: photo, as: .text) == short)
    }
  }

  @Test(arguments: ["  ", "\u{200B}\u{200E}", "\n"])
  func `a title of nothing that can be seen is none`(title: String) throws {
    #expect(
      CreditText.line(try photo(title: title).credit, as: .text)
        == "Photo by Jane Doe (CC BY 2.0) · Flickr")
  }

  @Test func `Markdown has links`() throws {
    let credit = try photo(title: "Kittens").credit
    #expect(
      CreditText.line(credit, as: .markdown) == #"""
        [“Kittens”](https://example.org/flickr/1) by [Jane Doe](https://example.org/people/1) \
        """#.dropLast() + "([CC BY 2.0](https://creativecommons.org/licenses/by/2.0/)) · Flickr")
  }

  @Test func `HTML has links that lend no weight and no opener`() throws {
    let credit = try photo(title: "Kittens").credit
    #expect(
      CreditText.line(credit, as: .html) == """
        <a href="https://example.org/flickr/1" rel="nofollow noopener">“Kittens”</a> by \
        <a href="https://example.org/people/1" rel="nofollow noopener">Jane Doe</a> \
        (<a href="https://creativecommons.org/licenses/by/2.0/" rel="nofollow noopener">\
        CC BY 2.0</a>) · Flickr
        """)
  }

  @Test(arguments: [
    ("](javascript:x)", #"\](javascript\:x)"#), ("a (b) [c](d)", #"a (b) \[c\](d)"#),
    ("`a` | b", #"\`a\` \| b"#),
    ("<img src=x onerror=y>", #"\<img src=x onerror=y\>"#), ("*a* _b_ ~c~", #"\*a\* \_b\_ \~c\~"#),
    ("&amp; \\", #"\&amp; \\"#), ("https://evil.example", #"https\://evil.example"#),
    ("see www.evil.example", #"see www\.evil.example"#), ("me@evil.example", #"me\@evil.example"#),
    ("![x]", #"\!\[x\]"#), ("# head", ##"\# head"##), ("a\n\n# b", ##"a \# b"##),
    ("$x$", #"\$x\$"#),
  ])
  func `a hostile title stays text in Markdown`(title: String, escaped: String) throws {
    let line = CreditText.line(try photo(title: title).credit, as: .markdown)
    #expect(line.hasPrefix("[“\(escaped)”](https://example.org/flickr/1) by "))
  }

  @Test(arguments: [
    ("- item", #"\- item"#), ("+ item", #"\+ item"#), ("1. item", #"1\. item"#), ("> q", #"\> q"#),
    ("=== x", #"\=== x"#), ("12) x", #"12\) x"#), ("1.2. x", #"1\.2. x"#), (".1", #"\.1"#),
    ("wWw.x.www.y", #"wWw\.x.www\.y"#), ("www\u{301}.x", "www\u{301}.x"),
  ])
  func `a name at the start of a line begins no block`(name: String, escaped: String) throws {
    var photo = try photo(title: nil, author: name)
    photo.license = .unsplash
    photo.site = name
    let line = CreditText.line(photo.credit, as: .markdown)
    #expect(line.contains("[\(escaped)](https://example.org/flickr/1)"))
  }

  @Test func `an address in Markdown ends where it should`() throws {
    var photo = try photo(title: "x")
    photo.pageURL = try SamplePhotos.url("https://example.org/a_(b)|c`d")
    let line = CreditText.line(photo.credit, as: .markdown)
    #expect(line.hasPrefix("[“x”](https://example.org/a_%28b%29%7Cc%60d) by "))
  }

  @Test func `a hostile title stays text in HTML`() throws {
    let line = CreditText.line(try photo(title: "<script>\"'&\u{202E}\u{0}").credit, as: .html)
    #expect(line.contains(">“&lt;script&gt;&quot;&#39;&amp;”</a>"))
  }

  @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"])
  func `only web addresses become links`(address: String) throws {
    var photo = try photo(title: "x", author: nil)
    photo.pageURL = try SamplePhotos.url(address)
    photo.license = nil
    #expect(!CreditText.line(photo.credit, as: .html).contains("<a"))
    #expect(!CreditText.line(photo.credit, as: .markdown).contains("]("))
  }

  @Test func `a quotation mark in an address does not end the attribute`() throws {
    var photo = try photo(title: "x", author: nil)
    photo.pageURL = try SamplePhotos.url("https://example.org/?a='b'&c=d")
    let line = CreditText.line(photo.credit, as: .html)
    #expect(line.hasPrefix("<a href=\"https://example.org/?a=&#39;b&#39;&amp;c=d\" rel="))
  }
}
