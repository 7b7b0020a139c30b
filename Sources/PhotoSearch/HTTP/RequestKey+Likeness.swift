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
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return 500 * row[second.count] / max(first.count, second.count)
  }
}
