import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Synchronization

/// Tells what comes of downloads: paths on standard output, bars or lines on standard error
final class DownloadWatch: Sendable {
  private struct State {
    var active: [(id: PhotoID, name: String, count: Int, total: Int?)] = []
    var shown: ContinuousClock.Instant?
    var saved = 0
    var skipped = 0
    var bytes = 0
    var codes: [ExitCode] = []
  }

  private static let pause = Duration.milliseconds(100)

  private let console: Console
  private let total: Int?
  private let hasBars: Bool
  private let state = Mutex(State())

  /// - Parameter total: photos in all; nil when that is not known yet
  init(console: Console, total: Int?) {
    self.console = console
    self.total = total
    hasBars = console.isErrorTerminal && console.environment["TERM"] != "dumb"
  }

  /// - Throws: what printing a path throws.
  @Sendable func report(_ event: DownloadQueue.Event) throws {
    try state.withLock { state in
      switch event {
      case .began(let id, let name):
        state.active.append((id, name, 0, nil))
      case .progress(let id, let count, let total):
        guard let index = state.active.firstIndex(where: { $0.id == id }) else { return }
        (state.active[index].count, state.active[index].total) = (count, total)
        return show(&state, always: false)
      case .saved(let photo, let file, let bytes):
        state.active.removeAll { $0.id == photo.id }
        state.saved += 1
        state.bytes += bytes
        try console.print(file.path + "\n")
        say("saved \(file.lastPathComponent) (\(ProgressText.megabytes(bytes)))")
      case .skipped(_, let file):
        state.skipped += 1
        console.note("\(file.lastPathComponent) is there already")
      case .failed(let id, let error):
        state.active.removeAll { $0.id == id }
        state.codes.append(.unavailable)
        console.note("imgsearch: \(id): \(error)")
      }
      show(&state, always: true)
    }
  }

  /// A photo that could not be had
  func fail(_ failure: CommandFailure) {
    state.withLock { state in
      state.codes.append(failure.code)
      console.note("imgsearch: \(failure.message)")
      show(&state, always: true)
    }
  }

  /// Takes the bars away
  func end() {
    state.withLock { $0.active = [] }
    console.showFoot([])
  }

  /// The closing line, and the exit code: that of all failures, when they have one in common
  func conclude() -> ExitCode {
    state.withLock { state in
      let parts = [
        "\(state.saved) saved", state.skipped > 0 ? "\(state.skipped) there already" : nil,
        state.codes.isEmpty ? nil : "\(state.codes.count) failed",
        ProgressText.megabytes(state.bytes),
      ]
      console.note(parts.compactMap(\.self).joined(separator: " · "))
      let codes = Set(state.codes)
      return codes.count > 1 ? .unavailable : codes.first ?? .success
    }
  }

  /// Where there are no bars
  private func say(_ line: String) {
    if !hasBars { console.note(line) }
  }

  private func show(_ state: inout State, always: Bool) {
    let now = ContinuousClock.now
    guard hasBars, always || state.shown.map({ now - $0 >= Self.pause }) ?? true else { return }
    state.shown = now
    let width = max(10, console.errorWidth - 1)
    var lines = state.active.map {
      ProgressText.line($0.name, $0.count, of: $0.total, width: width)
    }
    let bytes = state.active.reduce(state.bytes) { $0 + $1.count }
    let done = state.saved + state.skipped + state.codes.count
    if !lines.isEmpty {
      lines.append(ProgressText.total(done, of: total, bytes: bytes, width: width))
    }
    console.showFoot(lines)
  }
}

extension Console {
  /// Columns of the terminal that messages go to, else 80
  fileprivate var errorWidth: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
