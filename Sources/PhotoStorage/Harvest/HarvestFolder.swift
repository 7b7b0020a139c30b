package import Foundation
import Platform

/// The folder of a harvest: a file for each search, whole or still a `.part`, and `state.json`
///
/// A part is on the disk before `state.json` says how much of it counts, and a search stands there
/// before its file gets its name. Whoever is ended between two of these finds bytes in the part that
/// don't count, and writes them anew, or a file that has its name and is whole. One program at a time
/// writes to it.
package final class HarvestFolder {
  /// Why a folder can't be gone on with
  package enum Fault: Error, Hashable, Sendable {
    /// Another program writes to it
    case busy
    /// Its state isn't one, or one of a later version; or its count of requests isn't one
    case unreadable(path: String, reason: String)
    /// Its files are packed with gzip, as version 0.2.0 could
    case packed
  }

  /// What became of the file of a whole search
  package enum Loss: Hashable, Sendable {
    /// It isn't in the folder any more
    case gone
    /// It has less in it than was written
    case short
  }

  package let url: URL
  /// nil for a harvest that hasn't begun
  package private(set) var state: HarvestState?
  /// By the lines of the searches that are whole, and whose files aren't
  package private(set) var losses: [Int: Loss] = [:]
  private let journal: HarvestJournal
  /// Whether more is known than is written
  private var hasFound = false
  /// The folder itself, locked until this is let go
  private let lock: OpenFile

  /// Makes the folder where there is none
  ///
  /// - Throws: ``Fault``, ``FileFault/cannotWrite(path:reason:)``
  package init(_ url: URL) throws {
    self.url = url
    try PictureFolder.make(url)
    guard let lock = try FolderLock.taken(url) else { throw Fault.busy }
    self.lock = lock
    FileReplacement.removeAbandoned(in: url)
    journal = HarvestJournal(in: url)
    state = try journal.read()
    for search in state?.searches ?? [] { try find(search) }
  }

  /// Bytes of a file of the folder, or of what a link of that name leads to; nil for none
  private func size(of name: String) -> Int? {
    var status = stat()
    return fstatat(lock.descriptor, name, &status, 0) == 0 ? Int(status.st_size) : nil
  }

  /// What is there of a search
  private func find(_ search: HarvestedSearch) throws {
    var search = search
    if search.isWhole {
      losses[search.line] = loss(of: search)
    } else if search.replaces != true, size(of: search.shard) != nil {
      // It has its name only when it is whole: the state wasn't written any more.
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
      // After a power failure the disk may have the journal's line, and not the file's name.
      let isWhole = size(of: part) == search.bytes
      let folder = lock.descriptor
      return isWhole && renameat(folder, part, folder, search.shard) == 0 ? nil : .gone
    }
    return size < search.bytes ? .short : nil
  }

  /// Bytes and rows of a whole shard
  private static func size(of shard: URL) throws -> (bytes: Int, rows: Int) {
    let file = try RegularFile.opened(shard, O_RDONLY)
    var (bytes, rows) = (0, 0)
    do {
      while case let part = try OpenFile.part(of: file.descriptor, upTo: 1 << 18), !part.isEmpty {
        bytes += part.count
        rows += part.count { $0 == UInt8(ascii: "\n") }
      }
    } catch {
      throw FileFault(writing: shard, after: error)
    }
    return (bytes, rows)
  }

  /// The name of its file until it is whole
  private static func part(of search: HarvestedSearch) -> String { search.shard + ".part" }

  // MARK: - Writing

  /// Begins a round, of which nothing is there
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package func begin(_ round: HarvestState) throws {
    try journal.write(round)
    (state, losses) = (round, [:])
  }

  /// The file that a search's rows are added to, with what counts of it
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``, also where somebody else's file has the
  ///   name that it is to get.
  package func shard(of search: HarvestedSearch) throws -> Shard {
    let whole = url.appending(path: search.shard)
    guard search.replaces == true || !RegularFile.isThere(whole) else {
      throw FileFault.cannotWrite(
        path: whole.path, reason: "a file is there that isn't of this harvest; move it away")
    }
    let part = url.appending(path: Self.part(of: search))
    let file = try RegularFile.opened(part, O_RDWR | O_CREAT)
    guard ftruncate(file.descriptor, off_t(search.bytes)) == 0 else {
      throw FileFault(writing: part)
    }
    try keep(search)
    return Shard(file, at: part, named: whole, bytes: search.bytes)
  }

  /// Writes how far a search is
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package func keep(_ search: HarvestedSearch) throws {
    guard state?[search.line] != search else { return }
    state?.keep(search)
    guard let state, journal.isLong else { return try journal.add(search) }
    try journal.write(state)
  }

  /// Gives a search's file its name, and writes that it is whole
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package func finish(_ shard: Shard, of search: HarvestedSearch) throws {
    var search = search
    search.bytes = try shard.sync()
    // A file with its name and no search that it is of would be taken for somebody else's.
    try journal.sync()
    try shard.finish()
    (search.cursor, search.isWhole, search.replaces) = (nil, true, nil)
    try keep(search)
  }

  /// Writes that the round isn't over, if that is what stands there
  ///
  /// - Parameter redone: whole searches that are made again: each replaces its file once it is whole
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
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

  /// Writes that nothing of the round is left, and makes all lines of `state.json` one
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
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
  /// A file that rows are added to
  package final class Shard {
    private let file: OpenFile
    private let part: URL
    private let whole: URL
    /// Not written yet
    private var rows: [UInt8] = []
    private var bytes: Int

    fileprivate init(_ file: OpenFile, at part: URL, named whole: URL, bytes: Int) {
      (self.file, self.part, self.whole, self.bytes) = (file, part, whole, bytes)
    }

    /// Adds a row with its line break
    ///
    /// - Throws: ``FileFault/cannotWrite(path:reason:)``
    package func add(_ row: String) throws {
      rows += row.utf8
      if rows.count > 1 << 16 { try write() }
    }

    /// Sees to it that all that was added is on the disk
    ///
    /// - Returns: bytes of it
    /// - Throws: ``FileFault/cannotWrite(path:reason:)``
    package func sync() throws -> Int {
      try write()
      guard fsync(file.descriptor) == 0 else { throw FileFault(writing: part) }
      return bytes
    }

    /// Gives it its name
    ///
    /// - Throws: ``FileFault/cannotWrite(path:reason:)``
    package func finish() throws {
      guard rename(part.path, whole.path) == 0 else { throw FileFault(writing: whole) }
    }

    private func write() throws {
      do {
        try rows.withUnsafeBytes { try $0.write(to: file.descriptor, at: bytes) }
      } catch {
        throw FileFault(writing: part, after: error)
      }
      bytes += rows.count
      rows.removeAll(keepingCapacity: true)
    }
  }
}
