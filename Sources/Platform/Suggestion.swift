/// Suggests a word in place of a mistyped one
package enum Suggestion {
  /// The candidate with the fewest typing errors, if they are few enough to be likely
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    guard word.count <= 40 else { return nil }
    let letters = Array(word.unicodeScalars)
    let distances = candidates.map { ($0, EditDistance.between(letters, Array($0.unicodeScalars))) }
    guard let (best, errors) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    if best.count > 2, word.count > 2, best.begins(with: word) { return best }
    return errors <= max(1, best.count / 3) ? best : nil
  }

  /// `; did you mean list?`; empty for nil
  package static func question(_ meant: String?) -> String {
    meant.map { "; did you mean \($0)?" } ?? ""
  }

  /// The question whether the nearest candidate is meant; empty if none is near
  package static func question(for word: String, among candidates: [String]) -> String {
    question(nearest(to: word, among: candidates))
  }
}

/// The number of typing errors between two words
package enum EditDistance {
  /// How many insertions, deletions, replacements and swaps of neighbors turn one into the other
  package static func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column] + (isSame ? 0 : 1), min(last[column + 1], current[column]) + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
