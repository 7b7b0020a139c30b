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
    var tally = DownloadTally()
    /// When the bars were last drawn
    var drawn: ContinuousClock.Instant?
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
  @Sendable func report(_ event: PictureDownload.Event) throws {
    try state.withLock { state in
      switch event {
      case .began(let id, let name): state.tally.begin(id, name)
      case .progress(let id, let count, let total):
        state.tally.receive(count, of: total, for: id)
        return show(&state, always: false)
      case .saved(let picture):
        let (name, facts) = (picture.file.lastPathComponent, picture.facts)
        state.tally.save(picture.photo, bytes: facts.bytes, larger: picture.larger)
        try print(picture.file.path, &state)
        let parts = ["saved \(name)", facts.size.map(Self.pixels(of:)), Counts.bytes(facts.bytes)]
        console.note(parts.compactMap(\.self).joined(separator: " · "))
        if let words = picture.shortfall { console.note("\(name) has \(words)") }
        if let refusal = picture.refusal {
          console.note("\(name) stays as it is, without the credit inside: \(refusal.reason)")
        }
      case .planned(_, let file, let source):
        state.tally.end(nil, .planned)
        let pixels = source.size.map(Self.pixels(of:)) ?? "-"
        try print("\(file.path)\t\(pixels)\t\(WebAddress.printable(source.url))", &state)
      case .skipped(let id, let file):
        state.tally.end(id, .skipped)
        // A skipped picture has no line of its own, as the closing line counts them.
        try print(file.path, &state)
      case .failed(let id, DownloadFault.copy(let original)):
        state.tally.end(id, .copy)
        console.note("\(id) looks like \(original), which is saved")
      case .failed(let id, let error):
        state.tally.end(id, .failed)
        state.codes.append(.unavailable)
        console.note("imgsearch: \(id): \(ErrorText.pageLine(error))")
      }
      show(&state, always: true)
    }
  }

  /// Reports a photo that could not be found
  func fail(_ failure: CommandFailure) {
    state.withLock { state in
      state.tally.end(nil, .failed)
      state.codes.append(failure.code)
      console.note("imgsearch: \(failure.message)")
      show(&state, always: true)
    }
  }

  /// Counts a photo that an earlier run saved
  func leaveOut() {
    state.withLock { $0.tally.end(nil, .leftOut) }
  }

  /// Removes the bars, prints the closing lines, and returns the exit code: the one that all
  /// failures have in common, if any
  func conclude() -> ExitCode {
    console.showStatus([])
    return state.withLock { state in
      let size = isSizeTyped ? nil : OptionTable.savedSize.row.flag
      for line in state.tally.closing(size: size, copies: OptionTable.allCopies.row.flag) {
        console.note(line)
      }
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

  private func show(_ state: inout State, always: Bool) {
    let now = ContinuousClock.now
    guard hasBars, always || state.drawn.map({ now - $0 >= Self.pause }) ?? true else { return }
    state.drawn = now
    let size = Console.errorSize
    console.showStatus(
      state.tally.lines(of: total, width: size.columns - 1, height: max(1, size.rows - 3)))
  }
}
