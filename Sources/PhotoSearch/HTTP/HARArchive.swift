package import Foundation
import Platform

/// Recorded exchanges, from a HAR 1.2 file or a folder of such files
///
/// It reads recordings of this program, of browsers and of proxies; members that a replay doesn't
/// need may be missing. A body may be in a file of its own, which the content names as `_file`, as
/// Playwright does: a path relative to the recording's folder. Such a file is read when its
/// exchange is asked for.
package struct HARArchive: Sendable {
  /// Most bytes of a recording, or of all files of a folder together
  package static let sizeLimit = 256 << 20
  /// Most exchanges of all files together; a newspaper's page makes some hundreds
  package static let maxEntries = 100_000
  /// Most JSON values of one exchange; a browser writes about 250
  private static let maxValues = 1_000_000

  /// The exchanges in the order they were recorded; a folder's files by their names
  package let entries: [HAREntry]

  /// A recording of these exchanges
  package init(entries: [HAREntry]) {
    self.entries = entries
  }

  /// Reads a file, or the `.har` files of a folder, without its subfolders
  ///
  /// Files whose names begin with a dot are skipped.
  ///
  /// - Throws: ``RecordingError``.
  package init(
    contentsOf url: URL, sizeLimit: Int = Self.sizeLimit, silence: Duration = .seconds(30)
  ) throws(RecordingError) {
    var room = sizeLimit
    var entries: [HAREntry] = []
    for file in try RecordingFiles.files(at: url) {
      let bytes = try RecordingFiles.contents(
        of: file, atMost: room, silence: file == url ? silence : nil)
      room -= bytes.count
      entries += try Self.entries(
        in: bytes, from: file.path, atMost: Self.maxEntries - entries.count)
    }
    self.init(entries: entries)
  }

  /// - Parameters:
  ///   - name: the file's name, for an error
  ///   - room: most entries to read
  package static func entries(
    in bytes: [UInt8], from name: String, atMost room: Int = maxEntries
  ) throws(RecordingError) -> [HAREntry] {
    var entries: [HAREntry] = []
    try read(bytes, from: name, atMost: room) { entry, _ in entries.append(entry) }
    return entries
  }

  /// - Parameters:
  ///   - room: most entries to read
  ///   - take: called with each entry and the bytes it was read from
  fileprivate static func read(
    _ bytes: [UInt8], from name: String, atMost room: Int = maxEntries,
    _ take: (HAREntry, JSONValue) -> Void
  ) throws(RecordingError) {
    let folder = URL(filePath: name).deletingLastPathComponent()
    var count = 0
    do {
      let isThere = try JSONParser.read(bytes, maxValues: maxValues) {
        parser throws(JSONProblem) in
        try parser.readElements(at: ["log", "entries"]) { element throws(JSONProblem) in
          guard count < room else {
            throw element.problem(": recordings may have \(maxEntries) exchanges in all")
          }
          take(try HAREntry(element, in: folder), element)
          count += 1
        }
      }
      if isThere { return }
    } catch {
      let place = "log.entries[\(count)]"
      throw .unreadable(file: name, problem: words(for: error, at: place, in: bytes))
    }
    throw .unreadable(file: name, problem: wordsWithoutEntries(bytes))
  }

  /// Explains why a text has no entries of a recording
  private static func wordsWithoutEntries(_ bytes: [UInt8]) -> String {
    do throws(JSONProblem) {
      let log = try JSONDocument(Data(bytes), maxValues: maxValues).root.needed("log")
      let entries = try log.needed("entries").otherType
      return entries.path + entries.problem
    } catch {
      return words(for: error, at: "", in: bytes) + " (JSON, but not a HAR)"
    }
  }

  /// Explains what is wrong with an entry, or why the text isn't JSON
  private static func words(
    for problem: JSONProblem, at place: String, in bytes: [UInt8]
  ) -> String {
    guard case .byte(let byte) = problem.location else {
      return problem.path(below: place) + problem.problem
    }
    guard let first = bytes.first(where: { !" \t\n\r".utf8.contains($0) }) else {
      return "it is empty"
    }
    if problem.isLimit { return "it has \(problem.problem)" }
    if byte == bytes.count, first == UInt8(ascii: "{") {
      return "it ends in the middle, as if it had been cut off"
    }
    return "it isn't JSON"
  }
}
/// A recording made by this program, to which exchanges can be added
package struct HARFile: Sendable {
  /// An exchange, and where the file has the bytes of it
  struct Row: Sendable {
    let method: String
    let url: String
    let range: Range<Int>
  }

  let rows: [Row]
  private let bytes: [UInt8]

  /// Reads a file; an empty file is an empty recording
  ///
  /// - Parameter redaction: removes secrets that an earlier version left in the file
  /// - Throws: ``RecordingError``, also for a recording of another program, which isn't ours to
  ///   change and may contain keys.
  package init(contentsOf url: URL, redaction: Redaction) throws(RecordingError) {
    let bytes = redaction.bytes(
      try RecordingFiles.contents(
        of: url, atMost: HARArchive.sizeLimit, silence: .seconds(30)))
    var rows: [Row] = []
    if !bytes.isEmpty {
      try HARArchive.read(bytes, from: url.path) { entry, written in
        rows.append(Row(method: entry.method, url: entry.url, range: written.range))
      }
      guard Self.creator(of: bytes)?.begins(with: HARDocument.creator) ?? false else {
        throw .unreadable(file: url.path, problem: "another program made it")
      }
    }
    (self.rows, self.bytes) = (rows, bytes)
  }

  /// Passes on the JSON of an exchange as the file has it
  func json(
    of row: Row, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try bytes.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0[row.range])) }
  }

  private static func creator(of bytes: [UInt8]) -> String? {
    ifReadable {
      try JSONParser.read(bytes, maxValues: 1_000) { parser throws(JSONProblem) in
        try parser.value(at: ["log", "creator", "name"])?.string
      }
    }
  }
}
