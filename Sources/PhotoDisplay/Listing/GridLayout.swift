/// How a grid divides the width it has
struct GridLayout: Hashable, Sendable {
  /// A cell narrower than this has no room for its lines
  static let narrowestCell = 10
  /// A cell at least this wide is chosen when nobody asks for a number of columns
  static let comfortableCell = 34
  static let widths = 10...10_000

  let columns: Int
  /// Terminal cells of one column, without the gap
  let cell: Int
  /// Blanks between two columns
  let gap: Int

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 10 count as 10, more than 10,000 as that
  ///   - columns: as asked, where at least 10 cells remain for each; nil for as many as fit well
  init(width: Int, columns: Int?) {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let wanted = columns ?? (width + 2) / (Self.comfortableCell + 2)
    let most = (width + 1) / (Self.narrowestCell + 1)
    self.columns = max(1, min(wanted, most))
    gap = (width - 2 * (self.columns - 1)) / self.columns >= 16 ? 2 : 1
    cell = (width - gap * (self.columns - 1)) / self.columns
  }

  /// Cells of the number and the blanks after it
  func gutter(for number: Int) -> Int {
    let digits = max(2, String(number).utf8.count)
    return min(digits, cell / 2) + gap
  }
}
