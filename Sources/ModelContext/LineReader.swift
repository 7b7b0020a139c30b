import Foundation
import Platform
import Synchronization

/// Reads lines of standard input on a thread of its own, because a client may be silent for days
package final class LineReader: Sendable {
  enum Line: Sendable {
    case whole(Data)
    /// A line with more bytes than a message may have; its content is dropped
    case tooLong
  }

  /// Most bytes of a message; the longest have a cursor with 8 bytes for each photo shown
  static let maxBytes = 1_000_000
  /// Most bytes to read ahead
  private static let maxAhead = 4_000_000

  /// The lines read so far and later; they end with the input
  let lines: AsyncStream<Line>
  private let input: AsyncStream<Line>.Continuation
  private let ahead = Mutex(0)

  package init() {
    (lines, input) = AsyncStream.makeStream()
    SystemThread.start { [self] in
      read(into: input)
      input.finish()
    }
  }

  /// Ends the lines early, e.g. when answers can't be written any more
  func end() { input.finish() }

  /// Makes room for more input, after a line was handled
  func forget(_ line: Line) {
    if case .whole(let data) = line { ahead.withLock { $0 -= data.count } }
  }

  private func read(into lines: AsyncStream<Line>.Continuation) {
    var line: [UInt8] = []
    var isTooLong = false
    while let part = nextPart() {
      var rest = part[...]
      while let end = rest.firstIndex(of: 0x0A) {
        if !isTooLong { give(line + rest[..<end], to: lines) }
        (line, isTooLong) = ([], false)
        rest = rest[(end + 1)...]
      }
      if !isTooLong { line += rest }
      guard line.count > Self.maxBytes else { continue }
      give(line, to: lines)
      (line, isTooLong) = ([], true)
    }
    if !line.isEmpty { give(line, to: lines) }
  }

  private func give(_ line: [UInt8], to lines: AsyncStream<Line>.Continuation) {
    guard line.count <= Self.maxBytes else {
      lines.yield(.tooLong)
      return
    }
    ahead.withLock { $0 += line.count }
    lines.yield(.whole(Data(line)))
    // Waits, so that a client that writes faster than it is answered has to wait too.
    while ahead.withLock({ $0 }) > Self.maxAhead { usleep(1_000) }
  }

  /// The next bytes of standard input; nil at the end, and if reading fails
  private func nextPart() -> [UInt8]? {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, -1) < 0 {
      guard errno == EINTR else { return nil }
    }
    let part = ifReadable { try OpenFile.part(of: STDIN_FILENO, upTo: 65_536) } ?? []
    return part.isEmpty ? nil : part
  }
}
