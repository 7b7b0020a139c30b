import PhotoSearch

/// The licences that Commons' pages have, as their metadata words them
struct Terms: Sendable {
  let name: String
  /// Nothing for what is in the public domain
  let url: String?
  let code: String

  static let all = [
    ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0", "cc-by-sa-4.0"),
    ("CC BY-SA 3.0", "https://creativecommons.org/licenses/by-sa/3.0", "cc-by-sa-3.0"),
    ("CC BY 2.0", "http://creativecommons.org/licenses/by/2.0/", "cc-by-2.0"),
    ("CC BY-SA 3.0 de", "//creativecommons.org/licenses/by-sa/3.0/de/deed.en", "cc-by-sa-3.0-de"),
    ("CC0", "http://creativecommons.org/publicdomain/zero/1.0/deed.en", "cc0"),
    ("Public domain", nil, "pd"),
  ].map { Terms(name: $0, url: $1, code: $2) }

  var json: JSONTree {
    func entry(_ value: String) -> JSONTree {
      ["value": .string(value), "source": "commons-desc-page", "hidden": ""]
    }
    return [
      "LicenseShortName": entry(name), "UsageTerms": entry(name), "License": entry(code),
      "AttributionRequired": entry(code == "pd" || code == "cc0" ? "false" : "true"),
      "LicenseUrl": url.map(entry),
    ]
  }
}
