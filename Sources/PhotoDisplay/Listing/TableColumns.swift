/// The widths of a table's columns, all known before the first row
struct TableColumns: Hashable, Sendable {
  /// Blanks between two columns
  static let gap = 2
  /// After it there are a blank, the mark of a favorite and a blank
  static let number = 4
  static let widths = 40...10_000

  /// Terminal cells of a whole line; the title has what the others leave
  let total: Int
  /// 0 for a column that is left out for want of room
  let id, pixels, license, author: Int

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 40 count as 40, more than 10,000
  ///     as that
  ///   - longestID: cells of the longest id to be expected
  init(width: Int, longestID: Int) {
    total = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    switch total {
    case ..<60: (pixels, license, author) = (0, 8, 0)
    case ..<72: (pixels, license, author) = (9, 8, 0)
    case ..<96: (pixels, license, author) = (9, 8, max(8, (total - 50) / 3))
    default: (pixels, license, author) = (11, 15, min(24, (total - 60) / 3))
    }
    let others = [pixels, license, author].filter { $0 > 0 }
    let taken = Self.number + 3 + others.reduce(0) { $0 + $1 + Self.gap } + Self.gap
    // A long id may be cut: the number says the same.
    let left = total - taken
    id = min(longestID, total < 60 ? max(10, left - 16) : max(20, left - 30))
  }
}
