import Foundation
import PhotoSearch
import PhotoStorage
import Pictures
import Synchronization
import Terminal

/// Reports downloads: the path of each saved picture on standard output, progress bars or lines on
/// standard error
final class DownloadProgress: Sendable {
  private struct State {
    var active: [(id: PhotoID, file: ProgressText.File)] = []
    /// When the bars were last drawn
    var drawn: ContinuousClock.Instant?
    var saved = 0
    var skipped = 0
    /// Photos skipped because an earlier run saved them
    var leftOut = 0
    /// Photos skipped because their pictures look like saved ones
    var copies = 0
    /// Saved pictures with all rights reserved
    var reserved = 0
    /// Bytes of the saved pictures
    var bytes = 0
    /// Bytes received over the network, and since when
    var received = 0
    var start: ContinuousClock.Instant?
    var codes: [ExitCode] = []
    /// Whether the program that reads the paths has left
    var isUnread = false
  }

  private static let pause = Duration.milliseconds(100)

  private let console: Console
  private let total: Int?
  private let hasBars: Bool
  private let state = Mutex(State())

  /// - Parameter total: photos in all; nil if unknown
  init(console: Console, total: Int?) {
    self.console = console
    self.total = total
    hasBars = console.showsProgress
  }

  /// - Throws: what printing a path throws.
  @Sendable func report(_ event: DownloadQueue.Event) throws {
    try state.withLock { state in
      switch event {
      case .began(let id, let name):
        state.active.append((id, ProgressText.File(name: name)))
      case .progress(let id, let count, let total):
        note(count, of: total, for: id, in: &state)
        return show(&state, always: false)
      case .saved(let photo, let file, let bytes, let refusal):
        state.active.removeAll { $0.id == photo.id }
        state.saved += 1
        state.bytes += bytes
        if photo.license?.id == License.allRightsReserved.id { state.reserved += 1 }
        try print(file, &state)
        say("saved \(file.lastPathComponent) (\(Counts.bytes(bytes)))")
        if let refusal {
          console.note(
            "\(file.lastPathComponent) stays as it is, without its credit in it: \(refusal.reason)")
        }
      case .skipped(let id, let file):
        state.active.removeAll { $0.id == id }
        state.skipped += 1
        // No line of its own, as the closing line counts skipped pictures.
        try print(file, &state)
      case .failed(let id, DownloadFault.copy(let original)):
        state.active.removeAll { $0.id == id }
        pass(id, original, &state)
      case .failed(let id, let error):
        state.active.removeAll { $0.id == id }
        state.codes.append(.unavailable)
        console.note("imgsearch: \(id): \(ErrorText.line(error))")
      }
      show(&state, always: true)
    }
  }

  /// Reports a photo that could not be found
  func fail(_ failure: CommandFailure) {
    state.withLock { state in
      state.codes.append(failure.code)
      console.note("imgsearch: \(failure.message)")
      show(&state, always: true)
    }
  }

  /// Counts a photo that an earlier run saved
  func leaveOut() {
    state.withLock { $0.leftOut += 1 }
  }

  /// Reports a photo that looks like a saved one
  func passOver(_ id: PhotoID, copyOf original: PhotoID) {
    state.withLock { pass(id, original, &$0) }
  }

  private func pass(_ id: PhotoID, _ original: PhotoID, _ state: inout State) {
    state.copies += 1
    console.note("\(id) looks like \(original), which is saved")
  }

  /// Removes the bars
  func end() {
    state.withLock { $0.active = [] }
    console.showStatus([])
  }

  /// Prints the closing line and returns the exit code: the one that all failures have in common,
  /// if any
  func conclude() -> ExitCode {
    state.withLock { state in
      if state.reserved > 0 {
        console.note(
          "All rights are reserved for \(state.reserved) of \(state.saved) pictures saved; "
            + "ask their authors before you use them")
      }
      let parts = [
        "\(state.saved) saved", state.skipped > 0 ? "\(state.skipped) there already" : nil,
        state.leftOut > 0 ? "\(state.leftOut) saved before" : nil,
        state.copies > 0 ? "\(state.copies) passed over (--all-copies saves them, too)" : nil,
        state.codes.isEmpty ? nil : "\(state.codes.count) failed",
        Counts.bytes(state.bytes),
      ]
      console.note(parts.compactMap(\.self).joined(separator: " · "))
      return ExitCode(ofFailures: state.codes)
    }
  }

  /// Prints a path. If the reader has left, the rest is saved without printing paths.
  private func print(_ file: URL, _ state: inout State) throws {
    guard !state.isUnread else { return }
    do {
      try console.print(file.path + "\n")
    } catch is OutputClosed {
      state.isUnread = true
    }
  }

  private func note(_ count: Int, of total: Int?, for id: PhotoID, in state: inout State) {
    guard let index = state.active.firstIndex(where: { $0.id == id }) else { return }
    let before = state.active[index].file.count
    // The first bytes may come from an earlier run, so they don't count.
    if before > 0 { state.received += max(0, count - before) }
    state.start = state.start ?? .now
    (state.active[index].file.count, state.active[index].file.total) = (count, total)
  }

  /// Prints a line unless bars are shown
  private func say(_ line: String) {
    if !hasBars { console.note(line) }
  }

  private func show(_ state: inout State, always: Bool) {
    let now = ContinuousClock.now
    guard hasBars, always || state.drawn.map({ now - $0 >= Self.pause }) ?? true else { return }
    state.drawn = now
    guard !state.active.isEmpty else { return console.showStatus([]) }
    let size = Console.errorSize
    let width = size.columns - 1
    let lines = ProgressText.lines(
      state.active.map(\.file), width: width, height: max(1, size.rows - 3))
    let bytes = state.active.reduce(state.bytes) { $0 + $1.file.count }
    let notAsked = state.leftOut + state.copies
    let done = state.saved + state.skipped + notAsked + state.codes.count
    let total = ProgressText.total(
      done, of: total, bytes: bytes, rate: rate(state, now), width: width)
    console.showStatus(lines + [total])
  }

  private func rate(_ state: State, _ now: ContinuousClock.Instant) -> Int? {
    guard let start = state.start, now - start > .seconds(1) else { return nil }
    return Int(Double(state.received) / ((now - start) / .seconds(1)))
  }
}

/// The progress of downloads as lines for a terminal
enum ProgressText {
  /// A file being downloaded
  struct File {
    /// The name without its extension
    let name: String
    /// Bytes so far
    var count = 0
    /// Bytes in all; nil if the host doesn't say
    var total: Int?
  }

  /// Least terminal cells of a name; with fewer there is no bar
  private static let minNameCells = 12
  private static let barCells = 20

  /// A line for each file: name, bar, bytes; the last line counts the files that have no room
  ///
  /// - Parameters:
  ///   - width: most terminal cells of a line
  ///   - height: most lines, at least 1
  static func lines(_ files: [File], width: Int, height: Int) -> [String] {
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
  static func total(_ done: Int, of all: Int?, bytes: Int, rate: Int?, width: Int) -> String {
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
    guard let total = file.total, total > 0 else {
      return String(repeating: " ", count: barCells)
    }
    let part = Double(barCells) * Double(file.count) / Double(total)
    let full = min(barCells, max(0, Int(part)))
    return String(repeating: "█", count: full) + String(repeating: "░", count: barCells - full)
  }
}
