import PhotoSearch

/// Camera and exposure in the words of photographers
enum CameraText {
  /// The make unless the model says it already, and the model
  static func camera(_ camera: Camera) -> String? {
    guard let model = camera.model else { return camera.make }
    guard let make = camera.make, let word = make.split(separator: " ").first,
      !model.lowercased().contains(word.lowercased())
    else { return model }
    return "\(make) \(model)"
  }

  /// `1/250 s · f/3.5 · 50 mm · ISO 100`
  static func exposure(_ camera: Camera) -> String? {
    let parts = [
      camera.exposureTime.map { withUnit($0, "s") },
      camera.aperture.map { $0.first?.isNumber == true ? "f/\(withoutZero($0))" : $0 },
      camera.focalLength.map { withUnit(withoutZero($0), "mm") },
      camera.iso.map { "ISO \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// With a unit where the provider sends a mere number
  private static func withUnit(_ value: String, _ unit: String) -> String {
    value.last?.isNumber == true ? "\(value) \(unit)" : value
  }

  private static func withoutZero(_ value: String) -> String {
    value.hasSuffix(".0") ? String(value.dropLast(2)) : value
  }
}
