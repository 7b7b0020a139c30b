import Foundation

/// The `commonmetadata` of a file: what the camera wrote into it, by EXIF's names
struct CommonsExposure {
  private let values: [String: String]

  /// - Parameter value: a list of `{"name": …, "value": …}`
  init(_ value: JSONValue?) {
    var values: [String: String] = [:]
    for property in value?.elements ?? [] {
      guard let name = property["name"]?.string, let text = Self.text(property["value"]) else {
        continue
      }
      values[name] = values[name] ?? text
    }
    self.values = values
  }

  /// nil when the file says nothing of it
  var camera: Camera? {
    var camera = Camera()
    camera.make = PlainText.folded(values["Make"])
    camera.model = PlainText.folded(values["Model"])
    camera.exposureTime = values["ExposureTime"].flatMap(Self.seconds)
    camera.aperture = values["FNumber"].flatMap(Self.decimal)
    camera.focalLength = values["FocalLength"].flatMap(Self.decimal)
    camera.iso = values["ISOSpeedRatings"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return camera.isEmpty ? nil : camera
  }

  /// Text or a number; of a list (`[{"name": 0, "value": 200}]`) the first
  private static func text(_ value: JSONValue?) -> String? {
    value?.text ?? value?.elements?.first?["value"]?.text
  }

  /// `10/4000` is 1/400 of a second
  private static func seconds(_ text: String) -> String? {
    guard let value = number(text) else { return nil }
    guard value < 0.3 else { return decimal(text) }
    let part = (1 / value).rounded()
    return part < 1_000_000 ? "1/\(Int(part))" : nil
  }

  /// `28/10` is 2.8
  private static func decimal(_ text: String) -> String? {
    guard let value = number(text), value < 1_000_000 else { return nil }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  /// A number above 0, also as the fraction of EXIF
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    guard (1...2).contains(parts.count), let numerator = parts[0],
      let denominator = parts.count == 2 ? parts[1] : 1, denominator > 0
    else { return nil }
    let value = numerator / denominator
    return value.isFinite && value > 0 ? value : nil
  }
}
