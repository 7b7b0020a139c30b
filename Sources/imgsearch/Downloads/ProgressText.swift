import PhotoDisplay

/// How far downloads are, as lines of a terminal
enum ProgressText {
  /// One file: its name, a bar, bytes
  ///
  /// - Parameter width: terminal cells, never exceeded
  static func line(_ name: String, _ count: Int, of total: Int?, width: Int) -> String {
    let bytes = total.map { "\(megabytes(count)) of \(megabytes($0))" } ?? megabytes(count)
    let bar = total.map { Self.bar(count, of: $0) } ?? ""
    let rest = "  " + (bar.isEmpty ? "" : bar + "  ") + bytes
    let cells = max(0, min(48, width - rest.count))
    let name = SafeText.line(name, cells: cells)
    let gap = String(repeating: " ", count: max(0, cells - DisplayWidth.of(name)))
    return SafeText.line(name + gap + rest, cells: width)
  }

  /// All of them
  ///
  /// - Parameter all: nil when that is not known yet
  static func total(_ done: Int, of all: Int?, bytes: Int, width: Int) -> String {
    let photos = all.map { "\(done) of \($0) photos" } ?? "\(done) so far"
    return SafeText.line("\(photos) · \(megabytes(bytes))", cells: width)
  }

  /// Bytes in the unit that suits them
  static func megabytes(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(bytes / 1_000) KB" }
    return "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
  }

  private static func bar(_ count: Int, of total: Int) -> String {
    let cells = 20
    let full =
      total > 0 ? min(cells, max(0, Int(Double(cells) * Double(count) / Double(total)))) : 0
    return String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
  }
}
