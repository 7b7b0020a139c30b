import FixtureMaker
import Foundation
import PhotoDisplay
import Pictures

/// From JPEG files as services send them for a list to what a terminal draws, and to what tells
/// copies
///
/// The files are the fixtures' pictures, 400 pixels long.
enum PicturesSection {
  /// As many as a screen has
  private static let count = 30
  private static let runs = 20

  static func run(_ figures: inout Figures) throws {
    let folder = URL(filePath: "Fixtures/odd/pictures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".jpg") && !$0.hasSuffix("-square.jpg") }
    let files = try names.prefix(count).map { try Data(contentsOf: folder.appending(path: $0)) }
    var pictures: [SmallPicture] = []
    let reading = try least(of: runs) {
      try ProcessorTime.of { pictures = try files.map { try SmallPicture(eighthOfJPEG: $0) } }
    }
    let hashing = least(of: runs) {
      ProcessorTime.of { for picture in pictures { _ = PerceptualHash(picture) } }
    }
    let bytes = Double(files.reduce(0) { $0 + $1.count })
    figures.add(
      "\(files.count) files",
      [
        .init("KB each", bytes / 1000 / Double(files.count)),
        .init("read", reading * 1000, "ms"), .init("hashed", hashing * 1000, "ms"),
        .init("bytes read", bytes / 1_000_000 / reading, "MB/s"),
      ], ours: .init("read", reading * 1000, "ms"))
  }
}
