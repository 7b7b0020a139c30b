import CommandSyntax
import Foundation
import PhotoDisplay
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
    /// The smallest of the renditions that are larger than saved pictures
    var larger: Rendition.Role?
    /// Pictures that would be saved, in a download that is only tried
    var planned = 0
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
  private let isSizeTyped: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - total: photos in all; nil if unknown
  ///   - isSizeTyped: whether the user said which size to save, so that larger ones aren't
  ///     mentioned
  init(console: Console, total: Int?, isSizeTyped: Bool) {
    (self.console, self.total, self.isSizeTyped) = (console, total, isSizeTyped)
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
      case .saved(let picture):
        let (photo, facts) = (picture.photo, picture.facts)
        let name = picture.file.lastPathComponent
        state.active.removeAll { $0.id == photo.id }
        state.saved += 1
        state.bytes += facts.bytes
        state.larger = [state.larger, picture.larger].compactMap(\.self).min()
        if photo.license?.id == License.allRightsReserved.id { state.reserved += 1 }
        try print(picture.file.path, &state)
        let parts = ["saved \(name)", facts.size.map(Self.pixels(of:)), Counts.bytes(facts.bytes)]
        console.note(parts.compactMap(\.self).joined(separator: " · "))
        if let words = picture.shortfall { console.note("\(name) has \(words)") }
        if let refusal = picture.refusal {
          console.note("\(name) stays as it is, without the credit inside: \(refusal.reason)")
        }
      case .planned(_, let file, let source):
        state.planned += 1
        let pixels = source.size.map(Self.pixels(of:)) ?? "-"
        try print("\(file.path)\t\(pixels)\t\(WebAddress.printable(source.url))", &state)
      case .skipped(let id, let file):
        state.active.removeAll { $0.id == id }
        state.skipped += 1
        // A skipped picture has no line of its own, as the closing line counts them.
        try print(file.path, &state)
      case .failed(let id, DownloadFault.copy(let original)):
        state.active.removeAll { $0.id == id }
        state.copies += 1
        console.note("\(id) looks like \(original), which is saved")
      case .failed(let id, let error):
        state.active.removeAll { $0.id == id }
        state.codes.append(.unavailable)
        console.note("imgsearch: \(id): \(ErrorText.pageLine(error))")
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
      if let larger = state.larger, !isSizeTyped {
        console.note("larger ones: \(OptionTable.savedSize.row.flag) \(larger.rawValue)")
      }
      let parts = [
        state.planned > 0 ? "\(state.planned) would be saved" : "\(state.saved) saved",
        state.skipped > 0 ? "\(state.skipped) there already" : nil,
        state.leftOut > 0 ? "\(state.leftOut) saved before" : nil,
        state.copies > 0 ? "\(state.copies) left out as copies (--all-copies saves them)" : nil,
        state.codes.isEmpty ? nil : "\(state.codes.count) failed",
        state.planned > 0 ? nil : Counts.bytes(state.bytes),
      ]
      console.note(parts.compactMap(\.self).joined(separator: " · "))
      return ExitCode(ofFailures: state.codes)
    }
  }

  private static func pixels(of size: PixelSize) -> String { "\(size.width)×\(size.height)" }

  /// Prints a line. If the reader has left, the rest is saved without printing paths.
  private func print(_ line: String, _ state: inout State) throws {
    guard !state.isUnread else { return }
    do {
      try console.print(line + "\n")
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
