import PhotoSearch

extension PhotoJSON {
  /// Keys that follow those of a listing's photo
  static func write(_ details: PhotoDetails, to json: inout JSONWriter) {
    json.raw(",\"place\":")
    write(details.place, to: &json)
    json.raw(",\"camera\":")
    write(details.camera, to: &json)
    json.raw(",\"views\":")
    json.number(details.views)
    json.raw(",\"downloads\":")
    json.number(details.downloads)
  }

  private static func write(_ place: Place?, to json: inout JSONWriter) {
    guard let place, !place.isEmpty else { return json.null() }
    json.raw("{\"name\":")
    json.string(place.name)
    json.raw(",\"city\":")
    json.string(place.city)
    json.raw(",\"country\":")
    json.string(place.country)
    json.raw(",\"latitude\":")
    json.number(place.latitude)
    json.raw(",\"longitude\":")
    json.number(place.longitude)
    json.raw("}")
  }

  private static func write(_ camera: Camera?, to json: inout JSONWriter) {
    guard let camera, !camera.isEmpty else { return json.null() }
    json.raw("{\"make\":")
    json.string(camera.make)
    json.raw(",\"model\":")
    json.string(camera.model)
    json.raw(",\"exposureTime\":")
    json.string(camera.exposureTime)
    json.raw(",\"aperture\":")
    json.string(camera.aperture)
    json.raw(",\"focalLength\":")
    json.string(camera.focalLength)
    json.raw(",\"iso\":")
    json.number(camera.iso)
    json.raw("}")
  }
}
