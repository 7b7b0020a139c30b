import Foundation
import Platform

/// A file's `extmetadata`: facts from its description page, as HTML
///
/// Names and meaning:
/// [Extension:CommonsMetadata](https://www.mediawiki.org/wiki/Extension:CommonsMetadata).
struct CommonsMetadata {
  /// An object. Without members it comes as an empty list, which is how PHP writes it
  let value: JSONValue?

  /// The members read here, which are the only ones that a request asks for
  static let names = [
    "ObjectName", "ImageDescription", "Artist", "Attribution", "LicenseShortName", "License",
    "LicenseUrl",
    "DateTime", "DateTimeOriginal", "GPSLatitude", "GPSLongitude",
  ]

  /// The title without markup
  var title: String? { text("ObjectName") }
  /// The description without markup
  var description: String? { text("ImageDescription") }

  /// The author, linked to the first usable link in the markup
  var author: Author? {
    Author(name: text("Artist"), address: markup("Artist").flatMap(HTMLLink.first))
  }

  /// The name that the author asks for in a credit; nil if it is just the author's name
  var attribution: String? {
    text("Attribution").flatMap { $0 == text("Artist") ? nil : $0 }
  }

  /// The terms of use; nil if none are given
  var license: License? {
    CommonsLicense.license(
      named: text("LicenseShortName"), code: text("License"), at: text("LicenseUrl"))
  }

  /// The position of the camera
  var place: PhotoPlace? {
    PhotoPlace(
      latitude: text("GPSLatitude").flatMap(Double.init),
      longitude: text("GPSLongitude").flatMap(Double.init))
  }

  /// The upload time in ISO 8601, UTC
  ///
  /// Only if the property's source is MediaWiki: from another source it is the camera's clock.
  var uploaded: String? {
    guard value?["DateTime"]?["source"]?.string == "mediawiki-metadata" else { return nil }
    return text("DateTime").map { $0.ends(with: "Z") ? $0 : $0 + "Z" }
  }

  /// When the picture was taken, if the page or the file has nothing but a date there
  var taken: String? { Photo.takenDate(text("DateTimeOriginal")) }

  private func text(_ name: StaticString) -> String? { PlainText.resolved(markup(name)) }

  private func markup(_ name: StaticString) -> String? { value?[name]?["value"]?.text }
}

/// Links in Commons' HTML
enum HTMLLink {
  /// The first link to an existing page; relative links lead to Commons
  ///
  /// A link with `redlink=1` is to a page that doesn't exist yet.
  static func first(in markup: String) -> WebAddress? {
    for tag in markup.parts(at: "<").dropFirst() where tag.begins(with: "a ") {
      guard let end = tag.firstPlace(of: ">") else { continue }
      if let address = address(in: tag[..<end]) { return address }
    }
    return nil
  }

  private static func address(in tag: Substring) -> WebAddress? {
    guard let start = tag.places(of: "href=\"").first else { return nil }
    let rest = tag[start.upperBound...]
    let text = HTMLEntities.resolved(
      in: String(rest[..<(rest.firstPlace(of: "\"") ?? rest.endIndex)]))
    guard !text.holds("redlink=1") else { return nil }
    let isRelative = text.begins(with: "/") && !text.begins(with: "//")
    return WikimediaCommons.link(isRelative ? "https://commons.wikimedia.org" + text : text)
  }
}

/// The licence that Commons names in up to three ways
///
/// The most reliable comes first: the address, the short code of the licence template
/// (`cc-by-sa-4.0`, `pd`), the short name for people (`CC BY-SA 3.0 de`).
enum CommonsLicense {
  /// The licence; nil if address, code and name are all missing
  static func license(named name: String?, code: String?, at address: String?) -> License? {
    if let license = License.creativeCommons(at: address) { return license }
    if address?.holds("//www.flickr.com/commons/usage") == true { return .noKnownCopyright }
    for text in [code, name] {
      guard let key = text.map(key) else { continue }
      if let license = License.creativeCommons(named: key) { return license }
      if key == "pd" || key.begins(with: "pd-") || key.begins(with: "public-domain") {
        return .publicDomain
      }
      if let id = ids[key] {
        return License(id: id, name: name ?? id, address: WikimediaCommons.link(address))
      }
    }
    return (name ?? code).map { name in
      License(
        id: License.ownID(String(name.prefix(60))), name: name,
        address: WikimediaCommons.link(address))
    }
  }

  /// The SPDX ids of licences outside Creative Commons. Commons' GFDL template says "1.2 or any
  /// later version" unless its name has a version
  private static let ids: [String: String] = [
    "gfdl": "GFDL-1.2-or-later", "gfdl-1.2": "GFDL-1.2-only",
    "gfdl-1.2-or-later": "GFDL-1.2-or-later", "gfdl-1.3": "GFDL-1.3-only",
    "gfdl-1.3-or-later": "GFDL-1.3-or-later", "fal": "LAL-1.3", "fal-1.3": "LAL-1.3",
    "mit": "MIT", "apache-2.0": "Apache-2.0", "apache-license-2.0": "Apache-2.0",
    "odbl": "ODbL-1.0", "ogl-3": "OGL-UK-3.0", "ogl-2": "OGL-UK-2.0", "ogl-1": "OGL-UK-1.0",
    "etalab-2.0": "etalab-2.0",
  ]

  /// A name in lower case, with hyphens for blanks
  private static func key(_ name: String) -> String {
    name.lowercased().split { $0.isWhitespace || $0 == "_" }.joined(separator: "-")
  }
}

/// A file's `commonmetadata`
enum CommonsExposure {
  /// Camera and exposure by their EXIF names; nil if the file has no such facts
  ///
  /// - Parameter properties: a list of `{"name": …, "value": …}`
  static func camera(in properties: JSONValue?) -> PhotoCamera? {
    let properties = properties?.elements ?? []
    // In place of a text or a number there may be a list of one: `[{"name": 0, "value": 200}]`.
    func text(_ name: String) -> String? {
      properties.lazy.filter { $0["name"]?.string == name }.compactMap { property in
        property["value"]?.text ?? property["value"]?.elements?.first?["value"]?.text
      }.first
    }
    return PhotoCamera(
      make: PlainText.folded(text("Make")), model: PlainText.folded(text("Model")),
      exposureTime: PhotoCamera.seconds(text("ExposureTime")),
      aperture: PhotoCamera.decimal(text("FNumber")),
      focalLength: PhotoCamera.decimal(text("FocalLength")),
      iso: text("ISOSpeedRatings").flatMap { Int($0) })
  }
}
