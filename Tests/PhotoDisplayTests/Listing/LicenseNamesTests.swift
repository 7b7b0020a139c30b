import Foundation
import PhotoSearch
import Terminal
import Testing

@testable import PhotoDisplay

/// Every licence as a listing prints it can be asked for
struct LicenseNamesTests {
  private typealias Code = PhotoFilters.LicenseCode

  /// All that `License` makes by itself, and what the services make beside it
  private static let licenses: [License] = {
    let standing: [License] = [
      .unsplash, .pexels, .pixabay, .allRightsReserved, .noKnownCopyright, .usGovernmentWork,
      .publicDomain, .publicDomainMark, .cc0,
    ]
    let codes = ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "sa"]
    let common = codes.flatMap { code in
      ["1.0", "2.0", "2.5", "3.0", "4.0"].flatMap { version in
        [nil, "de", "igo", "scotland"].map {
          License.creativeCommons(code, version: version, port: $0)
        }
      }
    }
    let others = [
      ("LicenseRef-CC-Sampling-Plus-1.0", "CC Sampling+ 1.0"),
      ("LicenseRef-CC-NC-Sampling-Plus-1.0", "CC NC Sampling+ 1.0"), ("GFDL-1.2-or-later", "GFDL"),
      ("GFDL-1.2-only", "GFDL 1.2"), ("GFDL-1.3-only", "GFDL 1.3"), ("LAL-1.3", "FAL"),
      ("LAL-1.3", "FAL 1.3"), ("MIT", "MIT"), ("Apache-2.0", "Apache License 2.0"),
      ("ODbL-1.0", "ODbL"), ("OGL-UK-3.0", "OGL 3"), ("OGL-UK-1.0", "OGL 1"),
      ("etalab-2.0", "Etalab 2.0"),
    ].map { License(id: $0, name: $1, url: nil) }
    return standing + common + others
  }()

  /// In capitals and without, with blanks, hyphens and underscores
  private static func ways(_ text: String) -> [String] {
    let parted = ["-", "_", " "].map { text.replacing(" ", with: $0).replacing("-", with: $0) }
    return ([text] + parted).flatMap { [$0, $0.uppercased(), $0.lowercased()] }
  }

  @Test(arguments: licenses)
  func `each name, id, address and short form means the licence`(license: License) throws {
    let labels = LicenseLabel(license).forms.map(\.text)
    let printed =
      [license.id, license.name] + labels + [license.url?.absoluteString].compactMap(\.self)
    for text in printed {
      for written in text.contains("://") ? [text] : Self.ways(text) {
        let code = try #require(Code(named: written), "\(written)")
        #expect(code.admits(license), "\(written) is \(code.rawValue)")
        // It is kept, and typed again, by its code.
        #expect(Code(named: code.rawValue) == code)
      }
    }
  }

  @Test(arguments: [
    ("Attribution License", "by"), ("Attribution-NonCommercial-ShareAlike License", "by-nc-sa"),
    ("Attribution-NoDerivs License", "by-nd"), ("United States Government Work", "us-government"),
    ("Public Domain Dedication (CC0)", "cc0"), ("Public Domain Mark", "pdm"),
    ("Creative Commons Attribution-ShareAlike 4.0 International", "by-sa"),
    ("Attribution-NonCommercial-NoDerivatives 4.0 International", "by-nc-nd"),
    ("CC0 1.0 Universal", "cc0"), ("CC Zero", "cc0"), ("CC-BY-ND-NC-2.0-JP", "by-nc-nd"),
    ("ccbysa4.0", "by-sa"), ("CC BY 4", "by"), ("Pixabay License", "pixabay"),
    ("unsplash", "unsplash"), ("No known copyright restrictions", "no-known-copyright"),
    ("LicenseRef-KOGL-Type-1", "licenseref-kogl-type-1"),
  ])
  func `names of the services are known, too`(written: String, code: String) {
    #expect(Code(named: written)?.rawValue == code)
  }

  @Test(arguments: ["", "cc", "license", "by-sb", "CC BY SB 4.0", "freee", "by 12345", "4.0", "©"])
  func `what is no licence is none`(written: String) { #expect(Code(named: written) == nil) }

  @Test func `an id of its own is the licence with that id`() throws {
    let license = License(id: "LicenseRef-KOGL-Type-1", name: "KOGL Type 1", url: nil)
    #expect(try #require(Code(named: license.id)).admits(license))
    #expect(Code(named: "LicenseRef-Commercial")?.isCondition == false)
    #expect(!Code.by.admits(license) && !Code.commercial.admits(license))
  }

  @Test func `a licence that one site made is asked of no other, nor are those that nobody has`() {
    #expect([Code.unsplash, .commercial].areOfSites && ![Code.unsplash, .by].areOfSites)
    #expect([Code.unsplash].isPossible && [Code.unsplash, .commercial].isPossible)
    #expect(![Code.allRightsReserved, .commercial].isPossible)
  }
}
