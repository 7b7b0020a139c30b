/// Lines at the foot of a terminal that are written anew in their place
struct ProgressBlock {
  private var height = 0

  /// What to write so that these lines stand where those before stood
  ///
  /// - Parameter lines: none wider than the terminal
  mutating func replace(with lines: [String]) -> String {
    let start = height > 0 ? "\u{1B}[\(height)A\r\u{1B}[J" : ""
    height = lines.count
    return start + lines.map { $0 + "\n" }.joined()
  }
}
