import Foundation
import Testing

@testable import PhotoSearch

struct HostNameTests {
  @Test(arguments: [
    ("müller.de", "xn--mller-kva.de"), ("Bu\u{308}cher.EXAMPLE", "xn--bcher-kva.example"),
    ("straße.de", "xn--strae-oqa.de"), ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
    // RFC 3492, 7.1
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
    (
      "porquénopuedensimplementehablarenespañol",
      "xn--porqunopuedensimplementehablarenespaol-fmd56a"
    ),
    ("👍.ws", "xn--yp8h.ws"), ("example.org", "example.org"),
  ])
  func `a host in other letters has the name that the network knows`(name: String, ascii: String) {
    #expect(HostName.ascii(name) == ascii)
    #expect(WebAddress("https://me@\(name):81/ü?q=1")?.url.host(percentEncoded: true) == ascii)
    #expect(WebAddress("//\(name)/ü")?.text == "https://\(ascii)/%C3%BC")
  }

  @Test(arguments: [
    ("flickr.com", true), ("live.flickr.com", true), ("a.b.staticflickr.com", true),
    ("notflickr.com", false), ("flickr.com.evil.example", false), ("flickr.com.", false),
    ("com", false), ("", false), (".flickr.com", true),
  ])
  func `a host below a known one is known, and one that looks like it isn't`(
    host: String, isKnown: Bool
  ) {
    #expect(ProviderCatalog.isSecure(host) == isKnown)
  }

  @Test func `a part that is too long for a name has none`() {
    #expect(HostName.ascii(String(repeating: "ü", count: 60) + ".de") == nil)
  }
}
