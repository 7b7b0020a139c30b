import Foundation
import PhotoSearch
import Testing

/// What licences allow, those of an app too, and what an app does with a photo's credit and sizes
struct LicensePermissionsTests {
  private static let both: License.Permissions = [.commercialUse, .modification]

  @Test(arguments: [
    "https://creativecommons.org/licenses/by/2.0/", "https://creativecommons.org/licenses/by/2.0",
    "http://www.creativecommons.org/licenses/by/2.0/deed.en",
    "HTTPS://CreativeCommons.org/licenses/BY/2.0/?ref=some#top",
  ])
  func `terms are known by their address however it is written`(address: String) {
    #expect(License.creativeCommons(at: address) == .creativeCommons("by", version: "2.0"))
    #expect(License.creativeCommons(at: "x" + address) == nil)
  }

  @Test(
    arguments: [
      ("http://rightsstatements.org/vocab/NoC-NC/1.0/", "LicenseRef-NoC-NC", .modification),
      ("https://rightsstatements.org/page/NoC-OKLR/1.0/?language=de", "LicenseRef-NoC-OKLR", []),
      ("http://rightsstatements.org/vocab/InC/1.0/", "LicenseRef-All-Rights-Reserved", []),
      ("http://rightsstatements.org/vocab/InC-EDU/1.0/", "LicenseRef-InC-EDU", []),
      ("http://rightsstatements.org/vocab/InC-OW-EU/1.0/", "LicenseRef-InC-OW-EU", []),
      ("http://rightsstatements.org/vocab/CNE/1.0/", nil, []),
      ("http://www.europeana.eu/rights/rr-f/", "LicenseRef-All-Rights-Reserved", []),
      (
        "http://www.europeana.eu/rights/out-of-copyright-non-commercial/", "LicenseRef-NoC-NC",
        .modification
      ),
      ("http://www.europeana.eu/rights/unknown/", nil, []),
      ("http://creativecommons.org/licenses/by/3.0/nl/deed.fi", "CC-BY-3.0-NL", both),
      ("http://other.example/vocab/InC/1.0/", nil, []), ("InC", nil, []),
    ] as [(String, String?, License.Permissions)])
  func `what an archive says of rights is told by address`(
    address: String, id: String?, permits: License.Permissions
  ) {
    let license = License.rights(at: address)
    #expect(license?.id == id && license?.permits ?? [] == permits)
    #expect(License.rights(at: address.uppercased()) == license && License.rights(at: nil) == nil)
  }

  @Test(arguments: [
    (License.cc0, both), (.creativeCommons("by", version: "4.0"), both),
    (.creativeCommons("by-nd", version: "2.0"), .commercialUse),
    (.creativeCommons("by-nc-sa", version: "2.0"), .modification),
    (.allRightsReserved, License.Permissions()),
    (License(id: "CC-BYSOMETHING-1.0", name: "Odd", url: nil), License.Permissions()),
    (License(id: "CC-BY-XX-4.0", name: "Odd", url: nil), License.Permissions()),
    (License(id: "LicenseRef-Mine", name: "Mine", url: nil), License.Permissions()),
    (License(id: "LicenseRef-Mine", name: "Mine", url: nil, permits: .modification), .modification),
    (License(id: "CC0-1.0", name: "CC0", url: nil, permits: []), License.Permissions()),
  ])
  func `a licence tells what it permits, also after it was kept`(
    license: License, permits: License.Permissions
  ) throws {
    #expect(license.permits == permits)
    let kept = try JSONDecoder().decode(License.self, from: JSONEncoder().encode(license))
    #expect(kept == license && kept.permits == permits)
    var photo = photo
    photo.license = license
    let again = try JSONDecoder().decode(Photo.self, from: JSONEncoder().encode(photo))
    #expect(again.license == license)
  }

  @Test func `what the id says isn't written down`() throws {
    let own = License(id: "CC0-1.0", name: "x", url: nil, permits: [.commercialUse, .modification])
    #expect(own == License(id: "CC0-1.0", name: "x", url: nil))
    #expect(!String(decoding: try JSONEncoder().encode(own), as: UTF8.self).contains("permits"))
  }

  private var photo: Photo {
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "1"), provider: .flickr, site: "Flickr",
      pageURL: URL(filePath: "/"))
    photo.pageURL = URL(string: "https://www.flickr.com/photos/a/1") ?? photo.pageURL
    photo.title = "Cats & <dogs>"
    photo.author = Author(name: "A_B", url: URL(string: "javascript:alert(1)"))
    photo.license = .creativeCommons("by", version: "2.0")
    photo.renditions = [(100, 75), (640, 480), (480, 1_024)].enumerated().compactMap {
      index, size in
      Rendition(
        Rendition.Role.allCases[index], WebAddress("https://live.staticflickr.com/\(index).jpg"),
        PixelSize(width: size.0, height: size.1))
    }
    return photo
  }

  @Test func `a credit is written for where it stands`() {
    let credit = photo.credit
    #expect(credit.text == "“Cats & <dogs>” by A_B (CC BY 2.0) · Flickr")
    #expect(
      credit.markdown
        == #"[“Cats \& \<dogs\>”](https://www.flickr.com/photos/a/1) by A\_B ([CC BY 2.0](https://creativecommons.org/licenses/by/2.0/)) · Flickr"#
    )
    #expect(credit.html.hasPrefix("<a href=\"https://www.flickr.com/photos/a/1\""))
    #expect(credit.html.contains("“Cats &amp; &lt;dogs&gt;”</a> by A_B (<a "))
    let line = credit.attributedString
    #expect(String(line.characters) == credit.text)
    #expect(line.runs.compactMap(\.link).map(\.scheme) == ["https", "https"])
  }

  @Test func `nothing in a credit turns the text around it, or begins a line`() {
    var photo = photo
    photo.title = "x\u{202E}y"
    photo.license = License(id: "X", name: "A\n- b", url: nil)
    let credit = photo.credit
    #expect(credit.markdown.hasSuffix(" (A - b) · Flickr") && !credit.markdown.contains("\u{202E}"))
    #expect(!credit.html.contains("\u{202E}") && !credit.html.contains("\n"))
    #expect(!String(credit.attributedString.characters).contains("\u{202E}"))
  }

  @Test(arguments: [(1, 0), (100, 0), (101, 1), (640, 1), (641, 2), (5_000, 2)])
  func `a picture is chosen by the pixels that it needs`(pixels: Int, index: Int) {
    #expect(photo.rendition(atLeast: pixels) == photo.renditions[index])
  }

  @Test(arguments: [(200, 0), (201, 1), (600, 2), (1_001, 3), (9_000, 3)])
  func `where sizes aren't told, the roles say which picture will do`(pixels: Int, index: Int) {
    var photo = photo
    photo.renditions = [Rendition.Role.thumb, .small, .regular, .original].compactMap {
      Rendition($0, WebAddress("https://images.pexels.com/\($0).jpg"))
    }
    #expect(photo.rendition(atLeast: pixels) == photo.renditions[index])
  }
}
