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
    /// Its state isn't one, or one of a later version; or its count of requests isn't one
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
    try PictureFolder.make(url)
    guard let lock = try RegularFile.locked(url) else { throw Fault.busy }
    self.lock = lock
    FileReplacement.removeAbandoned(in: url)
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
      (search.bytes, search.photos) = try Self.size(of: url.appending(path: search.shard))
      (search.cursor, search.isWhole) = (nil, true)
      unlink(part(of: search).path)
    } else {
      var status = stat()
      let isThere = lstat(part(of: search).path, &status) == 0
      if !isThere || status.st_size < search.bytes { search.startAnew() }
    }
    state?.searches[index] = search
  }

  /// Bytes and rows of a whole shard, unpacked
  private static func size(of shard: URL) throws -> (bytes: Int, rows: Int) {
    let file = try RegularFile.opened(shard, O_RDONLY)
    var (bytes, rows) = (0, 0)
    do {
      let packed = Gzip.isName(shard.path) ? try GzipReader() : nil
      while case let part = try OpenFile.part(of: file.descriptor, upTo: 1 << 18), !part.isEmpty {
        let part = try packed?.unpack(part) ?? part
        bytes += part.count
        rows += part.count { $0 == UInt8(ascii: "\n") }
      }
      try packed?.finish()
    } catch let fault as Gzip.Fault {
      throw Fault.unreadable(path: shard.path, reason: "\(fault)")
    } catch {
      throw DownloadFault(writing: shard, after: error)
    }
    return (bytes, rows)
  }

  private func part(of search: HarvestedSearch) -> URL {
    let name = Gzip.isName(search.shard) ? String(search.shard.dropLast(3)) : search.shard
    return url.appending(path: name + ".part")
  }

  /// The file that a search's rows are added to, with what counts of it
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``, also where somebody else's file has the
  ///   name that it is to get.
  package func shard(of search: HarvestedSearch) throws -> Shard {
    let whole = url.appending(path: search.shard)
    guard !RegularFile.isThere(whole) else {
      throw DownloadFault.cannotWrite(
        path: whole.path, reason: "a file is there that isn't of this harvest; move it away")
    }
    let part = part(of: search)
    let file = try RegularFile.opened(part, O_RDWR | O_CREAT)
    guard ftruncate(file.descriptor, off_t(search.bytes)) == 0 else {
      throw DownloadFault(writing: part)
    }
    return Shard(file, at: part, named: whole, bytes: search.bytes)
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

    /// Gives it its name, packed if that ends in `.gz`
    ///
    /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
    package func finish() throws {
      guard !Gzip.isName(whole.path) else { return try pack() }
      guard rename(part.path, whole.path) == 0 else { throw DownloadFault(writing: whole) }
    }

    private func pack() throws {
      let packed = try FileReplacement.of(whole, permissions: 0o644)
      do {
        try Gzip.pack(file.descriptor, into: packed.descriptor)
        guard fsync(packed.descriptor) == 0 else { throw DownloadFault(writing: whole) }
      } catch {
        packed.discard()
        throw error as? DownloadFault ?? DownloadFault(writing: whole, after: error)
      }
      try packed.finish()
      unlink(part.path)
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
