import Foundation
import Testing

@testable import Pictures

/// Small files of each kind of JPEG, with what libjpeg makes of them: Tests/Pictures/eighths.py
/// draws them
struct SampleJPEG: Sendable, CustomTestStringConvertible {
  let name: String

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens")
  /// All that are read
  static let all: [SampleJPEG] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).sorted().filter { $0.hasSuffix(".ppm") }.map { file in
      SampleJPEG(name: String(file.dropLast(4)))
    }
  }()

  var testDescription: String { name }
  var data: Data { get throws { try Data(contentsOf: Self.folder.appending(path: "\(name).jpg")) } }
  /// Libjpeg's eighth
  var expected: SmallPicture {
    get throws {
      let data = try Data(contentsOf: Self.folder.appending(path: "\(name).ppm"))
      let head = data.split(separator: UInt8(ascii: "\n"), maxSplits: 3)
      let size = String(decoding: head[1], as: UTF8.self).split(separator: " ")
        .compactMap { Int($0) }
      return SmallPicture(
        width: size[0], height: size[1], pixels: Array(data.suffix(3 * size[0] * size[1])))
    }
  }
  /// The samples of one kind that have fewer samples of color than of light
  var isSubsampled: Bool { !["444", "gray", "RGB", "turned"].contains { name.hasPrefix($0) } }
}

extension SmallPicture {
  /// The mean difference of light, and of blue and red to it, of 255
  func difference(from other: SmallPicture) -> (light: Double, color: Double) {
    var (light, color) = (0.0, 0.0)
    for place in stride(from: 0, to: min(pixels.count, other.pixels.count), by: 3) {
      let parts = (0..<3).map { Double(pixels[place + $0]) - Double(other.pixels[place + $0]) }
      let lighter = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
      light += abs(lighter)
      color += abs(parts[2] - lighter) * 0.282 + abs(parts[0] - lighter) * 0.357
    }
    return (light / Double(width * height), color / Double(width * height))
  }
}
