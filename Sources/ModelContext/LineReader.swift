import Foundation
import Platform
import Synchronization

/// The lines of standard input, read by a thread of its own: a client may be silent for days
package final class LineReader: Sendable {
  enum Line: Sendable {
    case whole(Data)
    /// One with more bytes than a message may have, of which none is kept
    case tooLong
  }

  /// Bytes of a message: the longest has a cursor of 8 for each photo that was shown
  static let maxBytes = 1_000_000
  /// Bytes that are read ahead of what was taken
  private static let maxAhead = 4_000_000

  /// They end with the input
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

  /// Ends it before the client does, as where nobody can be answered any more
  func end() { input.finish() }

  /// Makes room for more, once a line was taken
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
    // A client that writes faster than it is answered waits.
    while ahead.withLock({ $0 }) > Self.maxAhead { usleep(1_000) }
  }

  /// nil at the end, and where nothing can be read
  private func nextPart() -> [UInt8]? {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, -1) < 0 {
      guard errno == EINTR else { return nil }
    }
    do {
      let part = try OpenFile.part(of: STDIN_FILENO, upTo: 65_536)
      return part.isEmpty ? nil : part
    } catch {
      return nil
    }
  }
}
