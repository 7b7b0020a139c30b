import Foundation
package import PhotoSearch

/// 256 bits that describe how a picture looks: copies that were scaled, compressed or brightened
/// differ in few bits, other pictures in about half
///
/// The brightness of the picture is scaled to 64 × 64 pixels, whatever its shape. Of its cosine
/// transform the 16 × 16 lowest frequencies are used; each bit tells whether one is above their
/// median. `Tests/Pictures/copies.py` measures how well that recognizes copies.
package struct PerceptualHash: Hashable, Sendable {
  /// Most bits in which two look-alikes differ
  package static let maxDistance = 51
  /// Least pixels of a rendition's longer side; smaller ones have too few blocks for a hash
  package static let minLongerSide = 340
  /// Pixels of the file per pixel of the reduced picture
  private static let scale: Float = 8

  /// Least distance from the median for half of the frequencies; rounding alone moves them by about
  /// a quarter of this
  private static let leastDistance: Float = 60
  private static let side = 64
  private static let frequencies = 16

  /// 8 bits in each byte, the first in its lowest bit
  private let bits: SIMD32<UInt8>

  /// The number of bits that differ
  package func distance(to other: PerceptualHash) -> Int {
    let words = unsafeBitCast(bits ^ other.bits, to: SIMD4<UInt64>.self)
    return words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount }
  }

  /// The hash of a photo, from one of its pictures
  ///
  /// - Parameters:
  ///   - picture: a rendition at an eighth of its size
  ///   - size: the photo's size in pixels
  /// - Returns: nil if the rendition is cropped, too small, or has too little detail
  package init?(eighth picture: SmallPicture, of size: PixelSize?) {
    let width = (picture.columns.upperBound - picture.columns.lowerBound) * Self.scale
    let height = (picture.rows.upperBound - picture.rows.lowerBound) * Self.scale
    guard let size, max(width, height) >= Float(Self.minLongerSide),
      let pixels = PixelSize(width: Int(width), height: Int(height)), pixels.hasShape(of: size)
    else { return nil }
    self.init(picture)
  }

  /// The hash of an uncropped rendition at an eighth of its size, at least ``minLongerSide`` long
  ///
  /// - Returns: nil if the picture has too little detail, as its bits would be random
  package init?(_ picture: SmallPicture) {
    // 16 rows of the 16 lowest frequencies, the mean first (DCT-II)
    let rows = Self.transformed(Self.square(picture), rows: Self.side)
    let coefficients = Self.transformed(rows, rows: Self.frequencies)
    let sorted = coefficients.sorted()
    let middle = sorted.count / 2
    let median = (sorted[middle - 1] + sorted[middle]) / 2
    let distances = coefficients.map { abs($0 - median) }.sorted()
    guard distances[middle] >= Self.leastDistance else { return nil }
    var bits = SIMD32<UInt8>()
    for (index, coefficient) in coefficients.enumerated() where coefficient > median {
      bits[index / 8] |= 1 << UInt8(index % 8)
    }
    self.bits = bits
  }

  /// The brightness as 64 rows of 64 pixels
  private static func square(_ picture: SmallPicture) -> [Float] {
    let pixels = picture.pixels.map(Float.init)
    let light = stride(from: 0, to: pixels.count, by: 3).map { start -> Float in
      0.299 * pixels[start] + 0.587 * pixels[start + 1] + 0.114 * pixels[start + 2]
    }
    let narrowed = resampled(light, rows: picture.height, picture.columns)
    return resampled(narrowed, rows: side, picture.rows)
  }

  /// Scales each row to 64 values, and swaps rows and columns: two calls scale both and swap back
  ///
  /// - Parameter part: the part of each row to use
  private static func resampled(
    _ values: [Float], rows: Int, _ part: ClosedRange<Float>
  ) -> [Float] {
    let count = values.count / rows
    let scale = (part.upperBound - part.lowerBound) / Float(side)
    // Half the width of the triangle filter, in source pixels; at least 1, so that enlarging
    // interpolates
    let reach = max(scale, 1)
    var result = [Float](repeating: 0, count: side * rows)
    for target in 0..<side {
      let center = part.lowerBound + (Float(target) + 0.5) * scale - 0.5
      let near = max(0, Int((center - reach).rounded(.up)))
      let far = min(count - 1, Int((center + reach).rounded(.down)))
      let weights = (near...far).map { max(0, 1 - abs(Float($0) - center) / reach) }
      let whole = weights.reduce(0, +)
      for row in 0..<rows {
        var sum: Float = 0
        for index in near...far { sum += values[row * count + index] * weights[index - near] }
        result[target * rows + row] = sum / whole
      }
    }
    return result
  }

  /// The lowest frequencies of rows of 64 values, with rows and columns swapped
  private static func transformed(_ values: [Float], rows: Int) -> [Float] {
    var result = [Float](repeating: 0, count: frequencies * rows)
    for frequency in 0..<frequencies {
      for row in 0..<rows {
        var sum: Float = 0
        for index in 0..<side { sum += values[row * side + index] * cosines[frequency][index] }
        result[frequency * rows + row] = sum
      }
    }
    return result
  }

  private static let cosines: [[Float]] = (0..<frequencies).map { frequency in
    (0..<side).map { index in
      let angle = Double.pi * Double(frequency * (2 * index + 1)) / Double(2 * side)
      return Float(cos(angle) * (frequency == 0 ? 0.5.squareRoot() : 1))
    }
  }

  /// The hash as 32 bytes, for the database
  package var bytes: [UInt8] { bits.indices.map { bits[$0] } }

  /// Reads ``bytes``; nil unless there are 32
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    bits = SIMD32(bytes)
  }
}
