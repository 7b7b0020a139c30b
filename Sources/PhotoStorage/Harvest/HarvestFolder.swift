package import Foundation
import PhotoSearch

/// The folder of a harvest: a file for each search, whole or still a `.part`, and `state.json`
///
/// A part is written first and `state.json` then, each so that the system has it on the disk. Whoever
/// is ended between the two finds bytes in the part that don't count, and writes them anew. One
/// program at a time writes to it.
package final class HarvestFolder {
  /// Why a folder can't be gone on with
  package enum Fault: Error, Hashable, Sendable {
    /// Another program writes to it
    case busy
    /// Its state isn't one, or one of a later version
    case unreadable(path: String, reason: String)
  }

  package let url: URL
  /// nil for a harvest that hasn't begun
  package var state: HarvestState?
  /// The folder itself, locked until this is let go
  private let lock: OpenFile

  private static let maxStateBytes = 200_000_000

  /// Makes the folder where there is none
  ///
  /// - Throws: ``Fault``, ``DownloadFault/cannotWrite(path:reason:)``
  package init(_ url: URL) throws {
    self.url = url
    try RegularFile.makeFolder(url)
    let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DownloadFault(writing: url) }
    lock = OpenFile(descriptor)
    // Where folders can't be locked, as on some network file systems, nobody is kept away.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw Fault.busy }
    state = try Self.state(in: url)
    for index in state?.searches.indices ?? 0..<0 { try find(index) }
  }

  private static func stateFile(in folder: URL) -> URL { folder.appending(path: "state.json") }

  private static func state(in folder: URL) throws -> HarvestState? {
    let file = stateFile(in: folder)
    guard let data = try RegularFile.contents(file, limit: maxStateBytes) else { return nil }
    do {
      let state = try JSONDecoder().decode(HarvestState.self, from: data)
      guard state.version == HarvestState.version else {
        throw Fault.unreadable(path: file.path, reason: "a later imgsearch has written it")
      }
      guard state.searches.allSatisfy(\.isSound) else {
        throw Fault.unreadable(path: file.path, reason: "it has been changed")
      }
      return state
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault.unreadable(path: file.path, reason: "it isn't the state of a harvest")
    }
  }

  /// What is there of a search that isn't known to be whole
  private func find(_ index: Int) throws {
    guard var search = state?.searches[index], !search.isWhole else { return }
    if RegularFile.isThere(url.appending(path: search.shard)) {
      // It has its name only when it is whole: the state wasn't written any more.
      let data = try RegularFile.contents(url.appending(path: search.shard), limit: .max) ?? Data()
      search.bytes = data.count
      search.photos = data.count { $0 == UInt8(ascii: "\n") }
      (search.cursor, search.isWhole) = (nil, true)
    } else {
      var status = stat()
      let isThere = lstat(part(of: search).path, &status) == 0
      if !isThere || status.st_size < search.bytes { search.startAnew() }
    }
    state?.searches[index] = search
  }

  private func part(of search: HarvestedSearch) -> URL {
    url.appending(path: search.shard + ".part")
  }

  /// The file that a search's rows are added to, with what counts of it
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  package func shard(of search: HarvestedSearch) throws -> Shard {
    let part = part(of: search)
    let file = try RegularFile.opened(part, O_RDWR | O_CREAT)
    guard ftruncate(file.descriptor, off_t(search.bytes)) == 0 else {
      throw DownloadFault(writing: part)
    }
    return Shard(file, at: part, named: url.appending(path: search.shard), bytes: search.bytes)
  }

  /// Writes how far it is
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  package func save() throws {
    try RegularFile.replace(Self.stateFile(in: url), withJSON: state)
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
    /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
    package func add(_ row: String) throws {
      rows += row.utf8
      if rows.count > 1 << 16 { try write() }
    }

    /// Sees to it that all that was added is on the disk
    ///
    /// - Returns: bytes of it
    /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
    package func sync() throws -> Int {
      try write()
      guard fsync(file.descriptor) == 0 else { throw DownloadFault(writing: part) }
      return bytes
    }

    /// Gives it its name
    ///
    /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
    package func finish() throws {
      guard rename(part.path, whole.path) == 0 else { throw DownloadFault(writing: whole) }
    }

    private func write() throws {
      do {
        try rows.withUnsafeBytes { try $0.write(to: file.descriptor, at: bytes) }
      } catch {
        throw DownloadFault(writing: part, after: error)
      }
      bytes += rows.count
      rows.removeAll(keepingCapacity: true)
    }
  }
}
