import Foundation
import PhotoSearch
import Platform
import Testing

@testable import Pictures

struct EmbeddedCreditTests {
  private func elements(_ license: License?) -> [String] {
    var photo = Photo.embedded
    photo.license = license
    return EmbeddedCredit(photo).properties.map(\.element)
  }

  private func names(_ license: License?) -> Set<String> {
    var photo = Photo.embedded
    photo.license = license
    return Set(EmbeddedCredit(photo).properties.map { "\($0.namespace):\($0.name)" })
  }

  @Test func `XMP says whom to name, under what terms, and where`() {
    let page = "https://www.flickr.com/photos/zoe/1?a=1&amp;b=2"
    let terms = "https://creativecommons.org/licenses/by/2.0/"
    func alternative(_ text: String) -> String {
      "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt>"
    }
    #expect(
      elements(.creativeCommons("by", version: "2.0")) == [
        "<photoshop:Credit>“Tea &amp; &lt;cake&gt;” by Zoë (CC BY 2.0) · Flickr</photoshop:Credit>",
        "<dc:title>\(alternative("Tea &amp; &lt;cake&gt;"))</dc:title>",
        "<dc:creator><rdf:Seq><rdf:li>Zoë</rdf:li></rdf:Seq></dc:creator>",
        "<cc:attributionName>Zoë</cc:attributionName>",
        "<cc:attributionURL rdf:resource=\"\(page)\"/>",
        "<dc:rights>\(alternative("CC BY 2.0"))</dc:rights>",
        "<xmpRights:UsageTerms>\(alternative("CC BY 2.0: \(terms)"))</xmpRights:UsageTerms>",
        "<xmpRights:Marked>True</xmpRights:Marked>",
        "<xmpRights:WebStatement>\(terms)</xmpRights:WebStatement>",
        "<cc:license rdf:resource=\"\(terms)\"/>",
        "<plus:Licensor><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><plus:LicensorURL>\(page)"
          + "</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>",
      ])
  }

  @Test func `without a licence nothing is said of rights`() {
    #expect(
      names(nil) == [
        "photoshop:Credit", "dc:title", "dc:creator", "cc:attributionName", "cc:attributionURL",
      ])
  }

  @Test(
    arguments: [
      (License.creativeCommons("by-nc", version: "4.0"), true), (.unsplash, true),
      (.allRightsReserved, true), (.cc0, false), (.publicDomain, false), (.publicDomainMark, false),
      (.noKnownCopyright, nil), (.usGovernmentWork, nil),
      (License(id: "LicenseRef-Own", name: "Own", url: nil), nil),
    ] as [(License, Bool?)])
  func `a picture is marked as protected or free only where that is known`(
    license: License, isProtected: Bool?
  ) {
    let marks = elements(license).filter { $0.contains(bytes: "xmpRights:Marked") }
    #expect(
      marks
        == (isProtected.map { ["<xmpRights:Marked>\($0 ? "True" : "False")</xmpRights:Marked>"] }
          ?? []))
  }

  @Test(arguments: [License.publicDomain, .publicDomainMark, .noKnownCopyright, .usGovernmentWork])
  func `nobody is named as licensor of what nobody licenses`(license: License) {
    #expect(!names(license).contains("plus:Licensor"))
  }

  @Test func `a page that says what is known is no licence, but Creative Commons' mark`() {
    for statement in [License.noKnownCopyright, .usGovernmentWork] {
      #expect(names(statement).contains("xmpRights:WebStatement"))
      #expect(!names(statement).contains("cc:license"))
    }
    #expect(names(.publicDomainMark).contains("cc:license"))
  }

  @Test func `terms without an address name no page, and somebody to ask`() {
    #expect(
      names(.allRightsReserved).subtracting(names(nil)) == [
        "dc:rights", "xmpRights:UsageTerms", "xmpRights:Marked", "plus:Licensor",
      ])
  }

  @Test func `an author who isn't known isn't made up`() {
    var photo = Photo.embedded
    photo.author = nil
    let names = EmbeddedCredit(photo).properties.map(\.name)
    #expect(!names.contains("creator") && !names.contains("attributionName"))
  }

  @Test func `what XML can't hold or nobody sees is left out`() {
    #expect(EmbeddedCredit.visible("a\u{0}b\u{FFFF}c\u{202E}d\u{FFFE}") == "a bcd")
    #expect(EmbeddedCredit.visible(" two\n\tlines\u{2028}more ") == "two lines more")
    #expect(EmbeddedCredit.visible("\u{200B}\u{1}") == nil)
  }
}
