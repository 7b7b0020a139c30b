import Foundation
import Platform

/// The progress of a harvest, stored as the first line of `state.json`
package struct HarvestState: Codable, Sendable {
  /// The version of this format
  package static let version = 1

  package let version: Int
  /// The day on which the round began, UTC, e.g. `2026-11-23`
  package let began: String
  /// The day from which photos count as new; nil in the first round, which takes all photos
  package let since: String?
  /// The searches begun so far, in order
  package private(set) var searches: [HarvestedSearch] = []
  /// Whether the whole list was done. nil if an earlier imgsearch wrote it, which listed all
  /// searches before it began the first
  private var isDone: Bool? = false
  /// Index of each search by its line number
  private var indices: [Int: Int] = [:]

  private enum CodingKeys: CodingKey { case version, began, since, isDone, searches }

  package init(began: String, since: String? = nil) {
    version = Self.version
    self.began = began
    self.since = since
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    version = try values.decode(Int.self, forKey: .version)
    began = try values.decode(String.self, forKey: .began)
    since = try values.decodeIfPresent(String.self, forKey: .since)
    isDone = try values.decodeIfPresent(Bool.self, forKey: .isDone)
    for search in try values.decode([HarvestedSearch].self, forKey: .searches) { save(search) }
  }

  /// Whether nothing of the round is left to do
  package var isOver: Bool {
    get { isDone ?? true && searches.allSatisfy(\.isWhole) }
    set { isDone = newValue }
  }

  /// The search on a line of the list; nil if it wasn't begun
  package subscript(line: Int) -> HarvestedSearch? { indices[line].map { searches[$0] } }

  /// Saves a search in place of its earlier state
  mutating func save(_ search: HarvestedSearch) {
    if let index = indices[search.line] { return searches[index] = search }
    indices[search.line] = searches.count
    searches.append(search)
  }
}

/// One search of a harvest, and the progress of its shard
package struct HarvestedSearch: Codable, Hashable, Sendable {
  /// The search's line number in the list, from 1
  package let line: Int
  /// The search as a user would type it
  package let search: String
  /// The name of the search's file once complete
  package let shard: String
  /// Photos written and counted; later ones in the file are written again
  package internal(set) var photos = 0
  /// Bytes of the part file that count; rows after them are written again
  var bytes = 0
  /// The cursor after the counted photos; nil at the search's start and end
  package internal(set) var cursor: String?
  package internal(set) var isWhole = false
  /// Whether the file with its final name is an old one to be replaced; nil means no
  var replaces: Bool?

  /// The name of the search's file until it is complete
  var part: String { shard + ".part" }

  /// Whether the search has a file that was complete once
  package var hasFile: Bool { isWhole || replaces == true }

  /// - Parameters:
  ///   - name: any text, put between the line's number and the ending
  ///   - ending: the extension of the file's name
  package init(line: Int, search: String, named name: String, ending: String) {
    self.line = line
    self.search = search
    let words = FileNameText.cleaned(name, limit: 100)
    shard = line.text(digits: 4) + (words.isEmpty ? "" : "-\(words)") + ".\(ending)"
  }

  /// Whether its values are plausible: the file is in the folder itself, and no number is absurd
  var isSound: Bool {
    let numbers = 0..<1 << 50
    return line > 0 && numbers.contains(photos) && numbers.contains(bytes)
      && shard.begins(with: line.text(digits: 4)) && !shard.contains(bytes: "/")
  }

  /// Resets the search's progress, but not whether it replaces a file
  mutating func reset() { (photos, bytes, cursor, isWhole) = (0, 0, nil, false) }
}

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
  /// Whether the file is a single line without a line break, as another program may have written it
  private var lacksLineBreak = false

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
    (stateBytes, bytes, lacksLineBreak) = (firstEnd, end, data[..<end].last != 0x0A)
    var state: HarvestState
    let changes: [HarvestedSearch]
    do {
      state = try JSONDecoder().decode(HarvestState.self, from: data[..<firstEnd])
      // Decoding one array is faster than decoding each line.
      let lines = data[firstEnd..<end].dropLast().map { $0 == 0x0A ? UInt8(ascii: ",") : $0 }
      changes = try JSONDecoder().decode(
        [HarvestedSearch].self, from: Data("[".utf8) + lines + Data("]".utf8))
    } catch { throw fault("it isn't the state of a harvest") }
    guard state.version == HarvestState.version else {
      throw fault("a later imgsearch has written it")
    }
    for change in changes { state.save(change) }
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

  /// Whether all lines should be replaced by one before another is added: they have become many,
  /// or the only one has no line break
  var shouldBeMerged: Bool { lacksLineBreak || bytes > 3 * stateBytes + Self.slack }

  /// Replaces all lines by one; it is on the disk before the file is replaced
  ///
  /// - Throws: ``FileFault/cannotWrite``; then nothing has changed.
  func write(_ state: HarvestState) throws {
    let line = try RegularFile.line(of: state, for: url)
    try FileReplacement.of(url, permissions: 0o644).write { file in
      try line.write(to: file)
      guard fsync(file) == 0 else { throw FileFault(writing: url) }
    }
    (file, stateBytes, bytes) = (nil, line.count, line.count)
    lacksLineBreak = false
  }

  /// Appends a line; it is only certain to be on the disk after ``sync()``
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func add(_ search: HarvestedSearch) throws {
    let line = try RegularFile.line(of: search, for: url)
    try withFileFaults(of: url) { try line.write(to: opened().descriptor, at: bytes) }
    bytes += line.count
  }

  /// Makes sure that all lines are on the disk
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func sync() throws {
    guard file.map({ fsync($0.descriptor) }) ?? 0 == 0 else { throw FileFault(writing: url) }
  }

  /// The opened file, without a line that was cut off
  private func opened() throws -> OpenFile {
    if let file { return file }
    let opened = try RegularFile.opened(url, O_RDWR)
    try withFileFaults(of: url) { try OpenFile.cut(opened.descriptor, to: bytes) }
    file = opened
    return opened
  }
}
