import Foundation
import PhotoStorage
import Pictures
import Testing

struct PictureTypeTests {
  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xDB], PictureType.jpeg),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
      (Array("GIF89a".utf8), .gif), (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
      (Array("\0\0\0\u{1C}ftypavif\0\0\0\0".utf8), .avif),
      (Array("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1heic".utf8), .heic),
      ([0x49, 0x49, 0x2A, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
    ] as [([UInt8], PictureType)])
  func `a picture is known by its first bytes`(bytes: [UInt8], type: PictureType) {
    #expect(PictureType(start: Data(bytes)) == type)
  }

  @Test(arguments: [
    "", "\u{FF}", "<!doctype html>", "{}", "RIFF\0\0\0\0WAVE", "GIF88a",
    "\0\0\0\u{18}ftypisom\0\0\0\0", "\0\0\0\u{08}ftyp", "%PDF-1.7",
  ])
  func `what is no picture has no type`(text: String) {
    #expect(PictureType(start: Data(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      ("bytes 0-99/200", 0, 99, 200), ("Bytes 5-5/6", 5, 5, 6), ("bytes 0-99/*", 0, 99, nil),
    ] as [(String, Int, Int, Int?)])
  func `a range says which bytes of how many`(text: String, start: Int, end: Int, total: Int?)
    throws
  {
    let range = try #require(ContentRange(text))
    #expect((range.start, range.end, range.total) == (start, end, total))
  }

  @Test(arguments: [
    nil, "", "bytes */200", "bytes 5-4/10", "bytes 0-10/10", "items 0-1/2", "bytes 0-1",
    "bytes 0-99999999999999999999/2", "bytes -1-2/3",
  ])
  func `a range that contradicts itself is none`(text: String?) {
    #expect(ContentRange(text) == nil)
  }
}
