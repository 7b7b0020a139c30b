import PhotoSearch

/// The licences that Commons' pages have, as their metadata words them
struct Terms: Sendable {
  let name: String
  /// Nothing for what is in the public domain
  let url: String?
  let code: String

  static let all = [
    Terms(
      name: "CC BY-SA 4.0", url: "https://creativecommons.org/licenses/by-sa/4.0",
      code: "cc-by-sa-4.0"),
    Terms(
      name: "CC BY-SA 3.0", url: "https://creativecommons.org/licenses/by-sa/3.0",
      code: "cc-by-sa-3.0"),
    Terms(name: "CC BY 2.0", url: "http://creativecommons.org/licenses/by/2.0/", code: "cc-by-2.0"),
    Terms(
      name: "CC BY-SA 3.0 de", url: "//creativecommons.org/licenses/by-sa/3.0/de/deed.en",
      code: "cc-by-sa-3.0-de"),
    Terms(
      name: "CC0", url: "http://creativecommons.org/publicdomain/zero/1.0/deed.en", code: "cc0"),
    Terms(name: "Public domain", url: nil, code: "pd"),
  ]

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
