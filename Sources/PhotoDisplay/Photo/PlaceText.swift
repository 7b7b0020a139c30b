import PhotoSearch

/// A place in words and degrees
enum PlaceText {
  /// `Kyoto, Japan (35.0117° N, 135.7683° E)`; nil when nothing is known
  static func line(_ place: Place) -> String? {
    let parts = [place.city, place.country].compactMap(\.self)
    let name = place.name ?? (parts.isEmpty ? nil : parts.joined(separator: ", "))
    let degrees = degrees(place)
    guard let name else { return degrees }
    return degrees.map { "\(name) (\($0))" } ?? name
  }

  private static func degrees(_ place: Place) -> String? {
    guard let latitude = place.latitude, let longitude = place.longitude,
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    let north = "\(rounded(latitude))° \(latitude < 0 ? "S" : "N")"
    return "\(north), \(rounded(longitude))° \(longitude < 0 ? "W" : "E")"
  }

  /// Four digits after the point: about ten metres
  private static func rounded(_ degrees: Double) -> String {
    let tenThousandths = Int((abs(degrees) * 10_000).rounded())
    let fraction = String(tenThousandths % 10_000)
    let zeros = String(repeating: "0", count: 4 - fraction.utf8.count)
    return "\(tenThousandths / 10_000).\(zeros)\(fraction)"
  }
}
