/// A kitten that looks over a hill
struct Kitten: Sendable {
  /// Colors to pick from
  static let furs = [
    RGB(226, 146, 72), RGB(120, 120, 128), RGB(58, 52, 56), RGB(240, 222, 190), RGB(140, 96, 64),
    RGB(245, 245, 240), RGB(176, 168, 160),
  ]
  /// Colors to pick from
  static let eyes = [RGB(120, 190, 70), RGB(230, 180, 40), RGB(70, 160, 220), RGB(200, 110, 30)]

  /// The middle of its head
  private let x: Int
  private let y: Int
  private let radius: Int
  /// Which way it looks: less than 0 is left
  private let look: Int

  /// - Parameter height: of the scene
  init(on hill: Ridge, height: Int, _ random: inout SeededRandom) {
    radius = random.number(140...220) * min(height, 1_000) / 1_000
    x = random.number(330...670)
    y = hill.y(at: x) - radius * random.number(45...80) / 100
    look = random.number(-1...1)
  }

  /// All of it; what the hill hides is painted over later
  func paint(on canvas: inout Canvas) {
    for side in [-1, 1] {
      ear(Paint.fur, side: side, size: 100, on: &canvas)
      ear(Paint.ear, side: side, size: 55, on: &canvas)
    }
    canvas.fillDisc(Paint.fur, x: x, y: y, radius: radius)
    for side in [-1, 1] {
      let place = (x: x + side * radius * 42 / 100, y: y - radius / 10)
      canvas.fillDisc(Paint.eye, x: place.x, y: place.y, radius: radius * 24 / 100)
      canvas.fillDisc(
        Paint.dark, x: place.x + look * radius / 12, y: place.y, radius: radius * 12 / 100)
    }
    canvas.fillDisc(Paint.ear, x: x, y: y + radius * 28 / 100, radius: radius * 10 / 100)
  }

  private typealias Paint = Scene.Paint

  /// A triangle that points away from the middle
  ///
  /// - Parameter size: in hundredths of an ear
  private func ear(_ color: UInt8, side: Int, size: Int, on canvas: inout Canvas) {
    let tip = (x: x + side * radius * 85 / 100, y: y - radius * (85 + 55 * size / 100) / 100)
    let foot = y - radius * 25 / 100
    let middle = x + side * radius * 58 / 100
    let half = radius * 42 / 100 * size / 100
    canvas.fill(color, rows: tip.y...foot) { height in
      let share = (height - tip.y) * 100 / max(1, foot - tip.y)
      let center = tip.x + (middle - tip.x) * share / 100
      return center - half * share / 100...center + half * share / 100
    }
  }
}
