import Foundation

/// Commons' three ways of naming a licence, read as one
///
/// In the order of their worth: the address, the short code of the licence template
/// (`cc-by-sa-4.0`, `pd`), the short name for people (`CC BY-SA 3.0 de`).
struct CommonsLicense {
  /// Plain text
  let name: String?
  let code: String?
  let address: String?

  /// nil when nothing is said
  var license: License? {
    if let license = License.creativeCommons(at: address) { return license }
    if address?.contains("//www.flickr.com/commons/usage") == true { return .noKnownCopyright }
    for name in [code, name].compactMap({ $0 }) {
      let key = Self.key(name)
      if let license = License.creativeCommons(named: key) ?? publicDomain(key) ?? known(key) {
        return license
      }
    }
    guard let name = name ?? code else { return nil }
    return License(id: "LicenseRef-" + Self.slug(name), name: name, url: WebAddress.url(address))
  }

  private func publicDomain(_ key: String) -> License? {
    key == "pd" || key.hasPrefix("pd-") || key.hasPrefix("public-domain") ? .publicDomain : nil
  }

  /// Licences outside Creative Commons that SPDX has an id for
  ///
  /// Commons' GFDL template says "1.2 or any later version" unless its name has a version.
  private func known(_ key: String) -> License? {
    guard let id = Self.ids[key] else { return nil }
    return License(id: id, name: name ?? id, url: WebAddress.url(address))
  }

  private static let ids: [String: String] = [
    "gfdl": "GFDL-1.2-or-later", "gfdl-1.2": "GFDL-1.2-only",
    "gfdl-1.2-or-later": "GFDL-1.2-or-later", "gfdl-1.3": "GFDL-1.3-only",
    "gfdl-1.3-or-later": "GFDL-1.3-or-later", "fal": "LAL-1.3", "fal-1.3": "LAL-1.3",
    "mit": "MIT", "apache-2.0": "Apache-2.0", "apache-license-2.0": "Apache-2.0",
    "odbl": "ODbL-1.0", "ogl-3": "OGL-UK-3.0", "ogl-2": "OGL-UK-2.0", "ogl-1": "OGL-UK-1.0",
    "etalab-2.0": "etalab-2.0",
  ]

  /// Lower-case, with hyphens for blanks
  private static func key(_ name: String) -> String {
    name.lowercased().split { $0.isWhitespace || $0 == "_" }.joined(separator: "-")
  }

  /// What SPDX allows after `LicenseRef-`: letters, digits, points and hyphens
  private static func slug(_ name: String) -> String {
    let words = name.prefix(60).split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
    return words.isEmpty ? "Other" : words.joined(separator: "-")
  }
}
