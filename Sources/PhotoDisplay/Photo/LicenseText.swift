package import PhotoSearch

/// Describes in plain words what a licence allows and requires
///
/// The terminal, the page and assistants show the same words.
package enum LicenseText {
  /// The terms: `use it commercially, change it · must credit the author, keep the licence`
  package static func terms(of license: License?) -> String {
    let duties = duties(of: license)
    return allowed(by: license)
      + (duties.isEmpty ? "" : " · must " + duties.joined(separator: ", "))
  }

  private static func allowed(by license: License?) -> String {
    guard let license else { return "not use it without asking: its licence is unknown" }
    guard license.mark != .ask else {
      return license.id == License.allRightsReserved.id
        ? "not use it without asking: all rights are reserved"
        : "not use it before you have read its terms: what they allow isn't known here"
    }
    let use = license.permits.contains(.commercialUse) ? "commercially" : "non-commercially"
    return "use it \(use), \(license.permits.contains(.modification) ? "" : "but not ")change it"
  }

  /// The duties of whoever uses the photo; empty if there are none or the terms are unknown
  private static func duties(of license: License?) -> [String] {
    guard let license, license.mark != .ask else { return [] }
    return [
      license.asksForCredit ? "credit the author" : nil,
      license.isShareAlike ? "keep the licence" : nil,
    ].compactMap(\.self)
  }
}
