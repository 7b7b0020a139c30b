/// The line of a hill against what is behind it
struct Ridge: Sendable {
  /// Its height at places that are equally far from each other, the first and the last at the edges
  private let heights: [Int]

  init(from top: Int, to bottom: Int, peaks: Int, _ random: inout SeededRandom) {
    heights = (0...peaks).map { _ in random.number(top...bottom) }
  }

  /// Its height at a place, smooth between those that are given
  func y(at x: Int) -> Int {
    let scale = 1_000
    let place = min(max(0, x), Scene.width - 1) * (heights.count - 1)
    let index = place / Scene.width
    let rest = place % Scene.width * scale / Scene.width
    let share = rest * rest / scale * (3 * scale - 2 * rest) / scale
    return heights[index] + (heights[index + 1] - heights[index]) * share / scale
  }
}
