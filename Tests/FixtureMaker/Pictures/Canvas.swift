/// Pixels to paint on, placed in a scene: positions are the scene's, whatever the size in pixels
struct Canvas {
  /// In pixels
  let width: Int
  let height: Int
  private(set) var pixels: [UInt8]
  /// The part of the scene that is shown
  private let left: Int
  private let top: Int
  private let sceneWidth: Int
  private let sceneHeight: Int

  /// - Parameters:
  ///   - width: in pixels
  ///   - scene: width and height of all that could be shown
  ///   - isSquare: only the middle is shown, as square thumbnails have it
  init(width: Int, of scene: (width: Int, height: Int), isSquare: Bool) {
    let side = min(scene.width, scene.height)
    sceneWidth = isSquare ? side : scene.width
    sceneHeight = isSquare ? side : scene.height
    left = (scene.width - sceneWidth) / 2
    top = (scene.height - sceneHeight) / 2
    self.width = width
    height = max(1, (2 * width * sceneHeight + sceneWidth) / (2 * sceneWidth))
    pixels = Array(repeating: 0, count: width * height)
  }

  /// The color of each row, from its height in the scene
  mutating func fillRows(_ color: (Int) -> UInt8) {
    for row in 0..<height {
      let color = color(sceneY(row))
      for place in row * width..<(row + 1) * width { pixels[place] = color }
    }
  }

  /// All below a line
  ///
  /// - Parameter line: the height in the scene at a place in the scene
  mutating func fill(_ color: UInt8, below line: (Int) -> Int) {
    for column in 0..<width {
      for row in max(0, firstRow(at: line(sceneX(column))))..<max(0, height) {
        pixels[row * width + column] = color
      }
    }
  }

  /// - Parameters:
  ///   - rows: from the top of the shape to its bottom, in the scene
  ///   - span: from where to where it goes at a height; nil for nothing
  mutating func fill(
    _ color: UInt8, rows: ClosedRange<Int>, span: (Int) -> ClosedRange<Int>?
  ) {
    for row in 0..<height where rows.contains(sceneY(row)) {
      guard let span = span(sceneY(row)) else { continue }
      for column in 0..<width where span.contains(sceneX(column)) {
        pixels[row * width + column] = color
      }
    }
  }

  mutating func fillDisc(_ color: UInt8, x: Int, y: Int, radius: Int) {
    fill(color, rows: y - radius...y + radius) { height in
      let square = radius * radius - (height - y) * (height - y)
      let half = Int(Double(square).squareRoot())
      return x - half...x + half
    }
  }

  /// The middle of a pixel in the scene
  private func sceneX(_ column: Int) -> Int { left + (2 * column + 1) * sceneWidth / (2 * width) }
  private func sceneY(_ row: Int) -> Int { top + (2 * row + 1) * sceneHeight / (2 * height) }

  /// The first row whose middle is not above a height
  private func firstRow(at y: Int) -> Int {
    let guess = min(max(0, (y - top) * height / sceneHeight - 1), height)
    return (guess..<height).first { sceneY($0) >= y } ?? height
  }
}
