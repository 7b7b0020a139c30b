import PhotoSearch
import Testing

@testable import PhotoDisplay

/// What a licence allows and asks, as `show` says it
struct LicenseTextTests {
  @Test(
    arguments: [
      (License.cc0, "use it commercially, change it"),
      (
        .creativeCommons("by-sa", version: "4.0"),
        "use it commercially, change it · must credit the author, keep the licence"
      ),
      (
        .creativeCommons("by-nc", version: "2.0"),
        "use it non-commercially, change it · must credit the author"
      ),
      (
        .creativeCommons("by-nd", version: "2.0"),
        "use it commercially, but not change it · must credit the author"
      ),
      (.allRightsReserved, "not use it without asking: all rights are reserved"),
      (nil, "not use it without asking: its licence is unknown"),
    ] as [(License?, String)])
  func `terms are told in one line`(license: License?, line: String) {
    #expect(LicenseText.terms(of: license) == line)
  }
}
