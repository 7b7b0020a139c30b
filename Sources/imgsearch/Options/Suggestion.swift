import PhotoSearch

/// What somebody may have meant
enum Suggestion {
  /// The candidate that is fewest typing errors away, if that is few enough to be likely
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    guard word.count <= 40 else { return nil }
    let distances = candidates.map { ($0, EditDistance.between(Array(word), Array($0))) }
    guard let (best, errors) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    if best.count > 2, word.count > 2, best.hasPrefix(word) { return best }
    return errors <= max(1, best.count / 3) ? best : nil
  }
}
