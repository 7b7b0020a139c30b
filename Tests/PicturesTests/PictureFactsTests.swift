import FixtureMaker
import Foundation
import PhotoSearch
import Pictures
import Testing

struct PictureFactsTests {
  /// A GIF's header, with a width and a height
  private static let gif = Data("GIF89a".utf8) + Data([0x80, 0x07, 0x38, 0x04, 0, 0, 0])

  private static let jpeg: Data = {
    var bytes = [UInt8](
      SamplePicture.jpeg([SamplePicture.jfif, SamplePicture.exifSegment(artist: "J")]))
    if let frame = bytes.firstRange(of: [0xFF, 0xC0]) {
      bytes.replaceSubrange(
        frame.upperBound + 3..<frame.upperBound + 7, with: [0x04, 0xE5, 0x07, 0x58])
    }
    return Data(bytes)
  }()

  @Test(
    arguments: [
      (jpeg, 1_880, 1_253), (SamplePicture.png(), 1, 1), (gif, 1_920, 1_080),
      (SamplePicture.webP([SamplePicture.lossy]), 300, 2),
      (SamplePicture.webP([SamplePicture.lossless(hasAlpha: true)]), 300, 2),
      (SamplePicture.webP([SamplePicture.extended(flags: 0), SamplePicture.lossy]), 300, 2),
    ] as [(Data, Int, Int)])
  func `a picture's pixels are those of its header`(file: Data, width: Int, height: Int) throws {
    let facts = try PictureFacts(of: PictureBytes(file))
    #expect((facts.size, facts.bytes) == (PixelSize(width: width, height: height), file.count))
  }

  @Test(arguments: [
    jpeg.prefix(40), gif.prefix(7), Data("a text".utf8), Data([0xFF, 0xD8, 0xFF]), Data(),
  ])
  func `a file whose header is cut off has no size, and a hash all the same`(file: Data) throws {
    let facts = try PictureFacts(of: PictureBytes(Data(file)))
    #expect((facts.size, facts.sha256.count) == (nil, 64))
  }

  @Test func `the hash is that of FIPS 180's examples, in parts and at once`() throws {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try PictureFacts(of: PictureBytes(Data("abc".utf8))).sha256 == abc)
    let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    let file = PictureBytes(Data(repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(try PictureFacts(of: file).sha256 == million)
  }
}
