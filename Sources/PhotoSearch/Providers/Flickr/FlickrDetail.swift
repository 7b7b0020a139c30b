import Foundation

/// A photo as flickr.photos.getInfo tells it
struct FlickrDetail {
  /// The reply
  let info: JSONValue

  func photo() throws(JSONProblem) -> Photo {
    let value = try info.object("photo")
    let owner = try value.object("owner")
    guard let nsid = owner["nsid"]?.string else { throw owner.problem("no nsid") }
    let name =
      PlainText.resolved(owner["realname"]?.string) ?? PlainText.resolved(owner["username"]?.string)
    var photo = try FlickrRow.photo(in: value, owner: nsid, name: name)
    photo.title = PlainText.resolved(content(value["title"]))
    photo.description = PlainText.resolved(content(value["description"]))
    photo.renditions = FlickrRenditions(row: value).renditions
    photo.published =
      FlickrRow.date(value["dates"]?["posted"]) ?? FlickrRow.date(value["dateuploaded"])
    photo.tags =
      value["tags"]?["tag"]?.elements?.compactMap { tag in
        PlainText.folded(tag["raw"]?.string) ?? PlainText.folded(tag["_content"]?.string)
      } ?? []
    photo.details = PhotoDetails(
      place: value["location"].flatMap(place),
      views: value["views"]?.integer.flatMap { $0 >= 0 ? $0 : nil })
    return photo
  }

  private func place(in location: JSONValue) -> Place? {
    var place = Place()
    place.city = PlainText.resolved(content(location["locality"]))
    place.country = PlainText.resolved(content(location["country"]))
    let region = PlainText.resolved(content(location["region"]))
    let names = [place.city, region, place.country].compactMap(\.self)
    place.name = names.isEmpty ? nil : names.joined(separator: ", ")
    place.setPosition(
      latitude: location["latitude"]?.double, longitude: location["longitude"]?.double)
    return place.isEmpty ? nil : place
  }

  /// Text stands in an object of its own here, or bare as in a search
  private func content(_ value: JSONValue?) -> String? {
    value?["_content"]?.string ?? value?.string
  }
}

/// A photo's exposure as flickr.photos.getExif tells it
struct FlickrExposure {
  private let tags: [(name: String, text: String)]
  private let model: String?

  /// - Parameter photo: the reply's `photo`
  init(_ photo: JSONValue) {
    model = PlainText.folded(photo["camera"]?.string)
    tags = (photo["exif"]?.elements ?? []).compactMap { entry in
      guard let name = entry["tag"]?.string,
        let text = PlainText.folded(entry["raw"]?["_content"]?.text)
      else { return nil }
      return (name, text)
    }
  }

  /// nil when nothing is known
  var camera: Camera? {
    var camera = Camera()
    camera.make = text("Make")
    camera.model = text("Model") ?? model
    camera.exposureTime = text("ExposureTime")
    camera.aperture = text("FNumber")
    camera.focalLength = text("FocalLength").map(withoutUnit)
    camera.iso = text("ISO").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return camera.isEmpty ? nil : camera
  }

  private func text(_ name: String) -> String? {
    tags.first { $0.name == name }?.text
  }

  /// Millimetres without saying so
  private func withoutUnit(_ text: String) -> String {
    text.hasSuffix(" mm") ? String(text.dropLast(3)) : text
  }
}
