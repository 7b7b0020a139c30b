internal import Foundation
internal import Platform
private import Synchronization

/// The exchanges of a recording until it is written, as JSON in a file without a name: together
/// they are too large for memory
///
/// Exchanges beyond the largest size of a recording are counted, but not kept.
final class RecordingSpool: Sendable {
  private struct State {
    var file: OpenFile?
    var end = 0
    var pieces: [Int: HARFile.Row] = [:]
    var dropped = 0
    var failure: POSIXError?
  }

  private let folder: URL
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: the file is on this folder's disk
  ///   - limit: most bytes to keep
  init(in folder: URL, limit: Int) {
    (self.folder, self.limit) = (folder, limit)
  }

  /// Whether nothing was recorded, and nothing was dropped or failed
  var isEmpty: Bool {
    state.withLock { $0.pieces.isEmpty && $0.dropped == 0 && $0.failure == nil }
  }

  /// How many exchanges there was no room for
  var dropped: Int { state.withLock { $0.dropped } }

  /// The exchanges in the order of their numbers
  ///
  /// - Throws: why an exchange could not be kept.
  var pieces: [HARFile.Row] {
    get throws {
      try state.withLock { state in
        if let failure = state.failure { throw failure }
        return state.pieces.sorted { $0.key < $1.key }.map(\.value)
      }
    }
  }

  /// Keeps an exchange; an error is thrown later, by `pieces`
  func add(_ entry: HARDocument.Entry, number: Int) {
    // One at a time, because encoding takes several times the size of an exchange.
    state.withLock { state in
      guard state.failure == nil else { return }
      do {
        let data = Data(entry.json.utf8)
        guard state.end + data.count <= limit else { return state.dropped += 1 }
        let file = try state.file ?? OpenFile.nameless(in: folder.path)
        state.file = file
        try data.withUnsafeBytes { try $0.write(to: file.descriptor, at: state.end) }
        let range = state.end..<state.end + data.count
        state.pieces[number] = HARFile.Row(
          method: entry.method, url: entry.url, range: range)
        state.end = range.upperBound
      } catch {
        state.failure = error as? POSIXError ?? POSIXError(.EIO)
      }
    }
  }

  /// Passes on the JSON of an exchange, part by part
  func read(_ piece: HARFile.Row, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let file = state.withLock({ $0.file }) else { throw POSIXError(.EBADF) }
    var rest = piece.range
    while !rest.isEmpty {
      let bytes = try OpenFile.part(
        of: file.descriptor, upTo: min(rest.count, 1 << 20), at: rest.lowerBound)
      guard !bytes.isEmpty else { throw POSIXError(.EIO) }
      try bytes.withUnsafeBytes(take)
      rest = rest.dropFirst(bytes.count)
    }
  }
}
