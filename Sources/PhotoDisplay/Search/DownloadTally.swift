package import PhotoSearch
import Synchronization
package import Terminal

/// Shows a download on a console: paths on standard output, and progress bars below all messages
package final class DownloadDisplay: Sendable {
  private struct State {
    var tally = DownloadTally()
    /// When the bars were last drawn
    var drawn: ContinuousClock.Instant?
  }

  private static let pause = Duration.milliseconds(100)

  private let console: Console
  private let total: Int?
  private let state = Mutex(State())
  /// Whether the program that reads the paths has left
  private let isUnread = Atomic(false)

  /// - Parameter total: photos in all; nil if unknown
  package init(on console: Console, of total: Int?) {
    self.console = console
    self.total = total
  }

  /// Takes a step of the download, one after another, and draws the bars
  ///
  /// - Parameters:
  ///   - isFrequent: whether there are many such steps, after which the bars need not be drawn
  ///   - body: counts the step and prints about it
  package func step<Failure: Error>(
    isFrequent: Bool = false, _ body: (inout DownloadTally) throws(Failure) -> Void
  ) throws(Failure) {
    try state.withLock { state throws(Failure) in
      try body(&state.tally)
      let now = ContinuousClock.now
      guard console.showsProgress,
        !isFrequent || state.drawn.map({ now - $0 >= Self.pause }) ?? true
      else { return }
      state.drawn = now
      let size = Console.errorSize
      console.showStatus(
        state.tally.lines(of: total, width: size.columns - 1, height: max(1, size.rows - 3)))
    }
  }

  /// Prints a line on standard output. If its reader has left, the download goes on without
  ///
  /// - Throws: what printing throws.
  package func print(_ line: String) throws {
    guard !isUnread.load(ordering: .relaxed) else { return }
    do { try console.print(line + "\n") } catch is OutputClosed {
      isUnread.store(true, ordering: .relaxed)
    }
  }

  /// Removes the bars, and prints the closing lines
  ///
  /// - Parameters:
  ///   - size: the option that chooses a larger size; nil if the size was chosen
  ///   - copies: the option that saves copies, too
  package func end(size: String?, copies: String) {
    console.showStatus([])
    for line in state.withLock({ $0.tally.closing(size: size, copies: copies) }) {
      console.note(line)
    }
  }
}

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
