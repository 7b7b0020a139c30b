/// Flickr's licences by the numbers it gives them
///
/// Source: flickr.photos.licenses.getInfo as answered in June 2025, when 11 to 16 were new.
enum FlickrLicense {
  private static let table: [License] = [
    .allRightsReserved,
    .creativeCommons("by-nc-sa", version: "2.0"),
    .creativeCommons("by-nc", version: "2.0"),
    .creativeCommons("by-nc-nd", version: "2.0"),
    .creativeCommons("by", version: "2.0"),
    .creativeCommons("by-sa", version: "2.0"),
    .creativeCommons("by-nd", version: "2.0"),
    .noKnownCopyright,
    .usGovernmentWork,
    .cc0,
    .publicDomainMark,
    .creativeCommons("by", version: "4.0"),
    .creativeCommons("by-sa", version: "4.0"),
    .creativeCommons("by-nd", version: "4.0"),
    .creativeCommons("by-nc", version: "4.0"),
    .creativeCommons("by-nc-sa", version: "4.0"),
    .creativeCommons("by-nc-nd", version: "4.0"),
  ]

  /// nil for a number that is not known here
  static func license(numbered number: Int?) -> License? {
    number.flatMap { table.indices.contains($0) ? table[$0] : nil }
  }

  /// The numbers that any of the codes admits, ascending
  static func numbers(for codes: [PhotoFilters.LicenseCode]) -> [Int] {
    table.indices.filter { number in codes.contains { $0.admits(table[number]) } }
  }
}
