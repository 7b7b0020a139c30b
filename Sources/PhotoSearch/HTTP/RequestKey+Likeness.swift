extension RequestKey {
  /// How far another request is from this one: 0 for the same, more for each parameter that
  /// differs, less when only its spelling does
  func distance(to other: RequestKey) -> Int {
    var sum = method == other.method ? 0 : 4_000
    sum += address == other.address ? 0 : 2_000 + Self.spelling(address, other.address)
    var left = items[...]
    var right = other.items[...]
    while let first = left.first, let second = right.first {
      if first.name == second.name {
        sum += first.value == second.value ? 0 : 500 + Self.spelling(first.value, second.value)
        left.removeFirst()
        right.removeFirst()
      } else if first.name < second.name {
        sum += 1_000
        left.removeFirst()
      } else {
        sum += 1_000
        right.removeFirst()
      }
    }
    return sum + 1_000 * (left.count + right.count)
  }

  /// Letters to change to make one word the other, as a share of the longer: 0 to 500
  private static func spelling(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased().unicodeScalars.prefix(64))
    let second = Array(second.lowercased().unicodeScalars.prefix(64))
    guard !first.isEmpty, !second.isEmpty else { return 500 }
    let distance = EditDistance.between(first, second)
    return 500 * distance / max(first.count, second.count)
  }
}

/// How far one word is from another, for what somebody may have meant
package enum EditDistance {
  /// The insertions, deletions, replacements and swaps of neighbours that make one the other
  package static func between<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
