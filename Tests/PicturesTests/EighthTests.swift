import FixtureMaker
import Foundation
import Testing

@testable import Pictures

/// The eighth of a JPEG file, against libjpeg's
struct EighthTests {
  @Test(arguments: SampleJPEG.all)
  func `each kind of JPEG is read as libjpeg reads it`(sample: SampleJPEG) throws {
    let picture = try SmallPicture(eighthOfJPEG: sample.data)
    let expected = try sample.expected
    #expect(picture.width == expected.width && picture.height == expected.height)
    guard sample.isSubsampled else {
      #expect(picture.pixels == expected.pixels)
      return
    }
    let (light, color) = picture.difference(from: expected)
    #expect(light < 0.5)
    // Libjpeg takes more of a color's coefficients where there are fewer of its samples.
    #expect(color < 6)
  }

  @Test func `there are samples of each kind`() { #expect(SampleJPEG.all.count == 32) }

  @Test func `of a progressive file the first scan suffices`() throws {
    for kind in ["420-progressive", "gray-progressive", "restarts-by-5-units-progressive"] {
      let sample = SampleJPEG(name: kind)
      let scans = try starts(of: 0xDA, in: sample.data)
      let picture = try SmallPicture(eighthOfJPEG: sample.data.prefix(scans[1]))
      #expect(picture.difference(from: try sample.expected).light < 1.2)
      let early = try sample.data.prefix((scans[0] + scans[1]) / 2)
      #expect(throws: JPEGRefusal.endsEarly) { try SmallPicture(eighthOfJPEG: early) }
    }
  }

  @Test func `a file that ends early is refused, wherever it does`() throws {
    for kind in ["420", "gray", "restarts-by-row"] {
      let data = try SampleJPEG(name: kind).data
      let scan = try #require(starts(of: 0xDA, in: data).first)
      for end in [2, 3, 20, scan - 1, scan, scan + 4, scan + 16, data.count - 40] {
        #expect(throws: JPEGRefusal.self) { try SmallPicture(eighthOfJPEG: data.prefix(end)) }
      }
    }
  }

  @Test func `what isn't JPEG is refused`() {
    for text in ["", "GIF89a", "\u{89}PNG", "RIFF....WEBP"] {
      #expect(throws: JPEGRefusal.otherType) { try SmallPicture(eighthOfJPEG: Data(text.utf8)) }
    }
  }

  @Test(arguments: [
    (0xC3, 8, 3, JPEGRefusal.lossless), (0xC5, 8, 3, .hierarchical), (0xC9, 8, 3, .arithmetic),
    (0xC1, 12, 3, .deep), (0xC0, 8, 4, .print),
  ])
  func `a rare kind is refused by its name`(
    code: UInt8, bits: UInt8, components: UInt8, refusal: JPEGRefusal
  ) throws {
    var data = try SampleJPEG(name: "444").data
    let frame = try #require(starts(of: 0xC0, in: data).first)
    data[frame + 1] = code
    data[frame + 4] = bits
    data[frame + 9] = components
    // Three bytes of the segment behind it, as those of a fourth component
    data[frame + 3] += components == 4 ? 3 : 0
    #expect(throws: refusal) { try SmallPicture(eighthOfJPEG: data) }
    let words = "a JPEG file with arithmetic coding isn't read"
    #expect(JPEGRefusal.arithmetic.description == words)
  }

  @Test func `arithmetic coding is refused`() throws {
    let data = try SampleJPEG(name: "arithmetic").data
    #expect(throws: JPEGRefusal.arithmetic) { try SmallPicture(eighthOfJPEG: data) }
  }

  @Test func `a small file that claims a large picture takes no memory for it`() throws {
    var data = try SampleJPEG(name: "444").data
    let frame = try #require(starts(of: 0xC0, in: data).first)
    for (size, refusal) in [(UInt8(0x1F), JPEGRefusal.endsEarly), (0xFF, .tooLarge)] {
      for place in [5, 7] { data[frame + place] = size }
      #expect(throws: refusal) { try SmallPicture(eighthOfJPEG: data) }
    }
  }

  @Test func `broken files end in a refusal or in a picture`() throws {
    var random = SeededGenerator(seed: 27)
    let files = try SampleJPEG.all.map { try $0.data }
    let count = LongRun.count(20_000, otherwise: 100)
    var refused = 0
    for number in 0..<count {
      var data = files[number % files.count]
      for _ in 0...Int.random(in: 0...8, using: &random) { Self.damage(&data, &random) }
      do throws(JPEGRefusal) {
        let picture = try SmallPicture(eighthOfJPEG: data)
        #expect(picture.pixels.count == 3 * picture.width * picture.height)
        // A block takes a bit at least. One component may have the most columns and another the
        // most rows, up to four times as many as the first.
        #expect(picture.width * picture.height <= 4 * 8 * data.count)
        _ = PerceptualHash(picture)
      } catch { refused += 1 }
    }
    #expect(refused > count / 5)
  }

  private static func damage(_ data: inout Data, _ random: inout SeededGenerator) {
    guard data.count > 4 else { return }
    let place = Int.random(in: 2..<data.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: data = data.prefix(place)
    case 1: data.insert(contentsOf: [0xFF, .random(in: 0xC0...0xFE, using: &random)], at: place)
    case 2: data.remove(at: place)
    case 3: data[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    // Most that decides is told in the first bytes.
    default: data[min(place, 2 + place % 620)] = .random(in: 0...0xFF, using: &random)
    }
    data = Data(data)
  }

  /// Where the segments of that kind begin, of which none is within another
  private func starts(of code: UInt8, in data: Data) -> [Int] {
    data.indices.dropLast().filter { data[$0] == 0xFF && data[$0 + 1] == code }
  }
}
