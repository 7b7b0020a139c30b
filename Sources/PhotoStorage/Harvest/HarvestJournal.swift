import Foundation
import PhotoSearch
import Platform

/// A harvest's `state.json`, to which each change adds a line
///
/// The first line is a ``HarvestState``. Each line after it is a ``HarvestedSearch``, in place of what
/// the lines before say of that search, so that what a change writes doesn't grow with the list. A line
/// without its line break is what a program left that was ended while it wrote, and doesn't count. An
/// imgsearch from before the journal reads a file of one line, and refuses any other with code 65.
final class HarvestJournal {
  private let url: URL
  /// nil until a line is added
  private var file: OpenFile?
  /// Bytes of the first line
  private var stateBytes = 0
  /// Bytes of all lines
  private var bytes = 0
  private var isSynced = true
  /// Whether the only line has no break, as others may have written it
  private var isOpenEnded = false

  private static let maxBytes = 1_000_000_000
  /// What lines may come to before they are made one, beside twice the first line
  private static let slack = 16_000_000

  /// - Parameter folder: that of the harvest
  init(in folder: URL) { url = folder.appending(path: "state.json") }

  /// What the file has; nil where there is none
  ///
  /// - Throws: ``HarvestFolder/Fault``: `unreadable` and `packed`, and
  ///   ``FileFault/cannotWrite(path:reason:)`` for what can't be looked into.
  func read() throws -> HarvestState? {
    guard let data = try RegularFile.contents(url, limit: Self.maxBytes) else { return nil }
    let firstEnd = data.firstIndex(of: 0x0A).map { $0 + 1 } ?? data.endIndex
    let end = data.lastIndex(of: 0x0A).map { $0 + 1 } ?? data.endIndex
    (stateBytes, bytes, isOpenEnded) = (firstEnd, end, data[..<end].last != 0x0A)
    var state: HarvestState
    let changes: [HarvestedSearch]
    do {
      state = try JSONDecoder().decode(HarvestState.self, from: data[..<firstEnd])
      // One array is decoded in less time than as many lines.
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
      throw HarvestFolder.Fault.packed
    }
    guard state.searches.allSatisfy(\.isSound) else { throw fault("it has been changed") }
    return state
  }

  private func fault(_ reason: String) -> HarvestFolder.Fault {
    .unreadable(path: url.path, reason: reason)
  }

  /// Whether there are lines behind the first
  var hasChanges: Bool { bytes > stateBytes }

  /// Whether its lines are so many that one should take their place
  var isLong: Bool { bytes > 3 * stateBytes + Self.slack }

  /// Puts one line in place of all, on the disk before it has the file's name
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``; then all is as it was.
  func write(_ state: HarvestState) throws {
    let line = try RegularFile.line(of: state, for: url)
    let new = try FileReplacement.of(url, permissions: 0o644)
    do {
      try line.withUnsafeBytes { try $0.write(to: new.descriptor) }
      guard fsync(new.descriptor) == 0 else { throw FileFault(writing: url) }
    } catch {
      new.discard()
      throw error as? FileFault ?? FileFault(writing: url, after: error)
    }
    try new.finish()
    (file, stateBytes, bytes) = (nil, line.count, line.count)
    (isSynced, isOpenEnded) = (true, false)
  }

  /// Adds a line, which the system has by then, and the disk after ``sync()``
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  func add(_ search: HarvestedSearch) throws {
    try write(RegularFile.line(of: search, for: url), to: opened())
  }

  /// Sees to it that what was added is on the disk
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  func sync() throws {
    guard !isSynced, let file else { return }
    guard fsync(file.descriptor) == 0 else { throw FileFault(writing: url) }
    isSynced = true
  }

  /// The file, without a line that was cut off
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
    do { try line.withUnsafeBytes { try $0.write(to: file.descriptor, at: bytes) } } catch {
      throw FileFault(writing: url, after: error)
    }
    bytes += line.count
    isSynced = false
  }
}
