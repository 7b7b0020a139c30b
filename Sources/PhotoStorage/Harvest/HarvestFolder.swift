package import Foundation
import Platform

/// The folder of a harvest: a file (shard) for each search, called `.part` until complete, and
/// `state.json`
///
/// Rows are on the disk before `state.json` counts them, and `state.json` says that a search is
/// complete before its file gets its final name. So a program that is killed in between leaves
/// either rows that aren't counted, which are written again, or a complete file. Only one program
/// at a time writes to the folder.
package final class HarvestFolder {
  /// Why a harvest can't be continued in a folder
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program is writing to the folder
    case busy(folder: String)
    /// `state.json` or the file of request counts can't be read, or is of a later version
    case unreadable(path: String, reason: String)
    /// The folder's files are compressed with gzip, which version 0.2.0 could do
    case packed(folder: String)

    package var description: String {
      switch self {
      case .busy(let folder):
        "another imgsearch harvests into \(folder); wait for it, or choose another folder"
      case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
      case .packed(let folder):
        "the files of \(folder) are packed, as an earlier version did; unpack them in that folder: "
          + #"gunzip *.gz; sed -i.bak 's/\.gz"/"/g;s/ --gzip"/"/g' state.json"#
      }
    }
  }

  /// The damage to the file of a complete search
  package enum Loss: Hashable, Sendable {
    /// The file is missing
    case gone
    /// The file is shorter than it was
    case short
  }

  package let url: URL
  /// The progress so far; nil if no harvest has begun
  package private(set) var state: HarvestState?
  /// Complete searches whose files are damaged, by line number
  package private(set) var losses: [Int: Loss] = [:]
  private let journal: HarvestJournal
  /// Whether opening the folder found something that isn't written to `state.json` yet
  private var hasFound = false
  /// The folder itself, locked until this object is released
  private let lock: OpenFile

  /// Creates the folder unless it exists
  ///
  /// - Throws: ``Fault``, ``FileFault/cannotWrite``
  package init(_ url: URL) throws {
    self.url = url
    try PictureFolder.make(url)
    guard let lock = try FolderLock.taken(url) else { throw Fault.busy(folder: url.path) }
    self.lock = lock
    FileReplacement.removeAbandoned(in: url)
    journal = HarvestJournal(in: url)
    state = try journal.read()
    for search in state?.searches ?? [] { try find(search) }
  }

  /// Size in bytes of a file in the folder, following links; nil if there is none
  private func size(of name: String) -> Int? {
    var status = stat()
    return fstatat(lock.descriptor, name, &status, 0) == 0 ? Int(status.st_size) : nil
  }

  /// Compares a search's state with its files
  private func find(_ search: HarvestedSearch) throws {
    var search = search
    if search.isWhole {
      losses[search.line] = loss(of: search)
    } else if search.replaces != true, size(of: search.shard) != nil {
      // The file has its final name, so it is complete, although the state wasn't written any more.
      let counted = search.bytes
      (search.bytes, search.photos) = try Self.size(of: url.appending(path: search.shard))
      if search.bytes < counted { losses[search.line] = .short }
      search.bytes = max(counted, search.bytes)
      (search.cursor, search.isWhole) = (nil, true)
      unlink(url.appending(path: Self.part(of: search)).path)
      state?.keep(search)
      hasFound = true
    } else if size(of: Self.part(of: search)) ?? -1 < search.bytes {
      search.startAnew()
      state?.keep(search)
    }
  }

  private func loss(of search: HarvestedSearch) -> Loss? {
    let part = Self.part(of: search)
    guard let size = size(of: search.shard) else {
      // After a power failure the journal's line may be on the disk, but not the file's renaming.
      let isWhole = size(of: part) == search.bytes
      let folder = lock.descriptor
      return isWhole && renameat(folder, part, folder, search.shard) == 0 ? nil : .gone
    }
    return size < search.bytes ? .short : nil
  }

  /// Bytes and rows of a complete shard
  private static func size(of shard: URL) throws -> (bytes: Int, rows: Int) {
    let file = try RegularFile.opened(shard, O_RDONLY)
    var (bytes, rows) = (0, 0)
    try using(shard, reads: true) {
      while case let part = try OpenFile.part(of: file.descriptor, upTo: 1 << 18), !part.isEmpty {
        bytes += part.count
        rows += part.count { $0 == UInt8(ascii: "\n") }
      }
    }
    return (bytes, rows)
  }

  /// The name of a search's file until it is complete
  private static func part(of search: HarvestedSearch) -> String { search.shard + ".part" }

  // MARK: - Writing

  /// Begins a new round
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func begin(_ round: HarvestState) throws {
    try journal.write(round)
    (state, losses) = (round, [:])
  }

  /// The file for a search's rows, cut to the rows that count
  ///
  /// - Throws: ``FileFault/cannotWrite``, also if another's file has its final name.
  package func shard(of search: HarvestedSearch) throws -> Shard {
    let whole = url.appending(path: search.shard)
    guard search.replaces == true || !RegularFile.isThere(whole) else {
      throw FileFault.cannotWrite(
        path: whole.path, reason: "a file is there that isn't of this harvest",
        advice: "move it away")
    }
    let part = url.appending(path: Self.part(of: search))
    let file = try RegularFile.opened(part, O_RDWR | O_CREAT)
    guard ftruncate(file.descriptor, off_t(search.bytes)) == 0 else {
      throw FileFault(writing: part)
    }
    try keep(search)
    return Shard(file, at: part, named: whole, bytes: search.bytes)
  }

  /// Writes a search's progress to the journal
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func keep(_ search: HarvestedSearch) throws {
    guard state?[search.line] != search else { return }
    state?.keep(search)
    guard let state, journal.isLong else { return try journal.add(search) }
    try journal.write(state)
  }

  /// Gives a search's file its final name, and writes that the search is complete
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func finish(_ shard: Shard, of search: HarvestedSearch) throws {
    var search = search
    search.bytes = try shard.sync()
    // The journal must be on the disk first: a file without its search looks like another's.
    try journal.sync()
    try shard.finish()
    (search.cursor, search.isWhole, search.replaces) = (nil, true, nil)
    try keep(search)
  }

  /// Writes that the round isn't over, if it was
  ///
  /// - Parameter redone: complete searches to do again; each replaces its file once it is complete
  /// - Throws: ``FileFault/cannotWrite``
  package func goOn(anew redone: [HarvestedSearch]) throws {
    guard var state, state.isOver || !redone.isEmpty else { return }
    for var search in redone {
      search.startAnew()
      search.replaces = true
      state.keep(search)
      losses[search.line] = nil
    }
    state.isOver = false
    try write(state)
  }

  /// Writes that the round is over, and rewrites `state.json` as a single line
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func end() throws {
    guard var state, !state.isOver || journal.hasChanges || hasFound else { return }
    state.isOver = true
    try write(state)
  }

  private func write(_ state: HarvestState) throws {
    try journal.write(state)
    (self.state, hasFound) = (state, false)
  }
}

