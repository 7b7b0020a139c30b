import Foundation

/// The `extmetadata` of a file: what its description page says, as HTML
///
/// Names and meaning:
/// [Extension:CommonsMetadata](https://www.mediawiki.org/wiki/Extension:CommonsMetadata).
struct CommonsMetadata {
  /// An object; or an empty list, which is what PHP makes of an object without members
  let value: JSONValue?

  /// What is read here, and all that a request asks for
  static let names = [
    "ObjectName", "ImageDescription", "Artist", "LicenseShortName", "License", "LicenseUrl",
    "DateTime", "GPSLatitude", "GPSLongitude",
  ]

  /// Without its markup
  var title: String? { text("ObjectName") }
  /// Without its markup
  var description: String? { text("ImageDescription") }

  /// Who made the picture, with the first link of the markup that leads somewhere
  var author: Author? {
    Author(name: text("Artist"), url: markup("Artist").flatMap(HTMLLink.first))
  }

  /// The terms of use; nil when nothing is said
  var license: License? {
    CommonsLicense(
      name: text("LicenseShortName"), code: text("License"), address: text("LicenseUrl")
    ).license
  }

  /// Where the camera stood; 0° north 0° east is what a camera without reception writes
  var place: Place? {
    guard let latitude = text("GPSLatitude").flatMap(Double.init),
      let longitude = text("GPSLongitude").flatMap(Double.init),
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    var place = Place()
    place.latitude = latitude
    place.longitude = longitude
    return place
  }

  /// When the file was uploaded, with UTC's `Z`
  ///
  /// From another source the same property is the camera's clock.
  var uploaded: String? {
    guard value?["DateTime"]?["source"]?.string == "mediawiki-metadata" else { return nil }
    return text("DateTime").map { $0.hasSuffix("Z") ? $0 : $0 + "Z" }
  }

  private func text(_ name: StaticString) -> String? { PlainText.resolved(markup(name)) }

  private func markup(_ name: StaticString) -> String? { value?[name]?["value"]?.text }
}
