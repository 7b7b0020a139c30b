import Foundation
import Testing

@testable import PhotoSearch

/// The four marks that say what a licence lets anyone do
struct LicenseMarkTests {
  private static func cc(_ code: String) -> License { .creativeCommons(code, version: "4.0") }
  private static func other(_ id: String) -> License { License(id: id, name: id, url: nil) }

  private static let marks: [(License?, License.Mark)] =
    [
      .cc0, .publicDomain, .publicDomainMark, .usGovernmentWork, .noKnownCopyright, .unsplash,
      .pexels, .pixabay,
    ].map { ($0, .free) }
    + [cc("by"), cc("by-sa"), other("GFDL-1.2-or-later"), other("LAL-1.3")].map {
      ($0, .freeWithCredit)
    }
    + [
      cc("by-nc"), cc("by-nd"), cc("by-nc-nd"), cc("by-nc-sa"), other("LicenseRef-Sampling+"),
      other("LicenseRef-NC-Sampling+"), other("LicenseRef-NoC-NC"),
    ].map { ($0, .limited) }
    + [nil, .allRightsReserved, other("LicenseRef-Attribution"), other("MIT-like")].map {
      ($0, .ask)
    }

  @Test(arguments: marks)
  func `each licence has the mark that its terms give it`(license: License?, mark: License.Mark) {
    #expect(License.Mark(license) == mark)
  }

  @Test(arguments: marks)
  func `free finds the first two marks and nothing else`(license: License?, mark: License.Mark)
    throws
  {
    let filters = try FilterRow.license.filters("free")
    #expect(filters.licenses.admit(license) == [.free, .freeWithCredit].contains(mark))
  }

  @Test func `public finds what no copyright is known of`() throws {
    let filters = try FilterRow.license.filters("public")
    let found: [License] = [
      .cc0, .publicDomain, .publicDomainMark, .usGovernmentWork, .noKnownCopyright,
    ]
    for (license, _) in Self.marks {
      #expect(filters.licenses.admit(license) == license.map(found.contains) ?? false)
    }
  }
}
