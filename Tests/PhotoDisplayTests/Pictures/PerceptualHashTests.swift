import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import PhotoDisplay

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
        let (across, down) = (
          (Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height)
        )
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
    #expect(PerceptualHash(bytes: hash.bytes.dropLast()) == nil)
    // About half of the frequencies are above their median.
    #expect(hash.bytes.reduce(0) { $0 + $1.nonzeroBitCount } == 128)
  }
}

struct LookAlikesTests {
  /// A hash with its first bits set
  private func hash(_ bits: Int) throws -> PerceptualHash {
    let bytes = (0..<32).map { byte in
      (0..<8).reduce(UInt8(0)) { $0 | (8 * byte + $1 < bits ? 1 << UInt8($1) : 0) }
    }
    return try #require(PerceptualHash(bytes: bytes))
  }

  private func photo(_ id: String, _ width: Int = 3000, _ height: Int? = 2000) throws -> Photo {
    var photo = Photo(
      id: try #require(PhotoID(id)), provider: .flickr, site: "A site",
      pageURL: try #require(URL(string: "https://example.org")))
    photo.size = PixelSize(width: width, height: height)
    return photo
  }

  private func marks(_ photos: [Photo], _ bits: [String: Int]) throws -> [String: String] {
    var hashes: [PhotoID: PerceptualHash] = [:]
    for (id, bits) in bits { hashes[try #require(PhotoID(id))] = try hash(bits) }
    let marks = LookAlikes(in: photos, hashes).earliest
    return Dictionary(uniqueKeysWithValues: marks.map { ("\($0)", "\($1)") })
  }

  @Test func `a copy at another service is marked with the earliest`() throws {
    let photos = try ["unsplash:a", "pexels:1", "pixabay:7", "unsplash:b"].map { try photo($0) }
    let bits = ["unsplash:a": 0, "pexels:1": 200, "pixabay:7": 51, "unsplash:b": 0]
    #expect(try marks(photos, bits) == ["pixabay:7": "unsplash:a"])
    #expect(try marks(photos, ["unsplash:a": 0, "pixabay:7": 52]) == [:])
  }

  @Test func `two photos of one service are never marked`() throws {
    let photos = try ["pexels:1", "pexels:2", "unsplash:a"].map { try photo($0) }
    let bits = ["pexels:1": 10, "pexels:2": 10, "unsplash:a": 10]
    #expect(try marks(photos, bits) == ["unsplash:a": "pexels:1"])
  }

  @Test func `another shape, or one that isn't known, is another picture`() throws {
    let bits = ["a:1": 0, "b:1": 0]
    func isMarked(_ width: Int, _ height: Int?) throws -> Bool {
      try !marks([photo("a:1"), photo("b:1", width, height)], bits).isEmpty
    }
    #expect(try isMarked(1500, 1000))
    #expect(try isMarked(1525, 1000))
    #expect(try !isMarked(1535, 1000))
    #expect(try !isMarked(1000, 1500))
    #expect(try !isMarked(1500, nil))
  }

  @Test func `there are no chains`() throws {
    // The second looks like the first, and the third like the second alone.
    let photos = try ["a:1", "b:1", "c:1"].map { try photo($0) }
    #expect(try marks(photos, ["a:1": 0, "b:1": 40, "c:1": 80]) == ["b:1": "a:1"])
  }

  @Test func `nothing is marked of what isn't known`() throws {
    let photos = try ["a:1", "b:1"].map { try photo($0) }
    #expect(try marks(photos, ["b:1": 0]) == [:])
  }
}
