import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import Pictures

/// What holds for all formats
struct PictureEmbeddingTests {
  private static let packet = SampleXMP.packet(SampleXMP.jane, padding: 30)

  static let pictures: [Data] = [
    SamplePicture.jpeg([
      SamplePicture.jfif, SamplePicture.exifSegment(artist: "Jane"),
      SamplePicture.iptcSegment(byLine: "Jane", credit: "Agency"),
      SamplePicture.xmpSegment(packet),
    ]),
    SamplePicture.png([
      SamplePicture.chunk("eXIf", SamplePicture.exif(artist: "Jane")),
      SamplePicture.chunk("iTXt", "Title\0\0\0de\0Titel\0Mein"), SamplePicture.xmpChunk(packet),
    ]),
    SamplePicture.webP([SamplePicture.lossless(hasAlpha: true)]),
    SamplePicture.webP([
      SamplePicture.extended(flags: 12), SamplePicture.lossy,
      SamplePicture.riffChunk("EXIF", SamplePicture.exif(artist: "Jane")),
      SamplePicture.riffChunk("XMP ", Array(packet.utf8)),
    ]),
  ]

  /// What a picture becomes; nil where it is left as it is
  private func result(_ picture: Data) -> Data? {
    try? EmbeddedCredit.sample.embedded(in: picture)
  }

  @Test(arguments: pictures)
  func `a file that ends early is left alone, wherever it ends`(picture: Data) {
    #expect(result(picture) != nil)
    for count in 0..<picture.count { #expect(result(picture.prefix(count)) == nil) }
  }

  @Test(
    arguments: pictures + [
      SamplePicture.jpeg(), SamplePicture.png(), SamplePicture.webP([SamplePicture.lossy]),
    ])
  func `a second time nothing changes`(picture: Data) throws {
    let once = try EmbeddedCredit.sample.embedded(in: picture)
    #expect(try EmbeddedCredit.sample.edits(for: PictureBytes(once)).isEmpty)
  }

  @Test(arguments: pictures)
  func `whatever the bytes are, the result has the credit once, or there is none`(
    picture: Data
  ) throws {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<LongRun.count(2_000, otherwise: 500) {
      var changed = picture
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(.random(in: 0...255, using: &random), at: place)
        case 2: changed[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
        default: changed[place] = .random(in: 0...255, using: &random)
        }
      }
      guard let once = result(changed) else { continue }
      #expect(try EmbeddedCredit.sample.edits(for: PictureBytes(once)).isEmpty)
    }
  }

  @Test func `other formats are left alone`() {
    for start in ["GIF89a", "II*\0", "\0\0\0\u{20}ftypavif", "<svg/>", ""] {
      #expect(throws: EmbeddingRefusal.otherFormat) {
        try EmbeddedCredit.sample.embedded(in: Data(start.utf8))
      }
    }
  }

  @Test func `each refusal says why in words of its own`() {
    #expect(Set(EmbeddingRefusal.allCases.map(\.reason)).count == EmbeddingRefusal.allCases.count)
  }

  @Test(arguments: pictures)
  func `a file is written in parts as it would be in one piece`(picture: Data) throws {
    let edits = try EmbeddedCredit.sample.edits(for: PictureBytes(picture))
    var parts: [UInt8] = []
    try edits.apply(to: PictureBytes(picture), partSize: 7) { parts += $0 }
    #expect((Data(parts), parts.count) == (result(picture), picture.count + edits.growth))
  }

  @Test func `of a large picture little is held at a time`() throws {
    let start = [UInt8](SamplePicture.jpeg().dropLast(2))
    let size = 50_000_000
    var longest = 0
    let bytes = PictureBytes(count: size) { range in
      longest = max(longest, range.count)
      var part = [UInt8](repeating: 7, count: range.count)
      for (place, byte) in start.enumerated() where range.contains(place) {
        part[place - range.lowerBound] = byte
      }
      for (place, byte) in [(size - 2, UInt8(0xFF)), (size - 1, 0xD9)] where range.contains(place) {
        part[place - range.lowerBound] = byte
      }
      return part
    }
    #expect(try EmbeddedCredit.sample.edits(for: bytes).count == 1 && longest <= 1 << 20)
  }

  @Test func `a file that can't be read is not called damaged`() {
    struct Failure: Error {}
    let failing = PictureBytes(count: 1_000) { _ in throw Failure() }
    #expect(throws: EmbeddingRefusal.unreadableFile) {
      try EmbeddedCredit.sample.edits(for: failing)
    }
    let short = PictureBytes(count: 1_000) { _ in [1] }
    #expect(throws: EmbeddingRefusal.unreadableFile) { try EmbeddedCredit.sample.edits(for: short) }
  }
}

extension [UInt8] {
  /// Whether a text is somewhere in it
  func contains(bytes text: String) -> Bool { firstRange(of: text.utf8) != nil }
}
