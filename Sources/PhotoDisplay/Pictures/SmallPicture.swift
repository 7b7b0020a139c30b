/// A small picture: red, green and blue of a pixel, row after row from the top left
package struct SmallPicture: Hashable, Sendable {
  /// In pixels, at least 1
  package let width: Int
  /// In pixels, at least 1
  package let height: Int
  /// 3 × width × height bytes
  package let pixels: [UInt8]

  /// A picture of 3 × width × height bytes
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == 3 * width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
