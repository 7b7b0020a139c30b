import Foundation
import PhotoSearch

extension JSONValue {
  /// A text that says something
  var words: String? {
    string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An http or https address
  var address: URL? { ProviderCatalog.address(string) }

  /// A number of things: 0 or more
  var tally: Int? {
    integer.flatMap { $0 >= 0 ? $0 : nil }
  }

  var pixels: PixelSize? {
    PixelSize(width: self["width"]?.integer, height: self["height"]?.integer)
  }

  /// What only a look at the single photo tells; nil where none of its members is
  var details: PhotoDetails? {
    let names = ["place", "camera", "views", "downloads"]
    guard members?.contains(where: { names.contains($0.name) }) ?? false else { return nil }
    return PhotoDetails(
      place: self["place"].flatMap(\.place), camera: self["camera"].flatMap(\.camera),
      views: self["views"]?.tally, downloads: self["downloads"]?.tally)
  }

  private var place: Place? {
    guard isObject else { return nil }
    var place = Place()
    place.name = self["name"]?.words
    place.city = self["city"]?.words
    place.country = self["country"]?.words
    place.latitude = self["latitude"]?.double
    place.longitude = self["longitude"]?.double
    return place
  }

  private var camera: Camera? {
    guard isObject else { return nil }
    var camera = Camera()
    camera.make = self["make"]?.words
    camera.model = self["model"]?.words
    camera.exposureTime = self["exposureTime"]?.words
    camera.aperture = self["aperture"]?.words
    camera.focalLength = self["focalLength"]?.words
    camera.iso = self["iso"]?.integer
    return camera
  }
}
