import PhotoDisplay

/// How far downloads are, as lines of a terminal
enum ProgressText {
  /// One file on its way
  struct File {
    /// Without its extension
    let name: String
    /// Bytes there are
    var count = 0
    /// Bytes there are to be; nil when the host does not say
    var total: Int?
  }

  /// Cells that a name has before there is a bar
  private static let leastName = 12
  private static let barCells = 20

  /// A line for each file: name, bar, bytes; those without room are counted in the last line
  ///
  /// - Parameters:
  ///   - width: terminal cells, never exceeded
  ///   - height: lines at most, at least 1
  static func lines(_ files: [File], width: Int, height: Int) -> [String] {
    let shown = files.count <= height ? files[...] : files.prefix(max(0, height - 1))
    let bytes = shown.map(bytes)
    let widest = bytes.map(\.count).max() ?? 0
    let hasBars = width >= leastName + 2 + barCells + 2 + widest
    let rest = (hasBars ? 2 + barCells : 0) + 2 + widest
    let names = shown.map { SafeText.line($0.name) }
    let cells = max(0, min(names.map(DisplayWidth.of).max() ?? 0, width - rest))
    var lines = zip(shown, zip(names, bytes)).map { file, words in
      let name = shortened(words.0, to: cells).padded(to: cells)
      let line = name + (hasBars ? "  " + bar(file) : "") + "  " + words.1
      return line.truncated(to: width)
    }
    if shown.count < files.count {
      lines.append("and \(files.count - shown.count) more".truncated(to: width))
    }
    return lines
  }

  /// All of them
  ///
  /// - Parameters:
  ///   - all: photos; nil when that is not known yet
  ///   - rate: bytes a second; nil when it is too early to say
  static func total(_ done: Int, of all: Int?, bytes: Int, rate: Int?, width: Int) -> String {
    let parts = [
      all.map { "\(done) of \($0) photos" } ?? "\(done) so far", size(bytes),
      rate.map { "\(size($0))/s" },
    ]
    return parts.compactMap(\.self).joined(separator: " · ").truncated(to: width)
  }

  /// Bytes in the unit that suits them
  static func size(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(bytes / 1_000) KB" }
    return "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
  }

  private static func bytes(_ file: File) -> String {
    file.total.map { "\(size(file.count)) of \(size($0))" } ?? size(file.count)
  }

  /// Names begin alike and end in titles: what is left out is left out in the middle
  private static func shortened(_ name: String, to cells: Int) -> String {
    guard DisplayWidth.of(name) > cells, cells >= leastName else {
      return name.truncated(to: cells)
    }
    let start = name.truncated(to: cells / 3)
    var end = name[...]
    while DisplayWidth.of(String(end)) > cells - DisplayWidth.of(start) { end.removeFirst() }
    return start + end
  }

  /// As wide without a total, and empty
  private static func bar(_ file: File) -> String {
    guard let total = file.total, total > 0 else {
      return String(repeating: " ", count: barCells)
    }
    let part = Double(barCells) * Double(file.count) / Double(total)
    let full = min(barCells, max(0, Int(part)))
    return String(repeating: "█", count: full) + String(repeating: "░", count: barCells - full)
  }
}
