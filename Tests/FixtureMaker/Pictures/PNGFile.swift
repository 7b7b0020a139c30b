/// A picture of few colors as a file; see the PNG specification, third edition
struct PNGFile: Sendable {
  let width: Int
  let height: Int
  /// At most 256
  let palette: [RGB]
  /// Places in the palette, row by row from the top
  let pixels: [UInt8]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Of the whole file
  var bytes: [UInt8] {
    Self.signature + Self.chunk("IHDR", header) + Self.chunk("PLTE", palette.flatMap(\.bytes))
      + Self.chunk("IDAT", data) + Self.chunk("IEND", [])
  }

  /// A byte a pixel, colors from the palette, not interlaced
  private var header: [UInt8] {
    Self.number(width) + Self.number(height) + [8, 3, 0, 0, 0]
  }

  /// As in RFC 1950; each row begins with its filter, which is none
  private var data: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for row in 0..<height {
      rows.append(0)
      rows += pixels[row * width..<(row + 1) * width]
    }
    return [0x78, 0x01] + Deflate(rows, stride: width + 1).bytes
      + Self.number(Int(Checksum.adler32(rows)))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return number(content.count) + checked + number(Int(Checksum.crc32(checked)))
  }

  /// Four bytes, the highest first
  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
