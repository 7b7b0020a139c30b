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
    (self.width, self.height, self.pixels) = (width, height, pixels)
    (self.columns, self.rows) = (columns ?? 0...Float(width), rows ?? 0...Float(height))
  }
}

extension SmallPicture {
  /// The picture turned upright by an Exif orientation, 1 to 8
  func turned(by orientation: Int) -> SmallPicture {
    let isOnSide = orientation >= 5
    let (isMirrored, isUpsideDown) = (
      [2, 3, 7, 8].contains(orientation), [3, 4, 6, 7].contains(orientation)
    )
    let (wide, high) = isOnSide ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for y in 0..<high {
      for x in 0..<wide {
        let (across, down) = isOnSide ? (y, x) : (x, y)
        let column = isMirrored ? width - 1 - across : across
        let row = isUpsideDown ? height - 1 - down : down
        let place = 3 * (row * width + column)
        turned += pixels[place..<place + 3]
      }
    }
    let across = isMirrored ? Float(width) - columns.upperBound...Float(width) : columns
    let down = isUpsideDown ? Float(height) - rows.upperBound...Float(height) : rows
    return SmallPicture(
      width: wide, height: high, pixels: turned, columns: isOnSide ? down : across,
      rows: isOnSide ? across : down)
  }
}
