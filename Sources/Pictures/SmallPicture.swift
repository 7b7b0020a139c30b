import Foundation
package import PhotoSearch
import Platform

/// A small picture: red, green and blue of each pixel, row by row from the top left
package struct SmallPicture: Hashable, Sendable {
  /// Pixels across, at least 1
  package let width: Int
  /// Pixels down, at least 1
  package let height: Int
  /// The picture's 3 × width × height bytes
  package let pixels: [UInt8]
  /// The columns that are part of the picture: 0 to 42.5 if only half of the last of 43 is
  let columns: ClosedRange<Float>
  /// The rows that are part of the picture
  let rows: ClosedRange<Float>

  /// A picture of 3 × width × height bytes
  ///
  /// - Parameters:
  ///   - columns: nil for all
  ///   - rows: nil for all
  package init(
    width: Int, height: Int, pixels: [UInt8], columns: ClosedRange<Float>? = nil,
    rows: ClosedRange<Float>? = nil
  ) {
    precondition(width > 0 && height > 0 && pixels.count == 3 * width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
    self.columns = columns ?? 0...Float(width)
    self.rows = rows ?? 0...Float(height)
  }

  /// The picture turned upright by an Exif orientation, 1 to 8
  func turned(by orientation: Int) -> SmallPicture {
    let isOnSide = orientation >= 5
    let isMirrored = [2, 3, 7, 8].contains(orientation)
    let isUpsideDown = [3, 4, 6, 7].contains(orientation)
    let (wide, high) = isOnSide ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for y in 0..<high {
      for x in 0..<wide {
        let (across, down) = isOnSide ? (y, x) : (x, y)
        let column = isMirrored ? width - 1 - across : across
        let row = isUpsideDown ? height - 1 - down : down
        let start = 3 * (row * width + column)
        turned += pixels[start..<start + 3]
      }
    }
    let across = isMirrored ? Float(width) - columns.upperBound...Float(width) : columns
    let down = isUpsideDown ? Float(height) - rows.upperBound...Float(height) : rows
    return SmallPicture(
      width: wide, height: high, pixels: turned, columns: isOnSide ? down : across,
      rows: isOnSide ? across : down)
  }

  /// A preview of a photo from its BlurHash, else its average color; nil if it has neither
  package init?(before photo: Photo) {
    let blur = photo.blurHash.flatMap { SmallPicture(blurHash: $0) }
    guard let picture = blur ?? photo.color.flatMap({ SmallPicture(color: $0) }) else { return nil }
    self = picture
  }

  /// A picture of one pixel in a color such as `#ff8800`; nil for any other text
  package init?(color: String) {
    let digits = color.utf8.dropFirst()
    guard color.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy(\.isHexDigit), let value = Int(color.dropFirst(), radix: 16)
    else { return nil }
    let pixels = [value >> 16, value >> 8, value].map { UInt8(truncatingIfNeeded: $0) }
    self.init(width: 1, height: 1, pixels: pixels)
  }

  /// The square picture of a BlurHash (https://blurha.sh); nil for invalid text
  ///
  /// - Parameter side: its width in pixels; more than 18 would show nothing new, as a BlurHash has
  ///   at most nine waves across
  package init?(blurHash: String, side: Int = 18) {
    guard let hash = BlurHash(blurHash) else { return nil }
    let (across, down) = (Self.waves(hash.columns, side), Self.waves(hash.rows, side))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * side * side)
    for row in 0..<side {
      for column in 0..<side {
        var sums = [0.0, 0.0, 0.0]
        for (index, color) in hash.colors.enumerated() {
          let share = across[column][index % hash.columns] * down[row][index / hash.columns]
          for part in 0..<3 { sums[part] += color[part] * share }
        }
        pixels += sums.map(BlurHash.shown)
      }
    }
    self.init(width: side, height: side, pixels: pixels)
  }

  /// The cosines of a number of waves at each pixel of a side
  private static func waves(_ count: Int, _ side: Int) -> [[Double]] {
    (0..<side).map { pixel in
      (0..<count).map { wave in cos(.pi * Double(pixel * wave) / Double(side)) }
    }
  }

  /// The picture as a `data:` address of a bitmap with 24 bits a pixel, which web browsers show
  package var bitmapAddress: String {
    var rows: [UInt8] = []
    // Rows run from the lowest up, each pixel is blue, green, red, and a row fills whole words.
    for row in (0..<height).reversed() {
      for start in stride(from: 3 * row * width, to: 3 * (row + 1) * width, by: 3) {
        rows += [pixels[start + 2], pixels[start + 1], pixels[start]]
      }
      rows += [UInt8](repeating: 0, count: width & 3)
    }
    // Bytes of the file, none, where the rows begin; bytes of this head, width, height; 1 plane, 24
    // bits
    let numbers = [54 + rows.count, 0, 54, 40, width, height, 1 | 24 << 16]
    let head = numbers.flatMap { UInt32($0).littleEndianBytes }
    let file = Array("BM".utf8) + head + [UInt8](repeating: 0, count: 24) + rows
    return "data:image/bmp;base64," + Data(file).base64EncodedString()
  }
}

/// The waves that a BlurHash encodes
private struct BlurHash {
  /// Number of waves across
  let columns: Int
  /// Number of waves down
  let rows: Int
  /// Red, green and blue of each wave in linear light; the first is the mean color
  let colors: [[Double]]

  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(200))
    guard bytes.count >= 6, let size = bytes[0..<1].number(in: Self.digits),
      let largest = bytes[1..<2].number(in: Self.digits),
      let mean = bytes[2..<6].number(in: Self.digits)
    else { return nil }
    columns = size % 9 + 1
    rows = size / 9 + 1
    // 83 different digits could encode more than the 9 × 9 allowed sizes.
    guard rows <= 9, bytes.count == 4 + 2 * columns * rows, mean < 1 << 24 else { return nil }
    var colors = [[mean >> 16, mean >> 8 & 255, mean & 255].map(Self.linear)]
    for start in stride(from: 6, to: bytes.count, by: 2) {
      guard let value = bytes[start..<start + 2].number(in: Self.digits) else { return nil }
      let most = Double(largest + 1) / 166
      colors.append(
        [value / 361, value / 19 % 19, value % 19].map { part in
          let wave = Double(part - 9) / 9
          return wave * abs(wave) * most
        })
    }
    self.colors = colors
  }

  /// The linear light of an sRGB value from 0 to 255
  private static func linear(_ value: Int) -> Double {
    let part = Double(value) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  /// The sRGB value of linear light
  static func shown(_ light: Double) -> UInt8 {
    let part = min(1, max(0, light))
    let shown = part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
    return UInt8((shown * 255).rounded())
  }
}
