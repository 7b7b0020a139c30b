import Foundation
import Testing

@testable import PhotoSearch

@Suite struct WikimediaLicenseTests {
  @Test(
    arguments: [
      (
        "CC BY-SA 4.0", "cc-by-sa-4.0", "https://creativecommons.org/licenses/by-sa/4.0",
        "CC-BY-SA-4.0"
      ),
      (
        "CC BY-SA 3.0 de", "cc-by-sa-3.0-de",
        "https://creativecommons.org/licenses/by-sa/3.0/de/deed.en", "CC-BY-SA-3.0-DE"
      ),
      ("CC BY-SA 3.0 de", nil, nil, "CC-BY-SA-3.0-DE"), (nil, "cc-by-2.5", nil, "CC-BY-2.5"),
      ("CC BY 3.0 igo", nil, nil, "CC-BY-3.0-IGO"),
      ("CC0", "cc0", "http://creativecommons.org/publicdomain/zero/1.0/deed.en", "CC0-1.0"),
      ("CC0", nil, nil, "CC0-1.0"), (nil, "cc-zero", nil, "CC0-1.0"),
      ("Public domain", "pd", "https://creativecommons.org/publicdomain/mark/1.0/", "CC-PDM-1.0"),
      ("Public domain", "pd", nil, "LicenseRef-Public-Domain"),
      ("Public domain", nil, nil, "LicenseRef-Public-Domain"),
      (nil, "pd-usgov", nil, "LicenseRef-Public-Domain"),
      (
        "No restrictions", nil, "https://www.flickr.com/commons/usage/",
        "LicenseRef-No-Known-Copyright"
      ),
      ("GFDL", "gfdl", "https://www.gnu.org/copyleft/fdl.html", "GFDL-1.2-or-later"),
      ("GFDL 1.2", nil, nil, "GFDL-1.2-only"), ("FAL", nil, nil, "LAL-1.3"),
      ("Attribution", nil, nil, "LicenseRef-Attribution"),
      ("KOGL Type 1 (©)", nil, nil, "LicenseRef-KOGL-Type-1"), ("©", nil, nil, "LicenseRef-Other"),
      ("CC BY-SA 9.9", nil, nil, "LicenseRef-CC-BY-SA-9.9"),
      (
        "CC BY-SA 4.0", nil, "https://creativecommons.org.example.org/licenses/by/1.0",
        "CC-BY-SA-4.0"
      ),
    ] as [(String?, String?, String?, String)])
  func `a licence has its SPDX id however Commons names it`(
    name: String?, code: String?, url: String?, id: String
  ) {
    let license = CommonsLicense.license(named: name, code: code, at: url)
    #expect((license?.id, license?.name.isEmpty) == (id, false))
  }

  @Test func `without a word there is no licence`() {
    #expect(CommonsLicense.license(named: nil, code: nil, at: nil) == nil)
  }

  @Test func `terms that SPDX does not know keep their own name and address`() throws {
    let address = "https://example.org/terms"
    let license = try #require(CommonsLicense.license(named: "OGL 7", code: nil, at: address))
    let url = try #require(URL(string: address))
    #expect(license == License(id: "LicenseRef-OGL-7", name: "OGL 7", url: url))
  }
}
