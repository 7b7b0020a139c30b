package import Foundation
import PhotoSearch
import Pictures

/// Pictures that are made as their formats say, and hold next to nothing
package enum SamplePicture {
  // MARK: JPEG

  /// One block of gray, with other segments before its tables
  package static func jpeg(_ segments: [[UInt8]] = [jfif], trailer: [UInt8] = []) -> Data {
    let frame = segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    let tables = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
    let parts = [[0xFF, 0xD8]] + segments + [tables, frame, scan, [0xFF, 0xD9], trailer]
    return Data(parts.flatMap { $0 })
  }

  package static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + UInt16(payload.count + 2).bigEndianBytes + payload
  }

  package static func segment(_ marker: UInt8, _ name: String, _ rest: [UInt8] = []) -> [UInt8] {
    segment(marker, Array(name.utf8) + rest)
  }

  package static func xmpSegment(_ packet: String) -> [UInt8] {
    segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", Array(packet.utf8))
  }

  package static func exifSegment(artist: String) -> [UInt8] {
    segment(0xE1, "Exif\0\0", exif(artist: artist))
  }

  /// A first directory with one text of more than four bytes
  package static func exif(artist: String) -> [UInt8] {
    let text = Array(artist.utf8) + [0]
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x3B, 0, 2]
    return header + UInt32(text.count).bigEndianBytes + [0, 0, 0, 26, 0, 0, 0, 0] + text
  }

  /// Photoshop's resources with IPTC's by-line and credit
  package static func iptcSegment(byLine: String, credit: String) -> [UInt8] {
    func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number] + UInt16(text.utf8.count).bigEndianBytes + Array(text.utf8)
    }
    let sets = dataset(80, byLine) + dataset(110, credit)
    let other = Array("8BIM".utf8) + [0x03, 0xED, 0, 0, 0, 0, 0, 1, 9, 0]
    let resource =
      Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + UInt32(sets.count).bigEndianBytes + sets
    return segment(0xED, "Photoshop 3.0\0", other + resource)
  }

  // MARK: PNG

  /// One pixel, with other chunks before and behind it
  package static func png(_ before: [[UInt8]] = [], after: [[UInt8]] = [], trailer: [UInt8] = [])
    -> Data
  {
    let header = chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    let pixels = chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1])
    let chunks = [header] + before + [pixels] + after + [chunk("IEND", []), trailer]
    return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { $0 })
  }

  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return UInt32(data.count).bigEndianBytes + checked + CRC32.of(checked).bigEndianBytes
  }

  package static func chunk(_ type: String, _ text: String) -> [UInt8] {
    chunk(type, Array(text.utf8))
  }

  package static func xmpChunk(_ packet: String) -> [UInt8] {
    chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0" + packet)
  }

  // MARK: WebP

  package static func webP(_ chunks: [[UInt8]], trailer: [UInt8] = []) -> Data {
    let body = Array("WEBP".utf8) + chunks.flatMap { $0 }
    return Data(Array("RIFF".utf8) + UInt32(body.count).littleEndianBytes + body + trailer)
  }

  package static func riffChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: data.count % 2)
    return Array(type.utf8) + UInt32(data.count).littleEndianBytes + data + padding
  }

  /// A key frame of 300 by 2 pixels, which says so and has an odd number of bytes
  package static let lossy = riffChunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x41, 2, 0, 7])

  /// Of 300 by 2 pixels, with or without transparency
  package static func lossless(hasAlpha: Bool) -> [UInt8] {
    let bits = UInt32(299 | 1 << 14 | (hasAlpha ? 1 << 28 : 0))
    return riffChunk("VP8L", [0x2F] + bits.littleEndianBytes + [0x11])
  }

  package static func extended(flags: UInt8) -> [UInt8] {
    riffChunk("VP8X", [flags, 0, 0, 0, 0x2B, 1, 0, 1, 0, 0])
  }
}
