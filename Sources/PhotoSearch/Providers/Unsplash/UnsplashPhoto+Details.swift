extension UnsplashPhoto {
  /// What GET /photos/:id adds: any part may be null
  func details(in value: JSONValue) -> PhotoDetails {
    PhotoDetails(
      place: value["location"].flatMap(place),
      camera: value["exif"].flatMap(camera),
      views: count(value["views"]),
      downloads: count(value["downloads"]))
  }

  private func place(in location: JSONValue) -> Place? {
    var place = Place()
    place.city = PlainText.folded(location["city"]?.string)
    place.country = PlainText.folded(location["country"]?.string)
    let names = [place.city, place.country].compactMap(\.self)
    place.name =
      PlainText.folded(location["name"]?.string)
      ?? PlainText.folded(names.joined(separator: ", "))
    if let position = location["position"] {
      place.setPosition(
        latitude: position["latitude"]?.double, longitude: position["longitude"]?.double)
    }
    return place.isEmpty ? nil : place
  }

  private func camera(in exif: JSONValue) -> Camera? {
    var camera = Camera()
    camera.make = PlainText.folded(exif["make"]?.string)
    camera.model = PlainText.folded(exif["model"]?.string)
    camera.exposureTime = PlainText.folded(exif["exposure_time"]?.text)
    camera.aperture = PlainText.folded(exif["aperture"]?.text)
    camera.focalLength = PlainText.folded(exif["focal_length"]?.text)
    camera.iso = exif["iso"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    return camera.isEmpty ? nil : camera
  }

  private func count(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension Place {
  /// Takes a position on the globe; 0, 0 in the open sea stands for unknown everywhere
  package mutating func setPosition(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, (-90...90).contains(latitude),
      (-180...180).contains(longitude), latitude != 0 || longitude != 0
    else { return }
    self.latitude = latitude
    self.longitude = longitude
  }
}
