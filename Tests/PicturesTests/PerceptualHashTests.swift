import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import Pictures

struct PerceptualHashTests {
  /// Light that waves over a picture, as a number decides, in 255 steps
  private func waves(_ number: UInt64, width: Int, height: Int, strength: Float = 90)
    -> SmallPicture
  {
    var random = SeededGenerator(seed: number)
    let waves = (0..<40).map { _ in
      (0..<4).map { _ in Float.random(in: 0..<1, using: &random) }
    }
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (across, down) = ((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
        let light = waves.reduce(Float(0)) { sum, wave in
          sum + (wave[2] - 0.5) * cos(24 * (wave[0] * across + wave[1] * down) + 6.3 * wave[3])
        }
        let level = UInt8(min(max(128 + strength / 4 * light, 0), 255))
        pixels += [level, level, level]
      }
    }
    return SmallPicture(width: width, height: height, pixels: pixels)
  }

  @Test func `a picture in other sizes has nearly the same hash`() throws {
    for number in UInt64(1)...8 {
      let first = try #require(PerceptualHash(waves(number, width: 50, height: 33)))
      for (width, height) in [(66, 44), (43, 28), (80, 53), (43, 29)] {
        let other = try #require(PerceptualHash(waves(number, width: width, height: height)))
        #expect(first.distance(to: other) <= 24)
        #expect(first.distance(to: other) == other.distance(to: first))
      }
      let dark = try #require(PerceptualHash(waves(number, width: 50, height: 33, strength: 60)))
      #expect(first.distance(to: dark) <= 24)
    }
  }

  @Test func `different pictures differ in far more bits than copies may`() throws {
    let hashes = try (UInt64(1)...40).map { number in
      try #require(PerceptualHash(waves(number, width: 50, height: 33)))
    }
    for (index, hash) in hashes.enumerated() {
      for other in hashes[(index + 1)...] { #expect(hash.distance(to: other) > 60) }
    }
  }

  @Test func `files that are the same picture have the same hash`() throws {
    let names = ["444", "444-progressive", "optimized", "each-components-DC-apart"]
    let hashes = try names.map { name in
      try #require(PerceptualHash(SmallPicture(eighthOfJPEG: SampleJPEG(name: name).data)))
    }
    for hash in hashes { #expect(hash.distance(to: hashes[0]) <= 6) }
  }

  @Test func `a surface with nothing on it has no hash`() {
    let gray = SmallPicture(width: 50, height: 33, pixels: Array(repeating: 90, count: 50 * 33 * 3))
    #expect(PerceptualHash(gray) == nil)
    #expect(PerceptualHash(waves(1, width: 50, height: 33, strength: 0.5)) == nil)
    let slope = (0..<33).flatMap { row in Array(repeating: UInt8(7 * row), count: 50 * 3) }
    #expect(PerceptualHash(SmallPicture(width: 50, height: 33, pixels: slope)) == nil)
  }

  @Test func `the smallest pictures have a hash or none`() {
    for (width, height) in [(1, 1), (1, 80), (80, 1), (2, 3), (500, 2)] {
      let hash = PerceptualHash(waves(3, width: width, height: height))
      #expect(hash.map { $0.bytes.count } ?? 32 == 32)
    }
  }

  @Test func `32 bytes give it back`() throws {
    let hash = try #require(PerceptualHash(waves(5, width: 50, height: 33)))
    #expect(hash.bytes.count == 32)
    #expect(PerceptualHash(bytes: hash.bytes) == hash)
    #expect(PerceptualHash(bytes: Array(hash.bytes.dropLast())) == nil)
    // About half of the frequencies are above their median.
    #expect(hash.bytes.reduce(0) { $0 + $1.nonzeroBitCount } == 128)
  }
}

/// Which renditions of a photo say what it looks like
struct RenditionHashTests {
  /// The eighth of a rendition with so many pixels
  private func hash(_ width: Int, _ height: Int, of photo: (Int, Int)?) -> PerceptualHash? {
    var random = SeededGenerator(seed: 7)
    let (columns, rows) = ((width + 7) / 8, (height + 7) / 8)
    let pixels = (0..<columns * rows).flatMap { _ in
      Array(repeating: UInt8.random(in: 0...255, using: &random), count: 3)
    }
    let eighth = SmallPicture(
      width: columns, height: rows, pixels: pixels, columns: 0...Float(width) / 8,
      rows: 0...Float(height) / 8)
    return PerceptualHash(eighth: eighth, of: PixelSize(width: photo?.0, height: photo?.1))
  }

  @Test func `large enough, uncropped, of a photo whose size is known`() {
    #expect(hash(400, 267, of: (6000, 4000)) != nil)
    #expect(hash(340, 227, of: (6000, 4000)) != nil && hash(227, 340, of: (4000, 6000)) != nil)
    #expect((hash(339, 226, of: (6000, 4000)), hash(400, 400, of: (6000, 4000))) == (nil, nil))
    #expect((hash(267, 400, of: (6000, 4000)), hash(400, 267, of: nil)) == (nil, nil))
  }
}
