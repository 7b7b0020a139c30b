import Foundation
import LoopbackServer

/// A picture of 16 colors as a file; see the PNG specification, third edition
struct PNGFile: Sendable {
  let width: Int
  let height: Int
  /// At most 16
  let palette: [RGB]
  /// Places in the palette, row by row from the top
  let pixels: [UInt8]

  private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

  /// Of the whole file
  var bytes: Data {
    Self.signature + Self.chunk("IHDR", header) + Self.chunk("PLTE", Data(palette.flatMap(\.bytes)))
      + Self.chunk("IDAT", data) + Self.chunk("IEND", Data())
  }

  /// Four bits a pixel, colors from the palette, not interlaced
  private var header: Data {
    Self.number(UInt32(width)) + Self.number(UInt32(height)) + [4, 3, 0, 0, 0]
  }

  /// As in RFC 1950; each row begins with its filter, which is none
  private var data: Data {
    var rows = Data()
    for row in 0..<height {
      rows.append(0)
      let places = pixels[row * width..<(row + 1) * width]
      for left in stride(from: places.startIndex, to: places.endIndex, by: 2) {
        rows.append(places[left] << 4 | (left + 1 < places.endIndex ? places[left + 1] : 0))
      }
    }
    return [0x78, 0x01] + Gzip.blocks(rows) + Self.number(Self.adler32(rows))
  }

  private static func chunk(_ name: String, _ content: Data) -> Data {
    let checked = Data(name.utf8) + content
    return number(UInt32(content.count)) + checked + number(Gzip.checksum(checked))
  }

  /// The sum at the end of zlib data, RFC 1950
  private static func adler32(_ bytes: Data) -> UInt32 {
    var (sum, sumOfSums) = (1 as UInt32, 0 as UInt32)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return sumOfSums << 16 | sum
  }

  /// Four bytes, the highest first
  private static func number(_ value: UInt32) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }
}
