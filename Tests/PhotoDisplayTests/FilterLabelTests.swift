import PhotoSearch
import Testing

@testable import PhotoDisplay

/// The texts with which the gallery offers filters
struct FilterLabelTests {
  /// Each filter's label, and the one that it has if the gallery's table lacks it
  private static let labels =
    FilterLabel.filters + FilterRow.all.map { ($0, FilterLabel($0)) }

  @Test(arguments: labels)
  func `the gallery offers every value of a filter, each in words of its own`(
    filter: FilterRow, label: FilterLabel
  ) {
    let offered = label.choices.map(\.value)
    switch filter.values {
    case .flag: #expect(offered.isEmpty && label.example == nil)
    case .text:
      #expect(
        (label.example != nil || !offered.isEmpty)
          && offered.allSatisfy { filter.canonical($0) != nil })
    case .oneOf(let words), .someOf(let words):
      #expect(
        Set(words.compactMap(filter.canonical))
          .subtracting(offered.compactMap(filter.canonical))
          .subtracting([label.usual, "any"].compactMap(\.self)).isEmpty)
      #expect(offered.allSatisfy { filter.canonical($0) != nil } && label.example == nil)
    }
    #expect(Set(label.choices.map(\.words) + [label.none]).count == offered.count + 1)
  }

  @Test func `the gallery has each filter once`() {
    #expect(FilterLabel.filters.count == FilterRow.all.count)
    #expect(Set(FilterLabel.filters.map(\.row)) == Set(FilterRow.all))
  }

  @Test func `to publish takes every licence but those that are asked for, to sell fewer`() throws {
    func isAdmitted(_ use: Int, _ license: License?) throws -> Bool {
      let value = FilterLabel.purposes[use].value
      var filters = PhotoFilters()
      if !value.isEmpty { #expect(FilterRow.license.set(&filters, to: value)) }
      return filters.licenses.admit(license)
    }
    for code in PhotoFilters.LicenseCode.licenses {
      let license = code.example
      #expect(try isAdmitted(0, license))
      #expect(try isAdmitted(1, license) == (license.mark != .ask), "\(code)")
      #expect(try isAdmitted(2, license) == license.permits.contains(.commercialUse), "\(code)")
    }
    #expect(try isAdmitted(0, nil) && !isAdmitted(1, nil) && !isAdmitted(2, nil))
  }
}