extension HarvestFolder {
  /// A search's file, to which rows are added
  package final class Shard {
    private let file: OpenFile
    private let part: URL
    private let whole: URL
    /// Rows that aren't written yet
    private var rows: [UInt8] = []
    private var bytes: Int

    fileprivate init(_ file: OpenFile, at part: URL, named whole: URL, bytes: Int) {
      (self.file, self.part, self.whole, self.bytes) = (file, part, whole, bytes)
    }

    /// Adds a row and its line break
    ///
    /// - Throws: ``FileFault/cannotWrite``
    package func add(_ row: String) throws {
      rows += row.utf8
      if rows.count > 1 << 16 { try write() }
    }

    /// Makes sure that all rows are on the disk
    ///
    /// - Returns: the file's length in bytes
    /// - Throws: ``FileFault/cannotWrite``
    package func sync() throws -> Int {
      try write()
      guard fsync(file.descriptor) == 0 else { throw FileFault(writing: part) }
      return bytes
    }

    /// Gives the file its final name
    ///
    /// - Throws: ``FileFault/cannotWrite``
    package func finish() throws {
      guard rename(part.path, whole.path) == 0 else { throw FileFault(writing: whole) }
    }

    private func write() throws {
      try using(part) { try rows.write(to: file.descriptor, at: bytes) }
      bytes += rows.count
      rows.removeAll(keepingCapacity: true)
    }
  }
}
