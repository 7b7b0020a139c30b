import Terminal

/// The progress of downloads as lines for a terminal
package enum ProgressText {
  /// A file being downloaded
  package struct File: Sendable {
    /// The name without its extension
    package let name: String
    /// Bytes so far
    package var count = 0
    /// Bytes in all; nil if the host doesn't say
    package var total: Int?
  }

  /// Least terminal cells of a name; with fewer there is no bar
  private static let minNameCells = 12
  private static let barCells = 20

  /// A line for each file: name, bar, bytes; the last line counts the files that have no room
  ///
  /// - Parameters:
  ///   - width: most terminal cells of a line
  ///   - height: most lines, at least 1
  package static func lines(_ files: [File], width: Int, height: Int) -> [String] {
    let shown = files.count <= height ? files[...] : files.prefix(max(0, height - 1))
    let bytes = shown.map(bytes)
    let widest = bytes.map(\.count).max() ?? 0
    let hasBars = width >= minNameCells + 2 + barCells + 2 + widest
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

  /// The line for all files together
  ///
  /// - Parameters:
  ///   - all: photos in all; nil if unknown
  ///   - rate: bytes per second; nil if it is too early to tell
  package static func total(_ done: Int, of all: Int?, bytes: Int, rate: Int?, width: Int) -> String
  {
    let parts = [
      all.map { "\(done) of \($0) photos" } ?? "\(done) so far", Counts.bytes(bytes),
      rate.map { "\(Counts.bytes($0))/s" },
    ]
    return parts.compactMap(\.self).joined(separator: " · ").truncated(to: width)
  }

  private static func bytes(_ file: File) -> String {
    file.total.map { "\(Counts.bytes(file.count)) of \(Counts.bytes($0))" }
      ?? Counts.bytes(file.count)
  }

  /// A name shortened in the middle, because its end, often a title, tells files apart best
  private static func shortened(_ name: String, to cells: Int) -> String {
    guard DisplayWidth.of(name) > cells, cells >= minNameCells else {
      return name.truncated(to: cells)
    }
    let start = name.truncated(to: cells / 3)
    var end = name[...]
    while DisplayWidth.of(String(end)) > cells - DisplayWidth.of(start) { end.removeFirst() }
    return start + end
  }

  /// A progress bar; blanks of the same width if the total is unknown
  private static func bar(_ file: File) -> String {
    guard let total = file.total, total > 0 else { return String(repeating: " ", count: barCells) }
    let part = Double(barCells) * Double(file.count) / Double(total)
    let full = min(barCells, max(0, Int(part)))
    return String(repeating: "█", count: full) + String(repeating: "░", count: barCells - full)
  }
}

/// The progress of many searches that run one after another
package struct HarvestProgress: Sendable {
  /// All searches of the list
  package var searches = 0
  /// Complete searches of the list
  package var whole = 0
  package var photos = 0
  /// Searches done in this run
  package var done = 0
  /// The part done of the search that runs
  package var part = 0.0
  private let start = ContinuousClock.now

  package init() {}

  /// The progress in words: `12 of 50 searches · 340 photos`
  package var summary: String {
    "\(Counts.grouped(whole)) of \(Counts.phrase(searches, "search", "searches")) · "
      + Counts.phrase(photos, "photo")
  }

  /// The time that the rest takes if it takes as long as the searches before: `about 12 min left`;
  /// nil where it is too early to tell
  ///
  /// - Parameter rest: searches that are left, with the one that runs
  package func timeLeft(for rest: Int) -> String? {
    let (elapsed, share) = ((.now - start) / .seconds(1), Double(done) + part)
    guard elapsed > 5, share > 0.1 else { return nil }
    return "\(Counts.rough(seconds: elapsed / share * (Double(rest) - part))) left"
  }
}
