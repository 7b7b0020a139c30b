package import Foundation
package import PhotoSearch
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
    /// The folder's files are compressed with gzip, as earlier versions could do
    case packed(folder: String)
    /// A line with a file is another search now
    case changed(line: Int, of: String, before: String, now: String)
    /// The terms of all chosen services forbid collecting; with the providers that may be asked
    case forbidden(allowed: [ProviderID])

    package var description: String {
      switch self {
      case .busy(let folder):
        "another imgsearch harvests into \(folder); wait for it, or choose another folder"
      case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
      case .packed(let folder):
        "the files of \(folder) are packed, as an earlier version did; unpack them in that folder: "
          + #"gunzip *.gz; sed -i.bak 's/\.gz"/"/g;s/ --gzip"/"/g' state.json"#
      case .changed(let line, let folder, let before, let now):
        "line \(line) was `\(before)` when \(folder) was begun, and is `\(now)` now; add lines at the "
          + "end, or harvest into another folder"
      case .forbidden(let allowed):
        "none of the chosen providers may be harvested; those that may: "
          + allowed.map(\.rawValue).joined(separator: ", ")
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

  /// Photos after which the progress is written, so that little is repeated after a crash
  private static let batch = 300
  /// Time after which the progress is written
  private static let pause = Duration.seconds(5)

  package let url: URL
  /// The progress so far; nil if no harvest has begun
  package private(set) var state: HarvestState?
  /// Complete searches whose files are damaged, by line number
  package private(set) var losses: [Int: Loss] = [:]
  private let journal: HarvestJournal
  /// Whether opening the folder found something that isn't written to `state.json` yet
  private var hasUnwrittenChanges = false
  /// The folder itself, locked until this object is released
  private let lock: OpenFile

  /// Creates the folder unless it exists
  ///
  /// - Throws: ``Fault``, ``FileFault/cannotWrite``
  package init(_ url: URL) throws {
    self.url = url
    try PictureFolder.make(url)
    guard let lock = try FolderLock.acquire(url) else { throw Fault.busy(folder: url.path) }
    self.lock = lock
    FileReplacement.removeAbandoned(in: url)
    journal = HarvestJournal(in: url)
    state = try journal.read()
    for search in state?.searches ?? [] { try compareWithFiles(search) }
  }

  /// Size in bytes of a file in the folder, following links; nil if there is none
  private func size(of name: String) -> Int? {
    var status = stat()
    return fstatat(lock.descriptor, name, &status, 0) == 0 ? Int(status.st_size) : nil
  }

  /// Compares a search's state with its files
  private func compareWithFiles(_ search: HarvestedSearch) throws {
    var search = search
    if search.isWhole {
      losses[search.line] = loss(of: search)
    } else if search.replaces != true, let size = size(of: search.shard) {
      // The file has its final name, so it is complete, although the state wasn't written any more.
      if size < search.bytes { losses[search.line] = .short }
      search.photos = try Self.rows(of: url.appending(path: search.shard))
      (search.bytes, search.cursor, search.isWhole) = (max(size, search.bytes), nil, true)
      unlink(url.appending(path: search.part).path)
      state?.save(search)
      hasUnwrittenChanges = true
    } else if size(of: search.part) ?? -1 < search.bytes {
      search.reset()
      state?.save(search)
    }
  }

  private func loss(of search: HarvestedSearch) -> Loss? {
    guard let size = size(of: search.shard) else {
      // After a power failure the journal's line may be on the disk, but not the file's renaming.
      let isWhole = size(of: search.part) == search.bytes
      let folder = lock.descriptor
      return isWhole && renameat(folder, search.part, folder, search.shard) == 0 ? nil : .gone
    }
    return size < search.bytes ? .short : nil
  }

  /// How many rows a complete shard has
  private static func rows(of shard: URL) throws -> Int {
    let file = try RegularFile.opened(shard, O_RDONLY)
    var rows = 0
    try withFileFaults(of: shard, reads: true) {
      while case let part = try OpenFile.part(of: file.descriptor, upTo: 1 << 18), !part.isEmpty {
        rows += part.count { $0 == UInt8(ascii: "\n") }
      }
    }
    return rows
  }

  // MARK: - Writing

  /// Begins a new round
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func begin(_ round: HarvestState) throws {
    try write(round)
    losses = [:]
  }

  /// Runs a search from where it stopped, and writes a row for each photo
  ///
  /// - Parameters:
  ///   - search: continues after the photos that `begun` counts
  ///   - row: makes a photo's row with its line break, given the photo's number in the file
  /// - Returns: the failure of a provider; then the search isn't complete.
  /// - Throws: ``FileFault/cannotWrite``, also if another's file has the final name, and what `row`
  ///   throws.
  package func run(
    _ search: MergedSearch, from begun: HarvestedSearch,
    row: (_ photo: Photo, _ number: Int) throws -> String
  ) async throws -> ProviderError? {
    let whole = url.appending(path: begun.shard)
    guard begun.replaces == true || !RegularFile.exists(whole) else {
      throw FileFault.cannotWrite(
        path: whole.path, reason: "a file is there that isn't of this harvest",
        advice: "move it away")
    }
    var shard = try Shard(of: begun, at: url.appending(path: begun.part))
    try save(begun)
    var iterator = search.makeAsyncIterator()
    var (failure, keptAt): (ProviderError?, _) = (nil, ContinuousClock.now)
    events: while let event = await iterator.next() {
      switch event {
      case .photo(let photo):
        try shard.add(row(photo, shard.search.photos + 1))
        let new = shard.search.photos - begun.photos
        if new % Self.batch == 0 || .now - keptAt > Self.pause {
          try save(&shard, iterator.cursor)
          keptAt = .now
        }
      case .failed(let error):
        failure = error
        break events
      case .late, .ended, .skipped: continue
      }
    }
    if failure == nil, !Task.isCancelled {
      try finish(&shard)
    } else {
      try save(&shard, iterator.cursor)
    }
    return failure
  }

  /// Saves the progress of a search that isn't complete
  private func save(_ shard: inout Shard, _ cursor: SearchCursor?) throws {
    try shard.sync()
    var search = shard.search
    search.cursor = cursor?.description
    // Without a cursor the search starts over, so its photos would come twice.
    if cursor == nil { search.reset() }
    try save(search)
  }

  /// Gives a search's file its final name, and writes that the search is complete
  private func finish(_ shard: inout Shard) throws {
    try shard.sync()
    // The journal must be on the disk first: a file without its search looks like another's.
    try journal.sync()
    var search = shard.search
    let (part, whole) = (url.appending(path: search.part), url.appending(path: search.shard))
    guard rename(part.path, whole.path) == 0 else { throw FileFault(writing: whole) }
    (search.cursor, search.isWhole, search.replaces) = (nil, true, nil)
    try save(search)
  }

  /// Saves a search's progress in the journal
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func save(_ search: HarvestedSearch) throws {
    guard state?[search.line] != search else { return }
    state?.save(search)
    guard let state, journal.shouldBeMerged else { return try journal.add(search) }
    try journal.write(state)
  }

  /// Writes that the round isn't over, if it was
  ///
  /// - Parameter redone: complete searches to do again; each replaces its file once it is complete
  /// - Throws: ``FileFault/cannotWrite``
  func resume(redoing redone: [HarvestedSearch]) throws {
    guard var state, state.isOver || !redone.isEmpty else { return }
    for var search in redone {
      search.reset()
      search.replaces = true
      state.save(search)
      losses[search.line] = nil
    }
    state.isOver = false
    try write(state)
  }

  /// Writes that the round is over, and rewrites `state.json` as a single line
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func end() throws {
    guard var state, !state.isOver || journal.hasChanges || hasUnwrittenChanges else { return }
    state.isOver = true
    try write(state)
  }

  /// Replaces all of `state.json`
  private func write(_ state: HarvestState) throws {
    try journal.write(state)
    self.state = state
    hasUnwrittenChanges = false
  }
}

/// The file of a search that isn't complete, to which rows are added
private struct Shard {
  /// The search, and how many photos and bytes the file has
  var search: HarvestedSearch
  private let file: OpenFile
  private let url: URL
  /// Rows that aren't written yet
  private var rows: [UInt8] = []

  /// Opens a file and cuts it to the rows that count
  ///
  /// - Throws: ``FileFault/cannotWrite``
  init(of search: HarvestedSearch, at url: URL) throws {
    self.search = search
    self.url = url
    file = try RegularFile.opened(url, O_RDWR | O_CREAT)
    try withFileFaults(of: url) { try OpenFile.cut(file.descriptor, to: search.bytes) }
  }

  /// Adds a photo's row, which ends with a line break
  ///
  /// - Throws: ``FileFault/cannotWrite``
  mutating func add(_ row: String) throws {
    search.photos += 1
    rows += row.utf8
    if rows.count > 1 << 16 { try write() }
  }

  /// Makes sure that all rows are on the disk
  ///
  /// - Throws: ``FileFault/cannotWrite``
  mutating func sync() throws {
    try write()
    guard fsync(file.descriptor) == 0 else { throw FileFault(writing: url) }
  }

  private mutating func write() throws {
    try withFileFaults(of: url) { try rows.write(to: file.descriptor, at: search.bytes) }
    search.bytes += rows.count
    rows.removeAll(keepingCapacity: true)
  }
}
