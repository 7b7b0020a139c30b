import Foundation
import Platform

/// A harvest's `state.json`; each change appends a line
///
/// The first line is a ``HarvestState``. Each later line is a ``HarvestedSearch`` that replaces the
/// earlier state of that search, so a change costs the same however long the list is. A last line
/// without its line break was cut off by a crash and is ignored. An imgsearch from before the
/// journal only reads a file of one line, and ends with code 65 otherwise.
final class HarvestJournal {
  private let url: URL
  /// The file, opened to append; nil until a line is appended
  private var file: OpenFile?
  /// Length of the first line in bytes
  private var stateBytes = 0
  /// Length of all lines in bytes
  private var bytes = 0
  private var isSynced = true
  /// Whether the file is a single line without a line break, as another program may have written it
  private var isOpenEnded = false

  private static let maxBytes = 1_000_000_000
  /// Bytes that the lines may take, besides three times the first line, before they are merged
  private static let slack = 16_000_000

  /// - Parameter folder: the folder of the harvest
  init(in folder: URL) { url = folder.appending(path: "state.json") }

  /// Reads the file; nil if there is none
  ///
  /// - Throws: ``HarvestFolder/Fault``: `unreadable` and `packed`, and
  ///   ``FileFault/cannotRead`` if it can't be opened.
  func read() throws -> HarvestState? {
    guard let data = try RegularFile.contents(url, limit: Self.maxBytes) else { return nil }
    let firstEnd = data.firstIndex(of: 0x0A).map { $0 + 1 } ?? data.endIndex
    let end = data.lastIndex(of: 0x0A).map { $0 + 1 } ?? data.endIndex
    (stateBytes, bytes, isOpenEnded) = (firstEnd, end, data[..<end].last != 0x0A)
    var state: HarvestState
    let changes: [HarvestedSearch]
    do {
      state = try JSONDecoder().decode(HarvestState.self, from: data[..<firstEnd])
      // Decoding one array is faster than decoding each line.
      let lines = data[firstEnd..<end].dropLast().map { $0 == 0x0A ? UInt8(ascii: ",") : $0 }
      changes = try JSONDecoder().decode(
        [HarvestedSearch].self, from: Data("[".utf8) + lines + Data("]".utf8))
    } catch {
      throw fault("it isn't the state of a harvest")
    }
    guard state.version == HarvestState.version else {
      throw fault("a later imgsearch has written it")
    }
    for change in changes { state.keep(change) }
    guard !state.searches.contains(where: { $0.shard.ends(with: ".gz") }) else {
      throw HarvestFolder.Fault.packed(folder: url.deletingLastPathComponent().path)
    }
    guard state.searches.allSatisfy(\.isSound) else { throw fault("it has been changed") }
    return state
  }

  private func fault(_ reason: String) -> HarvestFolder.Fault {
    .unreadable(path: url.path, reason: "\(reason); harvest into another folder")
  }

  /// Whether there are lines after the first
  var hasChanges: Bool { bytes > stateBytes }

  /// Whether the lines have become so many that they should be merged
  var isLong: Bool { bytes > 3 * stateBytes + Self.slack }

  /// Replaces all lines by one; it is on the disk before the file is replaced
  ///
  /// - Throws: ``FileFault/cannotWrite``; then nothing has changed.
  func write(_ state: HarvestState) throws {
    let line = try RegularFile.line(of: state, for: url)
    let new = try FileReplacement.of(url, permissions: 0o644)
    try new.fill { file in
      try line.withUnsafeBytes { try $0.write(to: file) }
      guard fsync(file) == 0 else { throw FileFault(writing: url) }
    }
    try new.finish()
    (file, stateBytes, bytes) = (nil, line.count, line.count)
    (isSynced, isOpenEnded) = (true, false)
  }

  /// Appends a line; it is only certain to be on the disk after ``sync()``
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func add(_ search: HarvestedSearch) throws {
    try write(RegularFile.line(of: search, for: url), to: opened())
  }

  /// Makes sure that all lines are on the disk
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func sync() throws {
    guard !isSynced, let file else { return }
    guard fsync(file.descriptor) == 0 else { throw FileFault(writing: url) }
    isSynced = true
  }

  /// The opened file, without a line that was cut off
  private func opened() throws -> OpenFile {
    if let file { return file }
    let opened = try RegularFile.opened(url, O_RDWR)
    guard ftruncate(opened.descriptor, off_t(bytes)) == 0 else {
      throw FileFault(writing: url)
    }
    file = opened
    if isOpenEnded { try write(Data("\n".utf8), to: opened) }
    isOpenEnded = false
    return opened
  }

  private func write(_ line: Data, to file: OpenFile) throws {
    try using(url) { try line.withUnsafeBytes { try $0.write(to: file.descriptor, at: bytes) } }
    bytes += line.count
    isSynced = false
  }
}
