package import PhotoSearch
import Terminal

/// The counts of a download, and what is said of them
package struct DownloadTally: Sendable {
  /// Files being downloaded
  private var active: [(id: PhotoID, file: ProgressText.File)] = []
  /// How many photos ended in each way
  private var counts: [Outcome: Int] = [:]
  /// Saved pictures with all rights reserved
  private var reserved = 0
  /// The smallest of the renditions that are larger than saved pictures
  private var larger: Rendition.Role?
  /// Bytes of the saved pictures
  private var bytes = 0
  /// Bytes received over the network, and since when
  private var received = 0
  private var start: ContinuousClock.Instant?

  package init() {}

  /// The end of a photo in a download
  package enum Outcome: Sendable {
    /// The picture would be saved, in a download that is only tried
    case planned
    case saved
    /// The picture was there already
    case skipped
    /// An earlier run saved the photo
    case leftOut
    /// The picture looks like a saved one
    case copy
    case failed
  }

  package mutating func begin(_ id: PhotoID, _ name: String) {
    active.append((id, ProgressText.File(name: name)))
  }

  /// Notes the bytes of a file that have come so far, and how many it has if that is known
  package mutating func receive(_ count: Int, of total: Int?, for id: PhotoID) {
    guard let index = active.firstIndex(where: { $0.id == id }) else { return }
    let before = active[index].file.count
    // The first bytes may come from an earlier run, so they don't count.
    if before > 0 { received += max(0, count - before) }
    start = start ?? .now
    (active[index].file.count, active[index].file.total) = (count, total)
  }

  /// - Parameter larger: a size with more pixels than the picture that was saved
  package mutating func save(_ photo: Photo, bytes: Int, larger: Rendition.Role?) {
    end(photo.id, .saved)
    self.bytes += bytes
    self.larger = [self.larger, larger].compactMap(\.self).min()
    if photo.license?.id == License.allRightsReserved.id { reserved += 1 }
  }

  /// Counts a photo
  ///
  /// - Parameter id: nil for a photo that no file was begun for
  package mutating func end(_ id: PhotoID?, _ outcome: Outcome) {
    active.removeAll { $0.id == id }
    counts[outcome, default: 0] += 1
  }

  /// The progress as lines for a terminal; none while nothing is being downloaded
  ///
  /// - Parameters:
  ///   - all: photos in all; nil if unknown
  ///   - width: most terminal cells of a line
  ///   - height: most lines of files
  package func lines(of all: Int?, width: Int, height: Int) -> [String] {
    guard !active.isEmpty else { return [] }
    let done = counts.values.reduce(0, +)
    let total = ProgressText.total(
      done, of: all, bytes: active.reduce(bytes) { $0 + $1.file.count }, rate: rate, width: width)
    return ProgressText.lines(active.map(\.file), width: width, height: height) + [total]
  }

  private var rate: Int? {
    guard let start, .now - start > .seconds(1) else { return nil }
    return Int(Double(received) / ((.now - start) / .seconds(1)))
  }

  /// The lines at the end
  ///
  /// - Parameters:
  ///   - size: the option that chooses a larger size; nil if the size was chosen
  ///   - copies: the option that saves copies, too
  package func closing(size option: String?, copies all: String) -> [String] {
    func part(_ outcome: Outcome, _ words: String) -> String? {
      counts[outcome].map { "\($0) \(words)" }
    }
    let saved = counts[.saved] ?? 0
    var lines: [String] = []
    if reserved > 0 {
      lines.append(
        "All rights are reserved for \(reserved) of \(saved) pictures saved; "
          + "ask their authors before you use them")
    }
    if let larger, let option { lines.append("larger ones: \(option) \(larger.rawValue)") }
    let parts = [
      part(.planned, "would be saved") ?? "\(saved) saved",
      part(.skipped, "there already"), part(.leftOut, "saved before"),
      part(.copy, "left out as copies (\(all) saves them)"), part(.failed, "failed"),
      counts[.planned] == nil ? Counts.bytes(bytes) : nil,
    ]
    return lines + [parts.compactMap(\.self).joined(separator: " · ")]
  }
}

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

    package init(name: String, count: Int = 0, total: Int? = nil) {
      (self.name, self.count, self.total) = (name, count, total)
    }
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

/// Counts of fetched pictures
package struct PictureStatistics: Sendable {
  package var requests = 0
  /// Pictures that came and could be read
  package var pictures = 0
  package var bytes = 0
  /// Why the first missing picture could not be shown
  package var problem: String?

  package init() {}

  /// `28 of 30 pictures · 30 requests · 412 KB · 2 missing: …`; nil if none were requested, or if a
  /// recording had all of them
  package func words(isRecorded: Bool) -> String? {
    guard requests > 0, !isRecorded || pictures < requests else { return nil }
    let isMissing = pictures < requests
    let count = isMissing ? "\(pictures) of \(requests)" : "\(pictures)"
    let noun = requests == 1 ? "picture" : "pictures"
    let words = [
      "\(count) \(noun)\(isRecorded ? " from the recording" : "")",
      isRecorded ? nil : Counts.phrase(requests, "request"),
      isRecorded || bytes == 0 ? nil : Counts.bytes(bytes),
      isMissing ? "\(requests - pictures) missing: \(problem ?? "they didn't come in time")" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }
}
